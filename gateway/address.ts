import { isIPv4, isIPv6 } from "node:net";

/**
 * Whom an address stands for: an IPv4 address itself, an IPv6 address its /64 network, because one customer holds at
 * least that many. An IPv4 address written as IPv6 is the same as without. Anything else is one bucket, "unknown".
 */
export function bucketOfAddress(address: string | undefined): string {
  if (address === undefined) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return mapped;
  return isIPv6(address) ? `${firstFourGroups(address)}::/64` : "unknown";
}

function firstFourGroups(address: string): string {
  // The URL parser writes every IPv6 address in one way; a zone such as %eth0 is no part of the network.
  const [bare = ""] = address.split("%");
  const { hostname } = new URL(`http://[${bare}]/`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return groups.slice(0, 4).join(":");
}
