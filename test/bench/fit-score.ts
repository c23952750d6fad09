/**
 * Fits the search score over the development sets, through the product's own ingestion and search, and prints the
 * coefficients for services/search/ranking/probability.ts with what they reach, cross-validated by query:
 *
 *   CORPUS_DIR=… node test/bench/fit-score.ts [FILE]
 *
 * EMBEDDING_MODEL names another model than the bundled one. FILE keeps what was measured of the candidates: if it is there, only the fit is done again.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readBenchmark } from "../../services/cli/eval/benchmark.ts";
import { mean, ndcgAt } from "../../services/cli/eval/metrics.ts";
import { createOverlap } from "../../services/cli/eval/overlap.ts";
import { openTrial } from "../../services/cli/eval/trial.ts";
import { embeddingConfig, toEmbedding } from "../../services/search/config.ts";
import { BUNDLED, chooseModel } from "../../services/search/embedding/model-choice.ts";
import { openEmbedder } from "../../services/search/embedding/open-embedder.ts";
import { activeCollection } from "../../services/search/engine/collections.ts";
import { createFinder } from "../../services/search/engine/find.ts";
import { createImage } from "../../services/search/engine/image.ts";
import { storeDocuments } from "../../services/search/engine/stored-documents.ts";
import { createFeatures, FEATURES } from "../../services/search/ranking/features.ts";
import { COEFFICIENTS, INTERCEPT } from "../../services/search/ranking/probability.ts";
import { ascend, calibrate, calibrationError, type Model, type Question, rank, sigmoid } from "./score-model.ts";

const SETS = ["financebench", "tatqa", "cranfield", "insightqa"];
const FOLDS = 5;
const corpusDir = process.env["CORPUS_DIR"];
if (!corpusDir) throw new Error("set CORPUS_DIR to the folder that holds corpus/ and retrieval/");
const embedding = toEmbedding(embeddingConfig.parse(process.env));
const [file] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);

const measured: Question[] =
  file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : (await Promise.all(inTurn(SETS))).flat();
if (file && !existsSync(file)) writeFileSync(file, JSON.stringify(measured));

const start: Model = { intercept: INTERCEPT, weights: FEATURES.map((name) => COEFFICIENTS[name]) };
const COUNTS_AGAINST = /Missing$|^siblingsBetter$/;
const mayBe = (at: number, weight: number) => (COUNTS_AGAINST.test(FEATURES[at] ?? "") ? weight <= 0 : weight >= 0);
const calibrated = (questions: Question[]) => calibrate(start, questions);
const ascended = (questions: Question[]) => calibrate(ascend(questions, start, mayBe), questions);

print("as it is");
report(measured, () => start);
tryOut("the same weights, calibrated", calibrated);
// Kept for the next one who wants to tune: take it only when the cross-validated figures, too, are better.
tryOut("weights moved one by one, calibrated", ascended);

function tryOut(what: string, fitModel: (questions: Question[]) => Model): void {
  const folds = Array.from({ length: FOLDS }, (_, fold) => fitModel(measured.filter((one) => foldOf(one) !== fold)));
  print(`${what}, cross-validated over ${FOLDS} folds of the queries`);
  report(measured, (question) => folds[foldOf(question)] ?? start);
  const model = fitModel(measured);
  print(`${what}, over all of them`);
  report(measured, () => model);
  print(`export const INTERCEPT = ${model.intercept.toFixed(2)};`);
  for (const [at, name] of FEATURES.entries()) print(`  ${name}: ${model.weights[at]?.toFixed(2)},`);
}

/** One set after the other: each fills memory and both cores. */
function inTurn(names: string[]): Promise<Question[]>[] {
  let last: Promise<unknown> = Promise.resolve();
  return names.map((name) => {
    const next = last.then(() => measureSet(name));
    last = next;
    return next;
  });
}

