import assert from "node:assert/strict";
import { appendFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readModelFolder } from "../../../services/search/embedding/model-folder.ts";
import { type ModelThread, openModelThread } from "../../../services/search/engine/model-threads.ts";
import { document } from "./documents.ts";
import { openTinyModels, PIECES, type TinyModels, tokenValue } from "./tiny-model.ts";

const idOf = (piece: string) => PIECES.indexOf(piece);
const DIM = 8;

function unit(numbers: number[]): number[] {
  const length = Math.hypot(...numbers);
  return numbers.map((value) => value / length);
}
/** What the mean of these tokens is, scaled to length 1. */
const meanOf = (pieces: string[]) =>
  unit(Array.from({ length: DIM }, (_, at) => pieces.reduce((sum, piece) => sum + tokenValue(idOf(piece), at), 0)));

describe("embedding model of a folder", function () {
  this.timeout(30_000);
  let models: TinyModels;
  beforeEach(async () => {
    models = await openTinyModels();
  });
  afterEach(() => models[Symbol.asyncDispose]());

  const withModel = async (folder: string, use: (thread: ModelThread) => Promise<void>) => {
    await using thread = openModelThread({ kind: "onnx", folder }, "documents");
    await use(thread);
  };
  const vectorOf = async (folder: string, text: string) => {
    await using thread = openModelThread({ kind: "onnx", folder }, "queries");
    return [...(await thread.query(text)).vector];
  };
  const assertNear = (found: number[], wanted: number[]) => {
    assert.equal(found.length, wanted.length);
    for (const [at, value] of wanted.entries()) assert.ok(Math.abs((found[at] ?? 0) - value) < 1e-5, `${found}`);
  };

  it("gives a text the mean of its tokens' vectors, special ones included, of length 1", async () => {
    const folder = await models.make("mean");
    assertNear(
      await vectorOf(folder, "The PRICES of copper"),
      meanOf(["[CLS]", "the", "price", "##s", "of", "copper", "[SEP]"]),
    );
    assertNear(await vectorOf(folder, "wolfram fell"), meanOf(["[CLS]", "[UNK]", "fell", "[SEP]"]));
  });

  it("gives a text without words no vector", async () => {
    assert.deepEqual(await vectorOf(await models.make("mean"), " \n"), new Array(DIM).fill(0));
  });

  it("pools as the folder says", async () => {
    const first = await models.make("cls", {}, { "1_Pooling/config.json": { pooling_mode_cls_token: true } });
    assertNear(await vectorOf(first, "copper"), meanOf(["[CLS]"]));
    const most = await models.make("max", {}, { "1_Pooling/config.json": { pooling_mode_max_tokens: true } });
    const largest = Array.from({ length: DIM }, (_, at) =>
      Math.max(...["[CLS]", "copper", "[SEP]"].map((piece) => tokenValue(idOf(piece), at))),
    );
    assertNear(await vectorOf(most, "copper"), unit(largest));
    const pooled = await models.make("pooled", { pooled: true, output: "sentence_embedding" });
    assertNear(await vectorOf(pooled, "copper"), meanOf(["copper"]));
  });

  it("cuts words as the folder's tokenizer does, and texts at its length", async () => {
    const vocab = Object.fromEntries(
      ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "Copper", "café"].map((one, at) => [one, at]),
    );
    const tokenizer = { normalizer: { lowercase: false, strip_accents: null }, model: { type: "WordPiece", vocab } };
    const cased = await models.make("cased", {}, { "tokenizer.json": tokenizer });
    const { wordPieces } = readModelFolder(cased);
    assert.deepEqual(wordPieces.rowsOf("Copper copper café"), [4, 1, 5]);
    const short = await models.make("short", {}, { "sentence_bert_config.json": { max_seq_length: 4 } });
    assertNear(await vectorOf(short, "copper zinc fell rose"), meanOf(["[CLS]", "copper", "zinc", "[SEP]"]));
  });

  it("puts the prompts that the folder names before queries and documents", async () => {
    const prompts = { query: "zinc ", document: "rose " };
    const folder = await models.make("prompted", {}, { "config_sentence_transformers.json": { prompts } });
    assertNear(await vectorOf(folder, "copper"), meanOf(["[CLS]", "zinc", "copper", "[SEP]"]));
  });

  it("gives every text of a document the vector that it has alone", async () => {
    const folder = await models.make("batched");
    await withModel(folder, async (thread) => {
      const one = document(7);
      const { vectors, inputTokens } = await thread.document(one);
      assert.equal(vectors.dim, DIM);
      assert.equal(vectors.scales.length, 2 + 4 + 6);
      assert.ok(inputTokens > 100);
      const question = one.insights[1]?.questions[0] ?? "";
      const { vector } = await thread.query(question);
      // Passages, the first insight, the second's finding: then its questions.
      const at = 2 + 1 + 1;
      const stored = Array.from(
        vectors.codes.subarray(at * DIM, (at + 1) * DIM),
        (code) => code * (vectors.scales[at] ?? 0),
      );
      for (const [place, value] of [...vector].entries()) assert.ok(Math.abs(value - (stored[place] ?? 0)) < 0.01);
    });
  });

  it("stops between batches when nobody waits any more", async () => {
    const folder = await models.make("slow", { delayMs: 50 });
    await withModel(folder, async (thread) => {
      const long = { ...document(1), passages: Array.from({ length: 2_000 }, (_, at) => "copper ".repeat(at % 300)) };
      const controller = new AbortController();
      const asked = thread.document(long, controller.signal);
      await thread.describe();
      controller.abort();
      await assert.rejects(asked, { kind: "cancelled" });
    });
  });

  it("has another fingerprint with another model, pooling or vocabulary, and the same with another name", async () => {
    const fingerprint = async (name: string, ...rest: [Record<string, number>?, Record<string, unknown>?]) =>
      readModelFolder(await models.make(name, ...rest)).fingerprint;
    const own = await fingerprint("one");
    assert.equal(await fingerprint("two"), own);
    assert.notEqual(await fingerprint("three", { dim: 4 }), own);
    assert.notEqual(await fingerprint("four", {}, { "1_Pooling/config.json": { pooling_mode_cls_token: true } }), own);
    const folder = await models.make("five");
    await appendFile(join(folder, "vocab.txt"), "\nlead");
    assert.notEqual(readModelFolder(folder).fingerprint, own);
    const apart = await models.make("six");
    await writeFile(join(apart, "model.onnx_data"), "weights");
    assert.notEqual(readModelFolder(apart).fingerprint, own);
  });

  const bpe = { model: { type: "BPE", vocab: {} } };
  const dense = [{ type: "sentence_transformers.models.Dense" }];
  for (const [what, files, message] of [
    ["a tokenizer of another kind", { "tokenizer.json": bpe }, /BPE.*EMBEDDING_URL/],
    ["a layer behind the pooling", { "modules.json": dense }, /modules\.json.*Dense/],
    ["an unknown pooling", { "1_Pooling/config.json": { pooling_mode_lasttoken: true } }, /1_Pooling.*pooling/],
    ["a broken file", { "config.json": "{" }, /config\.json/],
    ["a vocabulary without special tokens", { "vocab.txt": "copper\nzinc" }, /\[UNK\].*BERT/],
  ] as const) {
    it(`refuses ${what}, naming it`, async () => {
      await withModel(await models.make("refused", {}, files), (thread) =>
        assert.rejects(thread.describe(), { kind: "invalid", message }),
      );
    });
  }

  it("refuses a model with inputs that it does not know, and a folder without a model or a vocabulary", async () => {
    await withModel(await models.make("image", { inputs: ["pixel_values"] }), (thread) =>
      assert.rejects(thread.describe(), { kind: "invalid", message: /pixel_values/ }),
    );
    for (const file of ["model.onnx", "vocab.txt"]) {
      const folder = await models.make("lacking");
      await rm(join(folder, file));
      await withModel(folder, (thread) =>
        assert.rejects(thread.describe(), { kind: "invalid", message: new RegExp(file) }),
      );
    }
  });

  it("says how to install the runtime where it is not, and finds it once it is there", async () => {
    const folder = await models.make("alone");
    const { nodePath } = models;
    process.env["NODE_PATH"] = "";
    await withModel(folder, (thread) =>
      assert.rejects(thread.describe(), { kind: "unavailable", message: /npm install --no-save onnxruntime-node/ }),
    );
    process.env["NODE_PATH"] = nodePath;
    await withModel(folder, async (thread) => assert.equal((await thread.describe()).dim, DIM));
  });
});
