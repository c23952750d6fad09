import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { isFormula, isSentence, isTorn } from "../../../services/document/extract/prose/whole.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

describe("a sentence of the form and not of the matter", () => {
  for (const text of [
    "On prices, members broadly agreed with the assessment presented by Ms Varn in her introduction.",
    "Members concurred with the outlook that had been provided by Mr Holm and Ms Varn.",
    "All members affirmed that they are strongly committed to returning inflation to their 2 percent objective.",
    "First, I will provide my outlook for the harbours and how the Board plans to widen them.",
    "The measure of berths is reported by the Harbour Union, which counts them in May.",
    "Members also agreed that their assessments would take into account a wide range of information, including rents.",
    "Members cited several downside risks that could threaten the harbours.",
    "Before I conclude, I will stress again that rents matter to this Board.",
    "Horizontal lines indicate the average of 2029 and 2030.",
    "For simplicity, I have set the number of berths to 1.",
    "For hides, global estimates may vary across sources because of differences in seasons.",
    "The if-settled method is applied to the bonds of June 2031.",
    "If rents rose less than in May, the latest month with a rise as (L)arge or (L)arger is named.",
    "The response rate for May 2031 was 98.3 percent.",
    "All members agreed that the statement should affirm their strong commitment both to open harbours and to low rents.",
    "All members affirmed that they remained strongly committed to returning rents to their goal.",
    "Members agreed that the Board was committed to using its full range of tools to support the harbours.",
    "The Federal Open Market Committee (FOMC) is firmly committed to fulfilling its mandate from the Congress.",
    "Members also concurred that they remained highly attentive to inflation risks.",
    "Members viewed the outlook as uncertain and agreed that they remained highly attentive to inflation risks.",
    "Members concurred that, in raising fees, they would carefully assess incoming data, the evolving outlook, and the balance of risks.",
    "Equation (5) shows how empty berths affect the rents of a harbour.",
    "I have already mentioned the risks to trade and the weak demand for berths.",
    "I now turn to my arguments about the growing risks of lower rents.",
    "As I have already mentioned, rents fell sharply in November.",
    "It is especially helpful to remember the rules of the harbour.",
    "Ship owners remain uncertain about the future.",
    "Seasonal adjustment is done using the two-step method of the Harbour Office.",
    "The first estimate of output is produced using the landings of large boats.",
    "Output of the docks is the main indicator of the state of a harbour.",
    "The cutoff date for the first results of May was the 20th.",
    "Annual rates are also available.",
    "Ferry Traffic: Released May 3, 2031, by the Harbour Office, Northmark.",
    "The Harbour Office and the Dock Board jointly announced the following statistics of berths for May 2031.",
    "The Union (U9) includes Norden, Varn, Elm, Ostland, Velden, Norland, Halden, Sund and Wick.",
    "The Harbour Book is a Board publication about the state of the docks.",
    "We conducted our audits of the harbour accounts in accordance with the standards of the board.",
    "Our audits of the harbour accounts included performing procedures to assess the risks of error.",
    "We believe that our audits provide a reasonable basis for our opinions.",
    "We are a public accounting firm registered with the board, and we have served as the harbour's auditor since 2019.",
    "We also have audited the harbour's controls over its ledgers as of May 31, 2031.",
  ])
    it(`is "${text.slice(0, 50)}…"`, () => assert.equal(isFormula(text, false), true));

  for (const text of [
    "Audits of its tolls for 2029 and 2030 are pending, and may cost the harbour up to $4 million.",
    "Members agreed with the assessment by Mr Holm that rents would fall by 2 percent.",
    "Members concurred with the assessment presented by Ms Varn and saw risks of weaker trade.",
    "Members cited several downside risks, such as a fall in rents.",
    "Members affirmed that they would raise the policy rate to 4 percent.",
    "Members assessed that uncertainty had increased and agreed that they were attentive to the risks to both sides of their goals.",
    "Members agreed that they were attentive to the risks to both sides of their goals while judging that those of dear rents had risen.",
    "It is important to note that rents fell by 2 percent, as few berths were let.",
    "Ship owners remain uncertain about the future of dock rents.",
    "Members reaffirmed their strong commitment to low rents, and they expected to cut the rate in May.",
  ])
    it(`is not "${text.slice(0, 50)}…"`, () => assert.equal(isFormula(text, false), false));
});

