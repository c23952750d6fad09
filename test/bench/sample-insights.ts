/**
 * Draws the blind sample by which insights are judged: equal shares of four kinds of document, of filings half from tables,
 * at most five insights of a document, the same for the same seed and extraction.
 *
 *   CORPUS_DIR=… node test/bench/sample-insights.ts [--seed N] [--per-kind N] [--ids FILE]
 *
 * Prints one JSON object a line, in random order, with what a reader may see of an insight and nothing else but its id
 * and number. `--ids` takes a list of ids, one a line, in place of a new draw.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { docIdOf } from "../../services/document/identity.ts";
import { makeDocument } from "../../services/document/ingest/make-document.ts";
import { parse } from "../../services/document/parse/parse.ts";
import type { InsightRecord } from "../../services/document/ports.ts";
import type { CorpusRow } from "../support/corpus.ts";

const KINDS = ["central bank", "statistics and outlooks", "filing", "speech or survey"] as const;
type Kind = (typeof KINDS)[number];
const PER_DOCUMENT = 5;

interface Drawn {
  kind: Kind;
  isRow: boolean;
  row: CorpusRow;
  insight: InsightRecord;
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    "per-kind": { type: "string", default: "50" },
    ids: { type: "string" },
  },
});
const corpusDir = process.env["CORPUS_DIR"];
if (!corpusDir) throw new Error("set CORPUS_DIR to the folder that holds corpus/");

const all: Drawn[] = [];
for (const line of readFileSync(join(corpusDir, "corpus", "documents.jsonl"), "utf8").split("\n")) {
  // Lines of a file that the benchmarks' own README describes.
  if (line !== "") all.push(...(await insightsOf(JSON.parse(line) as CorpusRow)));
}
const chosen = values.ids ? listed(readFileSync(values.ids, "utf8")) : drawn(Number(values["per-kind"]));
for (const [at, { row, insight, kind }] of chosen.entries()) {
  const { insightId, title, insight: finding, excerpts, questions, passage } = insight;
  const seen = {
    number: at + 1,
    id: insightId,
    kind,
    title,
    finding,
    excerpts: excerpts.map(({ text }) => text),
    questions,
    passage: row.text.slice(passage.start, passage.end),
    headings: passage.heading,
    document: { source: row.source_name, title: row.article_title, date: row.published_date },
  };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}

async function insightsOf(row: CorpusRow): Promise<Drawn[]> {
  const content = new TextEncoder().encode(row.text);
  const { source_name: sourceName, article_title: articleTitle, published_date: publishedDate, authors } = row;
  const given = { sourceName, articleTitle, publishedDate, authors, summary: "" };
  const documentUrl = row.document_url;
  const made = await makeDocument({
    docId: docIdOf(documentUrl),
    documentUrl,
    mediaType: "text/plain",
    given,
    content,
  });
  if ("reason" in made) throw new Error(`${documentUrl}: ${made.reason}`);
  const parsed = await parse({ bytes: content, mediaType: "text/plain", name: documentUrl });
  const rowStarts = parsed.blocks.filter(({ kind }) => kind === "tableRow").map(({ start, end }) => ({ start, end }));
  const insights = made.insights.flatMap((part) => JSON.parse(new TextDecoder().decode(part)) as InsightRecord[]);
  return insights.map((insight) => ({
    kind: kindOf(sourceName),
    isRow: insight.excerpts.some((one) => rowStarts.some(({ start, end }) => one.start < end && start < one.end)),
    row,
    insight,
  }));
}

function kindOf(sourceName: string): Kind {
  if (/SEC/.test(sourceName)) return "filing";
  if (/Beige Book|^Federal Reserve Board$/.test(sourceName)) return "speech or survey";
  if (/FOMC|Bank$|Bank of|Riksbank/.test(sourceName) && sourceName !== "World Bank") return "central bank";
  return "statistics and outlooks";
}

/** In the order that a hash of the seed and the id gives: another extraction moves only what it changes. */
function drawn(perKind: number): Drawn[] {
  const shuffled = all
    .map((one) => ({ one, at: hash(values.seed, one.insight.insightId) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ one }) => one);
  const perDocument = new Map<string, number>();
  const wanted = new Map<string, number>();
  for (const kind of KINDS) wanted.set(kind, perKind);
  wanted.set("filing row", Math.floor(perKind / 2));
  wanted.set("filing", Math.ceil(perKind / 2));
  return shuffled.filter(({ kind, isRow, row }) => {
    const share = kind === "filing" && isRow ? "filing row" : kind;
    const left = wanted.get(share) ?? 0;
    const taken = perDocument.get(row.document_url) ?? 0;
    if (left === 0 || taken === PER_DOCUMENT) return false;
    wanted.set(share, left - 1);
    perDocument.set(row.document_url, taken + 1);
    return true;
  });
}

function listed(file: string): Drawn[] {
  const byId = new Map(all.map((one) => [one.insight.insightId, one]));
  return file.split("\n").flatMap((id) => byId.get(id.trim()) ?? []);
}

function hash(...words: string[]): string {
  return createHash("sha256").update(words.join("\0")).digest("hex");
}
