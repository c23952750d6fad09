import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Services } from "./connect.ts";

/** What a command is given of the world: its environment, its two streams, its interruption and its exit status. */
export interface Shell {
  env: Record<string, string | undefined>;
  /** Finds the running server's services, or opens the data folder in this process. `command` names the caller to others. */
  connect(command: string, env?: Shell["env"]): Promise<Services>;
  /** Writes text and a line end to stdout: the command's answer. */
  print(text: string): void;
  /** Writes the command's whole answer as one JSON document on one line of stdout. */
  printJson(value: unknown): void;
  /** Writes a message to stderr. */
  note(text: string): void;
  /** Where progress is drawn. Columns are undefined when it is not a terminal. */
  screen: { write(text: string): void; columns(): number | undefined };
  /** Fires at the first Ctrl-C or SIGTERM, from the first call on; the second ends the process. Before: the default. */
  interruption(): AbortSignal;
  /** The command has answered, and failed: exit status 1. */
  setFailed(): void;
}

/**
 * The process as a shell. Disposal waits until what was written has left, which a pipe takes its time for, and makes the
 * exit status 1 where the answer could not be written.
 */
export function openShell(): Shell & { status(): number } & AsyncDisposable {
  const stdout = tolerant(process.stdout);
  const stderr = tolerant(process.stderr);
  const { env } = process;
  let interrupted: AbortController | undefined;
  let status = 0;
  return {
    env,
    async connect(command, settings = env) {
      // Loaded when it is needed: help and usage errors come at once.
      const { connectServices } = await import("./connect.ts");
      // Services that this process opens for one command say what matters through the command; their log is for servers.
      return connectServices({ LOG_LEVEL: "error", ...settings }, command);
    },
    print: (text) => stdout.write(`${text}\n`),
    printJson: (value) => stdout.write(`${JSON.stringify(value)}\n`),
    note: (text) => stderr.write(`${text}\n`),
    screen: {
      write: (text) => stderr.write(text),
      columns: () => (process.stderr.isTTY ? process.stderr.columns : undefined),
    },
    interruption() {
      interrupted ??= catchSignals();
      return interrupted.signal;
    },
    setFailed() {
      status = 1;
    },
    status: () => status,
    async [Symbol.asyncDispose]() {
      const [failure] = await Promise.all([stdout.drained(), stderr.drained()]);
      if (!failure) return;
      stderr.write(
        `insights: the answer could not be written (${failure.code ?? failure.message}), as to a full disk.\n`,
      );
      process.exitCode = 1;
      await stderr.drained();
    },
  };
}

/**
 * A stream that may end before the command does: what is written after that goes nowhere, quietly. `drained` tells of an
 * end that is a failure, such as a full disk, and not a reader who has left (`insights search … | head -1`).
 */
function tolerant(stream: NodeJS.WriteStream) {
  let isOpen = true;
  let failure: NodeJS.ErrnoException | undefined;
  stream.on("error", (err: NodeJS.ErrnoException) => {
    isOpen = false;
    // EIO: the terminal is gone.
    if (err.code !== "EPIPE" && !(err.code === "EIO" && stream.isTTY)) failure ??= err;
  });
  return {
    write(text: string): void {
      if (isOpen) stream.write(text);
    },
    async drained(): Promise<NodeJS.ErrnoException | undefined> {
      // It rejects with what the stream failed by, of which the listener above has heard first.
      while (isOpen && stream.writableLength > 0) await once(stream, "drain").catch(() => undefined);
      // Files are written at once, and their errors told a moment later.
      await nextTurn();
      return failure;
    },
  };
}

/** npm passes on a Ctrl-C that the terminal has sent to everybody: what follows this closely is the same one again. */
const SAME_SIGNAL_MS = 500;

function catchSignals(): AbortController {
  const controller = new AbortController();
  let caughtMs = 0;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!controller.signal.aborted) caughtMs = performance.now();
      else if (performance.now() - caughtMs > SAME_SIGNAL_MS) process.exit(130);
      controller.abort();
    });
  }
  return controller;
}
