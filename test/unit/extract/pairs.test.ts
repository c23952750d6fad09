import assert from "node:assert/strict";
import {
  type Group,
  groupStatements,
  joined,
  type PlacedStatement,
  parted,
} from "../../../services/document/extract/excerpts.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import { mainClause } from "../../../services/document/extract/grammar/clause.ts";
import { tag } from "../../../services/document/extract/grammar/language.ts";
import { leaningOf } from "../../../services/document/extract/prose/lean.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const leaning = (text: string) => {
  const tokens = tag(text);
  return leaningOf(text, tokens, mainClause(tokens));
};

describe('a sentence that moves "it"', () => {
  it("needs the sentence before it where it names only people", () => {
    assert.equal(leaning("Two members, Ms Tarn and Mr Varn, preferred to leave it unchanged.").needsPrevious, true);
    assert.equal(
      leaning("Members saw no room for the rate to fall and preferred to leave it unchanged.").needsPrevious,
      false,
    );
  });
});

type Three = [PlacedStatement, PlacedStatement, PlacedStatement];
const placed = (text: string): Three =>
  [...text.matchAll(/[^.]+\./g)].map(({ 0: said, index }): PlacedStatement => {
    const shown = said.trim();
    const tokens = tag(shown);
    return {
      start: index,
      end: index + said.length,
      text: shown,
      plain: shown,
      tokens,
      clause: mainClause(tokens),
      states: ["change"],
      leaning: leaning(shown),
      worth: 1.5,
      opensBlock: false,
      named: [],
    };
  }) as Three;

const insightsOf = (text: string) =>
  extract(parseText(text), {
    title: "Minutes of the Board meeting, June 2031",
    sourceName: "Bank of Northmark",
    publishedDate: "2031-06-20",
    authors: [],
    documentUrl: "https://example.org/minutes",
  }).insights;

