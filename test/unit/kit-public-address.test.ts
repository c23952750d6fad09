import assert from "node:assert/strict";
import { isPublicAddress } from "#kit/public-address.ts";

const PRIVATE = {
  "IPv4 loopback": ["127.0.0.1", "127.255.255.254"],
  "this host": ["0.0.0.0", "0.1.2.3"],
  "IPv4 private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  "IPv4 link-local, and so cloud metadata": ["169.254.169.254"],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.255"],
  "IPv4 multicast and broadcast": ["224.0.0.1", "239.255.255.255", "255.255.255.255"],
  "documentation and benchmarks": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "2001:db8::1"],
  reserved: ["240.0.0.1", "192.0.0.1"],
  "IPv6 loopback and unspecified": ["::1", "::"],
  "IPv6 unique local, link-local and site-local": ["fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1"],
  "IPv6 multicast": ["ff02::1"],
  "IPv4 inside IPv6, mapped": ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a00:1"],
  "IPv4 inside IPv6, compatible and translated": ["::7f00:1", "::ffff:0:7f00:1"],
  "NAT64, also the local prefix": ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1"],
  "6to4 and Teredo": ["2002:7f00:1::", "2001:0:1::1"],
  "what is no address": ["", "localhost", "1.2.3", "127.1", "0x7f000001", "2130706433", "fe80::1%eth0"],
};

describe("public addresses", () => {
  for (const [range, addresses] of Object.entries(PRIVATE)) {
    for (const address of addresses)
      it(`do not include ${range}: ${address}`, () => assert.equal(isPublicAddress(address), false));
  }
  for (const address of [
    "8.8.8.8",
    "1.1.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450:4001::200e",
  ]) {
    it(`include ${address}`, () => assert.equal(isPublicAddress(address), true));
  }
});
