import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type Command, InvalidArgumentError } from "commander";
import { type Job, JobState } from "#gen/insights/document/v1/job_pb.ts";
import { wholeNumber } from "./options.ts";
import type { Shell } from "./shell.ts";
import { alignTable, counted, grouped } from "./table.ts";

const STATES = {
  pending: JobState.PENDING,
  extracting: JobState.EXTRACTING,
  indexing: JobState.INDEXING,
  complete: JobState.COMPLETE,
  failed: JobState.FAILED,
} as const;

interface Options {
  state: JobState[];
  limit: number;
  json?: boolean;
}

/** `insights jobs`: how far documents are that were submitted. */
export function registerJobs(program: Command, shell: Shell): void {
  program
    .command("jobs")
    .description("List ingestion jobs, most recently changed first")
    .option(
      "--state <state>",
      `only jobs in this state; may be given several times (${Object.keys(STATES).join(", ")})`,
      state,
      [],
    )
    .option("--limit <n>", "how many jobs at most, 1 to 1000", wholeNumber(1, 1_000), 50)
    .option("--json", 'print {"total", "jobs": […]}')
    .addHelpText(
      "after",
      `
Examples:
  insights jobs --state failed
  insights jobs --state pending --state extracting --json | jq .total`,
    )
    .action(async ({ state, limit, json }: Options) => {
      await using services = await shell.connect("jobs");
      const { jobs, total } = await services.documents.listJobs({ states: state, limit });
      if (json) return shell.printJson({ total: Number(total), jobs: jobs.map(toRecord) });
      if (jobs.length > 0) shell.print(alignTable(HEADER, jobs.map(toRow), ["left", "left", "right", "right"]));
      shell.note(
        jobs.length < total
          ? `${grouped(jobs.length)} of ${grouped(total)} jobs; --limit shows more.`
          : `${counted(Number(total), "job")}.`,
      );
    });
}

function state(value: string, before: JobState[]): JobState[] {
  const found = Object.entries(STATES).find(([name]) => name === value);
  if (!found) throw new InvalidArgumentError(`It must be one of ${Object.keys(STATES).join(", ")}.`);
  return [...before, found[1]];
}

const nameOf = (state: JobState): string =>
  Object.entries(STATES).find(([, value]) => value === state)?.[0] ?? "unknown";

const toRecord = (job: Job) => ({
  job_id: job.jobId,
  batch_id: job.batchId,
  doc_id: job.docId,
  document_url: job.documentUrl,
  state: nameOf(job.state),
  attempts: job.attempts,
  reason: job.reason || null,
  insights: job.insights,
  content_bytes: Number(job.contentBytes),
  created_at: job.createTime ? timestampDate(job.createTime).toISOString() : null,
  updated_at: job.updateTime ? timestampDate(job.updateTime).toISOString() : null,
});

const HEADER = ["changed", "state", "attempts", "insights", "document", "reason"];
const toRow = (job: Job): string[] => [
  job.updateTime ? timestampDate(job.updateTime).toISOString().slice(0, 19).replace("T", " ") : "",
  nameOf(job.state),
  String(job.attempts),
  job.state === JobState.COMPLETE ? grouped(job.insights) : "",
  job.documentUrl,
  job.reason,
];
