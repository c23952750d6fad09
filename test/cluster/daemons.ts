import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const STOP_MS = 10_000;

/** The long-running processes of a run, each with a log of its own. */
export interface Daemons extends AsyncDisposable {
  /** `netns`: the network namespace that it runs in, if not ours. */
  start(name: string, program: string, args: string[], options?: { netns?: string; env?: NodeJS.ProcessEnv }): void;
  /** Of those that run: name and process id. */
  pids(): [name: string, pid: number][];
  /** Throws when one of them has ended by itself, with the end of its log. */
  check(): void;
}

export function createDaemons(logs: string): Daemons {
  mkdirSync(logs, { recursive: true });
  const running = new Map<string, ChildProcess>();
  const logOf = (name: string) => join(logs, `${name}.log`);
  return {
    start(name, program, args, { netns, env = process.env } = {}) {
      const log = openSync(logOf(name), "a");
      // By --net and not by `ip netns exec`, which hides the cgroups from the kubelet.
      const [file, all] = netns ? ["nsenter", [`--net=/run/netns/${netns}`, program, ...args]] : [program, args];
      running.set(name, spawn(file, all, { stdio: ["ignore", log, log], env }));
    },
    pids: () => [...running].flatMap(([name, { pid }]): [string, number][] => (pid === undefined ? [] : [[name, pid]])),
    check() {
      for (const [name, { exitCode, signalCode }] of running)
        if (exitCode !== null || signalCode !== null)
          throw new Error(
            `${name} ended with ${exitCode ?? signalCode}:\n${readFileSync(logOf(name), "utf8").slice(-3_000)}`,
          );
    },
    async [Symbol.asyncDispose]() {
      for (const [, child] of [...running].toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
        await ended;
        clearTimeout(timer);
      }
      running.clear();
    },
  };
}

/** Asks again and again until the answer is not undefined. Throws with `what` when it takes longer than `seconds`. */
export async function until<Answer>(
  what: string,
  seconds: number,
  ask: () => Promise<Answer | undefined> | Answer | undefined,
  everyMs = 250,
): Promise<Answer> {
  const end = performance.now() + seconds * 1_000;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (err) {
      last = err;
    }
    if (performance.now() > end) throw new Error(`not after ${seconds} s: ${what}`, { cause: last });
    await pause(everyMs);
  }
}
