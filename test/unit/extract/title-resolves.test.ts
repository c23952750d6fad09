import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const FED: DocumentHead = { ...BANK, title: "FOMC Minutes, June 17-18, 2031", sourceName: "Federal Reserve (FOMC)" };
const titlesOf = (text: string) => extract(parseText(text), FED).insights.map(({ title }) => title);

describe("a title says what a body resolves, is for or is ready to do", () => {
  for (const [says, text, title] of [
    [
      "with the last of what was renewed, where the whole is too long",
      "The Committee voted unanimously to renew the grain and foreign harbour loan arrangements with the banks of Norden and Alden.",
      "Renewal of foreign harbour loan arrangements, June 2031",
    ],
    [
      "and what goes on, without what it is of that has no room",
      "In addition, members agreed to continue to reduce the Bank's holdings of harbour securities and ferry debt and dock-backed paper, as described in the plans.",
      "Continued reduction in securities holdings, June 2031",
    ],
    [
      "whom it was judged appropriate by",
      "Almost all participants judged it appropriate to raise the target range for the ferry funds rate to 5 percent, as fares rose.",
      "Support for ferry funds rate increase, June 2031",
    ],
    [
      "what would not be appropriate before what",
      "Members agreed that they did not expect that it would be appropriate to reduce the fare range until they had gained greater confidence that traffic is rising.",
      "No fare range reduction before greater confidence",
    ],
    [
      "that a named rate is kept unchanged",
      "At this meeting, the Committee voted to maintain the Harbour Rate at 5 percent.",
      "Unchanged Harbour Rate, June 2031",
    ],
    [
      "what it stands ready to do",
      "The Committee is prepared to adjust the harbour lending programme in light of economic developments in the ports.",
      "Readiness to adjust harbour lending programme, June 2031",
    ],
  ] as const)
    it(says, () =>
      assert.ok(
        titlesOf(text).some((one) => one.startsWith(title)),
        titlesOf(text).join("; "),
      ),
    );

  it("calls what only would be appropriate a case", () =>
    assert.match(
      titlesOf(
        "Participants judged that it would be appropriate for the Committee to lower the harbour funds rate to 3 percent, as fares fell in May.",
      ).join(),
      /^Case for harbour funds rate reduction/,
    ));
  it("and is for nothing that was judged less appropriate", () =>
    assert.doesNotMatch(
      titlesOf("Members judged it less appropriate to lower the harbour funds rate, as fares rose in May.").join(),
      /Support|reduction/,
    ));
});
