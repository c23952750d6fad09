import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { compose, keywordPhrase } from "../../../services/document/extract/keyword-phrase.ts";
import { chooseQuestions } from "../../../services/document/extract/question-choice.ts";
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

describe("a keyword phrase", () => {
  const phrase = (core: string) => keywordPhrase(core, "", "Bank of Northmark", CONTEXT);
  it("keeps the part that tells most where there is no room for all", () => {
    assert.equal(phrase("upside news to consumer goods prices"), "Bank of Northmark consumer goods prices June 2031");
  });
  const of = (who: string, core: string, called?: string, period = "") =>
    keywordPhrase(core, period, who, { ...CONTEXT, called, ...(called === undefined ? {} : { company: who }) });
  it("calls a company as its filing does where its whole name leaves no room", () => {
    assert.equal(
      of("Harlow Water Works", "proceeds from long-term debt", "Harlow Water", "six months 2031"),
      "Harlow Water proceeds long-term debt six months 2031",
    );
    assert.match(of("Harlow Water Works", "proceeds", "Harlow Water", "2031"), /^Harlow Water Works proceeds/);
  });
  it("names nobody sooner than it cuts a name or a measure in two", () => {
    assert.equal(of("NEB", "Tarn Hub natural gas spot price increase"), "Tarn Hub natural gas spot price June 2031");
  });
  it("cuts no more of a measure than the shorter name needs", () => {
    assert.equal(
      of("Norden City Beige Book", "residential and commercial real estate activity decline"),
      "Norden City commercial real estate activity June 2031",
    );
  });
  it("keeps the last noun of a measure, and loses a net behind it", () => {
    assert.equal(
      of("Harlow Works", "non-operating benefit costs, net", "Harlow Works", "May 2031 quarter"),
      "Harlow Works non-operating benefit costs May 2031 quarter",
    );
  });
  it("keeps of what it is that something changed", () => {
    assert.match(of("Norden City Beige Book", "unchanged pace of price increases"), /pace price increases/);
  });
  it("loses the participle that tied two things", () => {
    assert.equal(phrase("shares boosted by exports"), "Bank of Northmark shares exports June 2031");
  });
  it("does not say whose views a theme is", () => {
    assert.doesNotMatch(phrase("Members’ views on rents"), /views/);
  });
  it("of a word or two goes on with what is said of it, in whole groups of words", () => {
    const of = (core: string, said: string, ...verbs: string[]) =>
      keywordPhrase(core, "", "FOMC", CONTEXT, { said, isDoing: (word) => verbs.includes(word) });
    assert.equal(
      of("timber market", "The timber market remains very sensitive to local storms."),
      "FOMC timber market sensitive local storms June 2031",
    );
    assert.equal(of("timber bonds", "The timber bonds paid nominal 10-year yields."), "FOMC timber bonds June 2031");
    assert.equal(of("timber market", "The timber market was not calm."), "FOMC timber market June 2031");
    const held = "The timber market was held back by low harbour confidence.";
    assert.equal(of("timber market", held, "held", "back"), "FOMC timber market low harbour confidence June 2031");
  });
  it("goes on with no word that tells when or how little, and with no half of a name in letters", () => {
    const behind = (said: string) =>
      keywordPhrase("timber market", "", "FOMC", CONTEXT, { said, isDoing: () => false });
    assert.equal(
      behind("The timber market was little changed in recent weeks."),
      "FOMC timber market changed June 2031",
    );
    assert.equal(
      behind("The timber market of certain towns in the U.S. Gulf."),
      "FOMC timber market towns U.S. Gulf June 2031",
    );
  });
  it("loses how something moved before it loses that it did", () => {
    const of = (core: string) => keywordPhrase(core, "", "Kettle Bay Beige Book", CONTEXT);
    assert.equal(of("moderate price increase"), "Kettle Bay Beige Book price increase June 2031");
    assert.equal(of("moderate timber price increase"), "Kettle Bay Beige Book timber price June 2031");
  });
  it("loses what something happened with before it loses what happened", () => {
    assert.equal(
      phrase("rope lending contraction with uptick in barley loans"),
      "Bank of Northmark rope lending contraction June 2031",
    );
  });
  it("says once which quarter it is of", () => {
    const harlow = { ...CONTEXT, company: "Harlow" };
    assert.equal(keywordPhrase("Q2 outlook", "second quarter of 2031", "Harlow", harlow), "Harlow outlook Q2 2031");
  });
  it("keeps what is part of a name", () => {
    const cores = ["Major Exporters barley production and imports", "Major Exporters barley production"];
    const whole = compose(["Halden"], cores, ["2030/31 June 2031"], CONTEXT);
    assert.equal(whole, "Halden Major Exporters barley production 2030/31 June 2031");
  });
  it("calls a bank by its letters where its name leaves no room", () => {
    assert.equal(
      keywordPhrase("risks to modal timber price projection", "", "Bank of England", CONTEXT),
      "BoE risks modal timber price projection June 2031",
    );
  });
  it("names whose it is once, and gives the end of a long stretch where there is no room for it", () => {
    assert.equal(
      keywordPhrase("Tarn's outlook for rents", "", "Tarn", { ...CONTEXT, speaker: "Mary K. Tarn" }),
      "Tarn outlook rents June 2031",
    );
    assert.equal(
      keywordPhrase("income tax expense of segments", "six months to June 2031", "Harlow Mills", {
        ...CONTEXT,
        company: "Harlow Mills",
      }),
      "Harlow Mills income tax expense segments June 2031",
    );
  });
});
