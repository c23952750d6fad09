import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DomainError } from "#kit/errors.ts";
import type { IndexedDocument } from "../ports.ts";

/** What of a document answers do not show, and a new collection needs. */
interface Texts {
  passages: string[];
  /** Of each insight. */
  questions: string[][];
  /** Of each insight: position in `passages`. */
  passageOf: number[];
}

/** A document's texts are a few times as long as the document, which the document service bounds. */
const TEXTS_BYTES_MAX = 1024 * 1024 * 1024;

/** Deflated at the fastest level: a third of the size, and a tenth of the time that embedding takes. */
export function encodeTexts({ passages, insights }: IndexedDocument): Uint8Array {
  const texts: Texts = {
    passages,
    questions: insights.map(({ questions }) => questions),
    passageOf: insights.map(({ passage }) => passage),
  };
  return deflateRawSync(JSON.stringify(texts), { level: 1 });
}

export function decodeTexts(stored: Uint8Array): Texts {
  const texts: unknown = JSON.parse(inflateRawSync(stored, { maxOutputLength: TEXTS_BYTES_MAX }).toString("utf8"));
  if (isTexts(texts)) return texts;
  throw new DomainError("unavailable", "the index is damaged: restore a backup, or ingest the documents again");
}

function isTexts(texts: unknown): texts is Texts {
  const { passages, questions, passageOf } = Object(texts);
  return Array.isArray(passages) && Array.isArray(questions) && Array.isArray(passageOf);
}
