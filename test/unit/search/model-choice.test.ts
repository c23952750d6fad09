import assert from "node:assert/strict";
import { resolve } from "node:path";
import { readConfig } from "#kit/config.ts";
import { embeddingConfig, toEmbedding } from "../../../services/search/config.ts";
import { chooseModel } from "../../../services/search/embedding/model-choice.ts";

describe("choice of an embedding model", () => {
  const endpoint = { url: "https://embeddings.example/v1", apiKey: "secret" };

  it("takes a folder for a folder, also where there is an endpoint, and any other name for one of the endpoint", () => {
    assert.deepEqual(chooseModel("bundled", endpoint), { kind: "bundled" });
    assert.deepEqual(chooseModel("test/unit", endpoint), { kind: "onnx", folder: resolve("test/unit") });
    assert.deepEqual(chooseModel("maker/model", endpoint), { kind: "endpoint", name: "maker/model", endpoint });
  });

  it("refuses a name that is nothing, with the setting that would make it something", () => {
    assert.throws(() => chooseModel("maker/model", undefined), { kind: "invalid", message: /EMBEDDING_URL/ });
    for (const name of ["./nowhere", "/nowhere", "../nowhere"]) {
      assert.throws(() => chooseModel(name, endpoint), { kind: "invalid", message: /no folder/ });
    }
    assert.throws(() => chooseModel("x".repeat(5_000), endpoint), { kind: "invalid", message: /too long/ });
  });

  it("is read from the environment, and the command line stands above it", () => {
    const config = readConfig(embeddingConfig, {
      EMBEDDING_MODEL: "m",
      EMBEDDING_URL: endpoint.url,
      EMBEDDING_API_KEY: "secret",
    });
    assert.deepEqual(toEmbedding(config), { name: "m", endpoint });
    assert.deepEqual(toEmbedding(config, "bundled"), { name: "bundled", endpoint });
    assert.deepEqual(toEmbedding(readConfig(embeddingConfig, {})), { name: undefined, endpoint: undefined });
    assert.throws(
      () => readConfig(embeddingConfig, { EMBEDDING_URL: "ftp://secret@host" }),
      (err: Error) => {
        assert.match(err.message, /EMBEDDING_URL: must be an http or https URL/);
        return !err.message.includes("secret");
      },
    );
  });
});
