import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { type Finished, insights } from "../support/command.ts";

const execute = promisify(execFile);

describe("a data folder", () => {
  it("holds files that only its user may read, also where others may read the folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "insights-"));
    try {
      chmodSync(folder, 0o755);
      assert.equal((await insights(["keys", "create", "--name", "n"], folder)).status, 0);
      const files = readdirSync(folder);
      assert.ok(files.includes("accounts.db"));
      for (const file of files) assert.equal(statSync(join(folder, file)).mode & 0o077, 0, file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a data folder that cannot be used", () => {
  let folder: string;
  let data: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "insights-"));
    data = join(folder, "data");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const assertRefused = ({ status, stdout, stderr }: Finished, sentence: RegExp) => {
    assert.equal(status, 1, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /\n\s+at |SQLITE_|ERR_/);
  };

  for (const file of ["insights.db", "accounts.db"]) {
    it(`leaves a damaged ${file} as it is and says what to do`, async () => {
      mkdirSync(data);
      const path = join(data, file);
      const content = "what is left of a database after its disk had a bad day\n".repeat(500);
      writeFileSync(path, content);
      assertRefused(await insights(["keys", "list"], data), new RegExp(`${file}.*damaged.*backup`));
      assert.equal(readFileSync(path, "utf8"), content);
    });

    it(`leaves the ${file} of a newer version as it is and says what to do`, async () => {
      assert.equal((await insights(["keys", "list"], data)).status, 0);
      const path = join(data, file);
      const db = new DatabaseSync(path);
      const [table] = db.prepare("select name from sqlite_schema where name like '%_migrations'").all();
      db.exec(`insert into ${String(table?.["name"])} (name, timestamp) values ('9999-later', '2099-01-01')`);
      db.exec("pragma wal_checkpoint(truncate)");
      db.close();
      const before = readFileSync(path);
      assertRefused(await insights(["keys", "list"], data), /newer version.*INSIGHTS_DATA/);
      assert.deepEqual(readFileSync(path), before);
    });
  }

  for (const file of ["insights.db", "accounts.db"]) {
    it(`leaves another program's ${file} as it is and says what to do`, async () => {
      mkdirSync(data);
      const path = join(data, file);
      const db = new DatabaseSync(path);
      db.exec("create table somebody_elses (id); insert into somebody_elses values (1)");
      db.close();
      const before = readFileSync(path);
      assertRefused(
        await insights(["keys", "list"], data),
        new RegExp(`${file}.*not a database of this program.*move it away`),
      );
      assert.deepEqual(readFileSync(path), before);
    });
  }

  it("leaves its files as they are when they have each other's names", async () => {
    assert.equal((await insights(["keys", "create", "--name", "kept"], data)).status, 0);
    const documents = join(data, "insights.db");
    const accounts = join(data, "accounts.db");
    const swap = () => {
      renameSync(documents, `${documents}.away`);
      renameSync(accounts, documents);
      renameSync(`${documents}.away`, accounts);
    };
    swap();
    assertRefused(await insights(["keys", "list"], data), /accounts\.db.*not a database of this program/);
    swap();
    assert.equal(JSON.parse((await insights(["keys", "list", "--json"], data)).stdout)[0].name, "kept");
  });

  it("does not take a damaged lock for another process", async () => {
    mkdirSync(data);
    writeFileSync(join(data, "lock.db"), "what is left of a lock after its disk had a bad day\n".repeat(50));
    assertRefused(await insights(["keys", "list"], data), /lock\.db.*damaged.*move it away/);
  });

  it("says so when another program has locked a database", async () => {
    assert.equal((await insights(["keys", "list"], data)).status, 0);
    const db = new DatabaseSync(join(data, "accounts.db"));
    db.exec("begin exclusive");
    try {
      assertRefused(await insights(["keys", "create", "--name", "n"], data), /another program holds the database/);
    } finally {
      db.close();
    }
  });

  it("says so when the disk is full, and keeps what was there", async function () {
    // A server that is away is waited for half a minute, whatever the reason.
    this.timeout(180_000);
    assert.equal((await insights(["keys", "create", "--name", "kept"], data)).status, 0);
    const file = join(folder, "document.txt");
    writeFileSync(file, "Exports of Examplia rose by 3 percent to 12 million tonnes in May 2024. ".repeat(20_000));
    // Files may grow to 600 KiB: to SQLite that is a disk that is full.
    const command = 'ulimit -f 600; exec "$0" services/cli/insights.js ingest "$1" --source-name S --title T --json';
    const options = { env: { ...process.env, INSIGHTS_DATA: data }, timeout: 60_000 };
    await assert.rejects(execute("bash", ["-c", command, process.execPath, file], options), (err: Error & Finished) => {
      assert.match(err.stdout + err.stderr, /disk is full|free space/i);
      return true;
    });
    const { stdout } = await insights(["keys", "list", "--json"], data);
    assert.equal(JSON.parse(stdout)[0].name, "kept");
    const again = await insights(["ingest", file, "--source-name", "S", "--title", "T", "--json"], data);
    assert.deepEqual(JSON.parse(again.stdout).failed, []);
    assert.equal((await insights(["verify", "--json"], data)).status, 0);
  });

  it("says so when the folder can be locked and not written", async () => {
    // As a folder that can only be read: nobody, not even root, writes a file where a folder is.
    mkdirSync(join(data, "owner.json"), { recursive: true });
    assertRefused(
      await insights(["keys", "list"], data),
      /cannot be used as the data folder.*may be written.*INSIGHTS_DATA/,
    );
  });

  it("says so when the folder is a file, or cannot be made", async () => {
    writeFileSync(data, "a file");
    for (const path of [data, "/proc/nowhere/data"]) {
      assertRefused(await insights(["keys", "list"], path), /cannot be used as the data folder.*INSIGHTS_DATA/);
    }
  });
});
