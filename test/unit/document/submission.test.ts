import assert from "node:assert/strict";
import { modelConfig, modelSettings } from "../../../services/document/model-settings.ts";
import { toSubmission } from "../../../services/document/submission.ts";
import { readConfig } from "../../../services/kit/config.ts";

const submitted = {
  batchId: "00000000-0000-4000-8000-000000000000",
  content: new TextEncoder().encode("Rates rose."),
  mediaType: "text/plain",
  documentUrl: "https://example.org/a",
  ...{ sourceName: "Example Bank", articleTitle: "Minutes", publishedDate: null, authors: [], summary: "" },
};
const hash = async (model?: string) => (await toSubmission(submitted, model)).contentHash;
const settings = (env: Record<string, string>) => modelSettings(readConfig(modelConfig, env));

describe("a submission", () => {
  it("is new content when another language model reads it, or none", async () => {
    assert.equal(await hash("one"), await hash("one"));
    assert.equal(new Set([await hash(), await hash("one"), await hash("another")]).size, 3);
    assert.equal((await toSubmission(submitted, "one")).docId, (await toSubmission(submitted)).docId);
  });
});

describe("the settings of a language model", () => {
  it("are none when nothing is set", () =>
    assert.equal(settings({ LLM_API_KEY: "k", LLM_BUDGET_TOKENS: "5" }), undefined));

  it("are taken as they are, and the URL without the slash at its end", () => {
    const env = { LLM_URL: "http://127.0.0.1:1/v1/", LLM_MODEL: "m", LLM_BUDGET_TOKENS: "0", LLM_TIMEOUT_SECONDS: "5" };
    assert.deepEqual(settings(env), {
      ...{ url: "http://127.0.0.1:1/v1", model: "m", apiKey: undefined },
      ...{ concurrency: 4, timeoutMs: 5_000, budgetTokens: 0 },
    });
  });

  it("are refused when they cannot be meant, without showing what may be a secret", () => {
    const refused = (env: Record<string, string>, pattern: RegExp) =>
      assert.throws(
        () => settings(env),
        (err: unknown) => err instanceof Error && pattern.test(err.message) && !err.message.includes("s3cret"),
      );
    refused({ LLM_URL: "https://a.example/v1" }, /belong together/);
    refused({ LLM_MODEL: "m" }, /belong together/);
    refused({ LLM_URL: "https://me:s3cret@a.example", LLM_MODEL: "m" }, /LLM_API_KEY/);
    refused({ LLM_URL: "ftp://s3cret.example", LLM_MODEL: "m" }, /LLM_URL/);
    refused({ LLM_URL: "s3cret", LLM_MODEL: "m" }, /LLM_URL/);
    refused({ LLM_BUDGET_TOKENS: "-1" }, /LLM_BUDGET_TOKENS/);
    refused({ LLM_INPUT_PRICE: "free" }, /LLM_INPUT_PRICE/);
    refused({ LLM_CONCURRENCY: "0" }, /LLM_CONCURRENCY/);
  });
});
