import { analyseQuery } from "../analysis/analyse.ts";
import { type CosineScale, toScale } from "../embedding/cosine-scale.ts";
import { type Fit, isBetter, MOST_SIBLINGS } from "../engine/better-siblings.ts";
import { idfOf, weightOf } from "../engine/bm25.ts";
import { nearestPart } from "../engine/evidence.ts";
import { foldName } from "../engine/filter.ts";
import { toDayNumber } from "../engine/image.ts";
import { KEYWORD_REPEATS } from "../engine/keyword-field.ts";
import { createMatchedWords } from "../engine/matched-words.ts";
import { LEAST_SHARED, sharedWords } from "../engine/siblings.ts";
import type { FoundInsight, IndexQuery } from "../ports.ts";
import type { Candidate, ResolvedQuery } from "../ranking/candidate.ts";
import { namesTime, periodFit } from "../ranking/period-fit.ts";
import { createScorer, DENSE_SHARE, LEAST_SCORE, LIST_LENGTH, nearest, selectCandidates } from "../ranking/rank.ts";
import { createTermTable, type TermTable } from "../ranking/term-table.ts";
import type { PlacedCollection, Sight } from "./catalogue.ts";
import { type Milvus, MOST_RESULTS } from "./client.ts";
import type { ReadRow, RowReader } from "./read-rows.ts";
import { FINDING_PART, PASSAGE_PART } from "./rows.ts";
import { insightsOf, vectorsOf } from "./schema.ts";

/** Cosines of the query with the vectors of an insight, as Milvus gives them; `question` is the nearest one's place, or -1. */
interface Cosines {
  finding: number;
  passage: number;
  bestQuestion: number;
  question: number;
}

interface Scored {
  one: ReadRow;
  candidate: Candidate;
  question: number;
  score: number;
}

/**
 * Searches one collection as of one sight. Milvus brings the best rows by words and by vectors; what is measured of them,
 * and their order, is the embedded index's. Three calls of Milvus one after the other, less what is kept of the rows.
 */
export async function findInMilvus(
  { milvus, rows, collection }: { milvus: Milvus; rows: RowReader; collection: PlacedCollection },
  sight: Sight,
  { query, vector }: { query: IndexQuery; vector: Float32Array },
  signal?: AbortSignal,
): Promise<FoundInsight[]> {
  const analysed = analyseQuery(query.query);
  if (sight.sources?.length === 0 || sight.insights === 0) return [];
  const visible = visibleTo(sight);
  const filter = [visible, ...narrowed(query, sight)].join(" and ");
  const hasVector = vector.some((value) => value !== 0);
  const data = Array.from(vector);
  const listed = { filter, limit: LIST_LENGTH, fields: ["row"] };
  const [byWords, byVector] = await Promise.all([
    analysed.terms.length === 0
      ? []
      : milvus.search<{ row: string }>(
          { ...listed, collection: insightsOf(collection), field: "bm25", data: analysed.terms.join(" ") },
          signal,
        ),
    hasVector
      ? milvus.search<{ row: string }>(
          { ...listed, collection: vectorsOf(collection), field: "vector", data, groupBy: "row" },
          signal,
        )
      : [],
  ]);
  const near = byVector.filter(({ score }) => score > 0);
  const listedRows = [...new Set([...byWords, ...near].map(({ row }) => Number(row)))];
  if (listedRows.length === 0) return [];
  const [read, cosines] = await Promise.all([
    rows.read(listedRows, signal),
    hasVector ? cosinesOf({ milvus, collection }, listedRows, data, signal) : new Map<number, Cosines>(),
  ]);

  const { find: idOf, kinds, kinOf } = rows.dictionary;
  const idf = sight.found.map((found) => idfOf(sight.insights, found));
  const [termIds, kinIds] = [analysed.terms.map(idOf), analysed.terms.map(kinOf)];
  const sameIds = analysed.same.map((words) => words.map(idOf));
  const resolved: ResolvedQuery = { ...analysed, termIds, sameIds, kinIds, idf, idOf, kinds };
  const table = createTermTable(resolved);
  const average = sight.words / Math.max(1, sight.insights);
  const bm25 = new Map([...read.values()].map((one) => [one.row, bm25Of(one, table, idf, average)]));
  const wordRows = new Set(byWords.map(({ row }) => Number(row)));
  const vectorRows = new Set(near.map(({ row }) => Number(row)));
  const known = [...read.keys()].filter((row) => wordRows.has(row) || vectorRows.has(row));
  const cosineOf = (row: number) => scaled(cosines.get(row), collection.cosines);
  const selected = selectCandidates(
    query.evidence === "dense" ? [] : known.map((row) => ({ row, bm25: bm25.get(row) ?? 0 })),
    query.evidence === "keyword" ? [] : known.map((row) => ({ row, cosine: nearest(cosineOf(row)) })),
    numberPassages(read),
    DENSE_SHARE[collection.kind],
  );
  const chosen = selected.flatMap((row) => read.get(row) ?? []);
  const betterSiblings = await countBetterSiblings(
    { milvus, rows, collection },
    chosen,
    { resolved, table, visible },
    signal,
  );
  const score = createScorer(resolved, query.evidence);
  const scored = chosen.map((one): Scored => {
    const cosine = cosineOf(one.row);
    const candidate: Candidate = {
      cosine,
      bm25: bm25.get(one.row) ?? 0,
      title: one.title,
      finding: one.finding,
      excerpts: one.excerpts,
      bestQuestion: one.questions[cosine.question] ?? [],
      passage: one.passage,
      document: one.document,
      period: one.shown.period,
      betterSiblings: betterSiblings.get(one.row) ?? 0,
    };
    return { one, candidate, question: cosine.question, score: score(candidate) };
  });
  const isProbability = query.evidence !== "keyword" && query.evidence !== "dense";
  const matchedWords = createMatchedWords(resolved);
  return scored
    .filter((found) => !isProbability || found.score >= LEAST_SCORE)
    .sort(byScore)
    .slice(0, query.limit)
    .map((found) => toFound(found, matchedWords(found.candidate)));
}

