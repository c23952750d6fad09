import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import type { GatewayConfig } from "../config.ts";
import { createIssuerKeys } from "./issuer-keys.ts";
import { createTokenVerifier, type TokenVerifier, type TrustedIssuer } from "./token-verifier.ts";

/** The issuer of the operator's choice, if there is one. */
export function configuredIssuer(
  config: Pick<GatewayConfig, "OIDC_ISSUER" | "OIDC_TRUST_EMAIL">,
  deps: { clock: Clock; log: Logger },
): TrustedIssuer | undefined {
  const { OIDC_ISSUER: issuer, OIDC_TRUST_EMAIL: isTrustedWithEmail } = config;
  if (issuer === undefined) return undefined;
  return {
    names: [issuer],
    accountIssuer: issuer,
    isTrustedWithEmail,
    keyOf: createIssuerKeys({ issuer, ...deps }),
  };
}

type Audiences = Pick<GatewayConfig, "CONSOLE_AUDIENCE" | "MCP_AUDIENCE">;

/** What verifies the tokens that open the console. Without an issuer it refuses everything and says why. */
export function createSessions(deps: {
  issuer: TrustedIssuer | undefined;
  audiences: Audiences;
  clock: Clock;
}): TokenVerifier {
  const { issuer, audiences, clock } = deps;
  const { CONSOLE_AUDIENCE: audience, MCP_AUDIENCE: other } = audiences;
  if (audience === other) throw new DomainError("invalid", "MCP_AUDIENCE: must be another one than CONSOLE_AUDIENCE");
  if (issuer) return createTokenVerifier({ issuer, audience, otherAudiences: [other], what: "session token", clock });
  const sentence = "Nobody can sign in here: the operator has to name an identity provider in OIDC_ISSUER.";
  return { verify: () => Promise.reject(new DomainError("unauthenticated", sentence)) };
}

/** What verifies the access tokens that open MCP: the same issuer's, for another audience. `scope`: what they must have been given. */
export const createMcpTokens = (deps: {
  issuer: TrustedIssuer;
  audiences: Audiences;
  scope?: string | undefined;
  clock: Clock;
}): TokenVerifier =>
  createTokenVerifier({
    issuer: deps.issuer,
    audience: deps.audiences.MCP_AUDIENCE,
    otherAudiences: [deps.audiences.CONSOLE_AUDIENCE],
    scopes: deps.scope?.split(" ") ?? [],
    what: "access token",
    clock: deps.clock,
  });
