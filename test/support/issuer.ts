import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type * as jose from "jose";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

export const AUDIENCE = "research-insights-console";

export interface SigningKey {
  kid: string;
  alg: string;
  privateKey: jose.CryptoKey;
  jwk: JWK;
}

export async function newSigningKey(kid: string, alg = "ES256"): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** An OpenID Connect issuer on this machine, as far as somebody who verifies its tokens sees it. */
export interface Issuer extends AsyncDisposable {
  url: string;
  /** What its key set has. */
  keys: SigningKey[];
  /** How often its key set was asked for. */
  asked: number;
  /** Answers in place of it, while it is set. */
  answer: RequestListener | undefined;
  /** A token with good claims but for `claims`, signed by `key` or the first one. */
  sign(claims?: JWTPayload, key?: SigningKey): Promise<string>;
}

/** An address with a certificate, as files. */
export interface IssuerAt {
  host: string;
  certPath: string;
  keyPath: string;
}

export async function startIssuer(now = () => Date.now(), at?: IssuerAt): Promise<Issuer> {
  const answer: RequestListener = (request, response) => {
    const isKeySet = request.url === "/keys";
    if (isKeySet) issuer.asked += 1;
    if (issuer.answer) return issuer.answer(request, response);
    const body = isKeySet
      ? { keys: issuer.keys.map(({ jwk }) => jwk) }
      : { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` };
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  };
  const server = at
    ? createSecureServer({ cert: readFileSync(at.certPath), key: readFileSync(at.keyPath) }, answer)
    : createServer(answer);
  const host = at?.host ?? "127.0.0.1";
  server.listen(0, host);
  await once(server, "listening");
  const issuer: Issuer = {
    url: `${at ? "https" : "http"}://${host}:${(server.address() as AddressInfo).port}`,
    keys: [await newSigningKey("first")],
    asked: 0,
    answer: undefined,
    async sign(claims = {}, key = issuer.keys[0]) {
      if (!key) throw new Error("the issuer has no key");
      const seconds = Math.floor(now() / 1000);
      const good = { iss: issuer.url, aud: AUDIENCE, sub: "ada", iat: seconds, exp: seconds + 600 };
      return new SignJWT({ ...good, ...claims })
        .setProtectedHeader({ alg: key.alg, kid: key.kid })
        .sign(key.privateKey);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return issuer;
}
