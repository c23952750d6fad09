import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";

/** Whose tokens are accepted. */
export interface TrustedIssuer {
  /** What `iss` may be. */
  readonly names: readonly string[];
  /** What accounts call the issuer. */
  accountIssuer: string;
  /** Its verified e-mail addresses lead to the accounts that the operator made for them. */
  isTrustedWithEmail: boolean;
  /** What `typ` must be, where the issuer's tokens are known to say it; what it signs beside them is then none of them. */
  readonly tokenType?: string | undefined;
  /** The key that a token says it was signed with. */
  keyOf: JWTVerifyGetKey;
}

/** Somebody who has signed in. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Verified, by an issuer that is trusted with that; null: none. */
  email: string | null;
  /** The client that the token was given to, where it says so. */
  clientId: string | null;
}

export interface TokenVerifier {
  /**
   * Whom the token stands for. Rejects with `unauthenticated` and a sentence that says what to do, with `denied` when it
   * is good but was not given the scopes that are needed, and with `unavailable` when that cannot be found out.
   */
  verify(token: string): Promise<Identity>;
}

/** Signatures by a private key. What a public key could make, HS256 above all, is no proof of anything. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA"],
];
/** What clocks of two machines may differ by. */
const TOLERANCE_SECONDS = 10;
const TOKEN_LIMIT = 8 * 1024;
/** What an account's subject may have. */
const SUBJECT_LIMIT = 255;
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]{1,250}$/u;

/**
 * Accepts tokens for one audience. One that is for one of `otherAudiences` as well is refused: what was made for one part
 * of the product opens no other. `scopes`: which of them it must have been given, all of them. `what` the sentences call it.
 */
export function createTokenVerifier(deps: {
  issuer: TrustedIssuer;
  audience: string;
  otherAudiences: readonly string[];
  scopes?: readonly string[];
  what: string;
  clock: Clock;
}): TokenVerifier {
  const { issuer, audience, otherAudiences, scopes = [], what, clock } = deps;
  const refused = (why: string, cause?: unknown) =>
    new DomainError("unauthenticated", `Invalid ${what}: ${why}`, { cause });

  const read = (token: string): JWTPayload => {
    try {
      return decodeJwt(token);
    } catch (cause) {
      throw refused("it is not a JSON Web Token. Send the whole token, as the identity provider gave it.", cause);
    }
  };
  const checkAudience = ({ aud }: JWTPayload) => {
    const named = [aud ?? []].flat();
    if (!named.includes(audience)) throw refused("it is for another audience. Ask for one that is for this service.");
    if (named.some((one) => otherAudiences.includes(one))) {
      throw refused("it is for another audience as well. Ask for one that is for this one alone.");
    }
  };

  return {
    async verify(token) {
      if (token === "") throw refused("send Authorization: Bearer TOKEN.");
      if (token.startsWith("fri_")) throw refused("this is an API key. Send a token of the identity provider.");
      if (token.length > TOKEN_LIMIT) throw refused(`it is longer than ${TOKEN_LIMIT} characters.`);
      const claimed = read(token);
      // Before anything is fetched or computed: other people's tokens cost us nothing.
      if (typeof claimed.iss !== "string" || !issuer.names.includes(claimed.iss)) {
        throw refused("its issuer is not the one that is accepted here. Sign in again.");
      }
      checkAudience(claimed);
      try {
        const { payload } = await jwtVerify(token, issuer.keyOf, {
          algorithms: ALGORITHMS,
          issuer: [...issuer.names],
          audience,
          ...(issuer.tokenType !== undefined && { typ: issuer.tokenType }),
          clockTolerance: TOLERANCE_SECONDS,
          currentDate: new Date(clock.now()),
          requiredClaims: ["exp", "sub"],
        });
        const { sub = "" } = payload;
        if (sub === "" || [...sub].length > SUBJECT_LIMIT || !sub.isWellFormed()) {
          throw refused(`its subject must have 1 to ${SUBJECT_LIMIT} characters.`);
        }
        const given = scopesOf(payload);
        const lacking = scopes.filter((scope) => !given.has(scope));
        if (lacking.length > 0) {
          const sentence = `The ${what} was not given the scope ${lacking.join(" ")}: sign in again and ask for it.`;
          throw new DomainError("denied", sentence);
        }
        return {
          issuer: issuer.accountIssuer,
          subject: sub,
          email: issuer.isTrustedWithEmail ? emailOf(payload) : null,
          clientId: clientOf(payload),
        };
      } catch (err) {
        if (err instanceof DomainError) throw err;
        throw refused(sentenceFor(err), err);
      }
    },
  };
}

/** The address of the token where the issuer says that it has verified it. */
function emailOf({ email, email_verified: isVerified }: JWTPayload): string | null {
  return isVerified === true && typeof email === "string" && email.length <= 254 && EMAIL.test(email) ? email : null;
}

/** RFC 9068 says `scope`, names joined by spaces; some providers say `scp`, joined or as a list. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<unknown> {
  const named: unknown[] = [scope ?? [], scp ?? []].flat();
  return new Set(named.flatMap((one) => (typeof one === "string" ? one.split(" ") : [])));
}

/** RFC 9068 says client_id; azp is what ID tokens have. */
function clientOf({ client_id: clientId, azp }: JWTPayload): string | null {
  if (typeof clientId === "string") return clientId;
  return typeof azp === "string" ? azp : null;
}

function sentenceFor(err: unknown): string {
  if (err instanceof errors.JWTExpired) return "it has expired. Sign in again.";
  if (err instanceof errors.JWTClaimValidationFailed) {
    if (err.claim === "nbf" && err.reason === "check_failed") return "it is not valid yet. Try again later.";
    if (err.claim === "typ") return "it is no access token. Send the access token of the same answer.";
    if (err.reason === "missing") return `it has no ${err.claim} claim. Sign in again.`;
    return `its ${err.claim} claim is not valid. Sign in again.`;
  }
  if (err instanceof errors.JOSEAlgNotAllowed) return "it is not signed with an algorithm that is accepted here.";
  if (err instanceof errors.JWKSNoMatchingKey) return "it is signed with a key that its issuer does not have.";
  return "its signature is not that of its issuer. Send the whole token, as the identity provider gave it.";
}

/** The token of an Authorization header; undefined when it has none, and "" when it has something else. */
export function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1] ?? "";
}
