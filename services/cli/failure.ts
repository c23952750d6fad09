import { CommanderError } from "commander";
import { DomainError } from "#kit/errors.ts";
import type { Shell } from "./shell.ts";

/** The command was ended by Ctrl-C; the message says what goes on, and how. Exit status 130. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/** Says on stderr what went wrong, and returns the exit status: 0 for help, 1 failed, 2 wrong usage, 130 interrupted. */
export function reportFailure(err: unknown, shell: Pick<Shell, "note" | "env">): number {
  // Commander has printed its own message, or the help that was asked for.
  if (err instanceof CommanderError) return err.exitCode === 0 ? 0 : 2;
  if (err instanceof Interrupted) {
    shell.note(err.message);
    return 130;
  }
  if (err instanceof DomainError) {
    shell.note(`insights: ${err.message}${HINT[err.kind] ?? ""}`);
    return 1;
  }
  const error = err instanceof Error ? err : new Error(String(err));
  shell.note(`insights: an unexpected error: ${error.message}. Run it again with LOG_LEVEL=debug for the details.`);
  if (shell.env["LOG_LEVEL"] === "debug") shell.note(error.stack ?? "");
  return 1;
}

const HINT: Partial<Record<DomainError["kind"], string>> = {
  internal: ". The log of the server says why; without a running server, LOG_LEVEL=debug does.",
  deadline: ". The server is busy: try again in a minute.",
};
