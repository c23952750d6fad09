import assert from "node:assert/strict";
import fc from "fast-check";
import { canonicalUrl, docIdOf, foldSourceName, insightIdOf } from "../../../services/document/identity.ts";

describe("identity of documents", () => {
  const same: [string, string[]][] = [
    [
      "https://www.example.org/minutes/2024",
      [
        "HTTPS://WWW.Example.ORG:443/minutes/2024",
        "https://www.example.org./minutes/2024#",
        "  https://www.example.org/minutes/./x/../2024 ",
        "https://www.example.org/%6Dinutes/2024",
        "https://www.example.org/minutes/2024#:~:text=inflation",
      ],
    ],
    ["http://example.org/", ["http://example.org", "http://example.org:80"]],
    ["https://example.org/a%2Fb%C3%A9", ["https://example.org/a%2fb%c3%a9", "https://example.org/a%2fbé"]],
    ["file:///reports/a%20b.pdf", ["FILE:///reports/a b.pdf"]],
    ["r\u00e9sum\u00e9.txt", ["re\u0301sume\u0301.txt", " résumé.txt "]],
  ];
  for (const [canonical, spellings] of same) {
    for (const spelling of [canonical, ...spellings]) {
      it(`${JSON.stringify(spelling)} is ${canonical}`, () => {
        assert.equal(canonicalUrl(spelling), canonical);
        assert.equal(docIdOf(spelling), docIdOf(canonical));
      });
    }
  }

  const different = [
    "https://example.org/a",
    "http://example.org/a",
    "https://example.org/A",
    "https://example.org/a/",
    "https://example.org/a?x=1&y=2",
    "https://example.org/a?y=2&x=1",
    "https://example.org/a#minutes-2026-03-25",
    "https://example.org/a#minutes-2026-03-19",
    "https://example.org:8443/a",
    "a",
    "A",
    "example.org/a",
    "C:\\reports\\a",
    "COMPANY_2019_10K#p0",
    "COMPANY_2019_10K#p1",
  ];
  it("addresses that may be different documents have different ids", () => {
    assert.equal(new Set(different.map(docIdOf)).size, different.length);
    for (const address of different) assert.match(docIdOf(address), /^doc_[0-9a-f]{32}$/);
  });

  const refused = [
    "",
    "   ",
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "data:text/html,x",
    "https://user:secret@example.org/",
    "gopher://example.org/",
    "https://",
    "https://exa mple.org/",
    "a\u0000b",
    "a\nb",
    "\ud800",
    `https://example.org/${"a".repeat(2_048)}`,
  ];
  for (const address of refused) {
    it(`refuses ${JSON.stringify(address.slice(0, 40))} and does not repeat a secret`, () => {
      assert.throws(
        () => docIdOf(address),
        (err: Error & { kind?: string }) => err.kind === "invalid" && !err.message.includes("secret"),
      );
    });
  }

  it("a canonical address is its own canonical address", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (address) => {
        let canonical: string;
        try {
          canonical = canonicalUrl(address);
        } catch (err) {
          assert.equal((err as { kind?: string }).kind, "invalid");
          return;
        }
        assert.equal(canonicalUrl(canonical), canonical);
      }),
    );
  }).timeout(10_000);

  it("an insight's id depends on document, finding and excerpt, and on nothing else", () => {
    const id = insightIdOf("doc_a", "Rates rose.", "Rates rose by 25 bp.");
    assert.match(id, /^ins_[0-9a-f]{32}$/);
    assert.equal(insightIdOf("doc_a", "Rates rose.", "Rates rose by 25 bp."), id);
    const others = [
      insightIdOf("doc_b", "Rates rose.", "Rates rose by 25 bp."),
      insightIdOf("doc_a", "Rates fell.", "Rates rose by 25 bp."),
      insightIdOf("doc_a", "Rates rose.", "Rates rose by 50 bp."),
      insightIdOf("doc_a", "Rates rose.Rates", " rose by 25 bp."),
    ];
    assert.equal(new Set([id, ...others]).size, 5);
  });

  it("publishers are compared by lower case after NFC", () => {
    assert.equal(foldSourceName("BANCO DE ME\u0301XICO"), foldSourceName("banco de méxico"));
    assert.notEqual(foldSourceName("Mexico"), foldSourceName("México"));
  });
});
