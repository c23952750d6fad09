import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titlesOf = (text: string) => extract(parseText(text), BANK).insights.map(({ title }) => title);

/** Who prices, proposes, hesitates or doubts is no theme; what is priced, proposed, put off or doubted is. */
describe("a title says what somebody's stance is on", () => {
  const cases: [string, string, string][] = [
    [
      "a step that is in the prices",
      "A 30 basis point rate cut was fully priced in for the June meeting, and traders saw no second one.",
      "Market pricing of 30-basis-point rate cut, June 2031",
    ],
    [
      "a step that is expected",
      "Almost all respondents to the survey of dealers expected a 30 basis point increase in Bank Rate at the June meeting.",
      "Expected 30-basis-point Bank Rate increase, June 2031",
    ],
    [
      "a step that is proposed",
      "Mr Halden proposed that the three key BNM interest rates be lowered by 30 basis points.",
      "Halden’s proposed 30-basis-point BNM rate cut, June 2031",
    ],
    [
      "none that is proposed",
      "Mr Halden proposed keeping the key harbour rate unchanged in June.",
      "Halden’s proposal for unchanged harbour rate, June 2031",
    ],
    [
      "what a desk is directed to do",
      "The Council directs the Desk to continue purchasing harbour bonds through April 2031 so that reserves remain ample.",
      "Directive to continue purchasing harbour bonds, April 2031",
    ],
    [
      "and at what rate",
      "The Council directs the Desk to conduct overnight reverse repurchase operations at an offering rate of 1.70 percent in 2031.",
      "Directive for reverse repurchase operations at 1.70%, 2031",
    ],
    [
      "how something may turn out, and from what",
      "Rents could turn out to be lower if weaker demand led to empty flats and 5% fewer moves.",
      "Possible lower rents from weaker demand, June 2031",
    ],
    [
      "what somebody is reluctant to do",
      "Several ports were reluctant to raise wages in May because of their low margins of 2 percent.",
      "Ports’ reluctance to raise wages, May 2031",
    ],
    [
      "what is doubted",
      "Some scepticism was expressed regarding the rebound in ferry traffic foreseen for 2032, as fares had risen by 8%.",
      "Scepticism regarding rebound in ferry traffic, 2032",
    ],
  ];
  for (const [what, text, title] of cases)
    it(what, () => {
      assert.deepEqual(titlesOf(text), [title]);
    });

  const not: [string, string, RegExp][] = [
    ["no step that is not priced", "Markets had not priced in a 30 basis point rate cut for June 2031.", /pricing/],
    [
      "no reluctance of those who are not",
      "Several ports were not reluctant to raise wages in May, by 4 percent on average.",
      /reluctance/,
    ],
    [
      "and no half of a clause",
      "Concern was expressed over the extent to which ferries could add to growth of 2% in 2032.",
      /extent/,
    ],
  ];
  for (const [what, text, wrong] of not)
    it(what, () => {
      assert.doesNotMatch(titlesOf(text).join("; "), wrong);
    });
});

describe("a title says what is brought about or faced", () => {
  const cases: [string, string, string][] = [
    [
      "by the first of a list",
      "Strikes could lead to greater volatility and risk aversion in freight markets, which would weigh on trade.",
      "Possible greater volatility from strikes, June 2031",
    ],
    [
      "what helps the recovery",
      "Exports should continue contributing to the recovery as global demand rises by 3 percent.",
      "Expected contribution to recovery from exports, June 2031",
    ],
    [
      "what something has to face",
      "The port trade faced continued headwinds, reflecting lower fares and ongoing weakness in orders of 4% in May.",
      "Continued headwinds for port trade, June 2031",
    ],
  ];
  for (const [what, text, title] of cases)
    it(what, () => {
      assert.deepEqual(titlesOf(text), [title]);
    });
});
