import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const titlesOf = (text: string) => extract(parseText(text), BANK).insights.map(({ title }) => title);

/** Readers find hardly one insight good whose title could be any other's. */
describe("a title that hardly tells of what it is", () => {
  const poor =
    "A gradual approach to further steps allowed the Board to assess carefully the balance of risks, at a cost of 3 percent.";
  const good = "Timber exports to the islands rose sharply in May because ferry fares fell by 12 percent.";

  it("makes no insight where the document has a better one", () => {
    const made = titlesOf(`${good}\n\n${poor}`);
    assert.equal(made.length, 1, made.join("; "));
    assert.match(made[0] ?? "", /timber exports/i);
  });

  it("makes one where it has none", () => {
    assert.equal(titlesOf(poor).length, 1);
  });

  it("may be two words and when", () => {
    const brief = "Reserves remained abundant in May, at more than 3 percent of deposits.";
    assert.match(titlesOf(brief).join(), /^Abundant reserves, May 2031$/);
    assert.doesNotMatch(titlesOf(`${good}\n\n${brief}`).join(), /reserves/i);
  });
});

/** Of a hundred and fifty titles of a company's that left out its name readers found nine apt beside one with it, of forty without a time one. */
describe("a company's title that leaves out whose it is or of when", () => {
  const good = "Ferry net sales increased 12% in fiscal 2031 because fares rose.";
  const made = (text: string) => extract(parseText(text), COMPANY).insights.map(({ title }) => title);

  it("makes no insight where the document has a better one", () => {
    assert.deepEqual(made(`${good}\n\nThe harbour bond redemptions resulted in a $20 million loss.`), [
      "Harlow ferry net sales increase, fiscal 2031",
    ]);
  });

  for (const text of [
    "As of June 30, 2031, borrowings totaled $327 million.",
    "On April 5, 2031, Harlow executed a Ferry Repurchase Agreement with Tarn Lines.",
  ])
    it(`makes one by itself alone where it is one word or a name: "${text}"`, () => {
      assert.equal(made(text).length, 1);
      assert.equal(made(`${good}\n\n${text}`).length, 1);
    });

  it("gives way to one that says less of it", () =>
    assert.deepEqual(
      made("Rental expenses under operating ferry leases were $3 million for the quarter ended June 30, 2031."),
      ["Harlow rental expenses, June 2031 quarter"],
    ));
});
