import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Server, ServerCredentials, type ServerUnaryCall, status } from "@grpc/grpc-js";
import { finish, written } from "../../support/command.ts";

const CHECK_KEY = "/insights.account.v1.AccountService/CheckKey";
/** Nobody listens there. */
const NOWHERE = "127.0.0.1:9";
const bytes = (raw: Buffer) => raw;

describe("how long the gateway waits for a service", () => {
  let accounts: Server;
  let port: number;
  /** How long the caller of the last call would wait. */
  let waitedMs: number | undefined;

  before(async () => {
    accounts = new Server();
    accounts.register(
      CHECK_KEY,
      (call: ServerUnaryCall<Buffer, Buffer>, reply: (err: object) => void) => {
        waitedMs = Number(call.getDeadline()) - Date.now();
        reply({ code: status.INTERNAL });
      },
      bytes,
      bytes,
      "unary",
    );
    port = await new Promise<number>((resolve, reject) => {
      accounts.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (err, bound) =>
        err ? reject(err) : resolve(bound),
      );
    });
  });
  after(() => accounts.forceShutdown());

  const gateway = (settings: Record<string, string>): ChildProcess =>
    spawn(process.execPath, ["gateway/main.ts"], {
      env: {
        PATH: process.env["PATH"],
        PORT: "0",
        LOG_LEVEL: "silent",
        ACCOUNT_ADDRESS: `127.0.0.1:${port}`,
        SEARCH_ADDRESS: NOWHERE,
        DOCUMENT_ADDRESS: NOWHERE,
        REDIS_URL: `redis://${NOWHERE}`,
        ...settings,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });

  for (const [settings, leastMs, mostMs] of [
    [{}, 2_000, 5_000],
    [{ UPSTREAM_TIMEOUT_SECONDS: "2" }, 0, 2_000],
    [{ UPSTREAM_TIMEOUT_SECONDS: "12" }, 5_000, 12_000],
  ] as [Record<string, string>, number, number][]) {
    it(`is at most ${mostMs / 1_000} s with ${JSON.stringify(settings)}`, async () => {
      const child = gateway(settings);
      const ended = once(child, "exit");
      try {
        const [, url = ""] = await written(child.stderr, /serves (http:\/\/\S+)/);
        waitedMs = undefined;
        const answer = await fetch(`${url}/api/documents`, { headers: { "x-api-key": `fri_${"a".repeat(32)}` } });
        assert.equal(answer.status, 500);
        assert.ok(waitedMs !== undefined && waitedMs > leastMs && waitedMs <= mostMs, `${waitedMs} ms`);
      } finally {
        child.kill("SIGKILL");
        await ended;
      }
    });
  }

  for (const seconds of ["0", "13", "1.5", "soon"])
    it(`cannot be ${seconds}`, async () => {
      const { status, stderr } = await finish(gateway({ UPSTREAM_TIMEOUT_SECONDS: seconds }));
      assert.notEqual(status, 0);
      assert.match(stderr, /UPSTREAM_TIMEOUT_SECONDS: must be a whole number from 1 to 12/);
    });
});
