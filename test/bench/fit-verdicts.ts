/**
 * Fits what makes an insight of prose good, by readers' verdicts, and prints the models for
 * services/document/extract/titles/chances.ts with what they reach, cross-validated by document:
 *
 *   CORPUS_DIR=… node test/bench/fit-verdicts.ts FILE
 *
 * FILE has one JSON object a line: `insight` as test/bench/sample-insights.ts prints it, and `verdict` with A to F (1 or 0)
 * of the rubric. Verdicts on titles that the rules would no longer try tell nothing and are left out.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readContext } from "../../services/document/extract/context.ts";
import { readAbbreviations } from "../../services/document/extract/grammar/abbreviations.ts";
import { readVocabulary } from "../../services/document/extract/grammar/vocabulary.ts";
import { cutPassages } from "../../services/document/extract/passages.ts";
import { readProse } from "../../services/document/extract/prose/read-prose.ts";
import { FINDING_SIGNS, TITLE_SIGNS } from "../../services/document/extract/titles/signs.ts";
import { titlesOf } from "../../services/document/extract/titles/title.ts";
import { parse } from "../../services/document/parse/parse.ts";
import type { CorpusRow } from "../support/corpus.ts";
import { areaUnderCurve, crossValidated, fitLogistic, type Judged, reliability } from "./logistic.ts";

const FOLDS = 10;
const RIDGE = 30;
const BINS = 8;
const RULES = ["A", "B", "C", "D", "E", "F"] as const;

interface Verdict {
  verdict: Partial<Record<(typeof RULES)[number], number>>;
  insight: {
    title: string;
    finding: string;
    excerpts: string[];
    document: { source: string; title: string; date: string | null };
  };
}

const [file] = process.argv.slice(2);
const corpusDir = process.env["CORPUS_DIR"];
if (!file || !corpusDir)
  throw new Error("set CORPUS_DIR to the folder that holds corpus/ and name the file of verdicts");
const print = (line: string) => process.stdout.write(`${line}\n`);
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");

const verdicts = Map.groupBy(
  linesOf(file).map((line) => JSON.parse(line) as Verdict),
  ({ insight: { document } }) => keyOf(document.source, document.title, document.date),
);
const titleNames = Object.keys(TITLE_SIGNS) as (keyof typeof TITLE_SIGNS)[];
const findingNames = Object.keys(FINDING_SIGNS) as (keyof typeof FINDING_SIGNS)[];
const seen: { verdict: Verdict["verdict"]; signs: number[]; group: string }[] = [];
for (const line of linesOf(join(corpusDir, "corpus", "documents.jsonl"))) {
  const row = JSON.parse(line) as CorpusRow;
  const group = keyOf(row.source_name, row.article_title, row.published_date);
  const own = verdicts.get(group);
  if (own) seen.push(...(await signsIn(row, own)).map((one) => ({ ...one, group })));
}
print(`${seen.length} verdicts on prose with titles that are still tried`);
fitted("TITLE_MODEL", ({ F }) => F === 1);
fitted("INSIGHT_MODEL", (verdict) => RULES.every((rule) => verdict[rule] !== 0));

function keyOf(source: string, title: string, date: string | null): string {
  return [source, title, date ?? ""].join("\n");
}

/** What letters and digits say. */
function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

async function signsIn(row: CorpusRow, own: readonly Verdict[]) {
  const url = row.document_url;
  const document = await parse({ bytes: new TextEncoder().encode(row.text), mediaType: "text/plain", name: url });
  const { source_name: sourceName, article_title: title, published_date: publishedDate, authors } = row;
  const head = readContext({ title, sourceName, publishedDate, authors, documentUrl: url });
  const context = { ...head, abbreviations: readAbbreviations(document.text) };
  const { drafts } = readProse(document, cutPassages(document), context, readVocabulary(document.text));
  const isRow = (excerpt: string) =>
    document.blocks.some(
      ({ kind, start, end }) => kind === "tableRow" && document.text.slice(start, end).trim() === excerpt,
    );
  return own.flatMap(({ verdict, insight }) => {
    if (insight.excerpts.some(isRow)) return [];
    const excerpts = insight.excerpts.map(bare);
    const draft = (
      drafts.find((one) => bare(one.draft.finding) === bare(insight.finding)) ??
      drafts.find((one) =>
        one.draft.excerpts.some(({ start, end }) => excerpts.includes(bare(document.text.slice(start, end)))),
      )
    )?.draft;
    const titled =
      draft &&
      titlesOf(draft.topic, draft.also, context)
        .sort((a, b) => b.worth - a.worth)
        .find((one) => one.title === insight.title);
    if (!titled) return [];
    const small = draft.said.toLowerCase();
    const signs = [
      ...titleNames.map((name) => TITLE_SIGNS[name](titled, small)),
      ...findingNames.map((name) => FINDING_SIGNS[name](draft.said, context.attribution)),
    ];
    return [{ verdict, signs }];
  });
}

function fitted(name: string, isGood: (verdict: Verdict["verdict"]) => boolean): void {
  const judged: Judged[] = seen.map(({ verdict, signs, group }) => ({ signs, group, isGood: isGood(verdict) }));
  const chances = crossValidated(judged, RIDGE, foldOf);
  const share = judged.filter((one) => one.isGood).length / judged.length;
  print(`\n${name}: ${share.toFixed(2)} good; area under the curve ${areaUnderCurve(chances, judged).toFixed(3)}`);
  print("  predicted  good  verdicts");
  for (const [chance, good, count] of reliability(chances, judged, BINS))
    print(`  ${chance.toFixed(2).padStart(9)}  ${good.toFixed(2)}  ${String(count).padStart(8)}`);
  const { intercept, weights } = fitLogistic(judged, RIDGE);
  const listed = (names: readonly string[], from: number) =>
    names.map((sign, at) => `${sign}: ${(weights[from + at] ?? 0).toFixed(2)}`).join(", ");
  print(`export const ${name}: Model = {`);
  print(`  intercept: ${intercept.toFixed(2)},`);
  print(`  title: { ${listed(titleNames, 0)} },`);
  print(`  finding: { ${listed(findingNames, titleNames.length)} },\n};`);
}

function foldOf(group: string): number {
  return (createHash("sha256").update(group).digest()[0] ?? 0) % FOLDS;
}