async function measureSet(name: string): Promise<Question[]> {
  const benchmark = readBenchmark(join(corpusDir ?? "", "retrieval", name), corpusDir);
  await using trial = await openTrial(benchmark.documents, { variants: ["all"], embedding });
  process.stderr.write(`${name}: ${trial.insights} insights\n`);
  const embedder = await openEmbedder(chooseModel(embedding.name ?? BUNDLED, embedding.endpoint), "queries");
  using db = new DatabaseSync(trial.indexPath("all"), { readOnly: true });
  const collection = activeCollection(db);
  const image = createImage({ collection, threads: 1, firstView: 0 });
  for (const document of storeDocuments(db, collection).published()) image.add(document);
  image.index();
  const view = image.view(true);
  const finder = createFinder(0);
  finder.show(view);
  const insightAt = db.prepare(
    "select d.document_url url, i.excerpts excerpts from search_insight i join search_document d on d.id = i.document where d.id = ? and i.ordinal = ?",
  );
  const readRow = (row: number) => {
    const document = view.columns.rowDocument[row] ?? 0;
    const ordinal = row - (view.columns.documentRow[document] ?? 0);
    const found = insightAt.get(view.columns.documentKey[document] ?? 0, ordinal);
    return { url: String(found?.["url"]), excerpts: JSON.parse(String(found?.["excerpts"])) as string[] };
  };
  const overlaps = createOverlap(new Map(benchmark.documents.map(({ id, text }) => [id, text])));
  const judge = (id: string, row: number) => {
    const { url, excerpts } = readRow(row);
    if (benchmark.kind === "documents") {
      return { group: url, isRelevant: (benchmark.relevant.get(id)?.get(url) ?? 0) > 0 };
    }
    const quotes = benchmark.answers.get(id) ?? [];
    const isRelevant = quotes.some((quote) => excerpts.some((excerpt) => overlaps(excerpt, url, quote)));
    return { group: String(row), isRelevant };
  };
  const found: Question[] = [];
  for (const { id, text } of benchmark.queries) {
    const { vectors } = await embedder.embed([embedder.prompts.query + text]);
    const query = { query: text, limit: 100 };
    const { resolved, rows } = finder.candidates(query, vectors[0] ?? new Float32Array(embedder.dim));
    const featuresOf = createFeatures(resolved);
    found.push({
      set: name,
      id,
      grades: benchmark.kind === "documents" ? [...(benchmark.relevant.get(id) ?? [])] : [],
      samples: rows.map(({ row, candidate }) => ({
        features: Array.from(featuresOf(candidate), (value) => Math.round(value * 1e5) / 1e5),
        ...judge(id, row),
      })),
    });
  }
  return found;
}

function report(questions: Question[], modelOf: (question: Question) => Model): void {
  for (const [set, asked] of Map.groupBy(questions, ({ set }) => set)) {
    const rankings = asked.map((question) => ({ question, ranked: rank(modelOf(question), question) }));
    const scored = rankings.flatMap(({ ranked }) =>
      ranked.slice(0, 20).map(({ logit, isRelevant }) => ({ probability: sigmoid(logit), isRelevant })),
    );
    const success = (k: number) =>
      mean(rankings.map(({ ranked }) => (ranked.slice(0, k).some(({ isRelevant }) => isRelevant) ? 1 : 0)));
    const ndcg = mean(
      rankings.map(({ question, ranked }) =>
        ndcgAt(10, { ranked: ranked.map(({ group }) => group), grades: new Map(question.grades) }),
      ),
    );
    const quality =
      set === "insightqa"
        ? [1, 10, 100].map((k) => `success@${k} ${success(k).toFixed(3)}`).join("  ")
        : `ndcg@10 ${ndcg.toFixed(3)}`;
    print(`  ${set.padEnd(14)}${quality}  calibration error ${calibrationError(scored).toFixed(3)}`);
  }
}

function foldOf({ set, id }: Question): number {
  return (createHash("sha256").update(`${set} ${id}`).digest()[0] ?? 0) % FOLDS;
}
