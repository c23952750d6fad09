import { basename } from "node:path";
import { DomainError, messageOf } from "#kit/errors.ts";
import { DIMENSIONS_MAX, type Embedder, toUnit } from "./embedder.ts";
import { type ModelFolder, type Pooling, readModelFolder } from "./model-folder.ts";
import { isSession, loadOnnxRuntime, type OnnxRuntime, type OnnxSession } from "./onnx-runtime.ts";

/** Tokens that are read at a time, padding included: 50 MB of attention in a small model, and no faster beyond it. */
const BATCH_TOKENS = 4_096;
/** Texts that are read together may be so much longer than the shortest of them: padding costs as much as text. */
const PADDED_MOST = 1.25;
const PADDED_LEAST = 8;
/** A token is shorter than this nearly always; what lies behind it in a text would be cut off anyway. Characters. */
const TOKEN_LENGTH_MAX = 40;

/**
 * The embedder of a folder of the operator's with model.onnx and its tokenizer (`readModelFolder`). `threads`: how many the
 * runtime may use. It computes on the calling thread, so that one should serve nobody else. Throws `invalid` for a folder
 * that is no such model, `unavailable` when onnxruntime-node is not installed.
 */
export async function openOnnxEmbedder(folder: string, threads: number): Promise<Embedder> {
  const model = readModelFolder(folder);
  const runtime = loadOnnxRuntime();
  const session = await openSession(runtime, model, threads);
  const read = createReader(runtime, session, model);
  const [probe] = await read([[model.special.start, model.special.end]]);
  const dim = probe?.length ?? 0;
  if (dim < 1 || dim > DIMENSIONS_MAX) {
    throw new DomainError(
      "invalid",
      `${model.modelPath} gives vectors of ${dim} numbers: 1 to ${DIMENSIONS_MAX} will do`,
    );
  }
  return {
    model: basename(folder),
    fingerprint: model.fingerprint,
    dim,
    prompts: model.prompts,
    async embed(texts, signal) {
      const tokens = texts.map((text) => tokensOf(model, text));
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dim));
      for (const batch of batches(tokens)) {
        if (signal?.aborted) throw new DomainError("cancelled", "The caller left before the answer");
        const found = await read(batch.map((at) => tokens[at] ?? []));
        for (const [place, at] of batch.entries()) vectors[at] = toUnit(found[place] ?? new Float32Array(dim));
      }
      return { vectors, inputTokens: tokens.reduce((sum, { length }) => sum + length, 0) };
    },
  };
}

/** None for a text without words: it gets no vector. */
function tokensOf({ wordPieces, special, tokensMax }: ModelFolder, text: string): number[] {
  const rows = wordPieces.rowsOf(text.slice(0, tokensMax * TOKEN_LENGTH_MAX));
  if (rows.length === 0) return [];
  return [special.start, ...rows.slice(0, tokensMax - 2), special.end];
}

/** Positions of texts that are read together, the shortest first: a batch is padded to its longest text. */
function* batches(tokens: number[][]): Generator<number[]> {
  const lengthOf = (at: number) => tokens[at]?.length ?? 0;
  const order = [...tokens.keys()].filter((at) => lengthOf(at) > 0).sort((a, b) => lengthOf(a) - lengthOf(b));
  let batch: number[] = [];
  for (const at of order) {
    const isFull = (batch.length + 1) * lengthOf(at) > BATCH_TOKENS;
    const isLonger = lengthOf(at) > lengthOf(batch[0] ?? at) * PADDED_MOST + PADDED_LEAST;
    if (batch.length > 0 && (isFull || isLonger)) {
      yield batch;
      batch = [];
    }
    batch.push(at);
  }
  if (batch.length > 0) yield batch;
}

