import assert from "node:assert/strict";
import { type Issuer, startIssuer } from "../support/issuer.ts";
import { PATIENT } from "../support/server.ts";
import { type Distributed, NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

const ROUNDS = 1_000;
/** Rounds at a time. */
const LANES = 8;
/** Callers that ask all the time meanwhile. */
const CALLERS = 4;
const KEYS = "/console/content/me/api-keys";

needing(NEEDED, () => {
  describe("a key that is revoked at one of two gateways", function () {
    this.timeout(300_000);
    let install: Distributed;
    let issuer: Issuer;
    let urls: string[];
    before(async () => {
      [install, issuer] = [await startDistributed(), await startIssuer()];
      const limits = { ...PATIENT, RATE_LIMIT_FREE: "1000000", RATE_LIMIT_ENTERPRISE: "1000000" };
      ({ urls } = await install.serve({ ...limits, OIDC_ISSUER: issuer.url }));
    });
    after(async () => {
      await issuer?.[Symbol.asyncDispose]();
      await install?.remove();
    });

    const ask = async (url: string, headers: Record<string, string>, method = "GET", body?: object) => {
      const answer = await fetch(url, {
        method,
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, string> };
    };

    it(`is refused at the other one on the very next request, ${ROUNDS} of ${ROUNDS} times, under load`, async () => {
      const { raw_key = "" } = (await install.insights(
        "keys",
        "create",
        "--name",
        "n",
        "--tier",
        "enterprise",
      )) as Record<string, string>;
      const startedMs = performance.now();
      let isOver = false;
      let answered = 0;
      const callers = Array.from({ length: CALLERS }, async (_, at) => {
        for (; !isOver; answered++) {
          const { status } = await ask(`${urls[at % 2]}/api/documents`, { "x-api-key": raw_key });
          assert.equal(status, 200);
        }
      });
      const refusals: number[] = [];
      let begun = 0;
      const lane = async (_: unknown, at: number) => {
        const token = { authorization: `Bearer ${await issuer.sign({ sub: `caller ${at}` })}` };
        for (let round = begun++; round < ROUNDS; round = begun++) {
          const [here = "", there = ""] = round % 2 === 0 ? urls : urls.toReversed();
          const { status, body } = await ask(here + KEYS, token, "POST", { name: `key ${round}` });
          assert.equal(status, 201, JSON.stringify(body));
          const key = { "x-api-key": body["raw_key"] ?? "" };
          // Both know the key as a good one.
          for (const url of [here, there]) assert.equal((await ask(`${url}/api/documents`, key)).status, 200);
          assert.equal((await ask(`${here}${KEYS}/${body["key_id"]}`, token, "DELETE")).status, 204);
          refusals.push((await ask(`${there}/api/documents`, key)).status);
          assert.equal((await ask(`${here}/api/documents`, key)).status, 401);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane)).finally(() => {
        isOver = true;
      });
      await Promise.all(callers);
      const refused = refusals.filter((status) => status === 401).length;
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      process.stdout.write(
        `\n${refused} of ${refusals.length} refused, in ${seconds} s; ${answered} other requests meanwhile\n\n`,
      );
      assert.deepEqual([refused, refusals.length], [ROUNDS, ROUNDS]);
    });
  });
});
