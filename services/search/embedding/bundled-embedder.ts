import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DomainError } from "#kit/errors.ts";
import { type Embedder, NO_PROMPTS, toUnit } from "./embedder.ts";
import { BUNDLED } from "./model-choice.ts";
import { createWordPieces } from "./wordpiece.ts";

/** model/meta.json: sizes and SHA-256 of the other files. */
interface Meta {
  format: 1;
  rows: number;
  dim: number;
  files: { "table.i8": string; "scales.f32": string; "vocab.txt": string };
}

/** By hand: every search thread reads it, and a schema library takes longer to load than the model. */
function isMeta(meta: unknown): meta is Meta {
  const { format, rows, dim, files } = Object(meta);
  const names = ["table.i8", "scales.f32", "vocab.txt"];
  return (
    format === 1 &&
    Number.isInteger(rows) &&
    Number.isInteger(dim) &&
    names.every((name) => typeof files?.[name] === "string")
  );
}

/**
 * The model that comes with the project: a text's vector is the unit sum of its WordPieces' rows (model/NOTICE says where
 * they come from). Reads 4.3 MB, in about 20 ms. Throws `unavailable` when a file is not the one that meta.json names.
 */
export function openBundledEmbedder(folder: URL = MODEL_FOLDER): Embedder {
  const meta = readMeta(folder);
  const { rows, dim, files } = meta;
  const read = (name: keyof typeof files) => readChecked(new URL(name, folder), files[name]);
  const table = toBuffer(read("table.i8"));
  const bytes = new Int8Array(table);
  const scales = new Float32Array(toBuffer(read("scales.f32")));
  const pieces = read("vocab.txt").toString("utf8").trimEnd().split("\n");
  if (bytes.length !== rows * dim || scales.length !== rows || pieces.length !== rows) {
    throw new DomainError("unavailable", "the bundled embedding model's files do not fit together: restore them");
  }
  const wordPieces = createWordPieces(pieces);

  const embedOne = (found: number[]): Float32Array => {
    const sum = new Float32Array(dim);
    // Four rows in one pass, each rounded as if it were added alone: the sum is read and written a quarter as often.
    let next = 0;
    for (; next + 4 <= found.length; next += 4) {
      const [one = 0, two = 0, three = 0, four = 0] = [found[next], found[next + 1], found[next + 2], found[next + 3]];
      const [by1 = 0, by2 = 0, by3 = 0, by4 = 0] = [scales[one], scales[two], scales[three], scales[four]];
      const [from1, from2, from3, from4] = [one * dim, two * dim, three * dim, four * dim];
      for (let at = 0; at < dim; at++) {
        let value = Math.fround((sum[at] ?? 0) + by1 * (bytes[from1 + at] ?? 0));
        value = Math.fround(value + by2 * (bytes[from2 + at] ?? 0));
        value = Math.fround(value + by3 * (bytes[from3 + at] ?? 0));
        sum[at] = value + by4 * (bytes[from4 + at] ?? 0);
      }
    }
    for (; next < found.length; next++) {
      const row = found[next] ?? 0;
      const scale = scales[row] ?? 0;
      const from = row * dim;
      for (let at = 0; at < dim; at++) sum[at] = (sum[at] ?? 0) + scale * (bytes[from + at] ?? 0);
    }
    return toUnit(sum);
  };

  return {
    ...describe(meta),
    prompts: NO_PROMPTS,
    async embed(texts) {
      const found = texts.map((text) => wordPieces.rowsOf(text));
      return { vectors: found.map(embedOne), inputTokens: found.reduce((sum, { length }) => sum + length, 0) };
    },
  };
}

const MODEL_FOLDER = new URL("model/", import.meta.url);

/** What `openBundledEmbedder` says of itself, without loading the model. */
export const describeBundled = (): Pick<Embedder, "model" | "fingerprint" | "dim"> => describe(readMeta(MODEL_FOLDER));

const describe = ({ files, dim }: Meta) => ({
  model: BUNDLED,
  fingerprint: createHash("sha256").update(Object.values(files).join(" ")).digest("hex").slice(0, 16),
  dim,
});

function readMeta(folder: URL): Meta {
  const meta: unknown = JSON.parse(readFileSync(new URL("meta.json", folder), "utf8"));
  if (isMeta(meta)) return meta;
  throw new DomainError("unavailable", "the bundled embedding model's meta.json is damaged: restore it");
}

function readChecked(file: URL, sha256: string): Buffer {
  const content = readFileSync(file);
  if (createHash("sha256").update(content).digest("hex") !== sha256) {
    throw new DomainError("unavailable", `${file.pathname} is not the file that meta.json names: restore it`);
  }
  return content;
}

/** A buffer of its own: a pooled one may start at an odd address. */
const toBuffer = (content: Buffer): ArrayBuffer => new Uint8Array(content).buffer;
