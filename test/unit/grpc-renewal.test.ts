import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { pino } from "pino";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { type Tls, watchCertificates } from "#kit/grpc/certificates.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { serveGrpc } from "#kit/grpc/server.ts";
import { type Authority, createAuthority } from "../support/certificates.ts";

const LOOK_MS = 20;

describe("certificates that are renewed", function () {
  this.timeout(30_000);
  let stack: AsyncDisposableStack;
  let authority: Authority;
  let next: Authority;
  let logged: string[];
  let turn = 0;
  beforeEach(() => {
    stack = new AsyncDisposableStack();
    [authority, next] = [stack.use(createAuthority()), stack.use(createAuthority())];
    logged = [];
  });
  afterEach(() => stack.disposeAsync());
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });

  /** The files of one process, which a test replaces. */
  const filesOf = (name: string) => {
    const folder = mkdtempSync(join(tmpdir(), "renewal-"));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const [GRPC_TLS_CA, GRPC_TLS_CERT, GRPC_TLS_KEY] = ["ca.pem", "cert.pem", "key.pem"].map((file) =>
      join(folder, file),
    ) as [string, string, string];
    const files = {
      paths: { GRPC_TLS_CA, GRPC_TLS_CERT, GRPC_TLS_KEY },
      believe(...authorities: Authority[]) {
        writeFileSync(`${GRPC_TLS_CA}.new`, authorities.map(({ caPath }) => readFileSync(caPath, "utf8")).join(""));
        renameSync(`${GRPC_TLS_CA}.new`, GRPC_TLS_CA);
      },
      /** One file after the other, as it is without a Secret that changes in one step. */
      issue(by: Authority) {
        const { certPath, keyPath } = by.issue(`${name}-${++turn}`);
        copyFileSync(keyPath, GRPC_TLS_KEY);
        copyFileSync(certPath, GRPC_TLS_CERT);
      },
      watch: (): Tls => watchCertificates(files.paths, log, LOOK_MS),
    };
    files.believe(authority);
    files.issue(authority);
    return files;
  };

  const serve = async (tls: Tls) => {
    const answer = { keyId: "k", accountId: "", name: "", prefix: "", tier: "", isActive: true };
    const handlers = { checkKey: async () => ({ key: answer, countedThisMonth: 0n }) };
    const routes = [{ service: AccountService, handlers }];
    return stack.use(await serveGrpc({ address: "127.0.0.1:0", routes, log, tls, graceMs: 100, connectionAgeMs: 100 }));
  };
  /** A client of its own for one call, as whoever comes next. */
  const ask = async (port: number, tls: Tls) => {
    using channel = openChannel(`127.0.0.1:${port}`, tls);
    await createGrpcClient(AccountService, channel, 5_000).checkKey({});
  };
  const shownBy = (port: number, { ca, cert, key }: Tls["current"]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ host: "127.0.0.1", port, ca, cert, key, ALPNProtocols: ["h2"] }, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      });
      socket.on("error", reject);
    });
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    for (const lastMs = performance.now() + 10_000; !(await isSo()); await sleep(LOOK_MS)) {
      assert.ok(performance.now() < lastMs, String(isSo));
    }
  };

  it("are shown on the next connection, and no call fails", async () => {
    const files = filesOf("service");
    const server = await serve(files.watch());
    const caller = authority.tls("gateway");
    const before = await shownBy(server.port, caller.current);
    using channel = openChannel(`127.0.0.1:${server.port}`, caller, [AccountService]);
    const client = createGrpcClient(AccountService, channel, 5_000);
    await client.checkKey({});
    files.issue(authority);
    await until(async () => {
      await client.checkKey({});
      return (await shownBy(server.port, caller.current)) !== before;
    });
    await until(() => logged.some((line) => line.includes("certificates were renewed")));
  });

  it("go over to a new authority, both ends, by a bundle of both, and no call fails on the way", async () => {
    const [service, gateway] = [filesOf("service"), filesOf("gateway")];
    const server = await serve(service.watch());
    const caller = gateway.watch();
    using channel = openChannel(`127.0.0.1:${server.port}`, caller, [AccountService]);
    const client = createGrpcClient(AccountService, channel, 5_000);
    let [answered, isOver] = [0, false];
    const calling = (async () => {
      for (; !isOver; await sleep(5)) {
        await client.checkKey({});
        answered++;
      }
    })();
    const [old, stranger] = [
      authority.tls("old", gateway.paths.GRPC_TLS_CA),
      next.tls("new", gateway.paths.GRPC_TLS_CA),
    ];
    await ask(server.port, old);
    await assert.rejects(ask(server.port, stranger), { kind: "unavailable" });
    const steps: ((files: typeof service) => void)[] = [
      (files) => files.believe(authority, next),
      (files) => files.issue(next),
      (files) => files.believe(next),
    ];
    for (const [at, step] of steps.entries()) {
      const renewed = () => logged.filter((line) => line.includes("certificates were renewed")).length;
      const before = renewed();
      for (const files of [service, gateway]) step(files);
      // Each end may see the key before its certificate, and says so.
      await until(() => renewed() >= before + 2);
      // Long enough for a connection or two to grow old.
      await sleep(300);
      if (at === 1) await ask(server.port, next.tls("new", gateway.paths.GRPC_TLS_CA));
    }
    await assert.rejects(ask(server.port, authority.tls("old", next.caPath)), { kind: "unavailable" });
    await ask(server.port, next.tls("new"));
    isOver = true;
    await calling;
    assert.ok(answered > 30, `${answered}`);
  });

  it("leave the old ones in use while a file is half written, missing or of another pair, and say so once", async () => {
    const files = filesOf("service");
    const server = await serve(files.watch());
    const caller = authority.tls("gateway");
    const { GRPC_TLS_CA, GRPC_TLS_CERT, GRPC_TLS_KEY } = files.paths;
    const before = await shownBy(server.port, caller.current);
    const good = Object.values(files.paths).map((path) => [path, readFileSync(path)] as const);
    const spoilt: [setting: string, spoil: () => void][] = [
      ["GRPC_TLS_CERT", () => writeFileSync(GRPC_TLS_CERT, readFileSync(GRPC_TLS_CERT).subarray(0, 300))],
      ["GRPC_TLS_KEY", () => writeFileSync(GRPC_TLS_KEY, readFileSync(GRPC_TLS_KEY).subarray(0, 100))],
      ["GRPC_TLS_KEY", () => copyFileSync(next.issue("other").keyPath, GRPC_TLS_KEY)],
      [
        "GRPC_TLS_CA",
        () =>
          writeFileSync(
            GRPC_TLS_CA,
            Buffer.concat([readFileSync(GRPC_TLS_CA), readFileSync(next.caPath).subarray(0, 300)]),
          ),
      ],
      ["GRPC_TLS_CA", () => writeFileSync(GRPC_TLS_CA, "")],
      ["GRPC_TLS_CA", () => rmSync(GRPC_TLS_CA)],
    ];
    for (const [setting, spoil] of spoilt) {
      logged.length = 0;
      spoil();
      await until(() => logged.length > 0);
      await sleep(5 * LOOK_MS);
      assert.equal(logged.length, 1, logged.join());
      assert.match(logged.join(), new RegExp(`${setting}: [\\s\\S]*those before stay in use`));
      assert.equal(await shownBy(server.port, caller.current), before);
      await ask(server.port, caller);
      assert.throws(() => files.watch(), { kind: "invalid", message: new RegExp(`^${setting}: `) });
      for (const [path, text] of good) writeFileSync(path, text);
      await sleep(5 * LOOK_MS);
    }
    assert.equal(await shownBy(server.port, caller.current), before);
    files.issue(authority);
    await until(async () => (await shownBy(server.port, caller.current)) !== before);
  });
});