describe("a sentence that stands alone", () => {
  for (const text of [
    "Against this background, risk-management considerations implied that a lower rate would be prudent.",
    "In support of these goals, the Board decided to raise the policy rate to 4 percent.",
    "In response to higher demand, the agency expects inventories of 107 million tons.",
    "Prices changed notably in the latter part of the period amid strains at banks.",
    "Members agreed that their assessments would take wages into account.",
    "One member preferred a cut of 25 basis points.",
    "The Bank's staff expected output to grow by 2 percent.",
    "At the same time, it was highlighted that wages had risen by 3 percent.",
    "It is necessary to raise the rate by 2 percent.",
    "Rents fell in 2029 and have since then risen by 3 percent.",
    "Demand fell by 3 percent, and rents eased as a result.",
    "Rents rose by 3 percent in May and wages by 4 percent over the same period.",
    "Inflation is expected to fall back thereafter towards the target, although members remain alert.",
    "Banks had paused lending in March but subsequently resumed it.",
    "Members noted that it would take a long time for the full effects of restraint on freight to be seen and that these lags clouded the view.",
    "All members supported the proposal made by Ms Varn to raise the rate.",
    "The higher cost of freight was passed on to buyers.",
    "The lower half of firms was hit hardest by the strike of May.",
    "Given that rents had eased in Norden, members agreed to drop the reference to housing.",
    "At the time of the April meeting, wages had risen by 3 percent.",
    "The rise in rents since the March meeting had offset some of the fall in oil prices.",
    "Exports to Norden had slowed, but this had been more than offset by sales to Varn.",
    "Ferry starts were at 829 a day; this is 4.6 percent below the figure of May.",
    "The 4-week moving average of ferry claims was 204,500.",
    "Rents were solid and those rents were in line with the goal of the Board.",
    "Hotels in Varn kept their prices this period.",
    "Members noted that further policy rate cuts could add to the risk of inflation.",
    "Growth in Norden was slower than in Varn, and rents were stable in both economies.",
    "If rents fell, wages could then ease.",
    "Rents were firm in Norden but fell in other parts of the country.",
    "By contrast, rents have been lower than in Varn.",
    "One member voted against that decision.",
  ])
    it(`is "${text.slice(0, 40)}…"`, () => assert.equal(leaning(text).needsPrevious, false));

  for (const text of [
    "The latter rose by 2 percent.",
    "The previous week's level was revised up by 2,000 from 198,000 to 200,000.",
    "The 4-week moving average was 204,500, an increase of 4,750.",
    "One was a rise in wages of 3 percent.",
    "They agreed that their assessments would take wages into account.",
    "Several lenders observed that rents eased as a result.",
    "As rents fell, the share of hides was negative (in this case, -0.1 / 0.5).",
    "Rents had fallen by 3 percent since the cut-off date.",
    "It was then expected to decline towards the target in 2032.",
    "Members observed that since then the outlook had become more uncertain.",
    "The latest improvement spanned most ports of Norden in 2031.",
    "The reversal was driven in part by lower rents of ships.",
    "The appreciation was likely to weigh on import prices.",
    "The tin rally was supported by buyers in Varn.",
    "The index for bread rose 2.6 percent over the same period.",
    "Freight rates came under upward pressure that day.",
    "Freight rates were expected to fall back thereafter.",
    "The sale of bonds began more than a year and a half after that.",
    "Harlow will do that through its Northern Works.",
    "Several members observed that the record did not provide evidence on the length of these lags.",
    "Bowes was concerned that the proposal did not account for its costs.",
    "The improved freight margin rates were driven by lower fuel costs.",
    "The higher oat forecast for next year mostly results from new mills.",
    "The rise in rents had offset some of the fall in oil prices.",
    "At the time, wages had risen by 3 percent.",
    "In Norden and elsewhere, this had been more than offset by sales to Varn.",
    "Any authority under this authorization may be used by the Chair.",
    "Over this period, hotels in Varn kept their prices.",
    "Members noted that further cuts could add to the risk of inflation.",
    "Services prices rose by 3 percent in both economies.",
    "Many observed that it might take time for rents to fall.",
    "Wages could then ease by 3 percent.",
    "Several members noted that in other parts of the economy rents had risen.",
    "Several other mills closed 3 docks.",
    "In its place, the Board adopted a rule on rents.",
    "Before that time, the Board had no rule on rents.",
    "Until this is done, the Board will keep its rule.",
    "A bit earlier, in August 2030, the Board adopted a rule on rents.",
    "As a step toward that goal, the Board cut its holdings.",
    "Higher fees would be insurance against that possibility.",
    "By contrast, growth in rents has been slower.",
  ])
    it(`is not "${text}"`, () => assert.equal(leaning(text).needsPrevious, true));
});

describe("what ties a sentence to the one before", () => {
  it("is left out whole, with the date that it names", () =>
    assert.equal(leaning("As previously disclosed on June 29, 2031, Ada Norden will leave.").connective, 42));

  it("is not the word that says how far or how much", () =>
    assert.equal(leaning("So far in 2031, rents have fallen by 3 percent.").connective, 0));

  it("is left out where it says that another matter is come to", () => {
    for (const text of [
      "Elsewhere, rents fell.",
      "Separately, rents fell.",
      "Relatedly, rents fell.",
      "Yet, rents fell.",
      "Within that, rents fell.",
    ])
      assert.equal(text.slice(leaning(text).connective), "rents fell.");
  });
});

