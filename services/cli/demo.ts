import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { DomainError } from "#kit/errors.ts";
import type { Services } from "./connect.ts";
import { showProgress } from "./ingest/progress.ts";
import { runIngestion } from "./ingest/run.ts";
import type { Shell } from "./shell.ts";
import { survey } from "./sources/survey.ts";
import { counted } from "./table.ts";

const SAMPLES = fileURLToPath(new URL("../document/samples", import.meta.url));
const KEY_NAME = "demo";
const QUERY = "wheat ending stocks forecast";

/** `insights demo`: the bundled samples in a database of their own, served, with a key and a command to try. */
export function registerDemo(program: Command, shell: Shell): void {
  program
    .command("demo")
    .description("Serve the bundled sample documents, with an API key and a command to try, until Ctrl-C")
    .addHelpText(
      "after",
      `
The samples are invented. They are kept in a database of their own, data/demo (or INSIGHTS_DATA), and the keys of earlier
demos are revoked. PORT (8080; 0 for any that is free) and HOST (127.0.0.1) say where to listen.

Example:
  PORT=0 insights demo`,
    )
    .action(async () => {
      const signal = shell.interruption();
      const env = {
        ...{ LOG_LEVEL: "warn", ...shell.env, INSIGHTS_DATA: shell.env["INSIGHTS_DATA"] || "data/demo" },
        // The demonstration costs nothing, whatever is set.
        ...{ LLM_URL: "", LLM_MODEL: "" },
      };
      // Loaded when it is needed: the other commands start faster without it.
      const { openAllInOne } = await import("../all-in-one/main.ts");
      await using server = await openAllInOne(env, "demo");
      await using services = await shell.connect("demo", env);
      if (!(await loadSamples(services, shell, signal))) return;
      const key = await replaceKey(services);
      shell.print(greeting(server.address, key));
      if (!signal.aborted) await once(signal, "abort");
    });
}

/** Takes in the samples, those that are there already are no work. False when it was interrupted. */
async function loadSamples({ documents }: Services, shell: Shell, signal: AbortSignal): Promise<boolean> {
  const progress = showProgress(shell.screen);
  // The folder's README is not a document; nobody needs to hear that it was skipped.
  const { sources, failures } = await survey([SAMPLES], { given: {}, allowPrivate: false, signal });
  const result = await runIngestion({ sources, failures, notes: [] }, { documents, signal, onProgress: progress.show });
  progress.end();
  if (result.isInterrupted) return false;
  const [failure] = result.failed;
  if (failure) throw new DomainError("internal", `A sample document cannot be taken in: ${failure.reason}`);
  if (result.documents > 0) {
    shell.note(`Took in ${counted(result.documents, "sample document")} with ${counted(result.insights, "insight")}.`);
  }
  return true;
}

/** A fresh key; those of earlier demos are revoked, for nobody can see them again. */
async function replaceKey({ accounts }: Services): Promise<string> {
  const account = { by: { case: "operator" as const, value: true } };
  const { keys } = await accounts.listKeys({ account });
  const old = keys.filter((key) => key.isActive && key.name === KEY_NAME);
  for (const { keyId } of old) await accounts.revokeKey({ keyId });
  const { rawKey } = await accounts.createKey({ account, name: KEY_NAME });
  return rawKey;
}

const greeting = (address: string, key: string): string => `
research-insights serves its sample documents (invented ones) at

  ${address}

API key:

  ${key}

Try it in another terminal:

  curl -s ${address}/api/insights/search -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '{"query": "${QUERY}", "limit": 3}'

MCP clients connect to ${address}/mcp with the header "Authorization: Bearer ${key}".

Ctrl-C ends it.`;
