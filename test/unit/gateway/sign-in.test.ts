import assert from "node:assert/strict";
import type { SignIn } from "../../../gateway/sign-in.ts";
import { openGateway } from "./open-gateway.ts";

const ROUTES: SignIn["routes"] = [
  { method: "GET", url: "/oauth/sign-in/:uid" },
  { method: "POST", url: "/oauth/sign-in/:uid" },
];
const PATH = "/oauth/sign-in/x";

describe("gateway: an identity provider beside the API", () => {
  it("reads its own body and has the headers of every answer, but for those that it sets itself", async () => {
    const signIn: SignIn = {
      routes: ROUTES,
      async handle(request, response) {
        let body = "";
        for await (const part of request) body += part;
        response.setHeader("content-security-policy", "default-src 'none'; form-action 'self'");
        response.writeHead(200, { "content-type": "text/html" }).end(`<p>${body}`);
      },
    };
    await using gateway = await openGateway({ signIn });
    const payload = "email=ada%40example.org";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await gateway.send({ method: "POST", url: PATH, headers, payload });
    assert.deepEqual([response.statusCode, response.body], [200, `<p>${payload}`]);
    assert.match(String(response.headers["content-security-policy"]), /form-action 'self'/);
    assert.equal(response.headers["x-content-type-options"], "nosniff");
    assert.match(String(response.headers["ratelimit-policy"]), /^"address";q=100/);
  });

  it("is refused beyond the address's limit, and is no part of the description", async () => {
    const signIn: SignIn = { routes: ROUTES, handle: async (_, response) => void response.end("page") };
    await using gateway = await openGateway({ signIn });
    const statuses = new Map<number, number>();
    for (let i = 0; i < 103; i += 1) {
      const { statusCode } = await gateway.send({ method: "GET", url: PATH });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    assert.deepEqual(
      [...statuses],
      [
        [200, 100],
        [429, 3],
      ],
    );
    const refused = await gateway.send({ method: "GET", url: PATH });
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    const description = (await gateway.get("/api/openapi.json")).json();
    assert.ok(!Object.keys(description.paths).some((path) => path.startsWith("/oauth")));
  });

  it("that fails is answered for, with 500 and no cause", async () => {
    const signIn: SignIn = { routes: ROUTES, handle: () => Promise.reject(new Error("secret cause")) };
    await using gateway = await openGateway({ signIn });
    const response = await gateway.send({ method: "GET", url: PATH });
    assert.equal(response.statusCode, 500);
    assert.doesNotMatch(response.body, /secret/);
    assert.match(response.json().detail, /^Internal error/);
    assert.match(gateway.logged.join(), /secret cause/);
  });

  it("is not there where there is none", async () => {
    await using gateway = await openGateway();
    assert.equal((await gateway.send({ method: "GET", url: PATH })).statusCode, 404);
  });
});
