import type { MediaType } from "../../document/parse/media-type.ts";

/** A place that documents come from: a JSON Lines file, a single file, a URL. */
export interface Source {
  /** How many documents it holds, as far as could be seen before reading it. */
  documents: number;
  /** Bytes of their content; zero where that is not known before (a URL). */
  bytes: number;
  /** Its documents say all of themselves: what the person says is not for them. */
  describesItself?: boolean;
  /** Reads one document at a time; what cannot be read is yielded as a failure, never thrown. */
  read(signal: AbortSignal): AsyncIterable<Item>;
}

export type Item = { document: SourceDocument } | { failure: Failure };

/** A document as it will be submitted. Empty fields are taken from the document itself where it says so. */
export interface SourceDocument {
  /** Where it stands, for people: "reports.jsonl row 7", "minutes.pdf", a URL. */
  name: string;
  /** What a failure is listed under: the URL, or the file's name where there is none. */
  listedAs: string;
  content: Uint8Array;
  mediaType: MediaType;
  documentUrl: string;
  sourceName: string;
  articleTitle: string;
  publishedDate?: string | undefined;
  authors: string[];
  summary: string;
}

/** A document that was not taken in. */
export interface Failure {
  /** The document's URL, or the file's name where there is none. */
  documentUrl: string;
  /** What is wrong, where (file, row, field), and what to do: one or two sentences. */
  reason: string;
}

/** Bytes of one document at most: what the document service takes in one message. */
export const DOCUMENT_LIMIT_BYTES = 64 * 1024 * 1024;

/** What the person who ingests says about the documents. It goes before what a file beside them says. */
export interface Given {
  sourceName?: string | undefined;
  url?: string | undefined;
  title?: string | undefined;
  publishedDate?: string | undefined;
  author?: string[] | undefined;
}

/** What was found behind the arguments of an ingestion, before any document is read. */
export interface Survey {
  sources: Source[];
  failures: Failure[];
  /** Sentences that a person should see: what was skipped, what repeats. */
  notes: string[];
}

/** An error of the system in words that say what to do. */
export function explainSystemError(err: unknown): string {
  const code = err instanceof Error && "code" in err ? String(err.code) : "";
  return SYSTEM_ERRORS[code] ?? `cannot be read (${code || (err instanceof Error ? err.message : String(err))}).`;
}

const SYSTEM_ERRORS: Record<string, string> = {
  ENOENT: "does not exist. Check the name.",
  EACCES: "may not be read. Give yourself the right to read it, or run as another user.",
  EPERM: "may not be read. Give yourself the right to read it, or run as another user.",
  ELOOP: "is a symbolic link that leads back to itself. Remove the link.",
  ENOTDIR: "does not exist: a part of its path is not a folder. Check the name.",
  ENAMETOOLONG: "has too long a name.",
  EIO: "cannot be read: the disk reports an error.",
  EMFILE: "cannot be opened: this process has too many open files. Raise the limit with ulimit -n.",
};
