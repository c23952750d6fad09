import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { RELEASE } from "./heads.ts";

const told = (text: string): string =>
  extract(parseText(text), RELEASE)
    .insights.map(({ finding }) => finding)
    .join("\n");

const OPENING = "Tarn builds boats and ropes for harbours all over the world.\n\n";

describe("a table of two periods with their changes in three lines", () => {
  const table = (
    days: string,
  ) => `${OPENING}The following table presents segment net sales by reportable segment (in millions):

Three months ended $ % Six months ended $ %
${days}
2031 2030 31 vs. 30 31 vs. 30 2031 2030 31 vs. 30 31 vs. 30
Inland Boats $ 1,066 $ 1,313 $ (247) (19)% $ 2,191 $ 2,511 $ (320) (13)%
Harbour Ropes 928 878 50 6% 1,691 1,837 (146) (8)%
Fine Sails 423 485 (62) (13)% 829 978 (149) (15)%
`;
  it("is told of both", () =>
    assert.match(
      told(table("June 30, change change June 30, change change")),
      /segment net sales for Harbour Ropes were \$928 million in the three months ended June 30, 2031, against \$878 million in the three months ended June 30, 2030; and \$1,691 million in the six months ended June 30, 2031, against \$1,837 million/,
    ));
  it("stays silent where the lines do not agree", () =>
    assert.doesNotMatch(told(table("June 30, change June 30, change change")), /Harbour Ropes were/));
});