describe("an item of a list that the end of a page cut", () => {
  const ITEM = "• Ferry sales rose 4 percent to $2.9 billion, helped by higher fares";
  const made = (item: string, below: string) =>
    extract(parseText(`Results of the first quarter of 2031:\n\n${item}\n\n${below}`), COMPANY).insights.map(
      ({ finding }) => finding,
    );

  it("is told by none of its halves", () => {
    const findings = made(`${ITEM} of $6.7`, "billion a year.\n\nMore was said of it on Monday.");
    assert.doesNotMatch(findings.join("\n"), /\$6\.7\.$/m);
  });

  for (const [what, below] of [
    ["that a sentence of its own stands below", "More was said of it on Monday."],
    ["that another item stands below", "ii) Harbour costs fell by 3 percent in March 2031"],
  ] as const)
    it(`is none for ${what}`, () =>
      assert.match(made(ITEM, below)[0] ?? "", /: Ferry sales rose .* by higher fares\.$/));
});

describe("a quotation of several sentences", () => {
  const text =
    'Ferry traffic fell in May.\n\n"The berth index registered 60.2 percent in May, down 7.4 percentage points from April. Dock rents rose by 3 percent in May," Director Ada Quay said.';
  const found = (head: Partial<DocumentHead>) =>
    extract(parseText(text), { ...BANK, ...head })
      .insights.map(({ finding }) => finding)
      .join("\n");

  it("is told as the words of the office that gives it out", () => {
    assert.match(found({ sourceName: "Harbour Office" }), /: The berth index registered 60\.2 percent in May/);
    assert.match(
      found({ sourceName: "Harbour Office" }),
      /Dock rents rose by 3 percent in May, Director Ada Quay said\./,
    );
  });

  it("is not told as the words of a person who quotes somebody", () =>
    assert.doesNotMatch(found({ title: "Docks and Rents", authors: ["Anna Alder"] }), /The berth index/));
});

describe("a header that ran into a sentence", () => {
  it("makes no sentence of it", () => {
    const sentence = "Dock sales of the world are expected to reach 4 million in 2031, up 4 percent.";
    assert.ok(isSentence(sentence, false));
    assert.ok(!isSentence(`DOCK INDEX 2029 2030 2031 %Change over 2030 131 113 -8% ${sentence}`, false));
  });
});

describe("a sentence whose beginning stands on another page", () => {
  const text = "variable-rate loans increased to 38 per cent from 31 per cent a year earlier.";

  it("is torn in a paragraph that has capitals", () => {
    assert.equal(isTorn(text, `${text} Banks have enough capital.`), true);
    const made = extract(parseText(`${text} Ferry fares rose by 4 per cent in May 2031.`), COMPANY).insights;
    assert.doesNotMatch(made.map(({ finding }) => finding).join("\n"), /ariable-rate/);
  });

  it("is whole in text that has none", () => assert.equal(isTorn(text, text), false));
});

describe("an entry of a diary", () => {
  for (const [text, told] of [
    ["The next scheduled date for announcing the base rate is May 30, 2032.", true],
    ["The next full update of the outlook of the bank will be published in the report on July 11, 2032.", true],
    ["The policy meetings of the board began on Wednesday, October 22.", true],
    ["The resolution of the Rate Board shall enter into force on 9 December 2031.", true],
    ["The next increase in the base rate is expected in May 2032.", false],
    ["After the meeting, trading began on 22 October at lower prices.", false],
  ] as const)
    it(`${told ? "is" : "is not"} "${text.slice(0, 50)}…"`, () => assert.equal(isFormula(text, false), told));
});
