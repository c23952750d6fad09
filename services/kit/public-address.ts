import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * True for an address of the public Internet. Everything else is false: private, loopback, link-local (and with it the
 * metadata services of clouds), carrier-grade NAT, multicast, documentation, and the IPv6 ranges that carry an IPv4 address
 * inside (mapped, NAT64, 6to4, Teredo), for those lead to the same places by another name.
 */
export function isPublicAddress(address: string): boolean {
  // The library also reads short forms such as "127.1"; a resolver never answers with one.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 has been given out to anybody: what the list of special ranges does not know is not public either.
  return parsed.kind() === "ipv4" || (Number(parsed.toByteArray()[0]) & 0xe0) === 0x20;
}
