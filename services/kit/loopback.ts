import ipaddr from "ipaddr.js";

/**
 * True for addresses that only this machine can reach, and for names that browsers and resolvers never ask the network
 * for. Takes a host as URLs have it, an IPv6 address in brackets or without.
 */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback";
}
