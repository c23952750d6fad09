import assert from "node:assert/strict";
import { type Context, readContext } from "../../../services/document/extract/context.ts";
import { mainClause } from "../../../services/document/extract/grammar/clause.ts";
import { tag } from "../../../services/document/extract/grammar/language.ts";
import { isResolved, resolve } from "../../../services/document/extract/prose/resolve.ts";

describe("a verb that could be a noun", () => {
  const verbOf = (text: string) => {
    const tokens = tag(text);
    return tokens[mainClause(tokens)?.head ?? -1]?.text;
  };
  for (const [text, verb] of [
    ["the median projection rises to 4.6 percent at the end of the year", "rises"],
    ["Ostland, Velden and Norland drive production growth over the forecast period", "drive"],
    ["the Board judges that longer-term expectations are well anchored", "judges"],
    ["the harbour data show that, after a pause, fares rose sharply", "show"],
    ["harbour growth for 2031 and 2032 remains unchanged at 3.2 percent", "remains"],
    ["ferry sales for June 2031 rose by 3 percent", "rose"],
    ["ferry exports in 2031 fell by 3 percent", "fell"],
    ["for the month of May, the index (HIX) with base 2011-12 stands at 153.0", "stands"],
    ["indicators point to stronger growth in the economy", "point"],
  ] as const)
    it(`is one in "${text}"`, () => assert.equal(verbOf(text), verb));

  it("is none where the sentence has a verb before it, or none follows a noun", () => {
    assert.equal(verbOf("wages rose as price declines to come were expected"), "rose");
    assert.equal(verbOf("a margin contraction of 310 basis points due to higher costs"), undefined);
  });
});

describe("who and when of a sentence", () => {
  const context: Context = {
    ...readContext({
      title: "Prices and the Board",
      sourceName: "Bank of Northmark",
      publishedDate: "2031-07-14",
      authors: ["Ada Quay"],
      documentUrl: "https://example.org/speech",
    }),
    speaker: "Ada Quay",
  };
  it("is said of the speaker beside what somebody else is quoted with", () =>
    assert.match(
      resolve(
        'The causes do not affect my view because the law did not say "stable prices unless supply fails."',
        context,
      ),
      /do not affect Quay's view because/,
    ));
  it("stays open where the quotation says who", () =>
    assert.equal(isResolved(resolve('In my view "we are near our target" is right.', context)), false));
  it("is clear a second time", () =>
    assert.equal(isResolved("Inflation should fall this year [2031] and peak later this year."), true));
});
