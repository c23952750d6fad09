import assert from "node:assert/strict";
import { type Issuer, startIssuer } from "../support/issuer.ts";
import { callMessage } from "../support/mcp-message.ts";
import { type Distributed, NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

const ALLOWANCE = 10;
const CONSOLE = "/console/content/me";

interface Answer {
  status: number;
  limit: string | null;
  remaining: string | null;
  result?: { isError?: boolean; content: { text: string }[] };
}

needing(NEEDED, () => {
  describe("somebody who has signed in to MCP, at two gateways", function () {
    this.timeout(300_000);
    let install: Distributed;
    let issuer: Issuer;
    let urls: string[];
    before(async () => {
      [install, issuer] = [await startDistributed(), await startIssuer()];
      const settings = { FREE_MONTHLY_ALLOWANCE: String(ALLOWANCE), OIDC_ISSUER: issuer.url };
      ({ urls } = await install.serve(settings));
    });
    after(async () => {
      await issuer?.[Symbol.asyncDispose]();
      await install?.remove();
    });

    const call = async (at: number, bearer: string, tool = "search_insights"): Promise<Answer> => {
      const { body, headers } = callMessage("2025-11-25", tool, tool === "search_insights" ? { query: "wheat" } : {});
      const answer = await fetch(`${urls[at % 2]}/mcp`, {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { result } = (await answer.json()) as Pick<Answer, "result">;
      const limit = answer.headers.get("x-ratelimit-limit");
      return {
        status: answer.status,
        limit,
        remaining: answer.headers.get("x-ratelimit-remaining"),
        ...(result && { result }),
      };
    };
    const tokenOf = (sub: string) => issuer.sign({ sub, aud: "research-insights-mcp", client_id: "agent" });
    const manage = async (sub: string, path: string, body?: object) => {
      const answer = await fetch(urls[0] + CONSOLE + path, {
        method: body ? "POST" : "GET",
        headers: { authorization: `Bearer ${await issuer.sign({ sub })}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as { raw_key: string; key_id: string; total_requests: number };
    };

    it("has one allowance at both, with the account's keys, and every operation in the ledger once", async () => {
      const token = await tokenOf("ada");
      const { raw_key: key } = await manage("ada", "/api-keys", { name: "laptop" });
      for (let i = 0; i < ALLOWANCE; i += 1) {
        const { result } = await call(i, i % 3 === 2 ? key : token);
        assert.equal(result?.isError, undefined, `${i}: ${result?.content[0]?.text}`);
      }
      for (const [at, bearer] of [
        [0, token],
        [1, token],
        [0, key],
        [1, key],
      ] as const) {
        const { result } = await call(at, bearer);
        assert.match(result?.content[0]?.text ?? "", /monthly allowance of 10 searches is used up/);
      }
      assert.equal((await call(1, token, "list_filter_options")).result?.isError, undefined, "not counted");
      assert.equal((await manage("ada", "/usage?days=1")).total_requests, ALLOWANCE + 1);
      assert.equal((await call(0, await tokenOf("bob"))).result?.isError, undefined, "another's is his own");
      // Rejects unless what is reported is what was recorded.
      await install.insights("verify");
    });

    it("has one bucket at both, and the tier of the account's best key from the next request on", async () => {
      const token = await tokenOf("carol");
      const answers = [await call(0, token), await call(1, token), await call(0, token)];
      assert.deepEqual(
        answers.map(({ limit, remaining }) => [limit, remaining]),
        [
          ["100", "99"],
          ["100", "98"],
          ["100", "97"],
        ],
      );
      const { key_id: keyId } = await manage("carol", "/api-keys", { name: "paid" });
      await install.insights("keys", "tier", keyId, "pro");
      const paid = await call(1, token);
      assert.deepEqual([paid.limit, paid.remaining], ["1000", "996"]);
    });
  });
});
