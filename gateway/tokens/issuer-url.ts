import { isLoopback } from "#kit/loopback.ts";

/** Keys may come over https, and over http from this machine itself: who could change them on the way makes tokens. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}
