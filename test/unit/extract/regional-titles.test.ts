import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const NORTH = { ...BANK, title: "Beige Book, 2031-05: Chicago", sourceName: "Federal Reserve System (Beige Book)" };
const titleOf = (text: string) => extract(parseText(text), NORTH).insights[0]?.title;

describe("a title of what contacts in a District report", () => {
  for (const [name, text, title] of [
    [
      "says that fewer of them did something, not that it was done",
      "Fewer contacts were increasing ferry fares than in May 2031, when 4 percent did.",
      "Chicago fewer increases in ferry fares, May 2031",
    ],
    [
      "does not say that it is at firms",
      "Many firms reported rising ferry costs of 4 percent in May 2031.",
      "Rising ferry costs in Chicago, May 2031",
    ],
    [
      "is of what there are reports of",
      "There were reports of a small increase in ferry refinancing of 4 percent in May 2031.",
      "Chicago small increase in ferry refinancing, May 2031",
    ],
    [
      "says of what there is activity",
      "Activity in ferry services declined by 4 percent in May 2031.",
      "Chicago ferry services activity decline, May 2031",
    ],
    [
      "says what is difficult",
      "Several contacts reported difficulties finding deck workers in May 2031, when 4 percent of posts were open.",
      "Difficulties finding deck workers in Chicago, May 2031",
    ],
    [
      "tells what is reported, where it cannot be read by whom",
      "Over 40 percent of lenders near harbours reported declines in ferry income in May 2031.",
      "Declines in ferry income in Chicago, May 2031",
    ],
    [
      "says what somebody is worried about, and that he is",
      "Contacts were extremely concerned about the impacts of Norden’s decision not to order ferries.",
      "Concern about impacts of Norden’s decision in Chicago",
    ],
    [
      "is no measure alone where that is up",
      "Wages and pilot costs were up modestly overall, and many ports cited increases in harbour fees.",
      "Modest pilot cost increase in Chicago, May 2031",
    ],
    [
      "is of nothing that moved in this cycle",
      "The Seventh District economy continued to grow modestly this cycle.",
      "Modest economic growth in Chicago, May 2031",
    ],
    [
      "is of what its makers make",
      "Some manufacturers of sails, ropes, and masts noted improving sales in the spring of 2031.",
      "Improving manufacturing sales in Chicago, 2031",
    ],
    [
      "counts heads",
      "Recently head count reductions of 4 percent were cited by ferry firms.",
      "Head count reductions in Chicago, May 2031",
    ],
    [
      "says that something is limited",
      "Ferry demand remained limited at 4 percent below its peak in May 2031.",
      "Limited ferry demand in Chicago, May 2031",
    ],
    [
      "is of price increases, which customers may pay less with",
      "Contacts highlighted pushback on price increases with customers paying 4 percent less.",
      "Pushback on price increases in Chicago, May 2031",
    ],
    [
      "says that something became shorter",
      "Project backlogs shortened by 4 percent in May 2031.",
      "Shortening in project backlogs in Chicago, May 2031",
    ],
    [
      "says that what saw gains increased",
      "Ferry building saw strong gains of 4 percent in May 2031.",
      "Strong ferry building increase in Chicago, May 2031",
    ],
    [
      "says how something went rather than of what two things it is",
      "Ferry demand improved slightly, but harbour demand softened.",
      "Slight ferry demand improvement in Chicago, May 2031",
    ],
  ] as const)
    it(name, () => assert.equal(titleOf(text), title));
});
