import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { readVocabulary } from "../../../services/document/extract/grammar/vocabulary.ts";
import { cutPassages } from "../../../services/document/extract/passages.ts";
import { readProse } from "../../../services/document/extract/prose/read-prose.ts";
import { WORTH_FINDING } from "../../../services/document/extract/prose/select.ts";
import { aptness, chanceOfGood } from "../../../services/document/extract/titles/chances.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const titled = (title: string, worth = 1.5) => ({ title, worth, isOther: false, isOwn: true });
const SOURCE = "Bank of Northmark, Outlook, June 2031";
const SAID = "Barley exports rose by 4 percent from May 2031.";
const TITLE = titled("Barley export increase, May 2031");

describe("how likely a reader finds an insight good", () => {
  const chance = chanceOfGood(TITLE, SAID, SOURCE);

  it("is a probability", () => assert.ok(chance > 0 && chance < 1));

  for (const [why, said] of [
    ["points at something outside it", "Barley exports in the region also rose by 4 percent from May 2031."],
    ["speaks of a body that it does not name", "Barley exports of the firms rose by 4 percent from May 2031."],
    ["tells no time of a change", "Barley exports rose by 4 percent."],
  ] as const)
    it(`is less where the finding ${why}`, () => assert.ok(chanceOfGood(TITLE, said, SOURCE) < chance));

  it("is less where the title tells little, or of no time", () => {
    assert.ok(chanceOfGood({ ...TITLE, worth: 0 }, SAID, SOURCE) < chance);
    assert.ok(chanceOfGood(titled("Barley export increase"), SAID, SOURCE) < chance);
  });

  it("is less where the title names a theme on which somebody has views, or an outlook", () => {
    for (const theme of ["Members on barley exports", "Members’ views on barley exports", "Outlook for barley exports"])
      assert.ok(chanceOfGood(titled(`${theme}, May 2031`), SAID, SOURCE) < chance - 0.05, theme);
    assert.ok(
      chanceOfGood({ ...TITLE, worth: -0.5 }, SAID, SOURCE) < chanceOfGood({ ...TITLE, worth: 0 }, SAID, SOURCE) - 0.15,
    );
  });

  it("of two titles prefers the one that tells the finding's first words and a measure", () => {
    const said = "Output of barley prices fell, while the weather in Sutherland was mild.".toLowerCase();
    assert.ok(
      aptness(titled("Barley price decline, May 2031"), said) >
        aptness(titled("Mild Sutherland weather, May 2031"), said),
    );
  });
});

const HEAD = {
  title: "Minutes of the Board meeting, June 2031",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: [],
  documentUrl: "https://example.org/minutes",
};
const findingsOf = (text: string) => extract(parseText(text), HEAD).insights.map(({ finding }) => finding);

describe("what would hardly be found good by itself", () => {
  it("goes with the sentence beside it that says more of the same", () => {
    const found = findingsOf(
      "Barley exports rose by 4 percent in May 2031. That the firms in the region would also hold fewer barley exports was a possibility.",
    );
    assert.equal(found.length, 1);
    assert.match(found[0] ?? "", /rose by 4 percent in May 2031\. That the firms/);
  });

  const WHEAT = "Wheat prices rose by 4 percent in May 2031.";
  const VOTE = "The Board decided also to end the program in the region for firms.";
  const worthsOf = (text: string, head: DocumentHead = HEAD, isShort = false) => {
    const document = parseText(text);
    const drafts = readProse(
      document,
      cutPassages(document),
      { ...readContext(head), isShort },
      readVocabulary(text),
    ).drafts;
    return drafts.map(({ worth }) => worth);
  };

  it("is chosen all the same where it tells a decision", () => {
    const [rise = 0, vote = 0] = worthsOf(`${WHEAT} ${VOTE}`);
    assert.ok(rise > vote && vote >= WORTH_FINDING, `${rise} and ${vote}`);
  });

  it("is left out sooner of a speaker's or a company's document than of a bank's or of a short one", () => {
    const text = `${WHEAT} Net sales of the segment in the quarter decreased 4%, and others also decreased 2%.`;
    const worthOf = (head: DocumentHead, isShort = false) => worthsOf(text, head, isShort)[1] ?? Number.NaN;
    assert.ok(worthOf(HEAD) >= WORTH_FINDING);
    for (const head of [
      { ...HEAD, title: "On prices", authors: ["Anna Northmark"] },
      { ...HEAD, sourceName: "SEC EDGAR filings", title: "Harlow Mills Form 10-Q, 2031", authors: ["Harlow Mills"] },
    ]) {
      assert.ok(worthOf(head) < WORTH_FINDING, head.title);
      assert.ok(worthOf(head, true) >= WORTH_FINDING, `${head.title}, short`);
    }
  });
});
