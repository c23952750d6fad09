import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the stand-in for onnxruntime-node reads from model.onnx. */
export interface TinyModel {
  inputs: string[];
  output: string;
  /** Numbers in a vector. */
  dim: number;
  /** One vector for a text, not for each token. */
  pooled: boolean;
  /** How long a batch takes. */
  delayMs: number;
  /** How much longer one takes with the word "slowly" in it. */
  slowlyMs: number;
}

const BERT: TinyModel = {
  inputs: ["input_ids", "attention_mask", "token_type_ids"],
  output: "last_hidden_state",
  dim: 8,
  pooled: false,
  delayMs: 0,
  slowlyMs: 0,
};

export const PIECES = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  "copper",
  "zinc",
  "price",
  "##s",
  "fell",
  "rose",
  "of",
  "the",
  "slowly",
];

const SLOWLY = PIECES.indexOf("slowly");

/** Number `at` of the vector of a token, before any pooling; the stand-in computes the same. */
export const tokenValue = (id: number, at: number): number => Math.fround(Math.sin(id * (at + 1)));

/**
 * The product's own code over a runtime of thirty lines, for onnxruntime-node is not among the dependencies. Its "model"
 * gives each token numbers made of its id, so that a test can say what a text's vector must be.
 */
const RUNTIME = `
const { readFileSync } = require("node:fs");
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
const InferenceSession = {
  async create(path) {
    const { inputs, output, dim, pooled, delayMs, slowlyMs } = JSON.parse(readFileSync(path, "utf8"));
    return {
      inputNames: inputs,
      outputNames: [output],
      inputMetadata: inputs.map((name) => ({ name, type: "int64" })),
      async run(feeds) {
        const { data, dims: [rows, width] } = feeds.input_ids;
        const waitMs = delayMs + (data.some((id) => Number(id) === ${SLOWLY}) ? slowlyMs : 0);
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        const dims = pooled ? [rows, dim] : [rows, width, dim];
        const values = new Float32Array(dims.reduce((product, size) => product * size, 1));
        const tokens = pooled ? Array.from({ length: rows }, (_, row) => data[row * width + 1]) : data;
        tokens.forEach((id, token) => {
          for (let at = 0; at < dim; at++) values[token * dim + at] = Math.sin(Number(id) * (at + 1));
        });
        return { [output]: new Tensor("float32", values, dims) };
      },
    };
  },
};
module.exports = { Tensor, InferenceSession };
`;

/** A folder that holds the stand-in and models; threads that start while it is in use find the stand-in. */
export interface TinyModels extends AsyncDisposable {
  /** For other processes: what makes them find the stand-in. */
  nodePath: string;
  /** Makes a folder of a model, with vocab.txt and further files. */
  make(name: string, model?: Partial<TinyModel>, files?: Record<string, unknown>): Promise<string>;
}

export async function openTinyModels(): Promise<TinyModels> {
  const folder = await mkdtemp(join(tmpdir(), "models-"));
  const nodePath = join(folder, "node_modules");
  await mkdir(join(nodePath, "onnxruntime-node"), { recursive: true });
  await writeFile(join(nodePath, "onnxruntime-node", "index.js"), RUNTIME);
  const before = process.env["NODE_PATH"];
  process.env["NODE_PATH"] = nodePath;
  return {
    nodePath,
    async make(name, model = {}, files = {}) {
      const own = join(folder, name);
      await mkdir(join(own, "1_Pooling"), { recursive: true });
      await writeFile(join(own, "model.onnx"), JSON.stringify({ ...BERT, ...model }));
      await writeFile(join(own, "vocab.txt"), PIECES.join("\n"));
      for (const [file, content] of Object.entries(files)) {
        await writeFile(join(own, file), typeof content === "string" ? content : JSON.stringify(content));
      }
      return own;
    },
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env["NODE_PATH"];
      else process.env["NODE_PATH"] = before;
      await rm(folder, { recursive: true });
    },
  };
}