describe("sentences of one finding", () => {
  it("are not those of which the second tells more of what the first does not name", () => {
    const found = insightsOf(
      "Copper futures remained steady at 220 crowns per tonne. The tin rally was supported by new buyers in Varn, who paid 40 crowns more.",
    ).map(({ finding }) => finding);
    assert.ok(found.length > 0 && found.every((finding) => !/tin rally/.test(finding)));
  });

  it("are those of which the first tells what the second points at", () => {
    const over = (first: string) =>
      insightsOf(`${first} Over this period, wages had fallen by 3 percent in the ports.`).map(
        ({ finding }) => finding,
      );
    assert.ok(over("Rents had risen by 2 percent since May 2030.").some((finding) => /Over this period/.test(finding)));
    assert.ok(!over("Rents had been higher than the staff expected.").some((finding) => /this period/.test(finding)));
    const both = (first: string) =>
      insightsOf(`${first} Wages had risen by 3 percent in both economies.`).map(({ finding }) => finding);
    assert.ok(
      both("Rents had risen by 2 percent in Norden and by 4 percent in Varn.").some((finding) => /both/.test(finding)),
    );
    assert.ok(!both("Rents had risen by 2 percent in Norden.").some((finding) => /both/.test(finding)));
  });

  it("are what one side has for itself and what the other has, or neither", () => {
    const one = "On the one hand, higher wages could raise rents by 2 percent.";
    const other = "On the other hand, weaker exports could lower rents by 3 percent.";
    const [pair] = insightsOf(`${one} ${other}`);
    assert.match(pair?.finding ?? "", /: Higher wages .* On the other hand, weaker exports/);
    const alone = insightsOf(`${one} Freight rates rose by 4 percent in May.`).map(({ finding }) => finding);
    assert.ok(alone.length > 0 && alone.every((finding) => !/raise rents/.test(finding)));
    const told = "GDP rose by 2 percent. On the one hand, rents had risen by 2 percent in May.";
    assert.match(insightsOf(`${told} ${other}`)[1]?.finding ?? "", /: Rents had risen .* On the other hand, weaker/);
    const [fact] = insightsOf("On the one hand, rents had risen by 2 percent in May.");
    assert.match(fact?.finding ?? "", /: Rents had risen by 2 percent/);
  });

  it("are those of which the second cannot do without the first, rather than two of the same theme", () => {
    const found = insightsOf(
      "Retail sales rose by 3 percent in May. Online retail sales rose by 9 percent in May. That increase reflected lower delivery charges, which fell by 12 percent.",
    ).map(({ finding }) => finding);
    assert.ok(found.some((finding) => /: Online retail sales rose .* That increase reflected/.test(finding)));
    assert.ok(found.some((finding) => /: Retail sales rose by 3 percent in May\.$/.test(finding)));
  });
});

describe("a sentence of which no finding of its own can be made", () => {
  const statements = placed("Retail sales rose by 3 percent. Sales online were flat. Wheat is dear.");
  const [sales, online, wheat] = statements.map((statement) => ({
    statements: [statement],
    focus: statement,
    worth: 1.5,
  })) as [Group, Group, Group];

  it("goes with the one beside it that says more of the same thing", () => {
    assert.deepEqual(joined(sales, online, statements)?.statements, [sales.focus, online.focus]);
    assert.equal(joined(online, sales, statements)?.focus, online.focus);
  });
  it("does not go with one of another thing, nor with one further away", () => {
    assert.equal(joined(online, wheat, statements), undefined);
    assert.equal(joined(sales, wheat, statements), undefined);
  });
  it("takes the nearer of two that went together by their theme, the other of which is told by itself", () => {
    const [first, second, third] = placed("Wheat is dear. Retail sales rose by 3 percent. Sales online were flat.");
    const pair = { statements: [first, second], focus: first, worth: 1.5 };
    const apart = parted(pair, { statements: [third], focus: third, worth: 1 }, [first, second, third]);
    assert.deepEqual(apart?.grown.statements, [second, third]);
    assert.deepEqual(apart?.kept.statements, [first]);
  });
  it("takes none that the other cannot do without", () => {
    const [first, second, third] = placed("Wheat is dear. These sales rose by 3 percent. Sales online were flat.");
    const pair = { statements: [first, second], focus: first, worth: 1.5 };
    assert.equal(parted(pair, { statements: [third], focus: third, worth: 1 }, [first, second, third]), undefined);
  });
});

describe("a sentence that takes up what the one before it says", () => {
  const pairs = (text: string) => groupStatements(placed(text)).map(({ statements }) => statements.length);

  it("goes with it, though that has another word for it", () => {
    assert.deepEqual(pairs("Rents had been unchanged in May. This picture was shared by most of the surveys."), [2]);
    assert.deepEqual(pairs("Output was projected to ease in 2032. This slowdown reflected dearer copper."), [2]);
  });
  it("does not where that tells of no such change, nor where a document may be meant", () => {
    assert.deepEqual(pairs("Output was projected to double in 2032. This slowdown reflected dearer copper."), [1]);
    assert.deepEqual(pairs("Rents had been unchanged in May. This forecast rests on dearer copper."), [1]);
  });
});
