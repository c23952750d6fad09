import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { z } from "zod";
import { readConfig } from "#kit/config.ts";
import { embeddingConfig, toEmbedding } from "../search/config.ts";
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
    .argument("<folder>", "a folder in BEIR layout (corpus.jsonl, queries.jsonl, qrels.tsv), or one with answers.jsonl")
    .option("--model <model>", "embedding model: bundled, a folder with model.onnx, or a name at EMBEDDING_URL", words)
    .option("--by", "also by keywords alone, vectors alone, without questions and without passages")
    .option("--json", "accepted as everywhere: the answer is one JSON document anyway")
    .addHelpText("after", HELP)
    .action(async (folder: string, { by, model }: { by?: boolean; model?: string }) => {
      if (!(await isFolder(folder))) command.error(`error: ${folder} is not a folder: give a benchmark in BEIR layout`);
      const signal = shell.interruption();
      // Loaded when it is needed: it brings the whole server, which other commands do without.
      const { evaluate, evaluateBy } = await import("./eval/evaluate.ts");
      const options = {
        embedding: toEmbedding(readConfig(embeddingConfig, shell.env), model),
        corpusDir: readConfig(evalConfig, shell.env).CORPUS_DIR,
        signal,
        onProgress: progressNotes(shell),
        onTaken: reportTaken(shell),
      };
      try {
        const measured = by ? await evaluateBy(folder, options) : await evaluate(folder, options);
        shell.printJson(measured);
      } catch (err) {
        if (signal.aborted) throw new Interrupted("Interrupted: nothing was measured, and nothing is left behind.");
        throw err;
      }
    });
}

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
the share of queries with an insight whose excerpt overlaps an answer.

Examples:
  insights eval retrieval/financebench
  insights eval retrieval/tatqa --by --json
  insights eval retrieval/cranfield --model models/all-MiniLM-L6-v2
  CORPUS_DIR=. insights eval retrieval/insightqa`;
