import { DomainError } from "#kit/errors.ts";
import type { IndexedContent, IndexedDocument, IndexedHead, PackedDocument } from "./ports.ts";

/** Throws `invalid` for what could not be found or told apart. The content of a packed document is checked by `unpacked`. */
export function checkedDocument<Document extends IndexedDocument | PackedDocument>(document: Document): Document {
  checkHead(document);
  if ("insights" in document) checkContent(document);
  return document;
}

/** The document with its content, checked. Takes time that grows with the document: not on an event loop that serves. */
export function unpacked(document: IndexedDocument | PackedDocument): IndexedDocument {
  if (!("content" in document)) return document;
  const { content: bytes, ...head } = document;
  const content: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  if (!isContent(content)) throw invalid("content", "is not JSON of passages and insights");
  checkContent(content);
  return { ...head, passages: content.passages, insights: content.insights };
}

/** As `PackedDocument` has it, in shared memory. */
export function packed(content: IndexedContent): Uint8Array {
  const text = JSON.stringify(content);
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return bytes;
}

/** Packed by the document service, whose own checks are closer to where a fault would be. */
const isContent = (value: unknown): value is IndexedContent =>
  typeof value === "object" &&
  value !== null &&
  "passages" in value &&
  Array.isArray(value.passages) &&
  "insights" in value &&
  Array.isArray(value.insights);

function checkHead({ docId, version, publishedDate }: IndexedHead): void {
  if (docId === "") throw invalid("doc_id", "is empty");
  if (!Number.isSafeInteger(version) || version < 1) throw invalid("version", "must be a whole number from 1");
  if (publishedDate !== null && !isRealDay(publishedDate)) {
    throw invalid("published_date", "must be a calendar day written YYYY-MM-DD");
  }
}

function checkContent({ passages, insights }: IndexedContent): void {
  const seen = new Set<string>();
  for (const { insightId, passage } of insights) {
    if (insightId === "") throw invalid("insight_id", "is empty");
    if (seen.has(insightId)) throw invalid("insight_id", `${insightId} occurs twice in the document`);
    if (passages[passage] === undefined) throw invalid("passage", `of ${insightId} points at no passage`);
    seen.add(insightId);
  }
}

/** What is wrong with a field, and the remedy. */
export const invalid = (field: string, complaint: string) => new DomainError("invalid", `${field} ${complaint}`);

/** Whether the calendar has that day, written YYYY-MM-DD. */
export function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
