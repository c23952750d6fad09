import { DomainError } from "#kit/errors.ts";

/**
 * A document's analysed words, as they are stored: numbers of the document's own list of words. Fields follow each other:
 * the document's, each passage's, then for each insight its title, finding, excerpts and each question.
 */
export interface AnalysedDocument {
  /** Distinct words. */
  words: string[];
  /** Positions in `words`, all fields one after the other. */
  tokens: Uint32Array;
  /** Where each field ends in `tokens`. */
  ends: Uint32Array;
  passages: number;
  /** Of each insight. */
  insightPassages: Uint32Array;
  insightQuestions: Uint32Array;
}

/** Vectors in the order of the index: passages, then for each insight its finding and its questions. */
export interface CodedVectors {
  dim: number;
  /** `dim` for each vector. */
  codes: Int8Array;
  /** One for each vector, which is scale x codes. */
  scales: Float32Array;
}

/** Changes when stored documents can no longer be read by this program. */
const FORMAT = 1;
const HEADER = 7;

/** Numbers of 32 bits, little-endian: format, counts, then the lists; words last, as UTF-8 between line ends. */
export function encodeWords(document: AnalysedDocument): Uint8Array {
  const { tokens, ends, passages, insightPassages, insightQuestions } = document;
  const words = Buffer.from(document.words.join("\n"), "utf8");
  // Two bytes a word where that is enough: this is the larger half of the file.
  const isNarrow = document.words.length <= 0x1_0000;
  const tokenBytes = Buffer.from((isNarrow ? Uint16Array.from(tokens) : tokens).buffer);
  const header = [FORMAT, document.words.length, tokens.length, isNarrow ? 2 : 4, ends.length, passages];
  const numbers = Uint32Array.from([...header, insightPassages.length]);
  const lists = [numbers, ends, insightPassages, insightQuestions].map((list) =>
    Buffer.from(list.buffer, list.byteOffset, list.byteLength),
  );
  return Buffer.concat([...lists, tokenBytes, words]);
}

export function decodeWords(stored: Uint8Array): AnalysedDocument {
  // A copy: what the database gives may start at an odd address.
  const bytes = new Uint8Array(stored);
  let at = 0;
  const read = (count: number): Uint32Array => {
    const list = new Uint32Array(bytes.buffer, at, count);
    at += count * 4;
    return list;
  };
  const [format, wordCount, tokenCount = 0, width, fields = 0, passages = 0, insights = 0] = read(HEADER);
  if (format !== FORMAT) throw unreadable();
  const ends = read(fields);
  const insightPassages = read(insights);
  const insightQuestions = read(insights);
  const tokens =
    width === 2
      ? new Uint32Array(new Uint16Array(bytes.buffer, at, tokenCount))
      : new Uint32Array(bytes.buffer, at, tokenCount);
  at += tokenCount * (width === 2 ? 2 : 4);
  const words = wordCount === 0 ? [] : Buffer.from(bytes.buffer, at).toString("utf8").split("\n");
  if (words.length !== wordCount) throw unreadable();
  return { words, tokens, ends, passages, insightPassages, insightQuestions };
}

/** All codes, then all scales. */
export function encodeVectors({ codes, scales }: CodedVectors): Uint8Array {
  return Buffer.concat([
    Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength),
    Buffer.from(scales.buffer, scales.byteOffset, scales.byteLength),
  ]);
}

export function decodeVectors(stored: Uint8Array, dim: number): CodedVectors {
  const bytes = new Uint8Array(stored);
  const count = bytes.length / (dim + 4);
  if (!Number.isInteger(count)) throw unreadable();
  const scales = new Float32Array(bytes.buffer.slice(count * dim));
  return { dim, codes: new Int8Array(bytes.buffer, 0, count * dim), scales };
}

const unreadable = () =>
  new DomainError(
    "unavailable",
    "the index holds a document that this version cannot read: run `insights reindex`, or restore a backup",
  );
