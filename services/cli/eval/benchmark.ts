import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { DomainError, messageOf } from "#kit/errors.ts";
import { explainFields } from "../sources/metadata.ts";
import type { Quote } from "./overlap.ts";

/** A document of a benchmark, as it is submitted. */
export interface BenchmarkDocument {
  /** The benchmark's own name of it. */
  id: string;
  sourceName: string;
  title: string;
  publishedDate: string | null;
  authors: string[];
  text: string;
}

export interface BenchmarkQuery {
  id: string;
  text: string;
}

/** Documents, queries, and what is relevant to each: documents by grade, or quotes that answer, with the queries' tags. */
export type Benchmark = { documents: BenchmarkDocument[]; queries: BenchmarkQuery[] } & (
  | { kind: "documents"; relevant: Map<string, Map<string, number>> }
  | { kind: "quotes"; answers: Map<string, Quote[]>; tags: Map<string, readonly string[]> }
);

/**
 * Reads a BEIR folder (`corpus.jsonl`, `queries.jsonl`, `qrels.tsv`); or one with `answers.jsonl` (and perhaps
 * `tags.jsonl`), whose documents are `corpus/documents.jsonl` of `corpusDir`. Queries without a relevant document are left out, as is usual. Throws `invalid`
 * with file and line.
 */
export function readBenchmark(folder: string, corpusDir: string | undefined): Benchmark {
  if (!existsSync(folder)) throw new DomainError("invalid", `${folder} does not exist: give a folder in BEIR layout`);
  const queries = readLines(join(folder, "queries.jsonl"), querySchema).map(({ _id, text }) => ({ id: _id, text }));
  const benchmark = existsSync(join(folder, "answers.jsonl"))
    ? readQuotes(folder, corpusDir, queries)
    : readBeir(folder, queries);
  if (benchmark.documents.length === 0) throw new DomainError("invalid", `${folder} has no documents`);
  if (benchmark.queries.length === 0) {
    throw new DomainError("invalid", `${folder} has no query with a relevant document: look at its ids`);
  }
  return benchmark;
}

const identifier = z.coerce.string().min(1, "is empty");
const querySchema = z.object({ _id: identifier, text: z.string("must be a string").trim().min(1, "is empty") });
const documentSchema = z.object({ _id: identifier, title: z.string().default(""), text: z.string() });
const answerSchema = z.object({ query_id: identifier, document_url: z.string(), quote: z.string() });
/** A letter each. */
const tagSchema = z.object({ _id: identifier, tags: z.string().max(26) });
const rowSchema = z.object({
  source_name: z.string(),
  article_title: z.string(),
  document_url: z.string(),
  published_date: z.string().nullish(),
  authors: z.array(z.string()).nullish(),
  text: z.string(),
});

function readBeir(folder: string, queries: BenchmarkQuery[]): Benchmark {
  // Every document of the product has a publisher and a title. One word for all of them tells no two apart.
  const sourceName = basename(resolve(folder));
  const documents = readLines(join(folder, "corpus.jsonl"), documentSchema).map(({ _id, title, text }) => ({
    id: _id,
    sourceName,
    title: title.trim() || "Untitled",
    publishedDate: null,
    authors: [],
    text,
  }));
  const relevant = readQrels(join(folder, "qrels.tsv"));
  return { kind: "documents", documents, relevant, queries: queries.filter(({ id }) => relevant.has(id)) };
}

function readQuotes(folder: string, corpusDir: string | undefined, queries: BenchmarkQuery[]): Benchmark {
  if (corpusDir === undefined) {
    throw new DomainError(
      "invalid",
      `${folder} asks about documents that it does not hold: set CORPUS_DIR to the folder that holds corpus/documents.jsonl`,
    );
  }
  const documents = readLines(join(corpusDir, "corpus", "documents.jsonl"), rowSchema).map((row) => ({
    id: row.document_url,
    sourceName: row.source_name,
    title: row.article_title,
    publishedDate: row.published_date ?? null,
    authors: row.authors ?? [],
    text: row.text,
  }));
  const answers = new Map<string, Quote[]>();
  for (const { query_id, document_url, quote } of readLines(join(folder, "answers.jsonl"), answerSchema)) {
    answers.set(query_id, [...(answers.get(query_id) ?? []), { documentUrl: document_url, text: quote }]);
  }
  const path = join(folder, "tags.jsonl");
  const tags = existsSync(path) ? readLines(path, tagSchema).map(({ _id, tags }) => [_id, [...tags]] as const) : [];
  return {
    kind: "quotes",
    documents,
    answers,
    tags: new Map(tags),
    queries: queries.filter(({ id }) => answers.has(id)),
  };
}

/** Lines of query, document and grade with tabs between; a first line of column names is skipped. */
function readQrels(path: string): Map<string, Map<string, number>> {
  const relevant = new Map<string, Map<string, number>>();
  for (const [index, line] of readText(path).split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [query = "", document = "", written = ""] = line.split("\t");
    const grade = Number(written);
    if (index === 0 && Number.isNaN(grade)) continue;
    if (query === "" || document === "" || written === "" || Number.isNaN(grade)) {
      throw new DomainError("invalid", `${path}:${index + 1}: not a query, a document and a number with tabs between`);
    }
    if (grade > 0) relevant.set(query, (relevant.get(query) ?? new Map<string, number>()).set(document, grade));
  }
  return relevant;
}

function readLines<Row>(path: string, schema: z.ZodType<Row>): Row[] {
  return readText(path)
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      const parsed = schema.safeParse(parseJson(line));
      if (parsed.success) return [parsed.data];
      throw new DomainError("invalid", `${path}:${index + 1}: ${explainFields(parsed.error)}. Correct the line.`);
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new DomainError("invalid", `${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Undefined where it is not JSON: no schema takes that, and all want an object. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
