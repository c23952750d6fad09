import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DomainError, messageOf } from "#kit/errors.ts";
import { NO_PROMPTS, type Prompts } from "./embedder.ts";
import { createWordPieces, type WordPieces } from "./wordpiece.ts";

/** How the vectors of a text's tokens become the text's. */
export type Pooling = "mean" | "cls" | "max";

/** A folder of an ONNX model as sentence-transformers and its exporters write it. */
export interface ModelFolder {
  modelPath: string;
  /** SHA-256 of the model and of all that decides its tokens and pooling, the first 16 hexadecimal digits. */
  fingerprint: string;
  wordPieces: WordPieces;
  /** Rows of the special tokens. */
  special: { start: number; end: number; padding: number };
  /** Special ones included: what is longer is cut. */
  tokensMax: number;
  pooling: Pooling;
  prompts: Prompts;
}

/** A vocabulary is the largest of the files that are read whole. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;
/** What BERT reads at most, and sentence-transformers where nothing else is said. */
const TOKENS_MAX = 512;

/** Throws `invalid`, with a sentence that names the file and what to do, when the folder is no such model. */
export function readModelFolder(folder: string): ModelFolder {
  const modelPath = join(folder, "model.onnx");
  if (!statSync(modelPath, { throwIfNoEntry: false })?.isFile()) {
    throw new DomainError("invalid", `${folder} has no file model.onnx: give a folder with an exported model`);
  }
  refuseFurtherLayers(folder);
  const { pieces, lowerCase, stripAccents } = readVocabulary(folder);
  const rowOf = (piece: string) => {
    const row = pieces.indexOf(piece);
    if (row < 0)
      throw new DomainError("invalid", `the vocabulary in ${folder} has no ${piece}: it is not one of BERT's`);
    return row;
  };
  const unknown = rowOf("[UNK]");
  const special = { start: rowOf("[CLS]"), end: rowOf("[SEP]"), padding: rowOf("[PAD]") };
  const tokensMax = readTokensMax(folder);
  const pooling = readPooling(folder);
  const prompts = readPrompts(folder);
  const fingerprint = createHash("sha256");
  for (const path of [modelPath, `${modelPath}_data`, join(folder, "model.onnx.data")]) hashFile(path, fingerprint);
  fingerprint.update(JSON.stringify([pieces, lowerCase, stripAccents, special, tokensMax, pooling, prompts]));
  return {
    modelPath,
    fingerprint: fingerprint.digest("hex").slice(0, 16),
    wordPieces: createWordPieces(pieces, { unknown, lowerCase, stripAccents }),
    special,
    tokensMax,
    pooling,
    prompts,
  };
}

const tokenizerSchema = z.object({
  normalizer: z.object({ lowercase: z.boolean().nullish(), strip_accents: z.boolean().nullish() }).nullish(),
  model: z.object({ type: z.string().nullish(), vocab: z.unknown() }),
});
const vocabularySchema = z.record(z.string(), z.number().int().min(0).max(1_000_000));
const tokenizerConfigSchema = z.object({
  do_lower_case: z.boolean().nullish(),
  strip_accents: z.boolean().nullish(),
});

interface Vocabulary {
  pieces: string[];
  lowerCase: boolean;
  stripAccents: boolean;
}

function readVocabulary(folder: string): Vocabulary {
  const config = readJson(folder, "tokenizer_config.json", tokenizerConfigSchema);
  const tokenizer = readJson(folder, "tokenizer.json", tokenizerSchema);
  const type = tokenizer?.model.type ?? "WordPiece";
  if (type !== "WordPiece") {
    throw new DomainError(
      "invalid",
      `${join(folder, "tokenizer.json")} is of the kind ${type}: this version reads BERT's WordPieces alone. ` +
        "Serve the model from an endpoint and set EMBEDDING_URL",
    );
  }
  const lowerCase = tokenizer?.normalizer?.lowercase ?? config?.do_lower_case ?? true;
  const stripAccents = tokenizer?.normalizer?.strip_accents ?? config?.strip_accents ?? lowerCase;
  if (tokenizer) {
    const rows = vocabularySchema.safeParse(tokenizer.model.vocab);
    if (!rows.success) throw wrong(folder, "tokenizer.json", "model.vocab is no list of WordPieces with their numbers");
    const pieces: string[] = [];
    for (const [piece, row] of Object.entries(rows.data)) pieces[row] = piece;
    return { pieces: Array.from(pieces, (piece) => piece ?? ""), lowerCase, stripAccents };
  }
  const text = readText(folder, "vocab.txt");
  if (text === undefined) {
    throw new DomainError(
      "invalid",
      `${folder} has neither tokenizer.json nor vocab.txt: copy the model's tokenizer there`,
    );
  }
  return { pieces: text.trimEnd().split(/\r?\n/), lowerCase, stripAccents };
}

