import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { readClaim } from "../../../services/document/extract/grammar/claim.ts";
import { mainClause } from "../../../services/document/extract/grammar/clause.ts";
import { headlinesOf } from "../../../services/document/extract/grammar/headline.ts";
import { tag } from "../../../services/document/extract/grammar/language.ts";
import { readPhrase } from "../../../services/document/extract/grammar/phrase.ts";
import { stemOf, tellingWords } from "../../../services/document/extract/titles/telling.ts";
import { completedIn, incompleteCost } from "../../../services/document/extract/titles/title-complements.ts";
import { decisionCores } from "../../../services/document/extract/titles/told-cores.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;
const costOf = (title: string, sentence: string) =>
  incompleteCost(new Set(tellingWords(title).map(stemOf)), completedIn(tag(sentence)), title);

/** Nouns that say nothing without what they are of. */
describe("a title says of what", () => {
  it("a noun is that its sentence completes", () => {
    const text =
      "The slightly higher near-term profile for ferry inflation in the forecast was primarily due to volatile components such as fuel prices.";
    assert.equal(titleOf(text), "Higher near-term profile for ferry inflation, June 2031");
  });

  for (const [what, text, expected] of [
    [
      "the rate for which a target range is set",
      "All members judged that it was appropriate to raise the target range for the harbour funds rate 50 basis points at this meeting.",
      "Support for raising harbour funds rate, June 2031",
    ],
    [
      "the index that a volatility is told of",
      "Three-month option-implied volatility on the Crest 90 index increased moderately in May 2031.",
      "Three-month option-implied Crest 90 volatility increase, May 2031",
    ],
    [
      "Treasuries, a word shorter",
      "Yields on Treasury securities increased modestly at shorter maturities in June.",
      "Treasury yield increase at shorter maturities, June 2031",
    ],
    [
      "what there is an array of",
      "Yields on a broad array of coastal securities decreased slightly in May 2031, on balance.",
      "Slight coastal securities yield decrease, May 2031",
    ],
  ] as const)
    it(what, () => assert.equal(titleOf(text), expected));

  it("and leaves a lower range a lower range", () => {
    const text = "Most members judged that a lower target range for the harbour funds rate would be appropriate.";
    assert.doesNotMatch(titleOf(text) ?? "", /^Case for harbour funds rate/);
  });

  it("loses where it does not, and nothing where it has it in front or behind", () => {
    const sentence = "The spread between harbour rates and timber yields was wide.";
    assert.ok(costOf("wide spread", sentence) > 0);
    assert.equal(costOf("wide spread between harbour rates and timber yields", sentence), 0);
    assert.equal(costOf("wide harbour rate spread", sentence), 0);
  });

  it("loses nothing where the sentence itself leaves that out elsewhere, or says only when or of all", () => {
    assert.equal(costOf("lower yields", "Yields on harbour bonds fell, and yields stayed lower."), 0);
    assert.equal(costOf("higher wages", "Wages for all builders were higher."), 0);
    assert.equal(costOf("weak demand", "Demand for the second quarter was weak."), 0);
  });

  it("loses less where it says whose the noun is", () => {
    const sentence = "Harlow Ferries ramped up its exports of timber.";
    assert.ok(costOf("Harlow Ferries’ increase in exports", sentence) < costOf("increase in exports", sentence));
  });

  it("has the deed noun that a market or a target is of", () => {
    assert.equal(
      titleOf("Harbour market functioning remained orderly despite dearer freight."),
      "Orderly harbour market functioning, June 2031",
    );
  });

  it("puts nothing in front of what is done", () => {
    const plain = "a preference for raising the target range for the harbour funds rate";
    const tokens = tag(plain);
    const phrase = readPhrase(tokens, 0, tokens.length);
    assert.ok(phrase && !headlinesOf(phrase, tokens, plain).some(({ text }) => text.includes("rate raising")));
  });

  it("tells what two members prefer to keep as no fact", () => {
    const plain = "two members preferred to maintain the current target range for the harbour funds rate";
    const tokens = tag(plain);
    const clause = mainClause(tokens);
    const claim = clause && readClaim(tokens, clause);
    assert.ok(clause && claim);
    const cores = decisionCores({ tokens, plain, claim, clause });
    assert.ok(cores.length > 0 && !cores.some(({ text }) => text.startsWith("unchanged")));
  });

  it("loses nothing for a short name, nor for what is counted", () => {
    assert.equal(costOf("slower pace of QT", "The pace of quantitative tightening (QT) was slower."), 0);
    const counted = "Shortages were challenges for a number of builders.";
    assert.equal(costOf("challenges for builders", counted), 0);
  });
});

const headlineOf = (text: string) => {
  const tokens = tag(text);
  const phrase = readPhrase(tokens, 0, tokens.length);
  return phrase && headlinesOf(phrase, tokens, text)[0]?.text;
};

describe("the level of the week before", () => {
  it("is no thing for a title unless it is said of what it is", () => {
    assert.equal(headlineOf("the previous week's level was revised up"), undefined);
    assert.equal(headlineOf("the previous week's ferry claims were revised up"), "ferry claims");
  });
});

describe("an estimate that an office gives first", () => {
  it("is told as what it is of", () => {
    assert.equal(headlineOf("advance estimates of retail ferry sales for May were 4 crowns"), "retail ferry sales");
    assert.equal(headlineOf("the staff's estimates of dock sales were revised"), "staff's estimates of dock sales");
  });
});
