import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const questionsOf = (text: string, head: DocumentHead = BANK) =>
  extract(parseText(text), head).insights[0]?.questions ?? [];
const asked = (text: string, question: string, head?: DocumentHead) =>
  assert.ok(questionsOf(text, head).includes(question), questionsOf(text, head).join("\n"));
const unasked = (text: string, form: RegExp, head?: DocumentHead) =>
  assert.ok(!questionsOf(text, head).some((one) => form.test(one)), questionsOf(text, head).join("\n"));

describe("a second question in other words", () => {
  it("asks whether there is what somebody pointed to", () =>
    asked(
      "Members generally pointed to upside risks to the outlook for ferry fares.",
      "Were there upside risks to the outlook for ferry fares, according to members at the Bank of Northmark in June 2031?",
    ));
  it("asks whether there is what data suggested", () =>
    asked(
      "Some indicators suggested a marginal softening of conditions in the harbour trade.",
      "Was there a marginal softening of conditions in the harbour trade, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("asks for no growth of all where a firm reported its own", () =>
    unasked("Staffing firms reported strong revenue growth in the harbour trade.", /^Was there/));
  it("asks for no importance that was noted", () =>
    unasked("Several members noted the importance of longer-term rent expectations remaining anchored.", /^Was there/));
  it("asks whether it was still so of what remained so", () =>
    asked(
      "Credit quality of harbour loans remained solid.",
      "Was credit quality of harbour loans still solid, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("asks how somebody expected to change what would", () =>
    asked(
      "Members anticipated that ferry fares in the northern isles would fall over the medium term.",
      "How did members at the Bank of Northmark in June 2031 expect ferry fares in the northern isles to change?",
    ));
  it("asks of nothing under a condition how it was expected to change", () =>
    unasked(
      "Members anticipated that ferry fares in the northern isles would fall if demand for crossings weakened.",
      /^How did .* expect/,
    ));
  it("asks how high a rate was", () =>
    asked(
      "Annual growth in harbour wages was 6.7 percent in May.",
      "How high was annual growth in harbour wages in May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("does not ask how high it was below zero", () =>
    unasked("Annual growth in harbour wages was -0.7 percent in May.", /^How high/));
  it("asks when something was done on a day", () =>
    asked(
      "On March 9, 2030, Harlow redeemed the senior notes of its rope division.",
      "When did Harlow redeem the senior notes of its rope division, according to its 2031 10-K?",
      COMPANY,
    ));
  it("does not ask of two days when it was", () =>
    unasked(
      "On March 9, 2030, Harlow redeemed the senior notes of its rope division on terms that it had agreed on May 3, 2029.",
      /^When did/,
      COMPANY,
    ));
});

describe("a question of what is told with something else", () => {
  it("asks under what conditions it would be so, where the sentence opens with them", () =>
    asked(
      "If the output gap were to close more quickly than projected, there would be upward pressure on ferry fares.",
      "Under what conditions would there be upward pressure on ferry fares, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("does not put the theme of a discussion into what it tells", () =>
    unasked(
      "With regard to communication, members reiterated that rents in the capital would stabilise at their target in the medium term.",
      /for communication/,
    ));
  it("leaves it open who reported something", () =>
    unasked("Manufacturers reported rising costs of benefits for workers in the shipyards.", /^Who reported/));
  it("does not date by the first clause what the second concedes", () =>
    unasked(
      "Growth in ferry traffic was solid in the fourth quarter of 2030, although the availability of data was more limited than usual because of the partial shutdown of the harbour office.",
      /^Why was the availability .* quarter/,
    ));
  it("does not ask how a vote went of which it tells no votes", () => {
    const text = "At this meeting, the Board voted to maintain the base rate at 4.75%.";
    unasked(text, /^How did .* vote/);
    asked(text, "At what level did the Board of the Bank of Northmark vote to maintain the base rate in June 2031?");
  });
  it("stays clear of a time that belongs to what comes then", () =>
    unasked(
      "Rope prices are projected to remain broadly stable in 2031 before declining by 2 percent in 2032 and 2033.",
      /before(?: in|,|\?)/,
    ));
  it("takes no subject of a verb behind a dash into a question", () =>
    unasked(
      "Real spending on ferries fell in May, and available indicators—including those of ticket sales—pointed to a further decline in June.",
      /, and available indicators/,
    ));
  it("begins no subject with the capital of its sentence", () =>
    asked(
      "Firms’ profits in the harbour trade declined in May.",
      "How did firms’ profits in the harbour trade change in May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("does not ask how many voted against what another sentence names", () =>
    unasked("Two members voted against that decision.", /^How many/));
  it("asks for the amount by which somebody decided to move it", () =>
    asked(
      "The Board decided to lower the base rate by 25 basis points.",
      "By how much did the Board of the Bank of Northmark decide to lower the base rate in June 2031?",
    ));
  it("asks of an amount that was approved not by how much", () =>
    unasked(
      "The Board voted unanimously to approve a 1/4 percentage point decrease in the base rate to 5 percent.",
      /^(?:To what level|What did)/,
    ));
  it("leaves out that members were told it, and that it goes without saying", () => {
    const that = (text: string) => questionsOf(text).find((one) => / say that /.test(one)) ?? "";
    assert.doesNotMatch(
      that("Members were briefed that the cost of crossings in the isles continued to decline."),
      /briefed/,
    );
    assert.doesNotMatch(
      that("In the recent period, expectations of fares have, of course, risen with fares themselves."),
      /of course/,
    );
  });
});
