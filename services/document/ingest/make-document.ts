import { DomainError, messageOf } from "#kit/errors.ts";
import { extract } from "../extract/extract.ts";
import type { ExtractedInsight, Extraction, Passage } from "../extract/extraction.ts";
import { insightIdOf, sha256 } from "../identity.ts";
import type { GivenHead } from "../job-ports.ts";
import { MAX_TEXT } from "../parse/limits.ts";
import { MEDIA_TYPES, type MediaType, parse } from "../parse/parse.ts";
import type { ParsedDocument, Span } from "../parse/parsed-document.ts";
import type { IndexedContent, IndexedInsight, InsightRecord } from "../ports.ts";
import { checkedHead, HEAD_LIMITS, isDay } from "../submission.ts";
import { INSIGHTS_PER_PART, type MadeDocument, type RawDocument, type Unmade } from "./made-document.ts";

/**
 * From submitted bytes to insights, in a worker thread: it computes for seconds on large files. Never rejects: what is
 * wrong with the document, or with us, is a value.
 */
export const makeDocument = (raw: RawDocument): Promise<MadeDocument | Unmade> =>
  orUnmade(async () => {
    const { parsed, head, extraction } = await readDocument(raw);
    const repairs = [...parsed.repairs, ...(extraction.notes ?? [])];
    return toMade(raw.docId, { text: parsed.text, repairs }, head, extraction);
  });

/** What was made, or why it was not. */
export async function orUnmade<Made>(make: () => Promise<Made> | Made): Promise<Made | Unmade> {
  try {
    return await make();
  } catch (err) {
    if (err instanceof DomainError && (err.kind === "invalid" || err.kind === "unimplemented")) {
      return { reason: err.message };
    }
    const reason = `this program has a fault that shows on this document: ${messageOf(err)}. Please report it`;
    return { reason, stack: err instanceof Error ? (err.stack ?? "") : "" };
  }
}

/** A document as its parser and the rules see it. Throws `invalid` when it cannot be taken in. */
export async function readDocument(raw: RawDocument) {
  const parsed = await parse({
    bytes: raw.content,
    mediaType: mediaType(raw.mediaType),
    name: raw.documentUrl,
  });
  if (parsed.text.trim() === "") {
    throw new DomainError("invalid", "there is no text in it: if it is scanned, run a text recognition over it first");
  }
  if (parsed.text.length > MAX_TEXT) {
    throw new DomainError("invalid", `it holds more than ${MAX_TEXT} characters of text: split it`);
  }
  if (!parsed.text.isWellFormed()) {
    throw new DomainError(
      "invalid",
      "the text has half of a surrogate pair: it was cut or decoded wrongly; repair it and submit it again",
    );
  }
  const head = mergedHead(raw, parsed);
  const documentHead = documentHeadOf(head, raw.documentUrl);
  return { parsed, head, documentHead, extraction: extract(parsed, documentHead) };
}

const documentHeadOf = (
  { articleTitle: title, sourceName, publishedDate, authors }: GivenHead,
  documentUrl: string,
) => ({
  title,
  sourceName,
  publishedDate,
  authors,
  documentUrl,
});

function mediaType(name: string): MediaType {
  const known = MEDIA_TYPES.find((type) => type === name);
  if (!known) throw new DomainError("invalid", `${name} is not a kind of file that can be read`);
  return known;
}

/** What was said of the document, completed by what it says of itself. */
function mergedHead({ given, documentUrl }: RawDocument, parsed: ParsedDocument): GivenHead {
  const head = usable(parsed.head);
  const merged = checkedHead({
    sourceName: given.sourceName || (head.sourceName ?? ""),
    articleTitle: given.articleTitle || (head.title ?? firstHeading(parsed) ?? fileName(documentUrl)),
    publishedDate: given.publishedDate ?? head.publishedDate ?? null,
    authors: given.authors.length > 0 ? given.authors : (head.authors ?? []),
    summary: given.summary,
  });
  if (merged.sourceName === "") {
    throw new DomainError(
      "invalid",
      "it does not say who published it: give --source-name (source_name in JSON Lines)",
    );
  }
  return merged;
}

/** What a document says of itself, without what cannot be meant: nobody can correct it, so it must not fail for it. */
function usable({ title, sourceName, publishedDate, authors = [] }: ParsedDocument["head"]): ParsedDocument["head"] {
  return {
    ...(title && { title: title.slice(0, TITLE_LENGTH).toWellFormed() }),
    ...(sourceName && sourceName.length <= HEAD_LIMITS.sourceName && { sourceName }),
    ...(publishedDate && isDay(publishedDate) && { publishedDate }),
    authors: authors.filter((author) => author.length <= HEAD_LIMITS.author).slice(0, HEAD_LIMITS.authors),
  };
}

