import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import type { ServerResponse } from "node:http";
import type * as jose from "jose";
import { createLocalJWKSet, exportSPKI, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { pino } from "pino";
import { createIssuerKeys } from "../../../gateway/tokens/issuer-keys.ts";
import { isSafeAddress } from "../../../gateway/tokens/issuer-url.ts";
import { createSessions } from "../../../gateway/tokens/sessions.ts";
import { createTokenVerifier, type TrustedIssuer } from "../../../gateway/tokens/token-verifier.ts";
import { AUDIENCE, type Issuer, newSigningKey, startIssuer } from "../../support/issuer.ts";

const NOON = Date.UTC(2026, 2, 10, 12);
const MINUTE = 60_000;

describe("tokens of an identity provider", function () {
  this.timeout(20_000);
  let issuer: Issuer;
  let now: number;
  const clock = { now: () => now };
  const log = pino({ level: "silent" });
  beforeEach(async () => {
    now = NOON;
    issuer = await startIssuer(clock.now);
  });
  afterEach(() => issuer[Symbol.asyncDispose]());

  const open = (change: Partial<TrustedIssuer> = {}, limits?: { timeoutMs: number; limitBytes: number }) =>
    createTokenVerifier({
      issuer: {
        names: [issuer.url],
        accountIssuer: issuer.url,
        isTrustedWithEmail: false,
        keyOf: createIssuerKeys({ issuer: issuer.url, clock, log, ...(limits && { limits }) }),
        ...change,
      },
      audience: AUDIENCE,
      otherAudiences: ["https://api.example/mcp"],
      what: "session token",
      clock,
    });
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  it("stand for the issuer's subject, whatever the algorithm of the key", async () => {
    for (const alg of ["ES256", "RS256", "PS256", "Ed25519"]) issuer.keys.push(await newSigningKey(alg, alg));
    const verifier = open();
    for (const key of issuer.keys) {
      const identity = await verifier.verify(await issuer.sign({ client_id: "app" }, key));
      assert.deepEqual(identity, { issuer: issuer.url, subject: "ada", email: null, clientId: "app" });
    }
    assert.equal(issuer.asked, 1);
  });

  it("name an e-mail address only where it is verified and the issuer is trusted with that", async () => {
    const [trusting, other] = [open({ isTrustedWithEmail: true }), open()];
    const emailOf = async (claims: object, verifier = trusting) =>
      (await verifier.verify(await issuer.sign({ ...claims }))).email;
    const email = "ada@example.org";
    assert.equal(await emailOf({ email, email_verified: true }), email);
    assert.equal(await emailOf({ email, email_verified: true }, other), null);
    for (const email_verified of [false, "true", 1, undefined])
      assert.equal(await emailOf({ email, email_verified }), null);
    for (const wrong of [5, "", "ada", "a b@example.org", `${"x".repeat(300)}@example.org`]) {
      assert.equal(await emailOf({ email: wrong, email_verified: true }), null);
    }
  });

  const refusals: Record<string, [RegExp, () => Promise<string> | string]> = {
    "has expired": [/it has expired/, () => issuer.sign({ exp: seconds(NOON) - 11 })],
    "is not valid yet": [/not valid yet/, () => issuer.sign({ nbf: seconds(NOON) + 11 })],
    "never expires": [/no exp claim/, () => issuer.sign({ exp: undefined })],
    "names nobody": [/no sub claim/, () => issuer.sign({ sub: undefined })],
    "names an empty subject": [/1 to 255 characters/, () => issuer.sign({ sub: "" })],
    "names a subject of 256 characters": [/1 to 255 characters/, () => issuer.sign({ sub: "x".repeat(256) })],
    "is for another audience": [/another audience/, () => issuer.sign({ aud: "https://api.example/mcp" })],
    "is for no audience": [/another audience/, () => issuer.sign({ aud: undefined })],
    "is for the other audience as well": [
      /another audience as well/,
      () => issuer.sign({ aud: [AUDIENCE, "https://api.example/mcp"] }),
    ],
    "is of another issuer": [/its issuer is not/, () => issuer.sign({ iss: "https://evil.example" })],
    "is of an issuer that differs by a slash": [/its issuer is not/, () => issuer.sign({ iss: `${issuer.url}/` })],
    "is of no issuer": [/its issuer is not/, () => issuer.sign({ iss: undefined })],
    "is signed with a key that the issuer does not have": [
      /a key that its issuer does not have/,
      async () => issuer.sign({}, await newSigningKey("other")),
    ],
    "is signed with another key of the same id": [
      /signature is not that of its issuer/,
      async () => issuer.sign({}, await newSigningKey("first")),
    ],
    "is not signed": [
      /not signed with an algorithm/,
      () => new UnsecuredJWT({ sub: "ada", exp: 9e9 }).setIssuer(issuer.url).setAudience(AUDIENCE).encode(),
    ],
    "says that it is signed by none, with a signature": [
      /not signed with an algorithm/,
      async () => {
        const [, claims, signature] = (await issuer.sign()).split(".");
        return `${part({ alg: "none", kid: "first" })}.${claims}.${signature}`;
      },
    ],
    "has lost its signature": [
      /signature is not that of its issuer/,
      async () => `${(await issuer.sign()).split(".").slice(0, 2).join(".")}.`,
    ],
    "has changed claims": [
      /signature is not that of its issuer/,
      async () => {
        const [header, claims = "", signature] = (await issuer.sign()).split(".");
        const changed = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), sub: "eve" };
        return `${header}.${part(changed)}.${signature}`;
      },
    ],
    "names a critical extension that nobody knows": [
      /signature is not that of its issuer/,
      async () => {
        const [, claims, signature] = (await issuer.sign()).split(".");
        return `${part({ alg: "ES256", kid: "first", crit: ["x"], x: 1 })}.${claims}.${signature}`;
      },
    ],
    "is too long": [/longer than 8192 characters/, () => issuer.sign({ padding: "x".repeat(8_000) })],
    "is an API key": [/this is an API key/, () => `fri_${"x".repeat(32)}`],
    "is no token": [/not a JSON Web Token/, () => "abc"],
    "is three dots of nothing": [/not a JSON Web Token/, () => "a.b.c"],
    "is empty": [/send Authorization: Bearer/, () => ""],
  };
  for (const [what, [detail, make]] of Object.entries(refusals)) {
    it(`a token that ${what} is refused`, async () => {
      const token = await make();
      await assert.rejects(open().verify(token), (err: Error & { kind?: string }) => {
        assert.equal(err.kind, "unauthenticated");
        assert.match(err.message, detail);
        assert.match(err.message, /^Invalid session token: .*\.$/);
        return true;
      });
    });
  }

  it("are not believed when the public key was used as the secret of HS256", async () => {
    const key = await newSigningKey("rsa", "RS256");
    issuer.keys.push(key);
    const pem = await exportSPKI((await importJWK(key.jwk, "RS256", { extractable: true })) as jose.CryptoKey);
    const der = createPublicKey(pem).export({ type: "spki", format: "der" });
    for (const secret of [Buffer.from(pem), der, Buffer.from(JSON.stringify(key.jwk))]) {
      const forged = await new SignJWT({ sub: "ada" })
        .setProtectedHeader({ alg: "HS256", kid: "rsa" })
        .setIssuer(issuer.url)
        .setAudience(AUDIENCE)
        .setExpirationTime(seconds(NOON) + 600)
        .sign(secret);
      await assert.rejects(open().verify(forged), { kind: "unauthenticated", message: /not signed with an algorithm/ });
    }
  });

  it("are not verified with a key that they bring along or point to", async () => {
    const own = await newSigningKey("first");
    for (const header of [{ jwk: own.jwk }, { jku: `${issuer.url}/other` }, { x5u: `${issuer.url}/other` }]) {
      const forged = await new SignJWT({ sub: "ada" })
        .setProtectedHeader({ alg: "ES256", kid: "first", ...header })
        .setIssuer(issuer.url)
        .setAudience(AUDIENCE)
        .setExpirationTime(seconds(NOON) + 600)
        .sign(own.privateKey);
      await assert.rejects(open().verify(forged), { kind: "unauthenticated", message: /signature is not that/ });
    }
  });

  it("are good for 10 seconds more and earlier, for clocks differ", async () => {
    await open().verify(await issuer.sign({ exp: seconds(NOON) - 9, nbf: seconds(NOON) + 10 }));
  });

  it("made for one audience open no verifier of the other", async () => {
    const mcp = createTokenVerifier({
      issuer: {
        names: [issuer.url],
        accountIssuer: issuer.url,
        isTrustedWithEmail: false,
        keyOf: createLocalJWKSet({ keys: issuer.keys.map(({ jwk }) => jwk) }),
      },
      audience: "https://api.example/mcp",
      otherAudiences: [AUDIENCE],
      what: "access token",
      clock,
    });
    const [session, access] = [await issuer.sign(), await issuer.sign({ aud: "https://api.example/mcp" })];
    await assert.rejects(mcp.verify(session), { message: /^Invalid access token: it is for another audience/ });
    await assert.rejects(open().verify(access), { message: /^Invalid session token: it is for another audience/ });
    assert.equal((await mcp.verify(access)).subject, "ada");
  });

  describe("when keys change", () => {
    it("are accepted with a new key, which is fetched once for all who wait", async () => {
      const verifier = open();
      await verifier.verify(await issuer.sign());
      now += 31_000;
      const next = await newSigningKey("next");
      issuer.keys = [next];
      const token = await issuer.sign({}, next);
      await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)));
      assert.equal(issuer.asked, 2);
    });

    it("that are unknown have keys fetched no more than once in 30 seconds", async () => {
      const verifier = open();
      await verifier.verify(await issuer.sign());
      for (let i = 0; i < 50; i += 1) {
        const invented = await issuer.sign({}, { ...(await newSigningKey("x")), kid: `invented ${i}` });
        await assert.rejects(verifier.verify(invented), { kind: "unauthenticated" });
      }
      assert.equal(issuer.asked, 1);
      now += 31_000;
      await assert.rejects(verifier.verify(await issuer.sign({}, await newSigningKey("y"))));
      await assert.rejects(verifier.verify(await issuer.sign({}, await newSigningKey("z"))));
      assert.equal(issuer.asked, 2);
    });

    it("are refused ten minutes after their key was withdrawn", async () => {
      const verifier = open();
      const withdrawn = issuer.keys[0];
      await verifier.verify(await issuer.sign());
      issuer.keys = [await newSigningKey("next")];
      now += 11 * MINUTE;
      await assert.rejects(verifier.verify(await issuer.sign({}, withdrawn)), { kind: "unauthenticated" });
    });

    it("of other people cause no fetch at all", async () => {
      await assert.rejects(open().verify(await issuer.sign({ iss: "https://evil.example" })));
      await assert.rejects(open().verify(await issuer.sign({ aud: "other" })));
      assert.equal(issuer.asked, 0);
    });
  });

  describe("when the issuer is away", () => {
    const away = (_: unknown, response: ServerResponse) => void response.writeHead(503).end();

    it("are verified with the keys that are known, for a day", async () => {
      const verifier = open();
      await verifier.verify(await issuer.sign());
      issuer.answer = away;
      for (const time of [11 * MINUTE, 60 * MINUTE, 12 * 60 * MINUTE]) {
        now = NOON + time;
        await verifier.verify(await issuer.sign());
      }
      now = NOON + 25 * 60 * MINUTE;
      await assert.rejects(verifier.verify(await issuer.sign()), { kind: "unavailable" });
      issuer.answer = undefined;
      now += 31_000;
      await verifier.verify(await issuer.sign());
    });

    it("cannot be judged without keys, and it is asked again no more than every 5 seconds", async () => {
      const verifier = open();
      let asked = 0;
      issuer.answer = (request, response) => {
        asked += 1;
        away(request, response);
      };
      for (let i = 0; i < 5; i += 1) {
        await assert.rejects(verifier.verify(await issuer.sign()), { kind: "unavailable" });
      }
      assert.equal(asked, 1);
      issuer.answer = undefined;
      now += 6_000;
      await verifier.verify(await issuer.sign());
    });

    it("with a new key cannot be judged, for the key may be good", async () => {
      const verifier = open();
      await verifier.verify(await issuer.sign());
      issuer.answer = away;
      now += 31_000;
      await assert.rejects(verifier.verify(await issuer.sign({}, await newSigningKey("next"))), {
        kind: "unavailable",
      });
      await verifier.verify(await issuer.sign());
    });
  });

  describe("of an issuer that answers badly", () => {
    const keySet = (answer: (response: ServerResponse) => void) => {
      const { url } = issuer;
      issuer.answer = (request, response) => {
        if (request.url === "/keys") return answer(response);
        response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }));
      };
    };
    const metadata = (value: unknown) => {
      issuer.answer = (_, response) => void response.end(JSON.stringify(value));
    };
    const bad: Record<string, () => void> = {
      "hangs before its answer": () => keySet(() => undefined),
      "hangs in the middle of it": () => keySet((response) => void response.write('{"keys": [')),
      "never ends": () =>
        keySet((response) => {
          const timer = setInterval(() => response.write(" ".repeat(10_000)), 1);
          response.on("close", () => clearInterval(timer));
        }),
      "is huge": () => keySet((response) => void response.end(`{"keys": [], "x": "${"x".repeat(400_000)}"}`)),
      "redirects to a key set": () =>
        keySet((response) => void response.writeHead(302, { location: `${issuer.url}/other` }).end()),
      "is no JSON": () => keySet((response) => void response.end("<html>")),
      "has keys that are none": () => keySet((response) => void response.end('{"keys": [5]}')),
      "has a thousand keys": () =>
        keySet((response) => void response.end(JSON.stringify({ keys: Array(1_000).fill({ kty: "EC" }) }))),
      "names a key set in plain text elsewhere": () =>
        metadata({ issuer: issuer.url, jwks_uri: "http://169.254.169.254/latest/meta-data" }),
      "names a key set in a file": () => metadata({ issuer: issuer.url, jwks_uri: "file:///etc/passwd" }),
      "names another issuer": () => metadata({ issuer: "https://evil.example", jwks_uri: `${issuer.url}/keys` }),
      "says nothing of its keys": () => metadata({ issuer: issuer.url }),
    };
    for (const [what, arrange] of Object.entries(bad)) {
      it(`cannot be judged in time when it ${what}`, async () => {
        arrange();
        const token = await issuer.sign();
        const startedMs = performance.now();
        const verifier = open({}, { timeoutMs: 300, limitBytes: 256 * 1024 });
        await assert.rejects(verifier.verify(token), { kind: "unavailable" });
        assert.ok(performance.now() - startedMs < 5_000);
      });
    }

    it("whose key is damaged are refused, and no one else's", async () => {
      const damaged = { ...(await newSigningKey("damaged")) };
      damaged.jwk = { ...damaged.jwk, x: "AAAA" };
      issuer.keys.push(damaged);
      const verifier = open();
      await assert.rejects(verifier.verify(await issuer.sign({}, damaged)), { kind: "unauthenticated" });
      await verifier.verify(await issuer.sign());
    });
  });

  it("are all refused, with the remedy, where the operator has named no issuer", async () => {
    const audiences = { CONSOLE_AUDIENCE: AUDIENCE, MCP_AUDIENCE: "research-insights-mcp" };
    const { verify } = createSessions({ issuer: undefined, audiences, clock });
    await assert.rejects(verify(await issuer.sign()), { kind: "unauthenticated", message: /in OIDC_ISSUER\.$/ });
  });

  it("of the console and of MCP have audiences of their own", () => {
    const audiences = { CONSOLE_AUDIENCE: AUDIENCE, MCP_AUDIENCE: AUDIENCE };
    assert.throws(() => createSessions({ issuer: undefined, audiences, clock }), /MCP_AUDIENCE: must be another one/);
  });

  it("come from an issuer at https, or at http on this machine, and nowhere else", () => {
    for (const good of [
      "https://login.example.org",
      "https://10.0.0.1/realms/x",
      "http://127.0.0.1:8080",
      "http://[::1]",
    ]) {
      assert.equal(isSafeAddress(good), true, good);
    }
    assert.equal(isSafeAddress("http://localhost:9000"), true);
    const bad = ["http://login.example.org", "http://10.0.0.1", "http://127.0.0.1.example.org", "ftp://localhost", "x"];
    for (const one of [...bad, "https://user:secret@login.example.org"]) assert.equal(isSafeAddress(one), false, one);
  });
});
