import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { ReindexResponse } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import type { Services } from "./connect.ts";
import { Interrupted } from "./failure.ts";
import { span } from "./ingest/progress.ts";
import { words } from "./options.ts";
import { showLine, timedShare } from "./reindex/progress.ts";
import type { Shell } from "./shell.ts";
import { counted, grouped } from "./table.ts";

/** `insights reindex`: the search index anew, with another embedding model, while the old one answers. */
export function registerReindex(program: Command, shell: Shell): void {
  program
    .command("reindex")
    .description(
      "Make the search index anew, with another embedding model or after an upgrade; searches go on meanwhile",
    )
    .option(
      "--model <model>",
      "bundled, a folder with model.onnx and its tokenizer, or the name of a model at EMBEDDING_URL (default: EMBEDDING_MODEL, or the model of the index)",
      words,
    )
    .option("--json", 'print {"model", "documents", "input_tokens", "seconds"}')
    .addHelpText("after", HELP)
    .action(async ({ model, json }: { model?: string; json?: boolean }) => {
      const signal = shell.interruption();
      const startedMs = performance.now();
      const { last, inputTokens } = await reindex(model === undefined ? "" : toModel(model), shell, signal);
      const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
      const documents = Number(last.documents);
      if (json) return shell.printJson({ model: last.model, documents, input_tokens: inputTokens, seconds });
      shell.print(
        `The index of ${counted(documents, "document")} is made with the model ${last.model} and answers searches (${span(seconds)}, ${grouped(inputTokens)} tokens).`,
      );
    });
}

/** A folder as this command sees it: the server may run elsewhere on the machine. */
const toModel = (model: string): string => (existsSync(model) ? resolve(model) : model);

/** One call works for two seconds, but a long document may take a large model minutes. */
const STEP_TIMEOUT_MS = 30 * 60_000;
/** How long a run before this one may keep its place after it ended. */
const PLACE_PATIENCE_MS = 8_000;

async function reindex(
  model: string,
  shell: Shell,
  signal: AbortSignal,
): Promise<{ last: ReindexResponse; inputTokens: number }> {
  await using services = await shell.connect("reindex");
  const run = randomUUID();
  const line = showLine(shell.screen);
  const rate = timedShare();
  let inputTokens = 0;
  const sayStopping = () => {
    line.end();
    shell.note(
      "Stopping. Searches are answered by the index as it was; Ctrl-C again ends it at once, and loses little.",
    );
  };
  signal.addEventListener("abort", sayStopping, { once: true });
  try {
    for (;;) {
      const last = await step(services, { model, run }, signal);
      inputTokens += Number(last.embedding?.inputTokens ?? 0);
      if (last.isDone) return { last, inputTokens };
      line.show(rate(last), Number(last.bytes) > 0 ? Number(last.bytesDone) / Number(last.bytes) : 0);
    }
  } catch (err) {
    if (signal.aborted) throw new Interrupted(INTERRUPTED);
    throw err;
  } finally {
    line.end();
    signal.removeEventListener("abort", sayStopping);
  }
}

async function step(services: Services, request: { model: string; run: string }, signal: AbortSignal) {
  const untilMs = performance.now() + PLACE_PATIENCE_MS;
  for (let wasAway = false; ; ) {
    try {
      return await services.search.reindex(request, { signal, timeoutMs: STEP_TIMEOUT_MS });
    } catch (err) {
      const kind = err instanceof DomainError ? err.kind : undefined;
      const isTaken = kind === "conflict" && performance.now() < untilMs;
      // It may have been another command that answered, and has ended. Once: the model, too, may be what is away.
      const isAway: boolean = kind === "unavailable" && !wasAway;
      if (!isTaken && !isAway) throw err;
      if (isAway) await services.renew();
      wasAway ||= isAway;
    }
    await sleep(500, undefined, { signal });
  }
}

const INTERRUPTED =
  "Interrupted: the index is as it was. Nothing is lost: give the same command again and it goes on with the rest.";

const HELP = `
The new index is made beside the old one, which answers searches until it is complete; then it takes its place in one step,
with all that was taken in meanwhile. It can be interrupted at any moment: the same command goes on. To use the model for
what is taken in later too, this is all there is to do: an index keeps its model.

Examples:
  insights reindex --model models/all-MiniLM-L6-v2       needs onnxruntime-node: npm install --no-save onnxruntime-node
  EMBEDDING_URL=https://api.example.org/v1 EMBEDDING_API_KEY=… insights reindex --model text-embedding-3-small
  insights reindex --model bundled`;
