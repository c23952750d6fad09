import { changeNoun } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { sizeOf } from "../grammar/shape.ts";
import { actionForm } from "../grammar/verb-forms.ts";
import { type Shape, shortened } from "./shorter-things.ts";
import { changed } from "./title-forms.ts";

export const MOST_SHAPES = 4;
const MOST_WORDS = 5;
/** One of several causes, or of several effects, is not all that is told. */
export const ONE_OF_SEVERAL = 0.7;

/** The thing at a token, also where the tagger takes how it moved for a verb: "to declines in exports", "an easing in policy". */
export function thingsAt(tokens: Token[], plain: string, from: number): { shapes: Shape[]; to: number } {
  let at = from;
  while (tokens[at]?.pos === "DET" || (tokens[at]?.pos === "ADJ" && at < from + 3)) at += 1;
  const noun = tokens[at]?.pos === "VERB" ? movement(word(tokens, at)) : "";
  if (noun !== "" && /^(?:in|of)$/.test(word(tokens, at + 1))) {
    const phrase = readPhrase(tokens, at + 2, tokens.length);
    if (!phrase) return { shapes: [], to: at };
    const shapes = short(headlinesOf(phrase, tokens, plain)).flatMap(({ text, lost }) =>
      changed(text, noun).map((one) => ({ text: one, lost })),
    );
    return { shapes, to: phrase.to };
  }
  const phrase = readPhrase(tokens, from, tokens.length);
  // "rose a touch": how much.
  if (phrase && /^(?:bit|little|touch|tad|notch|lot|deal)$/.test(word(tokens, phrase.head)))
    return { shapes: [], to: from };
  return { shapes: phrase ? shapesOf(phrase, tokens, plain) : [], to: phrase?.to ?? from };
}

/** "easing", "declines" */
const movement = (text: string) =>
  changeNoun(actionForm(text)) || (/^(?:increases|declines|decreases)$/.test(text) ? text.slice(0, -1) : "");

export const shapesOf = (phrase: Phrase, tokens: Token[], plain: string): Shape[] =>
  // "their dual role": whose is said elsewhere.
  /\b(?:its|their|this|these|that|those|such)\b/.test(phrase.determiner) ||
  /\b(?:its|their)\b/i.test(wordsOf(phrase, tokens))
    ? []
    : short(headlinesOf(phrase, tokens, plain))
        .filter(({ text, lost }) => text.includes(" ") || (lost < CUT && !/ and /.test(wordsOf(phrase, tokens))))
        .map(({ text, lost }) => ({
          text: text.replace(/^elevated levels of (?=\S)/, "elevated ").replace(EMPTY, ""),
          lost: lost + (phrase.isList && !/ and | or /.test(text) ? ONE_OF_SEVERAL : 0),
        }));
/** "the combined effects of the measures" are what the measures do, "the level of output" is output. */
const EMPTY = /^(?:periods?|(?:\p{Ll}+ )?(?:effects?|impacts?)|levels?) of (?=\S)/u;

/** One word of what takes more is another thing: "weakness" of that in exports. */
const CUT = 0.3;
const wordsOf = ({ from, core }: Phrase, tokens: Token[]) =>
  tokens
    .slice(from, core.to)
    .map(({ text }) => text)
    .join(" ");
const short = (shapes: readonly Shape[]): Shape[] =>
  shapes
    .flatMap(shortened)
    .filter(({ text }, at, all) => sizeOf(text) <= MOST_WORDS && !OPEN.test(text) && isFirst(text, at, all))
    .sort((one, two) => one.lost - two.lost)
    .slice(0, MOST_SHAPES);
const isFirst = (text: string, at: number, all: readonly Shape[]) => all.findIndex((one) => one.text === text) === at;
/** What tells neither what moved nor what moved it. */
const OPEN =
  / elevated levels|^(?:negotiations|news|spillovers|reverberations|communications|announcements|periods?)$|^(?:\S+ )?(?:factors?|developments?|effects?|measures?|conditions?|drag|levels?|events?|things?|part|extent|result|changes?|increases?|declines?|moves?|movements?|rise|fall)$/i;
