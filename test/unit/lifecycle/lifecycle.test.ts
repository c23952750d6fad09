import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Health, HealthCheckResponse_ServingStatus as Status } from "#gen/health/v1/health_pb.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { serveHealth } from "#kit/grpc/health.ts";

/** Runs code that imports from the kit in a process of its own, and hands on what it prints, line by line. */
function run(code: string) {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), ended: once(child, "exit") };
}

describe("the life of a process", function () {
  this.timeout(20_000);

  it("ends at once when it is told to while it starts", async () => {
    const { child, lines, ended } = run(`
      import { openLifecycle } from "#kit/lifecycle.ts";
      openLifecycle({ DRAIN_SECONDS: 3_600 });
      setInterval(() => undefined, 1_000);
      console.log("starting");
    `);
    await lines.next();
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [143, null]);
  });

  it("is told to end at once, and goes on for as long as it is to drain", async () => {
    const { child, lines, ended } = run(`
      import { openLifecycle } from "#kit/lifecycle.ts";
      const life = openLifecycle({ DRAIN_SECONDS: 1 });
      setInterval(() => undefined, 1_000);
      let toldAt = 0;
      life.draining.addEventListener("abort", () => {
        toldAt = performance.now();
        console.log("draining");
      });
      life.started.then(() => console.log("started"));
      await life.untilDrained();
      console.log(performance.now() - toldAt);
      process.exit(0);
    `);
    assert.equal((await lines.next()).value, "started");
    const toldAt = performance.now();
    child.kill("SIGTERM");
    assert.equal((await lines.next()).value, "draining");
    assert.ok(performance.now() - toldAt < 900, "is told late");
    const drainedMs = Number((await lines.next()).value);
    assert.ok(drainedMs >= 990 && drainedMs < 5_000, `${drainedMs} ms`);
    assert.deepEqual(await ended, [0, null]);
  });
});

describe("health for probes", () => {
  const open = async () => {
    const [started, draining] = [Promise.withResolvers<void>(), new AbortController()];
    const stack = new AsyncDisposableStack();
    const server = stack.use(await serveHealth("127.0.0.1:0", { started: started.promise, draining: draining.signal }));
    const client = createGrpcClient(Health, stack.use(openChannel(`127.0.0.1:${server.port}`)), 5_000);
    const ask = async () => {
      const [ready, live] = await Promise.all(["", "liveness"].map((service) => client.check({ service })));
      return [ready?.status, live?.status];
    };
    return { client, started, draining, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it("is not ready before it has started nor once it is told to end, and alive throughout", async () => {
    await using probed = await open();
    assert.deepEqual(await probed.ask(), [Status.NOT_SERVING, Status.SERVING]);
    probed.started.resolve();
    await probed.started.promise;
    assert.deepEqual(await probed.ask(), [Status.SERVING, Status.SERVING]);
    probed.draining.abort();
    assert.deepEqual(await probed.ask(), [Status.NOT_SERVING, Status.SERVING]);
  });

  it("stays unready when it was told to end while it started", async () => {
    await using probed = await open();
    probed.draining.abort();
    probed.started.resolve();
    await probed.started.promise;
    assert.deepEqual(await probed.ask(), [Status.NOT_SERVING, Status.SERVING]);
  });

  it("knows no other service, and says which setting to change when its port is taken", async () => {
    await using probed = await open();
    await assert.rejects(probed.client.check({ service: "insights.account.v1.AccountService" }), { kind: "notFound" });
    await using taken = await serveHealth("127.0.0.1:0", { started: Promise.resolve(), draining: AbortSignal.abort() });
    await assert.rejects(
      serveHealth(`127.0.0.1:${taken.port}`, { started: Promise.resolve(), draining: AbortSignal.abort() }),
      { kind: "unavailable", message: /HEALTH_PORT/ },
    );
  });
});
