import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const questionsOf = (text: string) => extract(parseText(text), BANK).insights[0]?.questions ?? [];
const asked = (text: string, question: string) =>
  assert.ok(questionsOf(text).includes(question), questionsOf(text).join("\n"));

describe("a question that names more than a theme", () => {
  it("asks how something was seen", () =>
    asked(
      "The risks around the forecast for ferry traffic were seen as tilted to the downside, as wages had not come down as much as expected.",
      "How were the risks around the forecast for ferry traffic seen, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("asks what somebody was expected to do", () =>
    asked(
      "The Harbour Fund of Velden was expected to reduce its lending rate by 25 basis points in July.",
      "What was the Harbour Fund of Velden expected to do, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("asks what would be weighed, and for what", () =>
    asked(
      "Members agreed that, in considering additional adjustments to the base rate, the Board would carefully assess incoming data, the evolving outlook, and the balance of risks.",
      "What would the Board assess in considering additional adjustments to the base rate, according to members at the Bank of Northmark in June 2031?",
    ));
  it("asks what a survey suggested", () =>
    asked(
      "Early surveys of northern shipyards suggested a further slowdown of orders in the isles.",
      "What did early surveys of northern shipyards suggest, according to the Bank of Northmark's minutes of June 2031?",
    ));
  it("does not ask what showed an increase told", () =>
    assert.ok(
      !questionsOf("Timber exports to the southern isles showed a marked increase of 4 percent.").some((one) =>
        one.startsWith("What did timber exports"),
      ),
    ));
});