const flag = z.boolean().nullish();
const poolingSchema = z.object({
  pooling_mode_cls_token: flag,
  pooling_mode_mean_tokens: flag,
  pooling_mode_max_tokens: flag,
  pooling_mode_mean_sqrt_len_tokens: flag,
  pooling_mode_weightedmean_tokens: flag,
  pooling_mode_lasttoken: flag,
});

function readPooling(folder: string): Pooling {
  const file = join("1_Pooling", "config.json");
  const modes = readJson(folder, file, poolingSchema);
  if (!modes) return "mean";
  const asked = Object.entries(modes).filter(([, isAsked]) => isAsked === true);
  const [mode] = asked.map(([name]) => name);
  if (asked.length === 1 && mode === "pooling_mode_cls_token") return "cls";
  if (asked.length === 1 && mode === "pooling_mode_max_tokens") return "max";
  // Vectors are scaled to length 1 anyway.
  if (asked.length === 1 && /_mean_(sqrt_len_)?tokens$/.test(mode ?? "")) return "mean";
  throw wrong(folder, file, "asks for a pooling other than the first token, the mean or the largest of each number");
}

function readTokensMax(folder: string): number {
  const length = z.number().int().min(3).nullish();
  const asked = readJson(folder, "sentence_bert_config.json", z.object({ max_seq_length: length }))?.max_seq_length;
  const known = readJson(folder, "config.json", z.object({ max_position_embeddings: length }))?.max_position_embeddings;
  return Math.min(asked ?? TOKENS_MAX, known ?? TOKENS_MAX, TOKENS_MAX);
}

const text = z.string().max(1_000).nullish();
const promptsSchema = z.object({
  prompts: z.object({ query: text, document: text, passage: text }).nullish(),
});

function readPrompts(folder: string): Prompts {
  const prompts = readJson(folder, "config_sentence_transformers.json", promptsSchema)?.prompts;
  if (!prompts) return NO_PROMPTS;
  return { query: prompts.query ?? "", document: prompts.document ?? prompts.passage ?? "" };
}

/** A layer behind the pooling is not in model.onnx: without it the vectors would be other ones. */
function refuseFurtherLayers(folder: string): void {
  const modules = readJson(folder, "modules.json", z.array(z.object({ type: z.string() }))) ?? [];
  const further = modules.find(({ type }) => !/\.(Transformer|Pooling|Normalize)$/.test(type));
  if (further) throw wrong(folder, "modules.json", `names a layer that cannot be read: ${further.type.slice(0, 100)}`);
}

/** Undefined when there is no such file. */
function readText(folder: string, file: string): string | undefined {
  const path = join(folder, file);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return undefined;
  if (size > FILE_BYTES_MAX) throw wrong(folder, file, "is larger than 64 MiB");
  return readFileSync(path, "utf8");
}

function readJson<Value>(folder: string, file: string, schema: z.ZodType<Value>): Value | undefined {
  const text = readText(folder, file);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (err) {
    throw wrong(folder, file, err instanceof z.ZodError ? (err.issues[0]?.message ?? "is wrong") : messageOf(err));
  }
}

const wrong = (folder: string, file: string, complaint: string) =>
  new DomainError("invalid", `${join(folder, file)}: ${complaint}`);

/** Nothing for a file that is not there. */
function hashFile(path: string, into: { update(bytes: Uint8Array): unknown }): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const file = openSync(path, "r");
  try {
    const buffer = new Uint8Array(1 << 20);
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
      into.update(buffer.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}
