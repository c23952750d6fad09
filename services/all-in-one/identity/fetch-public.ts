import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isPublicAddress } from "#kit/public-address.ts";

/**
 * A `fetch` for addresses that strangers name: it asks the public Internet alone, and connects nowhere else, if the name
 * has only one address that is not. That a name has another one a moment later the provider sees at the connection, and
 * sends nothing there; it follows no redirection and reads no more than its limits.
 */
export const createPublicFetch =
  (
    fetchIt: typeof fetch = fetch,
    resolve: (host: string) => Promise<LookupAddress[]> = (host) => lookup(host, { all: true }),
  ): typeof fetch =>
  async (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address);
    const found = await resolve(url.hostname.replace(/^\[|\]$/g, ""));
    if (found.length === 0 || !found.every((one) => isPublicAddress(one.address))) {
      throw new Error(`${url.host} is not on the public Internet`);
    }
    return fetchIt(address, init);
  };
