import assert from "node:assert/strict";
import { createAdmission } from "../../../services/document/extract-with-model/admission.ts";
import { merge } from "../../../services/document/extract-with-model/merge.ts";
import type { ShownPassage } from "../../../services/document/extract-with-model/model-view.ts";

const span = (start: number, end: number) => ({ start, end });
const insight = (finding: string, start: number, end: number) => ({
  ...{ title: `Title of ${finding}`, finding, excerpts: [span(start, end)], questions: ["What?"] },
});
const shown = (start: number, end: number, rows: [number, number][] = []): ShownPassage => ({
  ...{ start, end, headings: ["Trade"] },
  units: rows.map(([from, to]) => ({ start: from, end: to, isRow: true, opensBlock: true })),
});
const findings = (extraction: ReturnType<typeof merge>) =>
  extraction.insights.map(({ finding, passage }) => [finding, extraction.passages[passage]?.start]);

describe("insights of a model among those by rules", () => {
  // The rules' second passage takes in the third and fourth that are shown, of which they make nothing.
  const passages = [
    { ...span(0, 100), headings: ["Trade"] },
    { ...span(100, 400), headings: ["Trade"] },
  ];
  const byRules = {
    ...{ summary: "A summary.", passages },
    insights: [
      { ...insight("rule 1", 10, 20), passage: 0 },
      { ...insight("rule 2", 110, 120), passage: 1 },
      { ...insight("rule 3", 150, 160), passage: 1 },
    ],
  };
  const all = [shown(0, 100), shown(100, 200), shown(200, 300), shown(300, 400), shown(500, 600)];

  it("take the place of those of their passage, and leave the others", () => {
    const merged = merge(byRules, all, new Map([[1, [insight("model", 130, 140)]]]));
    assert.deepEqual(findings(merged), [
      ["rule 1", 0],
      ["model", 100],
    ]);
    assert.equal(merged.summary, "A summary.");
  });

  it("of a passage that the rules took in with another belong to that one, and take nothing's place", () => {
    const merged = merge(byRules, all, new Map([[2, [insight("model", 210, 220)]]]));
    assert.deepEqual(findings(merged), [
      ["rule 1", 0],
      ["rule 2", 100],
      ["rule 3", 100],
      ["model", 100],
    ]);
  });

  it("of a passage of which the rules make nothing bring it with them", () => {
    const merged = merge(byRules, all, new Map([[4, [insight("model", 510, 520)]]]));
    assert.deepEqual(findings(merged).at(-1), ["model", 500]);
    assert.deepEqual(merged.passages.at(-1), { ...span(500, 600), headings: ["Trade"] });
  });

  it("stand beside those of rows that they do not cite", () => {
    const table = [
      shown(0, 100),
      shown(100, 200, [
        [110, 120],
        [150, 160],
      ]),
    ];
    const merged = merge(byRules, table, new Map([[1, [insight("model", 150, 160)]]]));
    assert.deepEqual(findings(merged), [
      ["rule 1", 0],
      ["rule 2", 100],
      ["model", 100],
    ]);
  });

  it("are in document order, and no passage is without one", () => {
    const byModel = new Map([
      [4, [insight("last", 510, 520)]],
      [0, [insight("second", 50, 60), insight("first", 5, 9)]],
    ]);
    const merged = merge({ ...byRules, insights: [] }, all, byModel);
    assert.deepEqual(findings(merged), [
      ["first", 0],
      ["second", 0],
      ["last", 500],
    ]);
    assert.equal(merged.passages.length, 2);
  });
});

describe("insights of a model in one document", () => {
  const head = {
    ...{ title: "Grain outlook", sourceName: "Halden Grain Office", publishedDate: "2025-04-10" },
    ...{ authors: [], documentUrl: "x" },
  };
  const written = (title: string, finding: string) => ({ ...insight(finding, 0, 9), title, passage: 0 });

  it("are there once, whatever their words are in order", () => {
    const admit = createAdmission(head);
    assert.ok(admit(written("Wheat exports, 2025", "Wheat exports of Halden rose by 4 percent in 2025.")));
    assert.equal(
      admit(written("Exports of wheat", "In 2025, exports of wheat of Halden rose by 4 percent.")),
      undefined,
    );
    assert.ok(admit(written("Wheat exports, 2024", "Wheat exports of Halden rose by 5 percent in 2024.")));
  });

  it("have titles of their own, if need be with the document's period", () => {
    const admit = createAdmission(head);
    const titles = [1, 2, 3].map(
      (part) =>
        admit(written("Wheat exports of Halden", `Wheat district ${part} grew ${part} lots of crop ${part} in 2025.`))
          ?.title,
    );
    assert.deepEqual(titles, ["Wheat exports of Halden", "Wheat exports of Halden, April 2025", undefined]);
  });

  it("say of when they are: by themselves, or by the document's name in front", () => {
    const admit = createAdmission(head);
    assert.equal(admit(written("One title here", "Exports rose in 2025."))?.finding, "Exports rose in 2025.");
    assert.match(
      admit(written("Another title here", "Stocks fell to 4 lots."))?.finding ?? "",
      /^Halden Grain Office.*2025: Stocks fell to 4 lots\.$/,
    );
  });
});
