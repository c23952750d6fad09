import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import { mainClause } from "../../../services/document/extract/grammar/clause.ts";
import { isHolder } from "../../../services/document/extract/grammar/holders.ts";
import { tag } from "../../../services/document/extract/grammar/language.ts";
import { leaningOf } from "../../../services/document/extract/prose/lean.ts";
import { isSentence } from "../../../services/document/extract/prose/whole.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const HEAD = { ...BANK, title: "Decision on rates", authors: [] };
const askedOf = (text: string, sourceName = BANK.sourceName) =>
  extract(parseText(text), { ...HEAD, sourceName }).insights.flatMap(({ questions }) => questions);

describe("a body that decides", () => {
  for (const [name, subject, told] of [
    ["is one of its bank", "the Rate Board of the Bank of Northmark", true],
    ["may have its letters behind it", "the Rate Committee (RC) of Bank Norden", true],
    ["may have its bank in front", "Nordbank's Executive Board", true],
    ["is one of a reserve bank", "the Rate Committee of the Northmark Reserve", true],
    ["is no other thing of a bank", "the base rate of the Bank of Northmark", false],
    ["is none of a village", "the ferry timetable of the Harlow Committee", false],
  ] as const)
    it(name, () => assert.equal(isHolder(subject), told));

  it("is asked for the level at which it leaves a rate", () =>
    assert.equal(
      askedOf(
        "The Rate Board of the Bank of Northmark decided today to leave the base rate unchanged at 0.5 percent.",
      )[0],
      "At what level did the Rate Board of the Bank of Northmark decide to leave the base rate in June 2031?",
    ));

  it("is asked for a level however it is said", () => {
    const decided = "Banco de Norden’s Rate Board decided to";
    assert.equal(
      askedOf(`${decided} maintain the target rate at a level of 11.00%.`, "Banco de Norden")[0],
      "At what level did Banco de Norden’s Rate Board decide to maintain the target rate in June 2031?",
    );
    assert.equal(
      askedOf(
        `${decided} keep the policy rate under the facility for ferry banks unchanged at 6.5 per cent.`,
        "Banco de Norden",
      )[0],
      "At what level did Banco de Norden’s Rate Board decide to keep the policy rate in June 2031?",
    );
    assert.equal(
      askedOf(`${decided} keep the policy rates at their current level.`, "Banco de Norden")[0],
      "Did Banco de Norden’s Rate Board decide to keep the policy rates unchanged in June 2031?",
    );
  });

  it("is named with its bank where other banks have one of that name", () => {
    const decided = (body: string) => `${body} decided to reduce the policy rate by 25 basis points.`;
    assert.equal(
      askedOf(decided("The MPC"))[0],
      "By how much did the MPC of the Bank of Northmark decide to reduce the policy rate in June 2031?",
    );
    assert.equal(
      askedOf(decided("Governing Council"))[0],
      "By how much did the Governing Council of the Bank of Northmark decide to reduce the policy rate in June 2031?",
    );
    assert.equal(
      askedOf(decided("The MPC"), "Bank of England")[0],
      "By how much did the MPC decide to reduce the policy rate in June 2031?",
    );
    assert.equal(
      askedOf(decided("The ECB Governing Council"), "Bank of England")[0],
      "By how much did the ECB Governing Council decide to reduce the policy rate in June 2031?",
    );
  });

  it("decides on the day of its document, which nobody asks for", () =>
    assert.equal(
      askedOf("The Bank of Northmark today maintained its target for the base rate at 3 percent.")[0],
      "At what level did the Bank of Northmark maintain its target for the base rate in June 2031?",
    ));
});

describe("a bank", () => {
  for (const [sourceName, entity] of [
    ["Northmark National Bank", "the Northmark National Bank"],
    ["Bank of Northmark", "the Bank of Northmark"],
    ["Northmark Monetary Authority", "the Northmark Monetary Authority"],
    ["Nordens Bank", "Nordens Bank"],
    ["Bank Negara Norden", "Bank Negara Norden"],
  ] as const)
    it(`is called ${entity}`, () => assert.equal(readContext({ ...HEAD, sourceName }).entity, entity));

  it("of a Federal Reserve district is searched for as that city's Fed", () =>
    assert.equal(
      askedOf("Ferry fares in Texas rose by 3 percent in May.", "Federal Reserve Bank of Dallas").at(-1),
      "Dallas Fed increase ferry fares Texas May 2031",
    ));

  it("of a Federal Reserve district speaks of the country where it does not report on its district", () => {
    const head = { ...HEAD, sourceName: "Federal Reserve Bank of Dallas" };
    const [speech, report] = ["Remarks", "Beige Book, June 2031: Dallas"].map((title) =>
      extract(parseText("The Fed has raised interest rates by 4.5 percentage points."), { ...head, title }).insights.at(
        0,
      ),
    );
    assert.equal(speech?.title, "Increase in interest rates, June 2031");
    assert.equal(speech?.questions[0], "By how much has the Fed raised interest rates in June 2031?");
    assert.match(report?.title ?? "", /Dallas/);
  });

  it("whose name something bears is no drag on it", () =>
    assert.doesNotMatch(
      extract(parseText("Every ferry bears the mark of the harbours of Halden and of Varn."), HEAD).insights.at(0)
        ?.title ?? "",
      /drag/i,
    ));
});

