import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { chooseQuestions } from "../../../services/document/extract/questions/question-choice.ts";
import { ownOf } from "../../../services/document/extract/questions/question-parts.ts";
import { themeQuestions } from "../../../services/document/extract/questions/theme-questions.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const HEAD = {
  title: "Minutes of the Rate Board, June 2031",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: ["Rate Board"],
  documentUrl: "https://example.org/minutes",
};
const CONTEXT = {
  attribution: "",
  entity: "the Bank of Northmark",
  document: "",
  period: "June 2031",
  year: 2031,
  company: undefined,
  speaker: undefined,
  isTranscript: false,
};
const asked = (text: string) => extract(parseText(text), HEAD).insights.flatMap(({ questions }) => questions);

describe("the questions of a finding", () => {
  it("ask for each clause that says something by itself", () => {
    const all = asked("Rents in the capital rose sharply in May 2031, while prices of used cars fell.");
    assert.ok(all.some((one) => /^Did rents in the capital rise/.test(one)));
    assert.ok(all.some((one) => /used cars/.test(one)));
  });

  for (const text of [
    "Rents rose sharply in May 2031, while they had fallen in April.",
    "Rents in the capital would rise in May 2031 if taxes rose, while prices of used cars would fall.",
  ])
    it(`ask for no clause that depends on another: ${text}`, () => {
      assert.ok(!asked(text).some((one) => /^Did (?:they|prices of used cars)/.test(one)));
    });

  it("are those of a form that readers find good, before those that name a theme", () => {
    const told = "What did the Bank of Northmark say about the fall in rents in June 2031?";
    const best = [
      "How did rents change in May 2031?",
      "Why did rents fall in May 2031?",
      "Did rents fall in May 2031?",
    ];
    assert.deepEqual(
      new Set(chooseQuestions([[told, ...best]], "Rents fell in May 2031 because taxes rose.")),
      new Set(best),
    );
  });

  it("name no more than a theme only where a second is needed, and then the better of these", () => {
    const told = "What did the Bank of Northmark say about rents in June 2031?";
    const described = "How did the Bank of Northmark describe rents in the capital in June 2031?";
    const whether = "Did rents rise in May 2031?";
    const where = "What rose in May 2031?";
    const said = "Rents in the capital rose in May 2031.";
    assert.deepEqual(chooseQuestions([[described, told, whether, where]], said), [whether, where]);
    assert.deepEqual(chooseQuestions([[told, described, whether]], said), [whether, described]);
    assert.deepEqual(chooseQuestions([[told, described]], said), [described, told]);
  });

  it("give a theme the articles that the sentence has", () => {
    const all = asked(
      "Surveys showed that the effect of the timber shock on output could be less than was expected in May.",
    );
    assert.ok(all.length > 1 && all.every((one) => !/ of timber shock .*\?/.test(one)), all.join("\n"));
  });

  it("tear no list and say no time twice", () => {
    const torn = "Has job growth been widespread across coastal, according to the Bank of Northmark in June 2031?";
    const twice = "Was growth modest in the first quarter in the first quarter of 2031?";
    const sound = ["How has job growth changed?", "Why has job growth slowed?"];
    const said = "Job growth has been widespread across coastal, mountain, and island counties.";
    assert.deepEqual(chooseQuestions([[torn, twice, ...sound]], said).sort(), sound.sort());
  });

  it("are none where only a theme could be named in other words than the finding's", () => {
    assert.deepEqual(chooseQuestions([["What did the bank say about the warranted confidence?"]], "Rents fell."), []);
  });

  it("hold no subject of another clause, and no list without its end", () => {
    const hanging = "Would rents fall in the coming quarters, and measures of stress in June 2031?";
    const open = "Did contacts report larger discounts, lower room rates in June 2031?";
    const sound = ["Would rents fall in the coming quarters?"];
    const said =
      "Rents would fall in the coming quarters, and measures of stress rose. " +
      "Contacts reported larger discounts, lower room rates, and higher fees.";
    assert.deepEqual(chooseQuestions([[hanging, open, ...sound, "Why would rents fall?"]], said).length, 2);
  });

  it("take no verb of a report for what happened", () => {
    const all = asked("Members observed that incoming data indicated continued growth in rents in May 2031.");
    assert.ok(!all.some((one) => /data indicated continue\b/.test(one)), all.join("\n"));
  });

  it("leave the year to which they reach back as it is", () => {
    const all = asked("The index for rents increased 3.7 percent over the last year.");
    assert.ok(!all.some((one) => /over the in/.test(one)), all.join("\n"));
  });

  it("ask for no verb without the object that it shares with the next", () => {
    const all = asked("The board amended and restated its loan facility in May 2031.");
    assert.ok(!all.some((one) => /^Did .* amend in/.test(one)), all.join("\n"));
  });

  it("do not ask for half of what holds only under a condition", () => {
    const all = asked(
      "Rents in the capital are likely to fall in 2032, and yields could drop, if growth remains subdued.",
    );
    assert.ok(!all.some((one) => /^(?:Are|Is|Will) rents/.test(one)), all.join("\n"));
  });
});

describe("what is asked of a theme", () => {
  const norden = {
    ...CONTEXT,
    entity: "the Federal Reserve Bank of Norden",
    document: "Beige Book, June 2031: Norden",
  };
  it("names a district once", () => {
    assert.deepEqual(themeQuestions("Norden timber price increase", norden, ""), [
      "What did the Norden Beige Book say about the timber price increase in June 2031?",
      "How did the Norden Beige Book describe the timber price increase in June 2031?",
    ]);
    assert.match(themeQuestions("idle quays in Norden", norden, "")[0] ?? "", /about idle quays in June 2031\?$/);
    assert.match(themeQuestions("mixed outlook in Norden", norden, "")[0] ?? "", /about the mixed outlook in June/);
    assert.match(themeQuestions("Norden rents", norden, "")[0] ?? "", /about Norden rents in June/);
  });
  it("names a company once", () => {
    assert.equal(ownOf("Harlow’s rope sales", { ...CONTEXT, company: "Harlow" }), "its rope sales");
  });
});