/** Blocks at the start among which a heading is the document's and not that of a part. */
const TITLE_BLOCKS = 20;
const TITLE_LENGTH = 200;

/** A folder of files has no titles to give, so a document that does not say its own gets the nearest thing to one. */
function firstHeading({ text, blocks }: ParsedDocument): string | undefined {
  const heading = blocks.slice(0, TITLE_BLOCKS).find(({ kind, role }) => kind === "heading" && role === undefined);
  const title =
    heading && text.slice(heading.start, Math.min(heading.end, heading.start + TITLE_LENGTH)).toWellFormed();
  return title?.trim() || undefined;
}

/** The last step of a URL's path or a file's, as it is shown. */
function fileName(documentUrl: string): string {
  const path = URL.parse(documentUrl)?.pathname ?? documentUrl;
  const name = path.split(/[/\\]/).findLast((step) => step !== "") ?? documentUrl;
  try {
    return decodeURIComponent(name).slice(0, TITLE_LENGTH).toWellFormed();
  } catch {
    // Not escaped as URLs are: shown as it stands.
    return name.slice(0, TITLE_LENGTH).toWellFormed();
  }
}

/** The document in the form that leaves the thread. */
export function toMade(
  docId: string,
  parsed: Pick<ParsedDocument, "text" | "repairs">,
  head: GivenHead,
  extraction: Extraction,
): MadeDocument {
  const bytes = new TextEncoder().encode(parsed.text);
  const made = distinct(docId, parsed.text, extraction);
  const insights = made.map(({ record }) => record);
  const parts: Uint8Array[] = [];
  for (let start = 0; start < insights.length; start += INSIGHTS_PER_PART) {
    parts.push(new TextEncoder().encode(JSON.stringify(insights.slice(start, start + INSIGHTS_PER_PART))));
  }
  return {
    head: head.summary === "" ? { ...head, summary: extraction.summary } : head,
    text: { bytes, textHash: sha256(bytes), repairs: parsed.repairs },
    insights: parts,
    insightCount: insights.length,
    indexed: inSharedMemory(
      JSON.stringify({
        passages: extraction.passages.map(({ start, end }) => parsed.text.slice(start, end)),
        insights: made.map(toIndexed),
      } satisfies IndexedContent),
    ),
  };
}

interface Made {
  record: InsightRecord;
  /** Position among the document's passages. */
  passage: number;
}

const toIndexed = ({ record, passage }: Made): IndexedInsight => {
  const { insightId, title, insight, excerpts, questions } = record;
  return { insightId, title, insight, excerpts: excerpts.map(({ text }) => text), questions, passage };
};

/** As UTF-8. */
function inSharedMemory(text: string): Uint8Array {
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return new Uint8Array(bytes.buffer);
}

/** The insights with their ids. Whatever an extractor does, no finding and no id stands twice in a document. */
function distinct(docId: string, text: string, { insights, passages }: Extraction): Made[] {
  const findings = new Set<string>();
  return insights.flatMap((insight) => {
    if (findings.has(insight.finding)) return [];
    findings.add(insight.finding);
    const passage = passages[insight.passage];
    if (!passage) throw new Error(`an insight names passage ${insight.passage} of ${passages.length}`);
    return { record: toRecord(docId, text, insight, passage), passage: insight.passage };
  });
}

function toRecord(docId: string, text: string, insight: ExtractedInsight, passage: Passage): InsightRecord {
  const excerpts = insight.excerpts.map((span) => ({ text: sliceOf(text, span), start: span.start, end: span.end }));
  const [first] = excerpts;
  if (!first) throw new Error(`an insight has no excerpt: ${insight.title}`);
  const { start, end, headings, page = 0 } = passage;
  return {
    insightId: insightIdOf(docId, insight.finding, first.text),
    title: insight.title,
    insight: insight.finding,
    excerpts,
    questions: insight.questions,
    passage: { start, end, heading: headings.join(" > "), page },
  };
}

function sliceOf(text: string, { start, end }: Span): string {
  if (!(start >= 0 && start < end && end <= text.length)) {
    throw new Error(`an excerpt from ${start} to ${end} lies outside the text of ${text.length}`);
  }
  return text.slice(start, end);
}
