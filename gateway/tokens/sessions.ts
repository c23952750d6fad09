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

/** What verifies the tokens that open the console. Without an issuer it refuses everything and says why. */
export function createSessions(deps: {
  issuer: TrustedIssuer | undefined;
  audience: string;
  clock: Clock;
}): TokenVerifier {
  const { issuer, audience, clock } = deps;
  if (issuer) return createTokenVerifier({ issuer, audience, otherAudiences: [], what: "session token", clock });
  const sentence = "Nobody can sign in here: the operator has to name an identity provider in OIDC_ISSUER.";
  return { verify: () => Promise.reject(new DomainError("unauthenticated", sentence)) };
}