describe("a decision that stands below its sentence", () => {
  const findingsOf = (text: string) => extract(parseText(text), HEAD).insights.map(({ finding }) => finding);
  for (const text of [
    "The Rate Board of the Bank of Northmark decided, by a unanimous vote, to set the following guidelines.",
    "At the meeting held in June, the Rate Board of the Bank of Northmark decided upon the following.[Note 1]",
  ])
    it(`is not told by "${text.slice(0, 60)}…"`, () => assert.deepEqual(findingsOf(text), []));

  it("is told where what follows is a time", () =>
    assert.ok(isSentence("The base rate rose by 25 basis points in the following month.", false)));
});

describe("a title", () => {
  const titleOf = (text: string) => extract(parseText(text), HEAD).insights.at(0)?.title ?? "";
  it("expects nothing that would be only without what is", () =>
    assert.doesNotMatch(
      titleOf("Without today's rise in the base rate, the forecast of rents would be even higher."),
      /[Ee]xpected/,
    ));
  it("expects nothing of what neither of two would do", () =>
    assert.doesNotMatch(
      titleOf("Members agreed that neither decision would cause a shortage of berths or a rise in fares."),
      /[Ee]xpected/,
    ));
});

describe("a finding opens with none of the words that lead through a speech", () => {
  const findingOf = (text: string) =>
    (extract(parseText(text), HEAD).insights.at(0)?.finding ?? "").replace(/^.*?: (?=\p{Lu})/u, "");
  for (const [text, told] of [
    ["Looking at Chart 2, ferry output decreased by 2 percent in May.", "Ferry output decreased by 2 percent in May."],
    ["However, as shown in Chart 3, fares rose by 2 percent in May.", "Fares rose by 2 percent in May."],
    [
      "On the first, ferry fares continued to rise to 4 percent in May.",
      "Ferry fares continued to rise to 4 percent in May.",
    ],
    ["Moving to ferry fares, fares rose by 2 percent in May.", "Fares rose by 2 percent in May."],
    [
      "On the one hand, (i) a weak harvest can still raise the price of rye above the forecast.",
      "A weak harvest can still raise the price of rye above the forecast.",
    ],
  ] as const)
    it(text, () => assert.equal(findingOf(text), told));
});

describe("a sentence", () => {
  const needsPrevious = (text: string) => {
    const tokens = tag(text);
    return leaningOf(text, tokens, mainClause(tokens)).needsPrevious;
  };
  for (const [text, needs] of [
    ["It cannot be ruled out that further rises in the base rate will be necessary in 2032.", false],
    ["It cannot be repaired in 2032.", true],
    [
      "The bank will, by paying due consideration to the market of the harbours and of the towns, guide the above fee to around 2 percent.",
      true,
    ],
    ["The lesson from the spring is that—if left unchecked—they lead to a higher price of rye.", true],
    ["The fee that stands above the others is that—if left unchecked—of rye.", false],
  ] as const)
    it(`${needs ? "needs" : "does not need"} one before it: "${text.slice(0, 50)}…"`, () =>
      assert.equal(needsPrevious(text), needs));
});

describe("one of several who vote", () => {
  const told = (text: string) => extract(parseText(text), HEAD).insights.at(0);
  it("is not what the title names", () => {
    assert.equal(
      told("Dr. Anna Varn voted for an increase in the base rate of 25 basis points.")?.title,
      "Vote for increase in base rate, June 2031",
    );
    assert.equal(
      told("Voting in favor of lowering the base rate by 25 basis points was Anna Varn.")?.title,
      "Vote for lowering base rate, June 2031",
    );
  });
  it("decides nothing alone", () =>
    assert.deepEqual(told("Two members voted to cut the base rate by 25 basis points.")?.questions.slice(0, 2), [
      "By how much did two members at the Bank of Northmark vote to cut the base rate in June 2031?",
      "Did two members at the Bank of Northmark vote to cut the base rate in June 2031?",
    ]));
});

describe("what is denied", () => {
  it("is not asked for by what it was done", () =>
    assert.deepEqual(
      askedOf("The decisions of the board were not guided by current economic indicators.").filter((one) =>
        one.startsWith("What were"),
      ),
      [],
    ));
});

describe("a record of questions and answers", () => {
  const findingsOf = (title: string) =>
    extract(
      parseText(
        "You warned about rents in May. Rents are rising to 5 percent this year. So why did you cut the base rate?\n\nThe price of rye fell by 3 percent in May.",
      ),
      { ...HEAD, title },
    ).insights.map(({ finding }) => finding.replace(/^.*?: (?=\p{Lu})/u, ""));

  it("tells nothing of what is asked", () =>
    assert.deepEqual(findingsOf("Transcript of the questions and answers"), [
      "The price of rye fell by 3 percent in May.",
    ]));
  it("is one by its title", () => assert.equal(findingsOf("Remarks on rents").length, 2));
});
