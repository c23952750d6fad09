import { DomainError } from "#kit/errors.ts";
import { sha256InTurns } from "./hash.ts";
import { docIdOf, PIPELINE_VERSION, sha256 } from "./identity.ts";
import type { GivenHead, Submission } from "./job-ports.ts";

/** A document to take in, as somebody submits it. Empty strings, null and no authors: the document itself may say. */
export interface SubmittedDocument extends GivenHead {
  /** UUID chosen by the caller. */
  batchId: string;
  /** The file as published, or the text. */
  content: Uint8Array;
  mediaType: string;
  /** A URL, or a file's name where there is none. */
  documentUrl: string;
}

const MEDIA_TYPES = ["text/plain", "text/html", "application/pdf"];
const CONTENT_LIMIT_MIB = 64;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** In code points. */
export const HEAD_LIMITS = { sourceName: 200, articleTitle: 500, author: 200, authors: 100, summary: 400 };

/**
 * Checks a submission and gives it its identity. `model`: the language model that reads it in place of the rules;
 * another one makes other insights, so the same bytes are then new content. Throws `invalid` with a sentence that says what to do.
 */
export async function toSubmission(submitted: SubmittedDocument, model?: string): Promise<Submission> {
  const { batchId, content, mediaType } = submitted;
  if (!UUID.test(batchId)) throw new DomainError("invalid", "batch_id must be a UUID");
  if (!MEDIA_TYPES.includes(mediaType)) {
    throw new DomainError("invalid", `media_type must be one of ${MEDIA_TYPES.join(", ")}`);
  }
  if (content.length === 0) throw new DomainError("invalid", "The document is empty: there is nothing to take in");
  if (content.length > CONTENT_LIMIT_MIB * 1024 * 1024) {
    throw new DomainError("invalid", `The document is larger than ${CONTENT_LIMIT_MIB} MiB: split it`);
  }
  const docId = docIdOf(submitted.documentUrl);
  const documentUrl = submitted.documentUrl.trim();
  const given = checkedHead(submitted);
  const originalHash = await sha256InTurns(content);
  const contentHash = sha256(
    JSON.stringify([PIPELINE_VERSION, mediaType, documentUrl, given, originalHash, ...(model ? [model] : [])]),
  );
  return { batchId, docId, documentUrl, mediaType, given, originalHash, contentHash, content };
}

/** What was said of a document, trimmed. Throws `invalid`. */
export function checkedHead(head: GivenHead): GivenHead {
  return {
    sourceName: line("source_name", head.sourceName, HEAD_LIMITS.sourceName),
    articleTitle: line("article_title", head.articleTitle, HEAD_LIMITS.articleTitle),
    publishedDate: head.publishedDate === null ? null : checkedDay("published_date", head.publishedDate),
    authors: checkedAuthors(head.authors),
    summary: shortened(line("summary", head.summary, 100_000), HEAD_LIMITS.summary),
  };
}

/** Whether the calendar has that day, written YYYY-MM-DD. */
export const isDay = (day: string): boolean =>
  // Date.parse takes the 30th of February for the 1st of March or for nothing, depending on the form.
  /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;

/** Throws `invalid` unless it is a day that the calendar has, written YYYY-MM-DD. */
export function checkedDay(name: string, day: string): string {
  if (!isDay(day)) throw new DomainError("invalid", `${name} must be a day of the calendar, written YYYY-MM-DD`);
  return day;
}

function checkedAuthors(authors: string[]): string[] {
  if (authors.length > HEAD_LIMITS.authors) {
    throw new DomainError("invalid", `authors lists more than ${HEAD_LIMITS.authors} names: shorten it`);
  }
  return authors.map((author) => line("authors", author, HEAD_LIMITS.author)).filter((author) => author !== "");
}

function line(name: string, value: string, limit: number): string {
  if (!value.isWellFormed()) {
    throw new DomainError(
      "invalid",
      `${name} has half of a surrogate pair: the text was cut or decoded wrongly; repair it`,
    );
  }
  const trimmed = value.replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (codePoints(trimmed) > limit) throw new DomainError("invalid", `${name} is longer than ${limit} characters`);
  return trimmed;
}

/** The text, or as many of its words as fit, with an ellipsis. */
function shortened(text: string, limit: number): string {
  if (codePoints(text) <= limit) return text;
  const start = [...text.slice(0, 2 * limit)].slice(0, limit).join("");
  const end = start.lastIndexOf(" ");
  return `${end > 0 ? start.slice(0, end) : [...start].slice(0, -1).join("")}…`;
}

const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
