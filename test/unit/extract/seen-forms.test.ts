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
  it("asks all of it beside a theme of a word or two, unless it would have to date a month", () => {
    asked(
      "Crossings surprised on the upside in all of the northern isles.",
      "Did the Bank of Northmark's minutes of June 2031 say that crossings surprised on the upside in all of the northern isles?",
    );
    unasked("Crossings were being priced in at a lower fare for the meetings in October.", / say that .*October 20/);
  });
  it("asks so of what had remained so, and of what continued to be so", () => {
    asked(
      "Volatility in the harbour markets had remained elevated over the intermeeting period.",
      "Was volatility in the harbour markets still elevated over the intermeeting period, according to the Bank of Northmark's minutes of June 2031?",
    );
    asked(
      "Conditions in the harbour trade continued to be tight.",
      "Were conditions in the harbour trade still tight, according to the Bank of Northmark's minutes of June 2031?",
    );
  });
  it("asks what else is said of the same", () =>
    asked(
      "Rates on harbour loans were little changed and remained elevated.",
      "Did rates on harbour loans remain elevated, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("asks for nothing else where what stands behind is no verb of it", () =>
    unasked(
      "Rates on harbour loans fell and increased demand for crossings lifted fares.",
      /^Did rates on .* increase/,
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
  it("asks how large something is forecast to be", () =>
    asked(
      "Northern barley production is forecast at 5.2 million tons.",
      "How large is northern barley production forecast to be, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("asks why there is something whose cause is told", () => {
    asked(
      "There could be upside risks from harbour rents, in part because wages in the harbours remained high.",
      "Why could there be upside risks from harbour rents, according to the Bank of Northmark's minutes of June 2031?",
    );
    unasked(
      "There were upside risks to ferry fares, and rents in the harbours remained high because of a lack of quays.",
      /^Why were there/,
    );
  });
  it("asks how much lower it is, not how large, where that is told", () => {
    const text = "Beginning barley stocks in the isles are almost 1 million bales lower than last month.";
    unasked(text, /^(?:What|How large) are beginning/);
    asked(
      text,
      "How much lower are beginning barley stocks in the isles, according to the Bank of Northmark's minutes of June 2031?",
    );
  });
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
  it("says that almost all held it, not all", () =>
    unasked(
      "Almost all members agreed that it was appropriate to raise the base rate 75 basis points at this meeting.",
      /(?:to|did) all members/,
    ));
  it("asks by how much they found it appropriate to move it", () =>
    asked(
      "Almost all members agreed that it was appropriate to raise the base rate 75 basis points at this meeting.",
      "By how much did almost all members at the Bank of Northmark judge it appropriate to raise the base rate in June 2031?",
    ));
  it("does not ask whether something was viewed that was viewed as something", () =>
    unasked(
      "Market participants viewed communications of the Board, on balance, as pointing to lower fares.",
      /^Did market participants view/,
    ));
  it("does not ask half of what was reported", () =>
    unasked(
      "Several members indicated that some contacts reported that the pace of harbour spending, though strong, was beginning to moderate.",
      /report that the pace of harbour spending,/,
    ));
});
