import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createBrowser } from "../support/browser.ts";
import { insights, killLeftovers } from "../support/command.ts";
import { createInstallation, type Installation } from "../support/server.ts";

const KEYS = "/console/content/me/api-keys";
const CALLBACK = "http://127.0.0.1:39999/callback";

interface Flow {
  authorize(change?: Record<string, string | undefined>): string;
  redeem(code: string, change?: Record<string, string | undefined>): Promise<Response>;
}

/** What the console of a person does with PKCE. */
function newFlow(origin: string): Flow {
  const verifier = randomBytes(32).toString("base64url");
  const fixed = { client_id: "research-insights-console", redirect_uri: CALLBACK, resource: `${origin}/console` };
  return {
    authorize(change = {}) {
      const parameters = {
        ...fixed,
        response_type: "code",
        scope: "console",
        state: "s1",
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...change,
      };
      return `/oauth/authorize?${formOf(parameters)}`;
    },
    redeem: (code, change = {}) =>
      fetch(`${origin}/oauth/token`, {
        method: "POST",
        body: formOf({
          ...fixed,
          grant_type: "authorization_code",
          code,
          code_verifier: verifier,
          ...change,
        }),
      }),
  };
}

const formOf = (fields: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));

const locationOf = (response: Response) => response.headers.get("location") ?? "";

/** Signs in with a form and resolves to where the browser is sent in the end. */
async function signIn(origin: string, flow: Flow, fields: Record<string, string>) {
  const browser = createBrowser(origin);
  const page = locationOf(await browser.visit(flow.authorize()));
  const resumed = await browser.submit(page, { action: "sign-in", ...fields });
  assert.equal(resumed.status, 303, await resumed.text());
  return new URL(locationOf(await browser.visit(locationOf(resumed))));
}

