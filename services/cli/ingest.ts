import type { Command } from "commander";
import { z } from "zod";
import { readConfig } from "#kit/config.ts";
import type { Services } from "./connect.ts";
import { Interrupted } from "./failure.ts";
import { costOf, describeEstimate, estimateIngestion } from "./ingest/estimate.ts";
import { showProgress } from "./ingest/progress.ts";
import { type IngestResult, runIngestion } from "./ingest/run.ts";
import { patiently } from "./ingest/submission.ts";
import { calendarDay, several, words } from "./options.ts";
import type { Shell } from "./shell.ts";
import { isJsonLines } from "./sources/file.ts";
import type { Given, Survey } from "./sources/source.ts";
import { survey } from "./sources/survey.ts";
import { counted, grouped, oneLine } from "./table.ts";

/** The settings of `insights ingest`. */
export const ingestConfig = z.object({
  INGEST_ALLOW_PRIVATE: z
    .stringbool()
    .default(false)
    .describe("Lets ingest fetch URLs that lead into the private network"),
});

/** `insights ingest PATH|URL…`: documents in, insights out. */
export function registerIngest(program: Command, shell: Shell): void {
  const command = program
    .command("ingest")
    .description("Take in documents and extract their insights; what is there already is no work")
    .argument("<path|url...>", "JSON Lines (.jsonl), PDF, HTML or text files, folders of these, or http(s) URLs")
    .option("--source-name <name>", "publishing organization of files and URLs (default: what they say)", words)
    .option("--url <url>", "address of the primary source, for a single file", words)
    .option("--title <title>", "title, for a single file or URL (default: what it says)", words)
    .option("--published-date <date>", "publication day of files and URLs, YYYY-MM-DD", calendarDay)
    .option("--author <name>", "author of files and URLs; may be given several times", several)
    .option("--estimate", "say what a language model would take for it, and take nothing in")
    .option("--json", 'print {"documents", "insights", "unchanged", "failed": […]}')
    .addHelpText("after", HELP)
    .action(async (args: string[], { json, estimate, ...given }: Given & { json?: boolean; estimate?: boolean }) => {
      if ((given.url || given.title) && args.length > 1)
        command.error("error: --url and --title describe one document, and there are several arguments");
      const { INGEST_ALLOW_PRIVATE: allowPrivate } = readConfig(ingestConfig, shell.env);
      const signal = shell.interruption();
      const found = await survey(args, { given, allowPrivate, signal });
      if ((given.url || given.title) && found.sources.length > 1)
        command.error("error: --url and --title describe one document, and the folder holds several");
      const { sources } = found;
      const areAllRows = sources.length > 0 && sources.every(({ describesItself }) => describesItself);
      if (Object.keys(given).length > 0 && (areAllRows || args.every(isJsonLines)))
        command.error("error: the rows of a JSON Lines file describe themselves; leave the options out");
      for (const note of found.notes) shell.note(oneLine(note));
      if (estimate) return await printEstimate(found, shell, signal, json === true);
      const result = await ingest(found, shell, signal);
      if (result.isInterrupted) throw new Interrupted(interruption(found, result));
      if (result.failed.length > 0) shell.setFailed();
      const { documents, insights, unchanged, superseded, failed, failedUnlisted } = result;
      if (superseded > 0) {
        const count = counted(superseded, "document");
        shell.note(`${count} came from another command too, later and with other content: that is taken in instead.`);
      }
      for (const { reason } of failed) shell.note(`failed: ${oneLine(reason)}`);
      if (failedUnlisted > 0) shell.note(`failed: ${grouped(failedUnlisted)} more, which are not listed.`);
      if (json) {
        const list = failed.map((one) => ({ document_url: one.documentUrl, reason: one.reason }));
        return shell.printJson({ documents, insights, unchanged, failed: list });
      }
      const taken = `${counted(documents, "document")} taken in with ${counted(insights, "insight")}`;
      shell.print(`${taken}; ${grouped(unchanged)} unchanged; ${grouped(failed.length + failedUnlisted)} failed.`);
    });
}

/** Documents with the URL of an earlier one that are named before the rest is counted. */
const REPEATS_LISTED = 5;

