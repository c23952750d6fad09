import { reportFailure } from "./failure.ts";
import { createProgram } from "./program.ts";
import { openShell } from "./shell.ts";

const shell = openShell();
let status: number;
try {
  await createProgram(shell).parseAsync(process.argv);
  status = shell.status();
} catch (err) {
  status = reportFailure(err, shell);
}
await shell[Symbol.asyncDispose]();
// Said outright, so that a handle somebody forgot to close can never keep a finished command alive.
process.exit(process.exitCode === undefined ? status : Number(process.exitCode) || status);