async function openSession({ InferenceSession }: OnnxRuntime, { modelPath }: ModelFolder, threads: number) {
  try {
    const session: unknown = await InferenceSession.create(modelPath, {
      executionProviders: ["cpu"],
      intraOpNumThreads: threads,
      logSeverityLevel: 3,
      // Threads that wait for work would otherwise keep their cores busy.
      extra: { session: { intra_op: { allow_spinning: "0" } } },
    });
    if (isSession(session)) return session;
  } catch (cause) {
    throw new DomainError("invalid", `${modelPath} cannot be read: ${messageOf(cause)}`, { cause });
  }
  throw new DomainError("unavailable", "the onnxruntime-node that is installed is not one that this version can use");
}

const INPUTS = ["input_ids", "attention_mask", "token_type_ids"];
/** A vector for each text, as some exporters add it; else a vector for each token. */
const POOLED = "sentence_embedding";
const OF_TOKENS = ["last_hidden_state", "token_embeddings"];

type Read = (rows: number[][]) => Promise<Float32Array[]>;

function createReader({ Tensor }: OnnxRuntime, session: OnnxSession, model: ModelFolder): Read {
  const { inputNames, outputNames, inputMetadata = [] } = session;
  const unknown = inputNames.find((name) => !INPUTS.includes(name));
  if (unknown !== undefined) {
    throw new DomainError(
      "invalid",
      `${model.modelPath} wants an input "${unknown}": only ${INPUTS.join(", ")} are known`,
    );
  }
  const output = [POOLED, ...OF_TOKENS].find((name) => outputNames.includes(name)) ?? outputNames[0] ?? "";
  const typeOf = (name: string) =>
    inputMetadata.find((one) => one.name === name)?.type === "int32" ? "int32" : "int64";

  return async (rows) => {
    const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const inputOf: Record<string, (row: number[], at: number) => number> = {
      input_ids: (row, at) => row[at] ?? model.special.padding,
      attention_mask: (row, at) => (at < row.length ? 1 : 0),
      token_type_ids: () => 0,
    };
    const feeds: Record<string, unknown> = {};
    for (const name of inputNames) {
      const values = rows.flatMap((row) => Array.from({ length: width }, (_, at) => inputOf[name]?.(row, at) ?? 0));
      const type = typeOf(name);
      const data = type === "int32" ? Int32Array.from(values) : BigInt64Array.from(values, BigInt);
      feeds[name] = new Tensor(type, data, [rows.length, width]);
    }
    const { data, dims } = checkedOutput((await session.run(feeds))[output], model.modelPath);
    const dim = dims.at(-1) ?? 0;
    if (dims.length === 2 && data.length === rows.length * dim) {
      return rows.map((_, row) => data.slice(row * dim, (row + 1) * dim));
    }
    if (dims.length !== 3 || data.length !== rows.length * width * dim) throw strange(model.modelPath);
    return rows.map(({ length }, row) => pool(model.pooling, data, { first: row * width, count: length, dim }));
  };
}

function checkedOutput(output: unknown, modelPath: string): { data: Float32Array; dims: readonly number[] } {
  const { data, dims } = Object(output);
  if (!(data instanceof Float32Array) || !Array.isArray(dims)) throw strange(modelPath);
  return { data, dims: dims.map(Number) };
}

const strange = (modelPath: string) =>
  new DomainError(
    "invalid",
    `${modelPath} does not give float32 vectors for tokens or texts: export it for embeddings`,
  );

/** `first`: number of the text's first token among all tokens. */
function pool(pooling: Pooling, data: Float32Array, of: { first: number; count: number; dim: number }): Float32Array {
  const { first, count, dim } = of;
  const pooled = data.slice(first * dim, (first + 1) * dim);
  if (pooling === "cls") return pooled;
  for (let token = first + 1; token < first + count; token++) {
    for (let at = 0; at < dim; at++) {
      const value = data[token * dim + at] ?? 0;
      const before = pooled[at] ?? 0;
      pooled[at] = pooling === "mean" ? before + value : Math.max(before, value);
    }
  }
  return pooled;
}
