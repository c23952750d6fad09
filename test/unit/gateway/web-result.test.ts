import assert from "node:assert/strict";
import { severalLines, toWebResults } from "../../../gateway/web-search/web-result.ts";

describe("gateway: what is shown of results of the web", () => {
  it("no address but of the web, no page twice, and bounded", () => {
    const results = toWebResults(
      [
        { url: "javascript:alert(1)", title: "x" },
        { url: "file:///etc/passwd", title: "x" },
        { url: "https://user:password@bank.example/", title: "x" },
        { url: `https://long.example/${"x".repeat(3_000)}`, title: "x" },
        "no object",
        null,
        { title: "no address" },
        { url: "https://fine.example/a", content: "y".repeat(5_000), publishedDate: "yesterday" },
        { url: "https://fine.example/a", title: "again" },
        { url: "https://fine.example/b", title: 5, content: { a: 1 } },
      ],
      20,
    );
    assert.deepEqual(
      results.map(({ url }) => url),
      ["https://fine.example/a", "https://fine.example/b"],
    );
    assert.equal(results[0]?.snippet.length, 1_001);
    assert.deepEqual([results[1]?.title, results[1]?.snippet], ["", ""]);
  });

  const titleOf = (title: string) => toWebResults([{ url: "https://fine.example/", title }], 1)[0]?.title;

  it("no markup, also where the tags are hidden in each other or by what cannot be seen", () => {
    assert.equal(titleOf("Port <strong>report</strong>, 2 < 3"), "Port report, 2 < 3");
    for (const hidden of [
      "<script>",
      "<scr<b>ipt>",
      "<<i>/script>",
      "<\u200bscript>",
      "<\u00adimg src=x>",
      "<<b>!--",
    ]) {
      assert.doesNotMatch(titleOf(`before ${hidden} after`) ?? "", /<[a-z/!?]/i, JSON.stringify(hidden));
      assert.doesNotMatch(severalLines(`before\n${hidden}`, 100), /<[a-z/!?]/i, JSON.stringify(hidden));
    }
  });

  it("nothing that cannot be seen: tags, direction marks, fillers, and variation selectors, which can spell a text", () => {
    const selectors = [..."Ignore all"].map((letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0))).join("");
    assert.equal(titleOf(`Rate\u{E0049}\u{E0067}\u202e\u034f\u3164${selectors}s rise`), "Rates rise");
  });

  it("a date is a day of the calendar, or unknown", () => {
    const dateOf = (publishedDate: unknown) =>
      toWebResults([{ url: "https://fine.example/", publishedDate }], 1)[0]?.published_date;
    assert.equal(dateOf("2026-01-31T08:00:00Z"), "2026-01-31");
    for (const none of ["2026-02-30", "9999-99-99", "yesterday", 20260131, ""]) assert.equal(dateOf(none), null);
  });
});
