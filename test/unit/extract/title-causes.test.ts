import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { NO_ABBREVIATIONS } from "../../../services/document/extract/grammar/abbreviations.ts";
import { readVocabulary } from "../../../services/document/extract/grammar/vocabulary.ts";
import { cutPassages } from "../../../services/document/extract/passages.ts";
import { readProse } from "../../../services/document/extract/prose/read-prose.ts";
import { titlesOf } from "../../../services/document/extract/titles/title.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

/** Every title that a text allows: which one is chosen depends on how rare its words are in a document. */
const offered = (text: string): string => {
  const document = parseText(text);
  const context = { ...readContext(BANK), isShort: false, abbreviations: NO_ABBREVIATIONS, events: [] };
  const { drafts, weak } = readProse(document, cutPassages(document), context, readVocabulary(text));
  return [...drafts, ...weak]
    .flatMap(({ draft }) => titlesOf(draft.topic, draft.also, context).map(({ title }) => title))
    .join("\n");
};

describe("a title of an effect with what it came of", () => {
  for (const [text, title] of [
    [
      "Ferry traffic slowed, in part reflecting dearer coal than in any of the last 4 years.",
      /^Ferry traffic slowdown from dearer coal/m,
    ],
    [
      "After 4 years ferry traffic growth eased, owing to an escalation of the harbour dispute.",
      /^Ferry traffic growth easing from harbour dispute escalation/m,
    ],
    [
      "Uncertainty about levies has increased and is likely to weigh on shipyard investment for 4 years.",
      /^Expected drag on shipyard investment from levy uncertainty/m,
    ],
    [
      "Harbour closures were seen as posing an upside risk to coastal inflation of 4 percent.",
      /^Upside coastal inflation risk from harbour closures/m,
    ],
    [
      "The closure of the northern shipyards is still a drag on barley exports, which fell by 4 percent.",
      /^Drag on barley exports from (?:northern )?shipyard closure/m,
    ],
    [
      "Sinking freight volumes could weigh on ferry employment and lower coastal output by 4 percent.",
      /^(?:Ferry employment|Coastal output) risk from sinking freight volumes/m,
    ],
    [
      "Barley prices averaged 80 crowns in May 2031, weighed down by northern imports.",
      /^Downward pressure on barley prices from northern imports/m,
    ],
    [
      "Barley growers said that the rise in barley prices of 4 percent may have been driven by northern storms.",
      /^(?:Rise in|Higher) barley prices possibly from northern storms/m,
    ],
    [
      "The combined effects of the new levies are expected to boost coastal output by 4 percent.",
      /^Expected boost to coastal output from new levies/m,
    ],
    [
      "Dearer coal contributed to declines in coastal freight volumes of 4 percent.",
      /^(?:Decline in coastal freight volumes|Coastal freight volume decline) from dearer coal/m,
    ],
  ] as const)
    it(`of "${text}"`, () => assert.match(offered(text), title));

  it("leaves what caused another thing to that", () =>
    assert.doesNotMatch(
      offered("Ferry traffic eased by 4 percent after the short surge due to northern storms."),
      /easing from/,
    ));

  it("names no cause that is not told whole", () => {
    for (const text of [
      "Ferry traffic eased, reflecting weakness in the 4 northern harbours.",
      "Ferry traffic eased, reflecting pilots moving to the 4 northern harbours.",
    ])
      assert.doesNotMatch(offered(text), /from (?:weakness|pilots)/);
  });

  it("takes no adjective behind a verb for another verb", () =>
    assert.doesNotMatch(
      offered("Dearer coal resulted in higher ferry fares of 4 crowns and slightly lower coastal output."),
      /coastal output (?:decline|risk)/im,
    ));
});

describe("a title of what could be if something else were", () => {
  for (const [text, title] of [
    [
      "Coastal growth could be lower by 4 percent if the lagged effects of harbour levy increases last longer than expected.",
      /^Downside coastal growth risk from longer-lasting/m,
    ],
    [
      "After 4 lean years ferry traffic could be higher if inflation came down more quickly than expected.",
      /^Upside ferry traffic risk from faster inflation decline/m,
    ],
    [
      "Coastal inflation may surprise on the downside of the 4 percent goal if the harbour dispute escalates.",
      /^Downside coastal inflation risk from harbour dispute escalation/m,
    ],
  ] as const)
    it(`of "${text}"`, () => assert.match(offered(text), title));
});
