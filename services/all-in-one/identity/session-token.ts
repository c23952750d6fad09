import { importJWK, SignJWT } from "jose";
import type { Clock } from "#kit/clock.ts";
import { LOCAL_ISSUER } from "../../account/accounts.ts";
import { toEmail } from "../../account/validation.ts";
import { ACCESS_TOKEN, ALGORITHM, type SigningKey } from "./signing-key.ts";

/** How long a token is good. */
export const SESSION_SECONDS = 60 * 60;

/**
 * A session token for an e-mail address, by whoever may read the key of the data folder. Its issuer has no address, so
 * that it is good wherever the server listens.
 */
export async function issueSessionToken(options: {
  email: string;
  audience: string;
  key: SigningKey;
  clock: Clock;
}): Promise<{ token: string; expiresAt: Date }> {
  const issuedAt = Math.floor(options.clock.now() / 1000);
  const { privateJwk } = options.key;
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, kid: privateJwk.kid, typ: ACCESS_TOKEN })
    .setIssuer(LOCAL_ISSUER)
    .setSubject(toEmail(options.email))
    .setAudience(options.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SESSION_SECONDS)
    .sign(await importJWK(privateJwk, ALGORITHM));
  return { token, expiresAt: new Date((issuedAt + SESSION_SECONDS) * 1000) };
}
