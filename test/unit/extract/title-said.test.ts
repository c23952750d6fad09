import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titlesOf = (text: string) => extract(parseText(text), BANK).insights.map(({ title }) => title);

describe("a title says what is said of its theme", () => {
  for (const [says, text, title] of [
    [
      "few signs of a movement, and not signs of it",
      "Ferry wage growth had shown few signs of easing over the winter.",
      "Few signs of ferry wage growth easing, 2031",
    ],
    [
      "signs of a movement",
      "Ferry wage growth showed signs of moderating over the winter.",
      "Signs of ferry wage growth moderation, June 2031",
    ],
    [
      "that something is not where it might be",
      "Mooring policy is not on a preset path, and it will tighten if fares rise by 3 percent.",
      "Mooring policy not on preset path, June 2031",
    ],
    [
      "that nothing changed that matters",
      "Conditions in ferry lending markets had not changed materially since the spring.",
      "Little-changed conditions in ferry lending markets, June 2031",
    ],
    [
      "that there is enough of something",
      "Ferry credit remained readily available over the period.",
      "Readily available ferry credit, June 2031",
    ],
    [
      "what something was seen to agree with",
      "Participants viewed wage growth as consistent with the fare target.",
      "Wage growth consistent with fare target, June 2031",
    ],
    [
      "what was proposed, whoever proposed it",
      "All members supported the proposal made by Ms Reed to keep the mooring rate unchanged.",
      "Support for unchanged mooring rate, June 2031",
    ],
    [
      "what was considered",
      "Members considered the proposal by Ms Reed to lower the mooring rate by 25 basis points.",
      "Proposal for reduction in mooring rate, June 2031",
    ],
    [
      "of what there were pockets",
      "There were some pockets of strength in ferry fares, which appeared to have had an impact on food inflation.",
      "Pockets of strength in ferry fares, June 2031",
    ],
    [
      "of what goes on that it is expected, and not only possible",
      "Higher mooring rates would continue to restrain ferry spending by households.",
      "Expected drag on ferry spending, June 2031",
    ],
    [
      "that something grew faster, and not slightly",
      "Ferry lending is now growing slightly faster than in the autumn.",
      "Faster ferry lending growth, June 2031",
    ],
    [
      "among which pilots there are so many",
      "The ratio of vacancies to unemployed pilots was 1.0 in April 2031, slightly below its average.",
      "Ratio of vacancies to unemployed pilots, April 2031",
    ],
    [
      "that something is sound",
      "Members noted that the ferry system was broadly sound.",
      "Broadly sound ferry system, June 2031",
    ],
    [
      "for what something is held",
      "On 31 July, the total stock of ferry bonds held for mooring policy purposes was £690 billion.",
      "Total ferry bonds held for mooring policy, 2030",
    ],
    [
      "that what is set is as it was",
      "The Board sets the mooring rate at 1.75 per cent, which means that it is left unchanged.",
      "Unchanged mooring rate, June 2031",
    ],
  ] as const)
    it(says, () => assert.deepEqual(titlesOf(text), [title]));
});
