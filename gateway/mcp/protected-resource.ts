import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import type { Core } from "../core.ts";
import type { TokenVerifier } from "../tokens/token-verifier.ts";

/** How callers of the MCP endpoint sign in. */
export interface McpSignIn {
  /** Verifies their access tokens. */
  tokens: TokenVerifier;
  /** The issuer whose pages they sign in at; undefined while nobody can. */
  authorizationServer(): string | undefined;
  /** What applications ask for there, separated by spaces; undefined: nothing by name. */
  scope: string | undefined;
}

/**
 * RFC 9728, section 3.1: where the metadata of /mcp is, with the path of PUBLIC_URL before that, if it has one; older
 * clients ask for that of the whole server.
 */
const ROOT = "/.well-known/oauth-protected-resource";
const PATH = `${ROOT}/mcp`;
const pathsFor = (publicUrl: string | undefined): string[] => {
  const above = publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
  return [...new Set([PATH, ROOT, `${ROOT}${above}/mcp`])];
};

const NO_SIGN_IN =
  "Nobody can sign in for MCP here: send an API key as Authorization: Bearer KEY. The operator names an identity provider in OIDC_ISSUER.";

/**
 * Where callers reach this server: the operator knows that best. Else it is the name that the caller used, which clients
 * compare with the one that they were given. Undefined for a name that could say something else in a header.
 */
function baseOf(request: FastifyRequest, { publicUrl }: Pick<Core, "publicUrl">): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  return /^[\w.:[\]-]+$/.test(request.host) ? `${request.protocol}://${request.host}` : undefined;
}

/** The address of the metadata, for the challenge of a 401; undefined where nobody can sign in. */
export function metadataUrlOf(
  request: FastifyRequest,
  core: Pick<Core, "publicUrl" | "mcpSignIn">,
): string | undefined {
  const base = core.mcpSignIn?.authorizationServer() === undefined ? undefined : baseOf(request, core);
  return base && base + PATH;
}

/** Tells which issuer's tokens open the MCP endpoint (RFC 9728), so that a client needs no more than its address. */
export function protectedResource(app: FastifyInstance, core: Pick<Core, "publicUrl" | "mcpSignIn">): void {
  for (const url of pathsFor(core.publicUrl)) {
    app.get(url, { schema: { hide: true } }, async (request) => {
      const authorizationServer = core.mcpSignIn?.authorizationServer();
      const base = baseOf(request, core);
      if (authorizationServer === undefined) throw new DomainError("notFound", NO_SIGN_IN);
      if (base === undefined) throw new DomainError("invalid", "The Host header is not the name of a server.");
      const scope = core.mcpSignIn?.scope;
      return {
        resource: `${base}/mcp`,
        resource_name: "research-insights",
        authorization_servers: [authorizationServer],
        bearer_methods_supported: ["header"],
        ...(scope !== undefined && { scopes_supported: scope.split(" ") }),
      };
    });
  }
}
