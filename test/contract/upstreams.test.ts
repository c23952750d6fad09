import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readConfig } from "#kit/config.ts";
import { openChannel } from "#kit/grpc/client.ts";
import { serveGrpc } from "#kit/grpc/server.ts";
import { createLogger } from "#kit/log.ts";
import { createGrpcUpstreams } from "../../gateway/grpc-upstreams.ts";
import { accountRoutes } from "../../services/account/routes.ts";
import { allInOneConfig } from "../../services/all-in-one/config.ts";
import { createDirectUpstreams } from "../../services/all-in-one/direct-upstreams.ts";
import { openServices } from "../../services/all-in-one/open-services.ts";
import { documentRoutes } from "../../services/document/routes.ts";
import { searchRoutes } from "../../services/search/routes.ts";
import { type Fixture, upstreamsContract } from "./upstreams.ts";

const log = createLogger("test", "silent");

const TEXT = `Wheat stocks of Examplia fell to 12.4 million tonnes in May 2024 because exports rose by 3 percent.

The office expects the harvest of Examplia to reach 31 million tonnes in 2024, more than in 2023.`;

describe("upstreams", () => {
  let folder: string;
  let fixture: Omit<Fixture, "connect">;
  const stack = new AsyncDisposableStack();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "upstreams-"));
    const services = stack.use(
      await openServices({
        config: readConfig(allInOneConfig, { INSIGHTS_DATA: folder, LOG_LEVEL: "silent" }),
        command: "test",
        log,
        announcer: { changed: () => Promise.resolve() },
      }),
    );
    const batchId = randomUUID();
    const { docId } = await services.documents.submit({
      batchId,
      content: new TextEncoder().encode(TEXT),
      mediaType: "text/plain",
      documentUrl: "https://grain.example/outlook",
      sourceName: "Grain Office",
      articleTitle: "Grain outlook",
      publishedDate: "2024-05-10",
      authors: ["A. Author"],
      summary: "",
    });
    while ((await services.documents.batch(batchId)).open > 0) await pause(10);
    const { rawKey, keyId } = await services.accounts.createKey({ account: { operator: true }, name: "test" });
    fixture = { services, docId, rawKey, keyId };
  });

  after(async () => {
    await stack.disposeAsync();
    rmSync(folder, { recursive: true });
  });

  upstreamsContract("direct calls", () => ({
    ...fixture,
    connect: async (services, timeoutMs) => createDirectUpstreams(services, timeoutMs),
  }));

  upstreamsContract("gRPC", () => ({
    ...fixture,
    async connect({ search, documents, accounts }, timeoutMs) {
      const address = `unix:${join(folder, `${randomUUID()}.sock`)}`;
      const routes = [searchRoutes(search), documentRoutes(documents), accountRoutes(accounts)];
      stack.use(await serveGrpc({ address, routes, log, graceMs: 0 }));
      const channel = stack.use(openChannel(address));
      return createGrpcUpstreams({ search: channel, documents: channel, accounts: channel, timeoutMs });
    },
  }));
});
