import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { z } from "zod";
import { readConfig } from "#kit/config.ts";
import { embeddingConfig, toEmbedding } from "../search/config.ts";
import type { Measured } from "./eval/evaluate.ts";
import type { ByAblation } from "./eval/figures-table.ts";
import { Interrupted } from "./failure.ts";
import { words } from "./options.ts";
import type { Shell } from "./shell.ts";
import { counted, oneLine } from "./table.ts";

/** The settings of `insights eval`. */
export const evalConfig = z.object({
  CORPUS_DIR: z
    .string()
    .optional()
    .describe("Folder that holds corpus/documents.jsonl, which benchmarks without documents of their own ask about"),
});

/** `insights eval FOLDER`: how well the search finds what a benchmark asks for. */
export function registerEval(program: Command, shell: Shell): void {
  const command = program
    .command("eval")
    .description("Measure the search on a benchmark, over its documents in a temporary database")
    .argument("<folder...>", "folders in BEIR layout (corpus.jsonl, queries.jsonl, qrels.tsv), or with answers.jsonl")
    .option("--model <model>", "embedding model: bundled, a folder with model.onnx, or a name at EMBEDDING_URL", words)
    .option("--by", "also by keywords alone, vectors alone, and without each part of what is indexed or weighed")
    .option("--json", "one JSON document also of several folders, by their names (their paths where two have one name)")
    .addHelpText("after", HELP)
    .action(async (folders: string[], { by, model, json }: { by?: boolean; model?: string; json?: boolean }) => {
      for (const folder of folders) {
        if (await isFolder(folder)) continue;
        command.error(`error: ${folder} is not a folder: give a benchmark in BEIR layout`);
      }
      const signal = shell.interruption();
      // Loaded when it is needed: it brings the whole server, which other commands do without.
      const { evaluate, evaluateBy } = await import("./eval/evaluate.ts");
      const { figuresTable, namesOf } = await import("./eval/figures-table.ts");
      const options = {
        embedding: toEmbedding(readConfig(embeddingConfig, shell.env), model),
        corpusDir: readConfig(evalConfig, shell.env).CORPUS_DIR,
        signal,
        onProgress: progressNotes(shell),
        onTaken: reportTaken(shell),
      };
      try {
        const measured: Record<string, Measured | ByAblation> = {};
        for (const [folder, name] of namesOf(folders)) {
          measured[name] = by ? await evaluateBy(folder, options) : await evaluate(folder, options);
        }
        if (folders.length === 1) shell.printJson(Object.values(measured)[0]);
        else if (json) shell.printJson(measured);
        else shell.print(figuresTable(mapped(measured)));
      } catch (err) {
        if (signal.aborted) throw new Interrupted("Interrupted: nothing was measured, and nothing is left behind.");
        throw err;
      }
    });
}

/** As a table takes it: what was measured of everything only is the row "all". */
const mapped = (measured: Record<string, Measured | ByAblation>): Record<string, ByAblation> =>
  Object.fromEntries(
    Object.entries(measured).map(([name, one]) => [name, isByAblation(one) ? one : { all: one }] as const),
  );

const isByAblation = (one: Measured | ByAblation): one is ByAblation => !("queries" in one);

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Where progress is not drawn on a terminal, a line this often. */
const NOTE_EVERY_MS = 10_000;

function progressNotes(shell: Shell) {
  let notedMs = performance.now();
  return (done: number, insights: number) => {
    if (performance.now() - notedMs < NOTE_EVERY_MS) return;
    notedMs = performance.now();
    shell.note(`${counted(done, "document")} taken in with ${counted(insights, "insight")}`);
  };
}

const reportTaken =
  (shell: Shell) =>
  (taken: { documents: number; insights: number; failures: { id: string; reason: string }[] }): void => {
    for (const { id, reason } of taken.failures) shell.note(`left out: ${oneLine(id)}: ${oneLine(reason)}`);
    shell.note(
      `${counted(taken.documents, "document")} with ${counted(taken.insights, "insight")}; asking the queries`,
    );
  };

const HELP = `
Prints {"ndcg@10", "recall@10", "recall@100", "mrr@10", "queries", "ms_p50"}: documents, each where its best insight
stands among the 100 best insights. With answers.jsonl {"success@1", "success@10", "success@100", "queries", "ms_p50"}:
the share of queries with an insight whose excerpt overlaps an answer; with tags.jsonl "parts" has the same of each tag.
Of several folders: a Markdown table, a row for each ablation.

Examples:
  insights eval retrieval/financebench
  insights eval retrieval/tatqa --by --json
  CORPUS_DIR=. insights eval retrieval/* --by
  insights eval retrieval/cranfield --model models/all-MiniLM-L6-v2
  CORPUS_DIR=. insights eval retrieval/insightqa`;