/** Byte order: ids are compared as bytes everywhere. */
const byScore = (a: Scored, b: Scored) =>
  b.score - a.score || Buffer.compare(Buffer.from(a.one.shown.insightId), Buffer.from(b.one.shown.insightId));

function toFound({ one: { shown }, candidate, question, score }: Scored, matchedWords: string[]): FoundInsight {
  const matchedBy = nearestPart(candidate);
  return {
    insightId: shown.insightId,
    title: shown.title,
    insight: shown.insight,
    excerpts: shown.excerpts,
    docId: shown.docId,
    docTitle: shown.docTitle,
    sourceUrl: shown.documentUrl,
    sourceName: shown.sourceName,
    publishedDate: shown.publishedDate,
    score,
    matchedBy,
    matchedQuestion: matchedBy === "question" ? (shown.questions[question] ?? null) : null,
    matchedWords,
  };
}

/** Rows of versions that were published at the time of the sight. */
function visibleTo({ newest, hidden }: Sight): string {
  return hidden.length === 0 ? `key <= ${newest}` : `key <= ${newest} and key not in [${hidden.join(",")}]`;
}

function narrowed({ since }: IndexQuery, { sources }: Sight): string[] {
  return [
    ...(since === undefined ? [] : [`date >= ${toDayNumber(since)}`]),
    ...(sources === undefined ? [] : [`source in [${sources.join(",")}]`]),
  ];
}

/** What a search asks of publishers' names. */
export const foldedSource = ({ sourceName }: IndexQuery): string | undefined =>
  sourceName === undefined ? undefined : foldName(sourceName);

async function cosinesOf(
  { milvus, collection }: { milvus: Milvus; collection: PlacedCollection },
  rows: number[],
  data: number[],
  signal: AbortSignal | undefined,
): Promise<Map<number, Cosines>> {
  const parts = await milvus.search<{ row: string; part: number }>(
    {
      collection: vectorsOf(collection),
      field: "vector",
      data,
      filter: `row in [${rows.join(",")}]`,
      limit: MOST_RESULTS,
      fields: ["row", "part"],
    },
    signal,
  );
  const cosines = new Map<number, Cosines>();
  for (const { row, part: place, score } of parts) {
    const part = Number(place);
    const own = cosines.get(Number(row)) ?? { finding: 0, passage: 0, bestQuestion: 0, question: -1 };
    if (part === PASSAGE_PART) own.passage = score;
    else if (part === FINDING_PART) own.finding = score;
    else if (own.question < 0 || score > own.bestQuestion) [own.question, own.bestQuestion] = [part, score];
    cosines.set(Number(row), own);
  }
  return cosines;
}

