import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Given, Item } from "../../../services/cli/sources/source.ts";
import { survey } from "../../../services/cli/sources/survey.ts";
import { folderWith } from "./scratch.ts";

async function read(args: string[], given: Given = {}) {
  const { signal } = new AbortController();
  const found = await survey(args, { given, allowPrivate: false, signal });
  const items: Item[] = [];
  for (const source of found.sources) for await (const item of source.read(signal)) items.push(item);
  const documents = items.flatMap((item) => ("document" in item ? [item.document] : []));
  const failures = [...found.failures, ...items.flatMap((item) => ("failure" in item ? [item.failure] : []))];
  return { ...found, documents, reasons: failures.map(({ reason }) => reason), failures };
}

const ROW = JSON.stringify({ source_name: "A", article_title: "B", document_url: "https://a.example/", text: "C." });

describe("what is behind the arguments of an ingestion", () => {
  it("is every document of a folder in the order of names, without what is hidden or no document", async () => {
    using folder = folderWith({
      "b.txt": "b",
      "a/z.html": "<html><p>z</p></html>",
      "a/B.PDF": "%PDF-1.4",
      "a/.hidden.txt": "x",
      ".git/config.txt": "x",
      "c.jsonl": ROW,
      "picture.png": "x",
      "notes.docx": "x",
    });
    const { documents, notes, reasons } = await read([folder.at()]);
    assert.deepEqual(
      documents.map(({ name, mediaType }) => [relative(folder.at(), name), mediaType]),
      [
        ["a/B.PDF", "application/pdf"],
        ["a/z.html", "text/html"],
        ["b.txt", "text/plain"],
        ["c.jsonl row 1", "text/plain"],
      ],
    );
    assert.deepEqual(reasons, []);
    assert.deepEqual(notes, [`${folder.at()}: skipped 2 of a kind that is not known: notes.docx, picture.png.`]);
  });

  it("is described by the file beside a document, which is no document itself", async () => {
    using folder = folderWith({
      "report.pdf": "%PDF-1.4",
      "report.meta.json": JSON.stringify({
        source_name: "Bank",
        document_url: "https://bank.example/r",
        published_date: "2025-01-31",
        authors: ["X"],
        summary: "S.",
      }),
      "page.html": "<html></html>",
      "page.html.meta.json": JSON.stringify({ article_title: "Page" }),
      "page.meta.json": JSON.stringify({ article_title: "not this one" }),
    });
    const { documents, failures, notes } = await read([folder.at()]);
    assert.deepEqual(failures, []);
    assert.deepEqual(notes, []);
    assert.deepEqual(
      documents.map(({ documentUrl, sourceName, articleTitle, publishedDate, authors, summary }) => [
        documentUrl,
        sourceName,
        articleTitle,
        publishedDate,
        authors,
        summary,
      ]),
      [
        [pathToFileURL(folder.at("page.html")).href, "", "Page", undefined, [], ""],
        ["https://bank.example/r", "Bank", "", "2025-01-31", ["X"], "S."],
      ],
    );
  });

  it("is described by the command line before the file beside it", async () => {
    using folder = folderWith({
      "r.txt": "text",
      "r.meta.json": JSON.stringify({ source_name: "File", article_title: "Kept" }),
    });
    const { documents } = await read([folder.at("r.txt")], {
      sourceName: "Line",
      author: ["Me"],
      url: "https://me.example/",
    });
    assert.deepEqual(
      documents.map(({ sourceName, articleTitle, authors, documentUrl, listedAs }) => [
        sourceName,
        articleTitle,
        authors,
        documentUrl,
        listedAs,
      ]),
      [["Line", "Kept", ["Me"], "https://me.example/", "https://me.example/"]],
    );
  });

  it("ends where links lead back", async () => {
    using folder = folderWith({ "a/one.txt": "1" });
    symlinkSync("..", folder.at("a/up"));
    symlinkSync("itself", folder.at("itself"));
    const { documents, reasons } = await read([folder.at()]);
    assert.equal(documents.length, 1);
    assert.deepEqual(reasons, [
      `${folder.at("itself")} is a symbolic link that leads back to itself. Remove the link.`,
    ]);
  });

  // The file systems of macOS take no such name. Elsewhere a name that cannot be written is a failure.
  const onLinux = process.platform === "darwin" ? it.skip : it;
  onLinux("reports a file whose name is not UTF-8", async () => {
    using folder = folderWith({ "good.txt": "text" });
    const name = Buffer.concat([Buffer.from(`${folder.at()}/`), Buffer.from([0x62, 0xff]), Buffer.from(".txt")]);
    writeFileSync(name, "x");
    const { documents, reasons } = await read([folder.at()]);
    assert.equal(documents.length, 1);
    assert.match(reasons.join(), /has a name that is not UTF-8, or damaged\. Rename it\.$/);
  });

  const bad: [string, Record<string, string>, string, RegExp][] = [
    ["a file that is not there", {}, "gone.pdf", /gone\.pdf does not exist\. Check the name\.$/],
    ["an empty file", { "e.pdf": "" }, "e.pdf", /e\.pdf is empty\. Fetch it again\.$/],
    ["an empty JSON Lines file", { "e.jsonl": "\n\n" }, "e.jsonl", /e\.jsonl is empty/],
    [
      "a file of an unknown kind",
      { "a.docx": "x" },
      "a.docx",
      /a\.docx is of a kind that is not known\. PDF \(\.pdf\), /,
    ],
    [
      "a description without its document",
      { "a.meta.json": "{}" },
      "a.meta.json",
      /describes a document\. Name the document/,
    ],
    ["a folder without a document", { "a.png": "x" }, "", /holds no document\./],
    ["an archive called PDF", { "a.pdf": "PK\x03\x04" }, "a.pdf", /a\.pdf is not what its name says/],
    [
      "a description that is not JSON",
      { "a.txt": "x", "a.meta.json": "{" },
      "a.txt",
      /a\.txt is described by a\.meta\.json, which is not JSON/,
    ],
    [
      "a description with a wrong field",
      { "a.txt": "x", "a.meta.json": '{"published_date":"May"}' },
      "a.txt",
      /a\.meta\.json, which is wrong: field "published_date" must be a calendar day/,
    ],
    [
      "a description with an unknown field",
      { "a.txt": "x", "a.meta.json": '{"title":"T"}' },
      "a.txt",
      /has a field "title" that is not known; known are source_name, article_title/,
    ],
  ];
  for (const [what, files, name, reason] of bad) {
    it(`reports ${what}`, async () => {
      using folder = folderWith(files);
      const { reasons, documents } = await read([folder.at(name)]);
      assert.equal(documents.length, 0);
      assert.equal(reasons.length, 1);
      assert.match(reasons[0] ?? "", reason);
    });
  }

  it("are not called empty when it was interrupted before they were read", async () => {
    using folder = folderWith({ "rows.jsonl": ROW });
    const { failures } = await survey([folder.at()], { given: {}, allowPrivate: false, signal: AbortSignal.abort() });
    assert.deepEqual(failures, []);
  });

  it("reports a file over 64 MiB without reading it", async () => {
    using folder = folderWith({ "big.pdf": "%PDF-1.4" });
    truncateSync(folder.at("big.pdf"), 65 * 1024 * 1024);
    assert.match(
      (await read([folder.at()])).reasons.join(),
      /is 68,157,440 bytes long, and a document may have 67,108,864\. Split it/,
    );
  });

  it("reports a pipe and does not wait for it", async () => {
    using folder = folderWith({});
    for (const name of ["pipe.txt", "pipe.jsonl"]) execFileSync("mkfifo", [folder.at(name)]);
    const { reasons } = await read([folder.at()]);
    assert.equal(reasons.length, 2);
    for (const reason of reasons)
      assert.match(reason, /pipe\.(txt|jsonl) is not a regular file but a folder, pipe, socket or device/);
  });

  it("reports a socket", async () => {
    using folder = folderWith({});
    const server = createServer().listen(folder.at("socket.txt"));
    await once(server, "listening");
    const { reasons } = await read([folder.at()]);
    server.close();
    assert.match(reasons.join(), /socket\.txt is not a regular file but a folder, pipe, socket or device/);
  });

  it("reports a URL in the private network", async () => {
    const { failures } = await read(["http://169.254.169.254/latest/meta-data/"]);
    assert.equal(failures[0]?.documentUrl, "http://169.254.169.254/latest/meta-data/");
    assert.match(failures[0]?.reason ?? "", /not on the public Internet\. Set INGEST_ALLOW_PRIVATE=true/);
  });
});
