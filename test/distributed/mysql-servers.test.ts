import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { accountStoreContract } from "../contract/account-store.ts";
import { documentStoreContract } from "../contract/document-store.ts";
import { type Mariadb, startMariadb } from "./servers/mariadb.ts";
import { onOwnMariadb, onScratch, scratchDatabase } from "./servers/mysql.ts";

/** What an operator may have set, and what texts, numbers and limits would depend on if a session did not say otherwise. */
const UNUSUAL = [
  "--sql-mode=NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT",
  "--character-set-server=latin1",
  "--collation-server=latin1_german2_ci",
  "--default-time-zone=+11:00",
  "--transaction-isolation=SERIALIZABLE",
  "--max-allowed-packet=4M",
];

onOwnMariadb(() => {
  describe("a server with unusual settings", () => {
    let server: Mariadb;
    before(async () => {
      server = await startMariadb(UNUSUAL);
    });
    after(() => server[Symbol.asyncDispose]());

    const open = <Store extends AsyncDisposable>(opened: (url: string) => Promise<Store>) =>
      onScratch(opened, server.url);
    accountStoreContract("that MySQL", () => open((url) => openMysqlAccountStore({ url })));
    documentStoreContract("that MySQL", () => open((url) => openMysqlDocumentStore({ url })));
  });

  describe("MySQL over TLS", () => {
    let stack: AsyncDisposableStack;
    let server: Mariadb;
    let folder: string;
    before(async () => {
      stack = new AsyncDisposableStack();
      folder = mkdtempSync(join(tmpdir(), "mysql-tls-"));
      stack.defer(() => rmSync(folder, { recursive: true }));
      chmodSync(folder, 0o755);
      for (const name of ["ca", "other"]) makeAuthority(folder, name);
      makeCertificate(folder, "localhost");
      const flags = [`--ssl-cert=${folder}/server.pem`, `--ssl-key=${folder}/server.key`];
      server = stack.use(await startMariadb(flags));
    });
    after(() => stack.disposeAsync());

    const openWith = async (parameters: string) => {
      await using database = await scratchDatabase(server.url);
      const url = `${database.url.replace("127.0.0.1", "localhost")}${parameters}`;
      await using store = await openMysqlAccountStore({ url });
      await store.check();
    };
    const untrusted = { kind: "unavailable", message: /certificate/ };

    it("is used when the server's certificate is of that authority and for that name", () =>
      openWith(`?ssl-ca=${folder}/ca.pem`));

    it("is refused when the certificate is of another authority or of none that is known", async () => {
      await assert.rejects(openWith(`?ssl-ca=${folder}/other.pem`), untrusted);
      await assert.rejects(openWith("?ssl=true"), untrusted);
    });

    it("is refused when the certificate is for another name", async () => {
      makeCertificate(folder, "elsewhere.example");
      await using database = await scratchDatabase(server.url);
      await database.run("flush ssl");
      await assert.rejects(openWith(`?ssl-ca=${folder}/ca.pem`), untrusted);
    });
  });
});

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
const openssl = (cwd: string, args: string[]) => execFileSync("openssl", args, { cwd, stdio: "ignore" });

function makeAuthority(folder: string, name: string): void {
  openssl(folder, ["req", "-x509", ...KEY, "-subj", `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.pem`]);
}

/** The server's, of the authority "ca". */
function makeCertificate(folder: string, host: string): void {
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-subj", "/CN=server", "-addext", `subjectAltName=DNS:${host}`];
  openssl(folder, ["req", "-x509", ...KEY, ...signed, "-keyout", "server.key", "-out", "server.pem"]);
  // The server reads them as a user without rights.
  for (const name of ["server.key", "server.pem"]) chmodSync(join(folder, name), 0o644);
}
