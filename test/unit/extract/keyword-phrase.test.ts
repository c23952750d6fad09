import assert from "node:assert/strict";
import { compose, keywordPhrase } from "../../../services/document/extract/questions/keyword-phrase.ts";

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
describe("a keyword phrase", () => {
  const phrase = (core: string) => keywordPhrase(core, "", "Bank of Northmark", CONTEXT);
  it("keeps the part that tells most where there is no room for all", () => {
    assert.equal(phrase("upside news to consumer goods prices"), "Bank of Northmark consumer goods prices June 2031");
  });
  const of = (who: string, core: string, called?: string, period = "") =>
    keywordPhrase(core, period, who, { ...CONTEXT, called, ...(called === undefined ? {} : { company: who }) });
  it("says of what there are risks sooner than what they come from", () => {
    assert.equal(
      keywordPhrase("upside risks to rents from strained supply lines", "", "NEB", CONTEXT),
      "NEB upside risks rents June 2031",
    );
  });
  it("keeps that there is none", () => {
    assert.equal(
      keywordPhrase("no levy range reduction before greater confidence", "", "NEB", CONTEXT),
      "NEB no levy range reduction June 2031",
    );
  });
  it("counts the last quarter of a year", () => {
    assert.equal(keywordPhrase("rent growth", "last quarter of 2030", "NEB", CONTEXT), "NEB rent growth Q4 2030");
  });
  it("calls a company as its filing does where its whole name leaves no room", () => {
    assert.equal(
      of("Harlow Water Works", "proceeds from long-term debt", "Harlow Water", "six months 2031"),
      "Harlow Water proceeds long-term debt six months 2031",
    );
    assert.match(of("Harlow Water Works", "proceeds", "Harlow Water", "2031"), /^Harlow Water Works proceeds/);
  });
  it("says that something did not move where there is room for it, once", () => {
    const said = { said: "Ferry fares were little changed.", isDoing: (word: string) => word === "changed" };
    const full = (core: string) => keywordPhrase(core, "", "NEB", CONTEXT, said);
    assert.equal(full("little-changed ferry fares"), "NEB little-changed ferry fares June 2031");
    assert.equal(full("largely unchanged ferry fares unchanged"), "NEB ferry fares unchanged June 2031");
    assert.equal(
      full("little-changed inner harbour pilot wage growth"),
      "NEB inner harbour pilot wage growth June 2031",
    );
  });
  it("names what has an effect and on what sooner than that it is one", () => {
    assert.equal(
      of("Harbour Board", "weak demand effect on ferry fares"),
      "Harbour Board weak demand ferry fares June 2031",
    );
    assert.equal(
      of("Harbour Board", "fading negative effect on ferry fares"),
      "Harbour Board fading negative effect June 2031",
    );
  });
  it("says to what there are risks, not that it is foreseen", () => {
    assert.equal(
      keywordPhrase("downside risks to projections of ferry traffic growth", "", "NEB", CONTEXT),
      "NEB downside risks ferry traffic growth June 2031",
    );
  });
  it("says when in fewer words where it would else cut the measure", () => {
    assert.equal(
      of("Harlow", "rope gross margin percentage decrease", undefined, "first nine months of 2031"),
      "Harlow rope gross margin percentage nine months 2031",
    );
    assert.equal(
      of("Harlow Water", "effective income tax rate", "Harlow Water", "June 2031 quarter"),
      "Harlow Water effective income tax rate June-quarter 2031",
    );
  });
  it("calls an office of statistics by its country where its whole name leaves no room", () => {
    assert.equal(
      of("Statistics Northmark", "newspapers and stationery consumer price index", undefined, "May 2031"),
      "Northmark newspapers stationery consumer price index May 2031",
    );
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
  it("goes on with what its last words are of, in whole phrases", () => {
    const of = (core: string, said: string, ...verbs: string[]) =>
      keywordPhrase(core, "", "NEB", CONTEXT, { said, isDoing: (word) => verbs.includes(word) });
    const risks = "supply risks of rapid growth";
    const said = (rest: string) => `Members saw supply risks in the rapid growth ${rest}`;
    assert.equal(of(risks, said("of the timber."), "saw"), "NEB supply risks rapid growth timber June 2031");
    assert.equal(of(risks, said("in ropes rose."), "rose"), "NEB supply risks rapid growth ropes June 2031");
    // Not with a time, half a phrase, a setting, or what another word of the same name is of.
    const bare = "NEB supply risks rapid growth June 2031";
    assert.equal(of(risks, said("in May.")), bare);
    assert.equal(of(risks, said("for the rest of the year.")), bare);
    assert.equal(of(risks, said("in response to a quay strike.")), bare);
    assert.equal(of(risks, said("of several harbours.")), bare);
    assert.equal(
      of("strong timber demand and growth", "Demand was strong, and growth of barley trade slowed.", "slowed"),
      "NEB strong timber demand growth June 2031",
    );
    assert.equal(
      of("four rent expectation gauges", "All four rent expectation gauges of expectations fell."),
      "NEB four rent expectation gauges June 2031",
    );
  });
  it("goes on with no word that tells when or how little, and with no half of a name in letters", () => {
    const behind = (said: string) =>
      keywordPhrase("timber market", "", "FOMC", CONTEXT, { said, isDoing: () => false });
    assert.equal(
      behind("The timber market was little changed in recent weeks."),
      "FOMC timber market changed June 2031",
    );
    assert.equal(behind("The timber market was calm over the reporting period."), "FOMC timber market calm June 2031");
    assert.equal(behind("The timber market may revive."), "FOMC timber market revive June 2031");
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
  it("keeps halves of words together, and takes what a long dash ties apart", () => {
    const of = (core: string) => keywordPhrase(core, "", "Harlow", CONTEXT);
    assert.equal(
      of("loans to low- and middle-margin harbours"),
      "Harlow loans low- and middle-margin harbours June 2031",
    );
    assert.equal(of("loss per share to Harlow—diluted"), "Harlow loss per share diluted June 2031");
    assert.equal(
      of("weighted average new shares outstanding—basic"),
      "Harlow weighted average shares outstanding basic June 2031",
    );
  });
  it("says that it is a summary of many parts where there is room for it", () => {
    const of = (core: string) => keywordPhrase(core, "", "Beige Book's National Summary", CONTEXT);
    assert.equal(of("timber sales"), "Beige Book National Summary timber sales June 2031");
    assert.equal(of("timber sales of northern towns"), "Beige Book timber sales northern towns June 2031");
  });
  it("calls the twelve months of a year that year", () => {
    const harlow = { ...CONTEXT, company: "Harlow" };
    assert.equal(keywordPhrase("hemp sales", "twelve months of 2030", "Harlow", harlow), "Harlow hemp sales 2030");
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
