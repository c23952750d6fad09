import assert from "node:assert/strict";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { ServerReflection } from "#gen/grpc/reflection/v1/reflection_pb.ts";
import { Health } from "#gen/health/v1/health_pb.ts";
import { openListening } from "./open-listening.ts";

describe("public gRPC: what whoever asks may have without a key", () => {
  /** So many questions in one call, and how many of them were answered, with the code of what ended it. */
  const ask = async (baseUrl: string, questions: number) => {
    const client = createClient(ServerReflection, createGrpcTransport({ baseUrl }));
    const asked = (async function* () {
      for (let i = 0; i < questions; i += 1) {
        yield { messageRequest: { case: "listServices" as const, value: "" } };
      }
    })();
    let answered = 0;
    try {
      for await (const _ of client.serverReflectionInfo(asked)) answered += 1;
      return { answered };
    } catch (err) {
      return { answered, code: ConnectError.from(err).code };
    }
  };

  it("a call of reflection has an end", async () => {
    await using gateway = await openListening();
    assert.deepEqual(await ask(gateway.nativeUrl, 100), { answered: 100 });
    assert.deepEqual(await ask(gateway.nativeUrl, 101), { answered: 100, code: Code.ResourceExhausted });
  });

  it("an address opens no more streams than it may send requests, and may always ask for the health", async () => {
    await using gateway = await openListening({ tiers: { free: 2 } });
    const health = createClient(Health, createGrpcTransport({ baseUrl: gateway.nativeUrl }));
    assert.equal((await ask(gateway.nativeUrl, 1)).answered, 1);
    assert.equal((await ask(gateway.nativeUrl, 1)).answered, 1);
    assert.deepEqual(await ask(gateway.nativeUrl, 1), { answered: 0, code: Code.ResourceExhausted });
    const watched = health.watch({ service: "" })[Symbol.asyncIterator]();
    await assert.rejects(watched.next(), (err) => ConnectError.from(err).code === Code.ResourceExhausted);
    assert.equal((await health.check({ service: "" })).status, 1);
  });
});