/** Takes in what a survey found, with progress on stderr. Opens no database when there is nothing to take in. */
export async function ingest(found: Survey, shell: Shell, signal: AbortSignal): Promise<IngestResult> {
  if (found.sources.length === 0)
    return {
      documents: 0,
      insights: 0,
      unchanged: 0,
      superseded: 0,
      failed: found.failures,
      failedUnlisted: 0,
      isInterrupted: signal.aborted,
    };
  await using services = await shell.connect("ingest");
  await sayEstimate(found, services, shell, signal);
  const progress = showProgress(shell.screen);
  const sayStopping = () => {
    progress.end();
    shell.note("Stopping when what is being written is safe. Ctrl-C again ends it at once, and loses nothing either.");
  };
  signal.addEventListener("abort", sayStopping, { once: true });
  let repeats = 0;
  try {
    return await runIngestion(found, {
      get documents() {
        return services.documents;
      },
      renew: services.renew,
      signal,
      onProgress: progress.show,
      onRepeat: (later, earlier) => {
        if (repeats++ >= REPEATS_LISTED) return;
        progress.end();
        shell.note(`${oneLine(later)} has the document_url of ${oneLine(earlier)}; the last one is taken.`);
      },
    });
  } finally {
    progress.end();
    if (repeats > REPEATS_LISTED) {
      const more = counted(repeats - REPEATS_LISTED, "more document");
      shell.note(`${more} took the place of an earlier one with the same document_url.`);
    }
  }
}

const findExtractor = (services: Services, signal: AbortSignal) =>
  patiently(() => services.documents.getExtractor({}, { signal }), signal, services);

const READING = "Reading the documents, to say what the language model would take.";

/** With a language model, what it would take is said before it is spent. */
async function sayEstimate(found: Survey, services: Services, shell: Shell, signal: AbortSignal): Promise<void> {
  try {
    const extractor = await findExtractor(services, signal);
    if (extractor.model === "") return;
    shell.note(READING);
    shell.note(describeEstimate(await estimateIngestion(found, services, signal), extractor));
  } catch (err) {
    // The ingestion that follows says that it was interrupted.
    if (!signal.aborted) throw err;
  }
}

async function printEstimate(found: Survey, shell: Shell, signal: AbortSignal, json: boolean): Promise<void> {
  await using services = await shell.connect("ingest");
  const interrupted = (err: unknown) => {
    throw signal.aborted ? new Interrupted("Interrupted: nothing was estimated, and nothing was taken in.") : err;
  };
  const extractor = await findExtractor(services, signal).catch(interrupted);
  if (extractor.model !== "") shell.note(READING);
  const estimated = await estimateIngestion(found, services, signal).catch(interrupted);
  const { documents, unchanged, failed, calls, inputTokens, outputTokens } = estimated;
  if (failed.length > 0) shell.setFailed();
  for (const { reason } of failed) shell.note(`failed: ${oneLine(reason)}`);
  if (!json) return shell.print(describeEstimate(estimated, extractor));
  shell.printJson({
    documents,
    unchanged,
    failed: failed.map((one) => ({ document_url: one.documentUrl, reason: one.reason })),
    model: extractor.model === "" ? null : extractor.model,
    calls,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost: extractor.model === "" ? 0 : (costOf(estimated, extractor) ?? null),
  });
}

function interruption({ sources }: Survey, { documents, unchanged, failed }: IngestResult): string {
  const total = sources.reduce((sum, source) => sum + source.documents, 0);
  const done = documents + unchanged;
  return `Interrupted: ${grouped(done)} of ${counted(total, "document")} are done${failed.length > 0 ? `, ${grouped(failed.length)} failed` : ""}. Nothing is lost: give the same command again and it goes on with the rest.`;
}

const HELP = `
A row of a JSON Lines file has source_name, article_title, document_url, text, and if known published_date (YYYY-MM-DD),
authors (a list) and summary. A file may be described by NAME.meta.json beside it, with the same fields except text.
Documents that fail are listed with the reason, the others are taken in, and the exit status is 1.
With a language model (LLM_URL, LLM_MODEL), what it would take is said first; --estimate says only that.
URLs must lead to the public Internet, unless INGEST_ALLOW_PRIVATE=true.

Examples:
  insights ingest documents.jsonl
  insights ingest filings/ --source-name "Acme Corp"
  insights ingest filings/ --source-name "Acme Corp" --estimate
  insights ingest minutes.pdf --source-name "Bank of England" --url https://example.org/minutes.pdf --published-date 2025-06-19
  insights ingest https://www.federalreserve.gov/monetarypolicy/fomcminutes20250618.htm --source-name "Federal Reserve"`;
