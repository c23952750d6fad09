import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import { tellerOf } from "../../../services/document/extract/grammar/holders.ts";
import { LOSSLESS, shortEnough, withRoom } from "../../../services/document/extract/titles/title-room.ts";
import { fullerOf, tailsOf } from "../../../services/document/extract/titles/title-tails.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

/** In a word less; undefined where it cannot be said so. */
const shorter = (text: string, steps?: typeof LOSSLESS) => {
  const most = text.split(" ").length - 1;
  return shortEnough(text, (one) => one.split(" ").length <= most, steps);
};

describe("a title in a word less", () => {
  const cases: [string, string, string | undefined][] = [
    ["puts what a change is in before it", "decline in ferry lending growth", "ferry lending growth decline"],
    ["also where it is many", "decline in ferry loan measures", "ferry loan measure decline"],
    ["also inside", "evidence of growth in ferry lending", "evidence of ferry lending growth"],
    [
      "puts what a measure is of before it",
      "Rise since cut in projections of growth",
      "Rise since cut in growth projections",
    ],
    [
      "leaves in front what is loose",
      "elevated key indicators of wage persistence",
      "elevated key wage persistence indicators",
    ],
    [
      "puts a market before what is in it",
      "stable conditions in ferry bond markets",
      "stable ferry bond market conditions",
    ],
    ["turns an effect", "effect of ferry prices on demand", "ferry price effect on demand"],
    ["keeps a place behind", "easing in ferry prices at northern ports", "ferry price easing at northern ports"],
    ["keeps what is left out behind", "rise in lending excluding car loans", undefined],
    ["says from what", "risks associated with ferry debt", "risks from ferry debt"],
    ["keeps a list whole", "supply and growth in demand", undefined],
    ["takes no deed for what is done", "case for keeping tight stance of policy", undefined],
    ["keeps an effect's own", "effects on inflation of tariffs", undefined],
    ["keeps the name of a contract", "rise in oat futures", undefined],
    ["keeps where behind", "weakening in indicators of activity abroad", undefined],
    ["says a measure as everybody does", "ferry PCE price inflation rise", "ferry PCE inflation rise"],
    ["says of growth what its rate did", "ferry lending growth rate pickup", "ferry lending growth pickup"],
    ["says which risks", "upside risks to inflation from ferry fares", "upside inflation risks from ferry fares"],
    [
      "says on which one thing",
      "downside pressures on prices from ferry fares",
      "downside price pressures from ferry fares",
    ],
    ["leaves out whose aim it is", "progress toward Committee's 2 percent goal", "progress toward 2 percent goal"],
    ["leaves no deed in front of its costs", "concern about costs of cutting fares", undefined],
    ["leaves the amount out", "ferry price rise of 3.4%", "ferry price rise"],
    ["leaves out by how much", "slight ferry price increase", "ferry price increase"],
    ["but not of what is only judged", "moderate ferry debt vulnerabilities", undefined],
  ];
  for (const [name, text, told] of cases) it(name, () => assert.equal(shorter(text), told));

  it("loses nothing for a place", () => assert.equal(shorter("ferry price rise of 3.4%", LOSSLESS), undefined));
});

describe("room in a title", () => {
  const titles = (text: string, head = BANK) => extract(parseText(text), head).insights.map(({ title }) => title);

  it("is made for the month", () =>
    assert.deepEqual(titles("Conditions in northern short-term ferry funding markets remain stable."), [
      "Stable short-term ferry funding market conditions, June 2031",
    ]));
  it("is made for the bank's own area", () =>
    assert.deepEqual(
      titles("The economy of Sweden is changing. Real GDP growth slowed in the first quarter of 2031.", {
        ...BANK,
        sourceName: "Sveriges Riksbank",
      }),
      ["Swedish real GDP growth slowdown, Q1 2031"],
    ));

  it("is made for the month, else for the year, where there was none for either", () => {
    const tails = tailsOf("June 2031", false, false);
    assert.deepEqual(fullerOf(tails, "", 1.3, ""), ["June 2031", "2031"]);
    assert.deepEqual(fullerOf(tails, "2031", 0.9, ""), ["June 2031"]);
  });

  it("is made for the bank's own area by leaving out by how much", () =>
    assert.deepEqual(
      titles("Private manufacturing sector employment increased moderately in the first quarter of 2031.", {
        ...BANK,
        sourceName: "Sveriges Riksbank",
      }),
      ["Swedish private manufacturing sector employment increase, Q1 2031"],
    ));

  it("leaves the same without that area to another insight only where that says nothing else", () =>
    assert.deepEqual(
      titles(
        "The economy of Sweden is changing. Job gains continued to be strong in May, while the unemployment rate had edged up.\n\nThe economy of China is changing. Ferry fares fell. Job gains remained strong in May, and the unemployment rate remained low.",
        { ...BANK, sourceName: "Sveriges Riksbank" },
      ),
      ["Swedish job gains and unemployment rate, May 2031", "Strong job gains, May 2031"],
    ));

  describe("is made for whose it is", () => {
    const whose = { home: "Swedish", who: "SRB" };
    const context = readContext(BANK);
    const told = (head: string, isReport: boolean) =>
      withRoom({ head, tail: "June 2031", fuller: [] }, { ...whose, says: "", isReport }, context, new Map());
    for (const [name, head, isReport, title] of [
      ["a body's members", "participants on ferry fares", false, "SRB participants on ferry fares, June 2031"],
      ["a body's views", "members’ views on ferry fares", false, "SRB members’ views on ferry fares, June 2031"],
      [
        "not where that takes a word too many",
        "staff on new long-distance ferry fares",
        false,
        "Staff on new long-distance ferry fares, June 2031",
      ],
      ["not twice", "members on SRB projections", false, "Members on SRB projections, June 2031"],
      [
        "the area's, where staff only report it",
        "staff on wage growth pickup",
        true,
        "Swedish wage growth pickup, June 2031",
      ],
      ["the staff's, where no area has it", "staff on ferry fares", true, "SRB staff on ferry fares, June 2031"],
      [
        "the staff's, where they foresee it",
        "staff on wage growth pickup",
        false,
        "SRB staff on wage growth pickup, June 2031",
      ],
    ] as const)
      it(name, () => assert.equal(told(head, isReport), title));
  });
  describe("is made for the member of a board who said it", () => {
    const told = (head: string, says: string) =>
      withRoom(
        { head, tail: "June 2031", fuller: [] },
        { who: "SRB", says, isReport: false },
        readContext(BANK),
        new Map(),
      );
    it("on what", () => assert.equal(told("ferry fare growth", "Reed"), "Reed on ferry fare growth, June 2031"));
    it("whose concern it is, also with the year alone", () =>
      assert.equal(
        told("concern about costs of cutting fares", "Reed"),
        "Reed’s concern about costs of cutting fares, 2031",
      ));
    it("not twice", () =>
      assert.equal(told("Reed’s support for lower fares", "Reed"), "Reed’s support for lower fares, June 2031"));
    it("not where there is none", () =>
      assert.equal(
        told("growth in ferry fares at northern ports", "Reed"),
        "Growth in ferry fares at northern ports, June 2031",
      ));
    it("not for the bank itself", () => assert.equal(told("ferry fare growth", "SRB"), "Ferry fare growth, June 2031"));
  });

  it("is not made for participants of a market as for those of a board", () => {
    const claim = { verb: "rise" };
    assert.equal(tellerOf({ holder: "most participants", claim, ownPeriod: "" }), "participants");
    assert.equal(tellerOf({ holder: "market participants", claim, ownPeriod: "" }), "");
  });
});
