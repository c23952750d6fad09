import { readFileSync } from "node:fs";
import { Command } from "commander";
import { registerDemo } from "./demo.ts";
import { registerEval } from "./eval.ts";
import { registerIngest } from "./ingest.ts";
import { registerJobs } from "./jobs.ts";
import { registerKeys } from "./keys.ts";
import { registerReindex } from "./reindex.ts";
import { registerSearch } from "./search.ts";
import { registerServe } from "./serve.ts";
import type { Shell } from "./shell.ts";
import { registerShow } from "./show.ts";
import { registerToken } from "./token.ts";
import { registerUsage } from "./usage.ts";
import { registerVerify } from "./verify.ts";

/** The command line with all its commands. Wrong usage rejects with a CommanderError after the help went to stderr. */
export function createProgram(shell: Shell): Command {
  const program = new Command("insights")
    .description("A searchable database of insights from primary-source financial and economic documents.")
    .version(version())
    .showHelpAfterError()
    .exitOverride()
    // Commands inherit this, so it stands before them: help too may have a reader that leaves.
    .configureOutput({ writeOut: (text) => shell.print(text.trimEnd()), writeErr: shell.screen.write })
    .addHelpText("after", EXAMPLES);
  registerDemo(program, shell);
  registerServe(program, shell);
  registerIngest(program, shell);
  registerSearch(program, shell);
  registerShow(program, shell);
  registerJobs(program, shell);
  registerVerify(program, shell);
  registerReindex(program, shell);
  registerKeys(program, shell);
  registerUsage(program, shell);
  registerToken(program, shell);
  registerEval(program, shell);
  return program;
}

const EXAMPLES = `
Examples:
  insights demo                                  the bundled samples, served, with a key to try
  insights ingest filings/                       take in a folder of documents
  insights search "central bank rate decision"   search from the terminal
  insights keys create --name notebook           an API key for a program
  insights serve                                 serve the REST API on http://127.0.0.1:8080

Settings come from the environment: INSIGHTS_DATA is the folder of the database (./data).
"insights COMMAND --help" explains a command.`;

function version(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return String(version);
}
