import assert from "node:assert/strict";
import { readClaim } from "../../../services/document/extract/grammar/claim.ts";
import { mainClause } from "../../../services/document/extract/grammar/clause.ts";
import { tag } from "../../../services/document/extract/grammar/language.ts";
import { sliceText } from "../../../services/document/extract/grammar/noun-phrases.ts";
import { baseForm } from "../../../services/document/extract/grammar/verb-forms.ts";

function read(text: string) {
  const tokens = tag(text);
  const clause = mainClause(tokens);
  const inner = clause?.reported ?? clause;
  const part = (range: { from: number; to: number } | undefined) =>
    range ? sliceText(tokens, text, range.from, range.to) : "";
  return {
    subject: part(clause?.subject),
    inner: part(inner?.subject),
    verb: inner ? tokens[inner.head]?.text : undefined,
  };
}

describe("the main clause", () => {
  const cases: [string, { subject: string; inner: string; verb: string }][] = [
    ["rents rose by 4 percent.", { subject: "rents", inner: "rents", verb: "rose" }],
    [
      "in March, exports of barley fell sharply.",
      { subject: "exports of barley", inner: "exports of barley", verb: "fell" },
    ],
    [
      "in the second quarter the mooring rate had stood at 15.5%, well above 2029.",
      { subject: "the mooring rate", inner: "the mooring rate", verb: "stood" },
    ],
    [
      "the value added of mills increased 3.7 percent.",
      { subject: "the value added of mills", inner: "the value added of mills", verb: "increased" },
    ],
    [
      "family housing starts rose in May.",
      { subject: "family housing starts", inner: "family housing starts", verb: "rose" },
    ],
    [
      "privately owned boats were sold.",
      { subject: "privately owned boats", inner: "privately owned boats", verb: "sold" },
    ],
    [
      "in May, seasonally adjusted rents fell.",
      { subject: "seasonally adjusted rents", inner: "seasonally adjusted rents", verb: "fell" },
    ],
    [
      "year-over-year, the trade deficit increased by 4 percent.",
      { subject: "the trade deficit", inner: "the trade deficit", verb: "increased" },
    ],
    [
      "sales for May, adjusted for the season and for the days of work and of trade, but not for prices of berths, were 4 crowns.",
      {
        subject:
          "sales for May, adjusted for the season and for the days of work and of trade, but not for prices of berths",
        inner:
          "sales for May, adjusted for the season and for the days of work and of trade, but not for prices of berths",
        verb: "were",
      },
    ],
    [
      "the disruptions brought about by storms affected trade.",
      {
        subject: "the disruptions brought about by storms",
        inner: "the disruptions brought about by storms",
        verb: "affected",
      },
    ],
    [
      "the number of boatmen receiving pay from owners increased by 400.",
      {
        subject: "the number of boatmen receiving pay from owners",
        inner: "the number of boatmen receiving pay from owners",
        verb: "increased",
      },
    ],
    ["over recent months exports fell.", { subject: "exports", inner: "exports", verb: "fell" }],
    ["in 2031 Q3, rents rose by 4 percent.", { subject: "rents", inner: "rents", verb: "rose" }],
    ["while wages grew, prices declined.", { subject: "prices", inner: "prices", verb: "declined" }],
    ["in some regions, notably the north, sales increased.", { subject: "sales", inner: "sales", verb: "increased" }],
    [
      "driven by scarce supply, whitefish rose by 11 points.",
      { subject: "whitefish", inner: "whitefish", verb: "rose" },
    ],
    ["after falling in spring, to 68 a barrel, oil rose.", { subject: "oil", inner: "oil", verb: "rose" }],
    ["members noted that demand had weakened.", { subject: "members", inner: "demand", verb: "weakened" }],
    [
      "as a result of the thaw in the northern ports, the timber deficit narrowed.",
      { subject: "the timber deficit", inner: "the timber deficit", verb: "narrowed" },
    ],
    ["overall, mooring fees remained subdued.", { subject: "mooring fees", inner: "mooring fees", verb: "remained" }],
    [
      "in Norden, listed ferries had recorded losses.",
      { subject: "listed ferries", inner: "listed ferries", verb: "recorded" },
    ],
    ["total trade declined by 10 percent in 2024.", { subject: "total trade", inner: "total trade", verb: "declined" }],
  ];
  for (const [text, expected] of cases) it(`is found in "${text}"`, () => assert.deepEqual(read(text), expected));

  it("is missing where nothing is said", () =>
    assert.equal(mainClause(tag("Overview of the first quarter")), undefined));
});

describe("the subject of a claim", () => {
  const subjectOf = (text: string) => {
    const tokens = tag(text);
    const clause = mainClause(tokens);
    const subject = clause && readClaim(tokens, clause)?.subject;
    return subject ? sliceText(tokens, text, subject.from, subject.to) : undefined;
  };
  for (const [text, subject] of [
    ["spreads relative to the Norden benchmark had narrowed.", "spreads relative to the Norden benchmark"],
    [
      "fares on trips to islands and on trips to fjords had fallen.",
      "fares on trips to islands and on trips to fjords",
    ],
    ["the process of reducing the size of the fleet was slow.", "the process of reducing the size of the fleet"],
    ["most of the thaw in ice yields had passed.", "most of the thaw in ice yields"],
    ["the outlook for growth in both 2030 and 2031 was weak.", "the outlook for growth in both 2030 and 2031"],
    ["fares in most advanced ports in the near term fell.", "fares in most advanced ports in the near term"],
    ["ferry loans outstanding at mills grew.", "ferry loans"],
    ["measures of pay growth had eased.", "measures of pay growth"],
    ["the pick-up in herring demand was brief.", "the pick-up in herring demand"],
    ["a rapid, large and lasting rise in tolls would hurt.", "a rapid, large and lasting rise in tolls"],
  ] as const)
    it(`is read to its end in "${text}"`, () => assert.equal(subjectOf(text), subject));
});

describe("the base form of a verb", () => {
  for (const [form, base] of [
    ["rose", "rise"],
    ["increased", "increase"],
    ["fell", "fall"],
    ["expects", "expect"],
    ["slowed", "slow"],
    ["carries", "carry"],
    ["dropped", "drop"],
    ["were", "be"],
    ["added", "add"],
  ] as const) {
    it(`of ${form} is ${base}`, () => assert.equal(baseForm(form), base));
  }
});
