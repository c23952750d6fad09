import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { TIMES } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";

const LOSS = 0.3;
const WORTH = 1.1;
/** What a title loses that does not say how large the change was. */
const PLAIN = 0.1;

/** What tells of something else: how it moved is that thing's. */
const GAUGES =
  /^(?:indicators?|measures?|data|readings?|gauges?|trackers?|surveys?|estimates?|figures|releases|reports?|models?|information|evidence|statistics)$/;
const SHOWS = /^(?:show|record|register|post|see|reveal|confirm|report)$/;
const HINTS = /^(?:suggest|indicate|signal|imply)$/;
/** What they indicate is what they show. */
const COUNTS = /^(?:data|readings?|figures|releases|statistics)$/;
/** "growth expectations pointed to expansion": it is not they that expand. */
const HOPES = /^(?:expectations?|sentiment|prospects|outlook|confidence|mood)$/;
const MOST_ADJECTIVES = 2;
/** A change that is less than it may seem, or none of its own. */
const NEITHER = /\b(?:no|little|less|any|not|signs?|lack)\b/;

/** "Indicators of shipyard output pointed to modest growth": "signs of modest growth in shipyard output". */
export function indicatedCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const { subject, object, verb, link, isNegated, isPassive, modal, expected } = claim;
  if (!subject || !object || isNegated || isPassive || modal !== "" || expected !== "") return [];
  const isHint = (HINTS.test(verb) && link === "") || (verb === "point" && link === "to");
  if (!isHint && !(SHOWS.test(verb) && link === "")) return [];
  if (!GAUGES.test(word(tokens, subject.head)) || object.isList) return [];
  const noun = word(tokens, object.head).replace(/(?<!s)s$/, "");
  const isTimed = object.attached.every(({ head }) => TIMES.test(word(tokens, head)));
  const how = sliceText(tokens, plain, object.core.from, object.head).toLowerCase();
  if (!CHANGE_NOUNS.has(noun) || !isTimed || NEITHER.test(`${object.determiner} ${how}`)) return [];
  if (how.split(" ").length > MOST_ADJECTIVES || !/^[\p{Ll} -]*$/u.test(how)) return [];
  const [first] = subject.attached;
  if (!first || !/^(?:of|for|on)$/.test(first.preposition)) return [];
  const thing = readPhrase(tokens, first.from + 1, subject.to);
  if (!thing || TIMES.test(word(tokens, thing.head)) || HOPES.test(word(tokens, thing.head))) return [];
  const isSure = !isHint || (verb === "indicate" && COUNTS.test(word(tokens, subject.head)));
  const lead = isSure ? "" : "signs of ";
  return headlinesOf(thing, tokens, plain).flatMap(({ text, lost }) =>
    changed(text, noun).flatMap((one) => {
      const worth = WORTH - lost * LOSS;
      return [
        { text: `${lead}${how === "" ? "" : `${how} `}${one}`, worth },
        ...(how === "" ? [] : [{ text: `${lead}${one}`, worth: worth - PLAIN }]),
      ];
    }),
  );
}
