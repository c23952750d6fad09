import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { readConfig } from "#kit/config.ts";

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  SECRET: z.string().min(8).optional(),
});

describe("settings", () => {
  it("take an empty variable as unset and leave out what they do not know", () => {
    assert.deepEqual(readConfig(schema, { PORT: "", SECRET: undefined, OTHER: "x" }), { PORT: 8080 });
    assert.deepEqual(readConfig(schema, { PORT: "9090" }), { PORT: 9090 });
  });

  it("list all that is wrong at once, never a value", () => {
    assert.throws(
      () => readConfig(schema, { PORT: "eighty", SECRET: "hunter2" }),
      (err: Error & { kind?: string }) => {
        assert.equal(err.kind, "invalid");
        assert.match(err.message, /PORT: .*\n.*SECRET: /);
        assert.doesNotMatch(err.message, /eighty|hunter2/);
        return true;
      },
    );
  });
});

/** Runs code in a process of its own, which imports from the kit. */
const EVAL = ["--input-type=module-typescript", "--eval"];
const run = (code: string) => spawn(process.execPath, [...EVAL, code]);

describe("the log", () => {
  it("goes to stderr, blanks credentials, and is complete when the process ends", async () => {
    const child = run(`
      import { createLogger } from "#kit/log.ts";
      const log = createLogger("test", "info");
      log.info({ headers: { "x-api-key": "fri_secret" }, request: { headers: ["fri_secret"] } }, "request");
      log.info({ raw_key: "fri_secret", key: { rawKey: "fri_secret" }, authorization: "fri_secret" }, "key");
      log.debug("too quiet");
      process.exit(3);
    `);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.equal(out, "");
    assert.doesNotMatch(err, /fri_secret|too quiet/);
    const lines = err
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    // In no particular order: the last lines are written at once while earlier ones are on their way.
    assert.deepEqual(new Set(lines.map(({ msg }) => msg)), new Set(["key", "request"]));
    assert.ok(lines.every(({ process }) => process === "test"));
  }).timeout(10_000);

  it("costs a process nothing but its lines when the disk is full, and lets it end", async function () {
    if (!existsSync("/dev/full")) this.skip();
    const code = `
      import { setTimeout as sleep } from "node:timers/promises";
      import { createLogger } from "#kit/log.ts";
      const log = createLogger("test", "info");
      log.info("one");
      await sleep(50);
      log.info("another");
      console.log("still at work");
      process.exit(3);
    `;
    const child = spawn(process.execPath, [...EVAL, code], { stdio: ["ignore", "pipe", openSync("/dev/full", "w")] });
    assert.ok(child.stdout);
    // It would never end.
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    const [[status], out] = await Promise.all([once(child, "exit"), text(child.stdout)]);
    clearTimeout(timer);
    assert.deepEqual([status, out], [3, "still at work\n"]);
  }).timeout(10_000);
});

describe("the end of a process", () => {
  const waiting = (sameSignalMs: string) => `
    import { terminated } from "#kit/lifecycle.ts";
    const alive = setInterval(() => undefined, 1_000);
    const ending = terminated(${sameSignalMs});
    console.log("ready");
    const signal = await ending;
    console.log(signal);
  `;

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`is told of the first ${signal} and forced by a second`, async () => {
      const child = run(waiting("0"));
      const lines: string[] = [];
      for await (const line of child.stdout) {
        lines.push(String(line).trim());
        child.kill(signal);
      }
      if (child.exitCode === null) await once(child, "exit");
      assert.deepEqual(lines, ["ready", signal]);
      assert.equal(child.exitCode, 130);
    }).timeout(10_000);
  }

  for (const [again, other] of [
    ["SIGINT", "SIGTERM"],
    ["SIGTERM", "SIGINT"],
  ] as const) {
    it(`takes a ${again} that npm passes on for the first, and a ${other} for another`, async () => {
      const child = run(waiting("60_000"));
      const lines: string[] = [];
      for await (const line of child.stdout) {
        lines.push(String(line).trim());
        child.kill(again);
        if (lines.length === 2) child.kill(other);
      }
      if (child.exitCode === null) await once(child, "exit");
      assert.deepEqual(lines, ["ready", again]);
      assert.equal(child.exitCode, 130);
    }).timeout(10_000);
  }
});