describe("the local identity provider", function () {
  this.timeout(120_000);
  let installation: Installation;
  let origin: string;
  before(async () => {
    installation = createInstallation();
    [origin = ""] = (await installation.serve({ RATE_LIMIT_FREE: "10000" })).urls;
  });
  after(async () => {
    await installation.remove();
    killLeftovers();
  });

  const list = (token: string) => fetch(origin + KEYS, { headers: { authorization: `Bearer ${token}` } });
  const tokenFor = async (email: string) =>
    ((await installation.insights("token", "--email", email)) as Record<string, string>)["token"] ?? "";

  it("issues tokens on the command line that open the console of the account of that address", async () => {
    const made = (await installation.insights("token", "--email", "Ada@Example.org")) as Record<string, string>;
    assert.deepEqual(Object.keys(made), ["token", "expires_at"]);
    const lifeMs = Date.parse(made["expires_at"] ?? "") - Date.now();
    assert.ok(lifeMs > 50 * 60_000 && lifeMs <= 60 * 60_000);
    const key = (await installation.insights("keys", "create", "--name", "n", "--email", "ada@example.org")) as {
      key_id: string;
    };
    const keys = (await (await list(made["token"] ?? "")).json()) as { key_id: string }[];
    assert.deepEqual(
      keys.map(({ key_id }) => key_id),
      [key.key_id],
    );
    assert.deepEqual(await (await list(await tokenFor("eve@example.org"))).json(), []);
  });

  it("keeps its key for its user alone, and tokens good when the server starts again elsewhere", async () => {
    const other = createInstallation();
    try {
      const { token } = (await other.insights("token", "--email", "ada@example.org")) as { token: string };
      assert.equal(statSync(join(other.folder, "data", "identity.json")).mode & 0o777, 0o600);
      for (let time = 0; time < 2; time += 1) {
        const server = await other.serve();
        const answer = await fetch(server.urls[0] + KEYS, { headers: { authorization: `Bearer ${token}` } });
        assert.equal(answer.status, 200);
        await server.end();
      }
    } finally {
      await other.remove();
    }
  });

  it("refuses a token of another install", async () => {
    const other = createInstallation();
    try {
      const { token } = (await other.insights("token", "--email", "ada@example.org")) as { token: string };
      assert.equal((await list(token)).status, 401);
    } finally {
      await other.remove();
    }
  });

  it("signs a person in on its page, and the console opens with the token", async () => {
    const flow = newFlow(origin);
    const browser = createBrowser(origin);
    const started = await browser.visit(flow.authorize());
    assert.equal(started.status, 303);
    assert.match(locationOf(started), /\/oauth\/sign-in\/[\w-]+$/);
    const page = await browser.visit(locationOf(started));
    const html = await page.text();
    assert.match(html, /The console<\/strong> asks to make, see and revoke your API keys/);
    assert.match(html, /Afterwards you go to http:\/\/127\.0\.0\.1:39999, an application on this computer\./);
    assert.doesNotMatch(html, /(src|href)=/);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'.*form-action 'self' http:\/\/127\.0\.0\.1:39999;.*frame-ancestors 'none'/);
    assert.ok(page.headers.get("x-ratelimit-limit"));

    const wrong = await browser.submit(locationOf(started), { email: '"><script>', action: "sign-in" });
    assert.equal(wrong.status, 400);
    const again = await wrong.text();
    assert.match(again, /Enter an e-mail address such as/);
    assert.doesNotMatch(again, /"><script>/);

    const resumed = await browser.submit(locationOf(started), { email: "Grace@example.org", action: "sign-in" });
    const back = new URL(locationOf(await browser.visit(locationOf(resumed))));
    assert.equal(back.origin + back.pathname, CALLBACK);
    assert.equal(back.searchParams.get("state"), "s1");
    const code = back.searchParams.get("code") ?? "";
    const redeemed = await flow.redeem(code);
    const { access_token: token, ...rest } = (await redeemed.json()) as Record<string, string>;
    assert.equal(redeemed.status, 200, JSON.stringify(rest));
    assert.deepEqual([rest["token_type"], rest["expires_in"]], ["Bearer", 3_600]);
    const made = await fetch(origin + KEYS, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: '{"name": "laptop"}',
    });
    assert.equal(made.status, 201);
    const keys = await (await list(await tokenFor("grace@example.org"))).json();
    assert.equal((keys as unknown[]).length, 1, "the page and the command line mean the same account");
    assert.equal((await flow.redeem(code)).status, 400, "a code is good once");
  });

  it("tells where it is, by OpenID Connect Discovery and RFC 8414, with keys but no secrets", async () => {
    for (const name of ["openid-configuration", "oauth-authorization-server"]) {
      const metadata = (await (await fetch(`${origin}/.well-known/${name}`)).json()) as Record<string, unknown>;
      assert.equal(metadata["issuer"], origin);
      assert.equal(metadata["authorization_endpoint"], `${origin}/oauth/authorize`);
      assert.equal(metadata["token_endpoint"], `${origin}/oauth/token`);
      assert.deepEqual(metadata["code_challenge_methods_supported"], ["S256"]);
      const { keys } = (await (await fetch(String(metadata["jwks_uri"]))).json()) as { keys: object[] };
      assert.equal(keys.length, 1);
      for (const secret of ["d", "p", "q"]) assert.ok(!(secret in (keys[0] ?? {})));
    }
  });

  it("sends nobody to an address that is not the application's own", async () => {
    for (const redirect of [
      "https://evil.example/callback",
      "http://127.0.0.1.evil.example/callback",
      "javascript:0",
    ]) {
      const response = await createBrowser(origin).visit(newFlow(origin).authorize({ redirect_uri: redirect }));
      assert.equal(response.status, 400);
      assert.equal(response.headers.get("location"), null);
      assert.match(await response.text(), /Sign-in is not possible/);
    }
  });

  it("takes no request without PKCE, of an unknown application, or for somebody else's resource", async () => {
    const errorOf = async (change: Record<string, string | undefined>) => {
      const response = await createBrowser(origin).visit(newFlow(origin).authorize(change));
      const location = locationOf(response);
      // Of an answer that would have held a token the error is in the fragment.
      return location ? new URL(location.replace("#", "?")).searchParams.get("error") : response.status;
    };
    assert.equal(await errorOf({ code_challenge: undefined, code_challenge_method: undefined }), "invalid_request");
    assert.equal(await errorOf({ code_challenge_method: "plain" }), "invalid_request");
    assert.equal(await errorOf({ client_id: "unknown" }), 400);
    assert.equal(await errorOf({ resource: "https://elsewhere.example" }), "invalid_target");
    assert.equal(await errorOf({ response_type: "token" }), "unsupported_response_type");
  });

  it("gives no token for a code with another verifier", async () => {
    const flow = newFlow(origin);
    const back = await signIn(origin, flow, { email: "ada@example.org" });
    const code = back.searchParams.get("code") ?? "";
    assert.equal((await flow.redeem(code, { code_verifier: "x".repeat(43) })).status, 400);
  });

  it("gives a token that opens nothing to who names no resource", async () => {
    const flow = newFlow(origin);
    const browser = createBrowser(origin);
    const page = locationOf(await browser.visit(flow.authorize({ resource: undefined, scope: "openid" })));
    const resumed = await browser.submit(page, { email: "ada@example.org", action: "sign-in" });
    const back = new URL(locationOf(await browser.visit(locationOf(resumed))));
    const redeemed = await fetch(`${origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "authorization_code", code: back.searchParams.get("code") ?? "" }),
    });
    assert.notEqual(redeemed.status, 200, "and none at all to who does not say which application it is");
    const redeemedWith = await flow.redeem(back.searchParams.get("code") ?? "", { resource: undefined });
    const tokens = (await redeemedWith.json()) as Record<string, string>;
    // The page said that the application asks for the address. An ID token says no more, though it is for the console too.
    for (const name of ["access_token", "id_token"]) {
      assert.ok(tokens[name], name);
      const answer = await list(tokens[name]);
      assert.equal(answer.status, 401, name);
    }
  });

  it("goes back with access_denied when the person cancels", async () => {
    const flow = newFlow(origin);
    const browser = createBrowser(origin);
    const page = locationOf(await browser.visit(flow.authorize()));
    const resumed = await browser.submit(page, { action: "cancel" });
    const back = new URL(locationOf(await browser.visit(locationOf(resumed))));
    assert.equal(back.searchParams.get("error"), "access_denied");
  });

  it("signs nobody in by a form of another page, nor in another browser's sign-in", async () => {
    const flow = newFlow(origin);
    const browser = createBrowser(origin);
    const page = locationOf(await browser.visit(flow.authorize()));
    const fields = { email: "ada@example.org", action: "sign-in" };
    for (const from of ["https://evil.example", "null"]) {
      assert.equal((await browser.submit(page, fields, { origin: from })).status, 403, from);
    }
    const stranger = createBrowser(origin);
    assert.equal((await stranger.submit(page, fields)).status, 400);
    await stranger.visit(flow.authorize());
    assert.equal((await stranger.submit(page, fields)).status, 400);
    const large = await browser.submit(page, { ...fields, padding: "x".repeat(10_000) });
    assert.equal(large.status, 413);
  });

  it("answers only by its own name and only this machine", async () => {
    const get = (headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        request(`${origin}/.well-known/openid-configuration`, { headers }, (response) => {
          let body = "";
          response.on("data", (chunk) => {
            body += chunk;
          });
          response.on("end", () => resolve({ status: response.statusCode, body }));
        })
          .on("error", reject)
          .end();
      });
    const rebound = await get({ host: "evil.example" });
    assert.equal(rebound.status, 400);
    assert.match(JSON.parse(rebound.body).detail, /^People sign in at http:\/\/127\.0\.0\.1:\d+: use that address\.$/);
    for (const name of ["x-forwarded-for", "forwarded", "x-forwarded-host", "x-real-ip", "via", "cf-connecting-ip"]) {
      const forwarded = await get({ [name]: "192.0.2.1" });
      assert.equal(forwarded.status, 403, name);
      assert.match(JSON.parse(forwarded.body).detail, /^Nobody can sign in here.*SIGN_IN_PASSWORD.*OIDC_ISSUER\.$/);
    }
  });

  it("is closed, but for tokens of the command line, where other machines may come and there is no password", async () => {
    const other = createInstallation();
    try {
      const { token } = (await other.insights("token", "--email", "ada@example.org")) as { token: string };
      const open = { HOST: "0.0.0.0", PUBLIC_URL: "https://api.example.org", TRUSTED_PROXIES: "::1" };
      for (const [name, value] of Object.entries(open)) {
        const server = await other.serve({ [name]: value });
        const url = (server.urls[0] ?? "").replace("0.0.0.0", "127.0.0.1");
        for (const path of ["/.well-known/openid-configuration", "/oauth/authorize", "/oauth/jwks"]) {
          assert.equal((await fetch(url + path)).status, 403, path);
        }
        const console = await fetch(url + KEYS, { headers: { authorization: `Bearer ${token}` } });
        assert.equal(console.status, 200);
        await server.end();
      }
    } finally {
      await other.remove();
    }
  });

  it("is closed on every interface without PUBLIC_URL, for it could send nobody anywhere", async () => {
    const other = createInstallation();
    try {
      const [url = ""] = (await other.serve({ HOST: "0.0.0.0", SIGN_IN_PASSWORD: "correct horse battery" })).urls;
      const response = await fetch(`${url.replace("0.0.0.0", "127.0.0.1")}/.well-known/openid-configuration`);
      assert.equal(response.status, 403);
      assert.match(((await response.json()) as { detail: string }).detail, /Set PUBLIC_URL/);
    } finally {
      await other.remove();
    }
  });

  it("asks for the password where there is one, and stops guesses", async () => {
    const other = createInstallation();
    try {
      const [url = ""] = (await other.serve({ SIGN_IN_PASSWORD: "correct horse battery", TRUSTED_PROXIES: "::1" }))
        .urls;
      const flow = newFlow(url);
      const browser = createBrowser(url);
      const page = locationOf(await browser.visit(flow.authorize()));
      assert.match(await (await browser.visit(page)).text(), /name="password" type="password"/);
      const guess = (password: string) =>
        browser.submit(page, { email: "ada@example.org", action: "sign-in", password }, { origin: url });
      assert.equal((await guess("")).status, 403);
      const back = await signIn(url, flow, { email: "ada@example.org", password: "correct horse battery" });
      assert.equal((await flow.redeem(back.searchParams.get("code") ?? "")).status, 200);
      for (let i = 0; i < 9; i += 1) assert.match(await (await guess(`guess ${i}`)).text(), /The password is wrong/);
      assert.match(await (await guess("correct horse battery")).text(), /Too many wrong passwords/);
    } finally {
      await other.remove();
    }
  });

  it("stands at PUBLIC_URL, whatever the Host header says, with cookies for https alone", async () => {
    const other = createInstallation();
    try {
      const publicUrl = "https://api.example.org/insights";
      const settings = { PUBLIC_URL: publicUrl, SIGN_IN_PASSWORD: "correct horse battery" };
      const [url = ""] = (await other.serve(settings)).urls;
      const metadata = (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as Record<
        string,
        unknown
      >;
      assert.equal(metadata["issuer"], publicUrl);
      assert.equal(metadata["authorization_endpoint"], `${publicUrl}/oauth/authorize`);
      assert.equal(metadata["jwks_uri"], `${publicUrl}/oauth/jwks`);

      // The proxy in front takes the prefix away; the browser knows nothing of that.
      const inside = (address: string) => url + new URL(address, publicUrl).pathname.replace(/^\/insights/, "");
      const started = await fetch(url + newFlow(publicUrl).authorize(), { redirect: "manual" });
      assert.match(locationOf(started), /^(https:\/\/api\.example\.org)?\/insights\/oauth\/sign-in\//);
      const cookies = started.headers.getSetCookie();
      for (const cookie of cookies) assert.match(cookie, /path=\/insights\/oauth\/.*secure; httponly/i);
      const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
      assert.equal((await fetch(inside(locationOf(started)), { headers: { cookie } })).status, 200);
      const submitted = await fetch(inside(locationOf(started)), {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin: "https://api.example.org" },
        body: new URLSearchParams({ email: "ada@example.org", password: "correct horse battery", action: "sign-in" }),
      });
      assert.match(locationOf(submitted), /^https:\/\/api\.example\.org\/insights\/oauth\/authorize\//);
    } finally {
      await other.remove();
    }
  });

  it("is not there where the operator has named a provider, nor are its tokens accepted", async () => {
    const other = createInstallation();
    try {
      const { token } = (await other.insights("token", "--email", "ada@example.org")) as { token: string };
      const [url = ""] = (await other.serve({ OIDC_ISSUER: "https://login.example" })).urls;
      assert.equal((await fetch(`${url}/.well-known/openid-configuration`)).status, 404);
      const { status } = await fetch(url + KEYS, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(status, 401);
    } finally {
      await other.remove();
    }
    const elsewhere = { OIDC_ISSUER: "https://login.example", ACCOUNT_ADDRESS: "127.0.0.1:1" };
    for (const [name, value] of Object.entries(elsewhere)) {
      const { status, stderr } = await insights(["token", "--email", "a@b"], "/nonexistent", { [name]: value });
      assert.equal(status, 1);
      assert.match(stderr, /OIDC_ISSUER/);
    }
  });

  it("makes no token for what is no address, or for nobody", async () => {
    await assert.rejects(installation.insights("token", "--email", "operator"), /email: must be an address/);
    const { status } = await insights(["token"], "/nonexistent");
    assert.equal(status, 2);
  });
});
