import assert from "node:assert/strict";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { openMilvus } from "../../../services/search/milvus/client.ts";
import { type Authority, createAuthority } from "../../support/certificates.ts";

const bytes = (value: Buffer) => value;

/** A server that answers one call of Milvus' with nothing, and notes what callers show. */
async function serve(credentials: ServerCredentials) {
  const shown: unknown[] = [];
  const server = new Server();
  const method = {
    path: "/milvus.proto.milvus.MilvusService/ShowCollections",
    requestStream: false,
    responseStream: false,
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  } as const;
  server.addService({ showCollections: method } as never, {
    showCollections(call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) {
      shown.push(call.metadata.get("authorization")[0]);
      // A status of success, and no collections.
      answer(null, Buffer.from([0x0a, 0x00]));
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync("127.0.0.1:0", credentials, (err, port) => (err ? reject(err) : resolve(port)));
  const port = await promise;
  return { address: `localhost:${port}`, shown, [Symbol.dispose]: () => server.forceShutdown() };
}

describe("a client of Milvus", () => {
  let authority: Authority;
  let stranger: Authority;
  let credentials: ServerCredentials;
  before(() => {
    authority = createAuthority();
    stranger = createAuthority();
    const { key, cert } = authority.tls("milvus").current;
    credentials = ServerCredentials.createSsl(null, [{ private_key: key, cert_chain: cert }]);
  });
  after(() => {
    authority[Symbol.dispose]();
    stranger[Symbol.dispose]();
  });

  it("shows its token over TLS to a server of the authority that is named", async () => {
    using server = await serve(credentials);
    const { ca } = authority.tls("search").current;
    await using milvus = openMilvus({ address: server.address, timeoutMs: 5_000, token: "insights:secret", ca });
    assert.deepEqual(await milvus.listCollections(), []);
    assert.deepEqual(server.shown, [Buffer.from("insights:secret").toString("base64")]);
  });

  it("shows nothing to a server of another authority", async () => {
    using server = await serve(credentials);
    const { ca } = stranger.tls("search").current;
    await using milvus = openMilvus({ address: server.address, timeoutMs: 2_000, token: "insights:secret", ca });
    await assert.rejects(milvus.listCollections(), { kind: "unavailable" });
    assert.deepEqual(server.shown, []);
  });

  it("shows no token where none is set, in plain text", async () => {
    using server = await serve(ServerCredentials.createInsecure());
    await using milvus = openMilvus({ address: server.address, timeoutMs: 5_000 });
    assert.deepEqual(await milvus.listCollections(), []);
    assert.deepEqual(server.shown, [undefined]);
  });
});
