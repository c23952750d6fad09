import assert from "node:assert/strict";
import type { SourceDocument } from "../../../services/cli/sources/source.ts";
import { survey } from "../../../services/cli/sources/survey.ts";

describe("the sample documents", () => {
  const documents: SourceDocument[] = [];
  before(async () => {
    const { signal } = new AbortController();
    const { sources, failures } = await survey(["services/document/samples"], {
      given: {},
      allowPrivate: false,
      signal,
    });
    assert.deepEqual(failures, []);
    for (const source of sources) {
      for await (const item of source.read(signal)) {
        assert.ok("document" in item, JSON.stringify(item));
        documents.push(item.document);
      }
    }
  });

  it("are twelve, of every kind that is text", () => {
    assert.equal(documents.length, 12);
    assert.deepEqual([...new Set(documents.map(({ mediaType }) => mediaType))].sort(), ["text/html", "text/plain"]);
  });

  it("say of their publishers that they are invented, and have addresses that nobody can have", () => {
    for (const { sourceName, documentUrl } of documents) {
      assert.match(sourceName, / \(invented sample\)$/);
      assert.match(new URL(documentUrl).hostname, /\.example$/);
    }
  });

  it("are dated and titled", () => {
    for (const { publishedDate, articleTitle } of documents) {
      assert.ok(publishedDate);
      assert.ok(articleTitle);
    }
  });
});
