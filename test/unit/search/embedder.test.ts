import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { openBundledEmbedder } from "../../../services/search/embedding/bundled-embedder.ts";
import { createWordPieces } from "../../../services/search/embedding/wordpiece.ts";
import { withCorpus } from "../../support/corpus.ts";

const MODEL = new URL("../../../services/search/embedding/model/", import.meta.url);

describe("bundled embedder", () => {
  const embedder = openBundledEmbedder();
  const one = async (text: string) => (await embedder.embed([text])).vectors[0] ?? new Float32Array();

  it("gives the numbers of the reference", async () => {
    const vector = await one("Copper output fell 4 % in March.");
    for (const [at, value] of [-0.194672, -0.114139, -0.168278, 0.114133].entries()) {
      assert.ok(Math.abs((vector[at] ?? 0) - value) < 1e-6);
    }
    assert.equal((await embedder.embed(["Copper output fell 4 % in March."])).inputTokens, 8);
  });

  it("gives vectors of length 1, and zeros for a text that it knows nothing of", async () => {
    assert.ok(Math.abs(Math.hypot(...(await one("wool"))) - 1) < 1e-6);
    for (const text of ["", " \n", "\u0000"]) assert.ok((await one(text)).every((value) => value === 0));
  });

  it("puts texts of one meaning nearer than texts of another", async () => {
    const [a, b, c] = await Promise.all(
      ["Prices rose.", "Inflation increased.", "The board appointed a chair."].map(one),
    );
    const dot = (other: Float32Array | undefined) =>
      Array.from(a ?? []).reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0);
    assert.ok(dot(b) > dot(c) + 0.1);
  });

  it("refuses a file that is not the one that was measured", async () => {
    const folder = await mkdtemp(join(tmpdir(), "model-"));
    try {
      await cp(MODEL, folder, { recursive: true });
      const url = pathToFileURL(`${folder}/`);
      assert.equal(openBundledEmbedder(url).fingerprint, embedder.fingerprint);
      await writeFile(join(folder, "vocab.txt"), "changed\n");
      assert.throws(() => openBundledEmbedder(url), { kind: "unavailable", message: /vocab\.txt.*restore/ });
      await writeFile(join(folder, "meta.json"), "{}");
      assert.throws(() => openBundledEmbedder(url), { kind: "unavailable", message: /meta\.json/ });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("cuts words as the teacher's tokeniser does", () => {
    const { rowsOf } = createWordPieces(["re", "##port", "report", "a", "中", "!", "##s", "foot"]);
    assert.deepEqual(rowsOf("Report reports RÉPORT a!a 中a"), [2, 2, 6, 2, 3, 5, 3, 4, 3]);
    assert.deepEqual(rowsOf("re\u00adport a\u200b re\ufffdport"), [2, 3, 2]);
    assert.deepEqual(rowsOf("unknown repor rex"), []);
    assert.deepEqual(rowsOf(`re${"s".repeat(99)} a`), [3]);
  });
});

withCorpus("bundled embedder on real documents", "embedding/embed.mjs", (reference) => {
  it("gives the reference's rows and vectors", async function () {
    this.timeout(60_000);
    const { loadModel, ids, embed } = await import(pathToFileURL(reference).href);
    const model = loadModel(dirname(reference));
    const { rowsOf } = createWordPieces((await readFile(new URL("vocab.txt", MODEL), "utf8")).trimEnd().split("\n"));
    const corpus = await readFile(join(dirname(dirname(reference)), "corpus", "documents.jsonl"), "utf8");
    const texts = corpus
      .trim()
      .split("\n")
      .flatMap(
        (line) =>
          JSON.parse(line)
            .text.slice(0, 5000)
            .match(/[\s\S]{1,250}/g) ?? [],
      );
    const { vectors } = await openBundledEmbedder().embed(texts);
    for (const [at, text] of texts.entries()) {
      assert.deepEqual(rowsOf(text), ids(model, text));
      if (at % 20 === 0) assert.deepEqual(vectors[at], embed(model, text));
    }
    assert.ok(texts.length > 1000);
  });
});
