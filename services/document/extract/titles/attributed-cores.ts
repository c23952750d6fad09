import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.1;
/** What came of it, where there is no room for what it came of. */
const ALONE = 0.7;
/** "largely", "in part", "at least in large part" may stand between. */
const FURTHEST = 6;

/** "Analysts attributed the fall in fares to weak demand": "fall in fares from weak demand". */
export function attributedCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const { verb, object, isPassive, isNegated, link } = claim;
  if (verb !== "attribute" || !object || isPassive || isNegated || link !== "") return [];
  const to = tokens.findIndex((_token, at) => at >= object.to && word(tokens, at) === "to");
  const cause = to < 0 || to > object.to + FURTHEST ? undefined : readPhrase(tokens, to + 1, tokens.length);
  if (!cause) return [];
  const causes = headlinesOf(cause, tokens, plain);
  return headlinesOf(object, tokens, plain)
    .filter(({ text }) => !/ (?:from|due) /.test(text))
    .flatMap((one) => [
      ...causes.map(({ text, lost }) => ({
        text: `${one.text} from ${text}`,
        worth: WORTH - (one.lost + lost) * LOSS,
      })),
      { text: one.text, worth: ALONE - one.lost * LOSS },
    ]);
}
