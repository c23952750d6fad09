import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const titleOf = (text: string, head = BANK) => extract(parseText(text), head).insights[0]?.title;

describe("the theme of a title", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    [
      "is what something is weighed for, not what is weighed",
      "In determining the pace of future increases in the base rate, members agreed that they would take into account the cumulative tightening of policy and the lags with which it works.",
      "Factors in pace of future increases, June 2031",
    ],
    [
      "is what a state of things warranted",
      "All members agreed that elevated inflation and tight credit conditions warranted commencement of the runoff of bond holdings at a coming meeting.",
      "Support for commencement of runoff, June 2031",
    ],
    [
      "is what would be appropriate, not what it would serve",
      "Members judged that ongoing increases in the base rate would be appropriate to achieve the aims of the Board.",
      "Case for ongoing increases in rate, June 2031",
    ],
    [
      "has the side to which risks were seen as tilted",
      "The risks around the forecast for ferry traffic were seen as tilted to the downside, as wages had not come down.",
      "Downside risks to ferry traffic forecast, June 2031",
    ],
    [
      "has a long name in its own letters where that leaves room for the month",
      "In the commercial harbour property (CHP) sector, financing conditions remained generally accommodative.",
      "Accommodative financing conditions in CHP sector, June 2031",
    ],
    [
      "keeps the deed with the noun before it",
      "Members judged that additional policy firming would likely be warranted because inflation in the northern towns could stay too high.",
      "Case for policy firming, June 2031",
    ],
    [
      "keeps what is done where whose it is goes",
      "Several members remarked that reducing the Harbour Fund's short-term bill holdings would be appropriate.",
      "Case for reducing short-term bill holdings, June 2031",
    ],
    [
      "is how hard something is on somebody, not what hangs on another clause",
      "Fare increases in the island towns are especially hard on low-income families.",
      "Burden of fare increases in island towns, 2031",
    ],
    [
      "is the measure where the whole of it is too long",
      "The trailing default rates for investment- and speculative-grade harbour bonds were little changed on net.",
      "Default rates for investment- and speculative-grade harbour bonds",
    ],
    [
      "is what was done with a verb of two words",
      "The Velden Harbour Company has ramped up exports of timber more quickly than the Board expected.",
      "Velden Harbour Company’s increase in exports, June 2031",
    ],
    [
      "has the mood behind whose deed it is",
      "Halden will continue to monitor the geopolitical situation to assess the timing of cuts.",
      "Halden’s expected monitoring of geopolitical situation, June 2031",
      { ...BANK, title: "Banks and the Harbour Towns", authors: ["Anna Halden"] },
    ],
    [
      "is no holding where a rate is held",
      "The deposit rate has been held unchanged at the last four meetings of the Board.",
      "Unchanged deposit rate, June 2031",
    ],
    [
      "is the measure that an effect is on, where whose it is leaves no room",
      "Movements in freight rates had an adverse impact of $42 million on Harlow's consolidated gross margin for the year ended December 31, 2031.",
      "Freight rate effect on gross margin, 2031",
      COMPANY,
    ],
    [
      "is the subject, not the exception that stands behind it",
      "As of December 31, 2031, total gross unrecognized tax benefits, excluding related interest and penalties, were $93 million, of which $65 million would affect Harlow's effective tax rate if recognized.",
      "Harlow total gross unrecognized tax benefits, December 2031",
      COMPANY,
    ],
    [
      "says of which economy it is told",
      "In Sutherland, output growth slowed to 1 percent in May 2031 because shipyards closed.",
      "Output growth slowdown in Sutherland, May 2031",
    ],
    [
      "has what something arises from",
      "Vulnerabilities arising from harbour debt remained moderate at the large ferry companies.",
      "Moderate vulnerabilities from harbour debt, June 2031",
    ],
    [
      "has what a currency is measured by",
      "The krona depreciated 9 percent against the dollar as ferries stood still in the northern towns.",
      "Krona depreciation of 9% against dollar, June 2031",
    ],
    [
      "has the participle that says how something is",
      "Ferry freight rates were still elevated in May, as few ships were at sea.",
      "Elevated ferry freight rates, May 2031",
    ],
    [
      "has no state that somebody brought about",
      "Ferry freight rates were contained by the ceilings of the Harbour Board in May 2031.",
      "Ferry freight rates, May 2031",
    ],
    [
      "has no capital of the sentence's beginning",
      "Wages and Prices\n\nWages in the northern towns fell by 2 percent in May because shipyards closed. Wages and Prices were both reviewed.",
      "Decline in wages in northern towns, May 2031",
    ],
    [
      "is what results of the year before included",
      "Last year’s results included a write-off of certain ferry equipment of $118 million, or $0.20 per diluted share.",
      "Write-off of ferry equipment at Harlow",
      COMPANY,
    ],
    [
      "is what results of this year included",
      "This year’s results included a write-off of certain ferry equipment of $118 million, or $0.20 per diluted share.",
      "Write-off of ferry equipment at Harlow",
      COMPANY,
    ],
    [
      "does not begin with the rest of a list of figures",
      "The preferred measure based on household spending recorded headline inflation of 6.3 percent and core of 4.9 percent.",
      "Headline inflation of preferred measure, June 2031",
    ],
  ];
  for (const [name, text, title, head = BANK] of cases) it(name, () => assert.equal(titleOf(text, head), title));
});