const NO_COSINES: Cosines = { finding: 0, passage: 0, bestQuestion: 0, question: -1 };

function scaled(cosines: Cosines = NO_COSINES, scale: CosineScale): Cosines {
  const { finding, passage, bestQuestion, question } = cosines;
  return {
    finding: toScale(finding, scale),
    passage: toScale(passage, scale),
    bestQuestion: toScale(bestQuestion, scale),
    question,
  };
}

/** BM25 of the keyword field, computed here: Milvus counts replaced versions too until it has dropped them. */
function bm25Of(one: ReadRow, table: TermTable, idf: number[], average: number): number {
  const counts = new Float64Array(idf.length);
  const add = (words: Uint32Array, repeats: number) => {
    for (const word of words) {
      const at = table.positionOf(word);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + repeats;
    }
  };
  add(one.title, KEYWORD_REPEATS.title);
  add(one.finding, KEYWORD_REPEATS.finding);
  add(one.excerpts, KEYWORD_REPEATS.excerpts);
  for (const question of one.questions) add(question, KEYWORD_REPEATS.questions);
  add(one.passage, KEYWORD_REPEATS.passage);
  add(one.document, KEYWORD_REPEATS.document);
  let sum = 0;
  for (const [at, count] of counts.entries()) if (count > 0) sum += weightOf(idf[at] ?? 0, count, one.length, average);
  return sum;
}

function numberPassages(read: ReadonlyMap<number, ReadRow>): (row: number) => number {
  const numbers = new Map<string, number>();
  return (row) => {
    const id = read.get(row)?.passageId ?? "";
    const known = numbers.get(id) ?? numbers.size;
    numbers.set(id, known);
    return known;
  };
}

/** As `createBetterSiblings`, over what Milvus has that shares a band with one of the rows. */
async function countBetterSiblings(
  { milvus, rows, collection }: { milvus: Milvus; rows: RowReader; collection: PlacedCollection },
  chosen: readonly ReadRow[],
  { resolved, table, visible }: { resolved: ResolvedQuery; table: TermTable; visible: string },
  signal: AbortSignal | undefined,
): Promise<Map<number, number>> {
  const quoting = chosen.filter(({ band0, band1 }) => band0 !== 0 || band1 !== 0);
  if (quoting.length === 0) return new Map();
  const listOf = (band: "band0" | "band1") => [...new Set(quoting.map((one) => one[band]))].join(",");
  const met = await milvus.query<{ row: string; band0: string; band1: string }>(
    insightsOf(collection),
    `${visible} and (band0 in [${listOf("band0")}] or band1 in [${listOf("band1")}])`,
    ["row", "band0", "band1"],
    signal,
  );
  const byBand = new Map<string, number[]>();
  for (const { row, band0, band1 } of met) {
    for (const band of [`0 ${band0}`, `1 ${band1}`]) {
      const others = byBand.get(band);
      if (others) others.push(Number(row));
      else byBand.set(band, [Number(row)]);
    }
  }
  const meet = ({ band0, band1, row }: ReadRow) =>
    [...new Set([...(byBand.get(`0 ${band0}`) ?? []), ...(byBand.get(`1 ${band1}`) ?? [])])].filter(
      (one) => one !== row,
    );
  const wanted = new Set(quoting.flatMap(meet));
  const read = await rows.read([...wanted], signal);
  const hasTime = namesTime(resolved.time);
  const fitOf = ({ document, documentHash, shown, key }: ReadRow): Fit => {
    const seen = new Set<number>();
    for (const word of document) seen.add(table.positionOf(word));
    let covered = 0;
    for (const position of seen) if (position >= 0) covered += resolved.idf[position] ?? 0;
    const period = hasTime ? periodFit(resolved.time, shown.period, true) : 0;
    return { period, covered, date: toDayNumber(shown.publishedDate), hash: documentHash, document: key };
  };
  const better = new Map<number, number>();
  for (const one of quoting) {
    const own = fitOf(one);
    const documents = new Set<number>();
    for (const row of meet(one).sort((a, b) => b - a)) {
      const other = read.get(row);
      if (!other || other.key === one.key || documents.size >= MOST_SIBLINGS) continue;
      if (documents.has(other.key) || sharedWords(one.quoted, other.quoted) < LEAST_SHARED) continue;
      documents.add(other.key);
      if (isBetter(fitOf(other), own)) better.set(one.row, (better.get(one.row) ?? 0) + 1);
    }
  }
  return better;
}
