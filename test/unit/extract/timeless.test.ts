import assert from "node:assert/strict";
import { mainClause } from "../../../services/document/extract/grammar/clause.ts";
import { tag } from "../../../services/document/extract/grammar/language.ts";
import { isTimeless } from "../../../services/document/extract/prose/timeless.ts";

const holds = (text: string) => {
  const plain = text.charAt(0).toLowerCase() + text.slice(1);
  const tokens = tag(plain);
  return isTimeless(plain, tokens, mainClause(tokens));
};

describe("a sentence that holds at any time", () => {
  for (const text of [
    "More berths reduce the rents of a harbour, causing ships to stay longer.",
    "Ship traffic is highly cyclical, rising in booms and falling in recessions.",
    "The quality of pilots could improve or deteriorate.",
    "Changes of tolls often lag declines in trade.",
  ])
    it(`is "${text}"`, () => assert.equal(holds(text), true));

  for (const text of [
    "More berths reduced the rents of a harbour.",
    "Rents are rising at the fastest pace in decades.",
    "More berths reduce the rents of Norden.",
    "Demand remains strong because harbours lack berths.",
    "Rents could fall by 3 percent.",
    "Demand was weak because harbours lacked berths.",
  ])
    it(`is not "${text}"`, () => assert.equal(holds(text), false));
});
