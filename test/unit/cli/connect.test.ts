import assert from "node:assert/strict";
import { connectServices } from "../../../services/cli/connect.ts";
import { patiently } from "../../../services/cli/ingest/submission.ts";
import { folderWith } from "./scratch.ts";

describe("the services of a data folder, for a command", function () {
  this.timeout(30_000);

  it("are found again when the command that had opened them ends", async () => {
    using folder = folderWith({});
    const env = { INSIGHTS_DATA: folder.at("data"), LOG_LEVEL: "silent" };
    const owner = await connectServices(env, "ingest");
    await using guest = await connectServices(env, "ingest");
    assert.deepEqual([owner.isRemote, guest.isRemote], [false, true]);
    await guest.renew();
    assert.equal(guest.isRemote, true, "an owner that answers is left alone");
    await guest.documents.listJobs({});

    await owner[Symbol.asyncDispose]();
    await assert.rejects(guest.documents.listJobs({}), { kind: "unavailable" });
    await Promise.all([guest.renew(), guest.renew()]);
    assert.equal(guest.isRemote, false);
    // A moment passes until a new connection to the same place is tried.
    const { signal } = new AbortController();
    await patiently(() => guest.documents.listJobs({}), signal, { awayLimitMs: 5_000 });
  });

  it("are not taken over from a server, which will be started again", async () => {
    using folder = folderWith({});
    const env = { INSIGHTS_DATA: folder.at("data"), LOG_LEVEL: "silent" };
    const server = await connectServices(env, "serve");
    await using guest = await connectServices(env, "ingest");
    await server[Symbol.asyncDispose]();
    await guest.renew();
    assert.equal(guest.isRemote, true);
  });
});
