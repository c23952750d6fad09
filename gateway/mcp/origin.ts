import type { FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import { isLoopback } from "#kit/loopback.ts";

/**
 * Refuses what a web page could send by DNS rebinding: a page of any address, whose name its owner points at a server
 * in the reader's own network. A browser always says which page asks (Origin), so a page must be one of `publicUrl` or
 * of this machine; and what arrives over loopback without a proxy must be meant for it (Host).
 */
export function createOriginCheck(options: { publicUrl?: string | undefined }): (request: FastifyRequest) => void {
  const ours = options.publicUrl === undefined ? undefined : new URL(options.publicUrl);
  return (request) => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== ours?.origin && !isLoopback(hostnameOf(origin))) {
      throw new DomainError(
        "denied",
        "Pages of this origin may not call the MCP endpoint: use an MCP client outside the browser, or a page of the service's own address.",
      );
    }
    const { localAddress } = request.socket;
    // A trusted proxy on this machine has its own name for us; request.ip is then its caller's.
    const isDirect = (localAddress === undefined || isLoopback(localAddress)) && isLoopback(request.ip);
    const host = hostnameOf(`http://${request.headers.host}`);
    if (isDirect && (host === "" || host !== ours?.hostname) && !isLoopback(host)) {
      throw new DomainError(
        "denied",
        "The Host header names another server: connect to localhost. Behind a proxy, the operator sets PUBLIC_URL to the address that callers use.",
      );
    }
  };
}

/** Empty for what is no address, such as the origin "null" of a sandboxed page. */
const hostnameOf = (address: string): string => URL.parse(address)?.hostname ?? "";
