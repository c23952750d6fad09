import assert from "node:assert/strict";
import { surveyJsonLines } from "../../../services/cli/sources/json-lines.ts";
import type { Failure, SourceDocument } from "../../../services/cli/sources/source.ts";
import { folderWith } from "./scratch.ts";

const row = (fields: Record<string, unknown> = {}) => ({
  source_name: "Bank of Testing",
  article_title: "Minutes",
  document_url: "https://bank.example/minutes",
  published_date: "2025-03-19",
  authors: ["Committee"],
  text: "The rate was held.",
  ...fields,
});

async function read(content: string | Uint8Array) {
  using folder = folderWith({ "rows.jsonl": content });
  const { signal } = new AbortController();
  const { source, notes } = await surveyJsonLines(folder.at("rows.jsonl"), "rows.jsonl", signal);
  const documents: SourceDocument[] = [];
  const failures: Failure[] = [];
  for await (const item of source.read(signal)) {
    if ("document" in item) documents.push(item.document);
    else failures.push(item.failure);
  }
  return { source, notes, documents, failures };
}

const lines = (...rows: unknown[]): string =>
  rows.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");

describe("a JSON Lines file", () => {
  it("yields a document for each row, its text byte for byte", async () => {
    const text = "  Zwei Sätze.\r\n\r\nΔ 5 % – “quoted” 𝟓\n";
    const { documents, failures, source } = await read(lines(row({ text, summary: "Brief." })));
    assert.deepEqual(failures, []);
    assert.equal(source.documents, 1);
    assert.equal(source.bytes, Buffer.byteLength(text));
    const [document] = documents;
    assert.equal(Buffer.from(document?.content ?? []).toString(), text);
    assert.deepEqual(
      { ...document, content: undefined },
      {
        name: "rows.jsonl row 1",
        listedAs: "https://bank.example/minutes",
        content: undefined,
        mediaType: "text/plain",
        documentUrl: "https://bank.example/minutes",
        sourceName: "Bank of Testing",
        articleTitle: "Minutes",
        publishedDate: "2025-03-19",
        authors: ["Committee"],
        summary: "Brief.",
      },
    );
  });

  it("refuses half of a surrogate pair, which would silently become another character", async () => {
    for (const field of ["text", "article_title", "source_name", "summary"]) {
      const { failures, documents } = await read(
        lines(row({ [field]: "cut \ud800 here" }), row({ document_url: "b" })),
      );
      assert.equal(documents.length, 1, field);
      assert.match(
        failures[0]?.reason ?? "",
        new RegExp(`^rows.jsonl row 1: field "${field}" has half of a surrogate`),
      );
    }
    const { failures } = await read(lines(row({ authors: ["\udc00"] })));
    assert.match(failures[0]?.reason ?? "", /field "authors" \(item 1\) has half of a surrogate pair/);
    assert.deepEqual((await read(lines(row({ text: "A whole pair: 😀." })))).failures, []);
  });

  it("refuses a text with a zero character, which would be taken for another encoding", async () => {
    const { failures, documents } = await read(lines(row({ text: "Dues\0 rose." }), row({ document_url: "b" })));
    assert.equal(documents.length, 1);
    assert.match(failures[0]?.reason ?? "", /^rows.jsonl row 1: field "text" has a zero character/);
  });

  it("in UTF-16 says so in every row", async () => {
    const utf16 = Buffer.from(`\uFEFF${lines(row(), row({ document_url: "b" }))}`, "utf16le");
    for (const bytes of [utf16, Buffer.from(utf16.subarray(2)), Buffer.from(utf16).swap16()]) {
      const { failures } = await read(bytes);
      assert.equal(failures.length, 2);
      for (const { reason } of failures) assert.match(reason, /iconv -f UTF-16 -t UTF-8/);
    }
  });

  it("may begin with a byte order mark, end its lines with CR LF, and have empty lines", async () => {
    const { documents, failures } = await read(
      `\uFEFF${JSON.stringify(row())}\r\n\r\n  \n${JSON.stringify(row({ document_url: "https://b.example/" }))}\r\n`,
    );
    assert.deepEqual(failures, []);
    assert.deepEqual(
      documents.map(({ name }) => name),
      ["rows.jsonl row 1", "rows.jsonl row 4"],
    );
  });

  it("may leave out or null what a document need not have", async () => {
    const { documents, failures } = await read(
      lines(
        row({ published_date: null, authors: null, summary: null }),
        row({ document_url: "https://b.example/", published_date: undefined, authors: undefined }),
      ),
    );
    assert.deepEqual(failures, []);
    assert.deepEqual(
      documents.map(({ publishedDate, authors, summary }) => [publishedDate, authors, summary]),
      [
        [undefined, [], ""],
        [undefined, [], ""],
      ],
    );
  });

  const wrong: [string, unknown, RegExp][] = [
    ["a missing text", row({ text: undefined }), /row 2: field "text" is missing\. Correct/],
    ["a missing publisher", row({ source_name: undefined }), /row 2: field "source_name" is missing/],
    [
      "a missing title and URL",
      row({ article_title: undefined, document_url: undefined }),
      /field "article_title" is missing; field "document_url" is missing/,
    ],
    ["an empty text", row({ text: " \n" }), /field "text" is empty/],
    ["a text that is a number", row({ text: 5 }), /field "text" must be a string/],
    [
      "a day that is not in the calendar",
      row({ published_date: "2025-02-29" }),
      /field "published_date" must be a calendar day as YYYY-MM-DD/,
    ],
    ["authors in one string", row({ authors: "A, B" }), /field "authors" must be a list of strings/],
    ["an author that is a number", row({ authors: ["A", 5] }), /field "authors" \(item 2\) must be strings/],
    [
      "a URL that runs a script",
      row({ document_url: "javascript:alert(1)" }),
      /field "document_url" must be the address of a document/,
    ],
    ["a row that is a list", [1], /row 2: it must be an object/],
    ["a row that is cut off", '{"source_name": "Bank', /row 2: it is not JSON \(/],
  ];
  for (const [what, bad, reason] of wrong) {
    it(`reports ${what} with file, row and field, and goes on`, async () => {
      const { documents, failures } = await read(lines(row(), bad, row({ document_url: "https://b.example/" })));
      assert.equal(documents.length, 2);
      assert.equal(failures.length, 1);
      assert.match(failures[0]?.reason ?? "", reason);
      assert.match(failures[0]?.reason ?? "", /^rows\.jsonl row 2: /);
    });
  }

  it("lists a wrong row under its URL, or under the file's name where it has none", async () => {
    const { failures } = await read(lines(row({ text: undefined }), row({ document_url: undefined })));
    assert.deepEqual(
      failures.map(({ documentUrl }) => documentUrl),
      ["https://bank.example/minutes", "rows.jsonl"],
    );
  });

  it("reports a row in another encoding and says how to convert it", async () => {
    const latin1 = Buffer.from(lines(row({ text: "caf\u00e9" })), "latin1");
    const { documents, failures } = await read(Buffer.concat([latin1, Buffer.from(`\n${JSON.stringify(row())}`)]));
    assert.match(failures[0]?.reason ?? "", /^rows\.jsonl row 1: it is not UTF-8 text\. .*iconv/);
    assert.equal(documents.length, 1);
  });

  it("reports a line of 50 MB with its length and goes on with the next", async () => {
    const { documents, failures } = await read(lines(row({ text: "x".repeat(50_000_000) }), row()));
    assert.match(
      failures[0]?.reason ?? "",
      /^rows\.jsonl row 1: it is 50,000,\d{3} bytes long, and a row may have 16,777,216/,
    );
    assert.equal(documents.length, 1);
  });

  it("takes the last of several rows with one URL, however it is spelt, and says so", async () => {
    const { documents, notes, source } = await read(
      lines(
        row({ text: "first" }),
        row({ document_url: "https://other.example/" }),
        row({ text: "last", document_url: "HTTPS://bank.example:443/minutes" }),
      ),
    );
    assert.deepEqual(
      documents.map(({ content }) => Buffer.from(content).toString()),
      ["The rate was held.", "last"],
    );
    assert.equal(source.documents, 2);
    assert.deepEqual(notes, ["rows.jsonl: row 3 repeats the document_url of row 1; the last one is taken."]);
  });

  it("keeps the earlier of two rows with one URL when the later is wrong", async () => {
    const { documents } = await read(lines(row({ text: "whole" }), row({ text: undefined })));
    assert.deepEqual(
      documents.map(({ content }) => Buffer.from(content).toString()),
      ["whole"],
    );
  });

  it("names fields that are not known: a misspelling must not pass in silence", async () => {
    const { documents, notes } = await read(lines(row({ publish_date: "2025-01-01" })));
    assert.equal(documents.length, 1);
    assert.deepEqual(notes, ['rows.jsonl: field "publish_date" (first in row 1) is not known and is left out.']);
  });
});
