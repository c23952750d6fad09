import type { Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { type Clause, mainClause, word } from "../grammar/clause.ts";
import { eventIn, withEvent } from "../grammar/events.ts";
import { ANY_RISK, CONTRACTED, QUANTITY, SPOKEN } from "../grammar/formulas.ts";
import { type Token, tag } from "../grammar/language.ts";
import { withLigatures } from "../grammar/lost-ligatures.ts";
import { measuresOthers, readMeasure } from "../grammar/measures.ts";
import { nounPhrases } from "../grammar/noun-phrases.ts";
import { sizeOf } from "../grammar/shape.ts";
import { lowerStart, mendHyphens, type Vocabulary } from "../grammar/vocabulary.ts";
import type { BlockSentence } from "../passages.ts";
import { propositionIn, withProposition } from "../titles/propositions.ts";
import { inCountry } from "./country.ts";
import { behindLead, leadInto } from "./decided-lists.ts";
import { displayText, finishItem, headingLength, lengthBefore, ownWords, withoutTies } from "./display.ts";
import { goodOf, leavesGoodOut, reportsOnGoods } from "./goods.ts";
import { highlightSaid } from "./highlights.ts";
import { type Leaning, leaningOf } from "./lean.ts";
import { loosened, type Tellers } from "./loosened.ts";
import { narrow } from "./narrow.ts";
import { isResolved, resolve } from "./resolve.ts";
import type { Segment } from "./segments.ts";
import { KINDS, type Kind, statesOf, WEIGHTS } from "./states.ts";
import { isTampered } from "./tampered.ts";
import { saysTheme, type Theme, thingOf } from "./themes.ts";
import { isTimeless } from "./timeless.ts";
import { withYears } from "./undated.ts";
import { isFormula, isGarbled, isSentence, isStatement, isTorn } from "./whole.ts";

/** A sentence as it will be read, with what it is made of and what it is worth. */
export interface Statement {
  /** In the stored text, without a heading or a number run into it. */
  start: number;
  end: number;
  /** The sentence on one line. */
  text: string;
  /** The same with its first word in lower case unless it is a name. What `tokens` point into. */
  plain: string;
  /** Empty where the sentence was not read because it cannot be part of an insight. */
  tokens: Token[];
  clause: Clause | undefined;
  /** What it states. */
  states: Kind[];
  leaning: Leaning;
  /**
   * How much it states, 0 and more. 0 for what is no whole sentence, belongs to the form, or leaves open who and when: it
   * is part of no insight. Below `WORTH_FINDING` nobody would look for it.
   */
  worth: number;
  /** What the measure that it is about is of: "soybean". Empty where it is about none, or says not of what. */
  thing?: string;
  /** It gives measures of other things, too: of which of them that of the next sentence is cannot be told. */
  isOfSeveral?: boolean;
  /** What it leaves to the label or heading above it: to be said in front of it. */
  theme?: string;
  /** The one good of which its measures are, in a report on goods. */
  ofGood?: string;
  /** The place of which the sentence before it in its finding tells, where it names none. */
  within?: string;
  /** The last place that was named, in it or before it, is the bank's own area. */
  isHome?: boolean;
  /** The part of a company that its list tells of and it leaves out. */
  segment?: Segment | undefined;
  /** The years that its paragraph has named so far are long past. */
  isHistory?: boolean;
  /** The sentence that says what this one calls "the war", "the proposition". */
  event?: Span | undefined;
  /** It needs the sentence before it, and is this where it cannot go with that. */
  alone?: Statement | undefined;
}

/** What stands in front of a sentence that it may leave unsaid. */
export interface About {
  /** What the measures of the sentences before it were of. */
  thing: string;
  theme: Theme | undefined;
  /** The country of which the sentence before spoke: "China". Absent where it named none. */
  country?: string;
  /** The last area that sentences went to is the bank's own. */
  isHome?: boolean;
  /** Whose view the sentence before told. */
  tellers?: Tellers | undefined;
}

export const ABOUT_NOTHING: About = { thing: "", theme: undefined };

/** A sentence of less worth is an insight only where its passage has no better one. */
export const WORTH_FINDING = 1.2;
/** What a company puts into the list of its results is worth so much more, short as it is. */
const HIGHLIGHT = 0.9;
/** A sentence of less worth is none. */
export const LEAST_WORTH = 0.95;

/** "fares of $6.7", and under an empty line "billion a year": an item that the end of a page cut. */
const ENDS = /[.!?]["”’)\]]*$/;
const GOES_ON = /^[^\S\n]*\n\s*\n\s*\p{Ll}{2,}(?![.)\p{L}])/u;
const LOOKED_AT = 60;

const NO_LEANING: Leaning = { needsPrevious: false, byPronoun: false, connective: 0 };

/** Reads a sentence: what it states, whether it stands alone, what it is worth. */
export function readStatement(
  source: string,
  sentence: BlockSentence,
  vocabulary: Vocabulary,
  context: Context,
  about: About = ABOUT_NOTHING,
): Statement {
  const { end, block } = sentence;
  const found = narrow(source.slice(sentence.start, end));
  const labels = lengthBefore(found, block.speaker);
  // Filings set names of measures in capitals too: "Cash Flow Growth guidance".
  const before = context.company === undefined ? labels + headingLength(found.slice(labels), vocabulary) : labels;
  const start = sentence.start + before;
  const words = withLigatures(mendHyphens(found.slice(before), vocabulary), vocabulary.torn);
  const printed = finishItem(displayText(words));
  const lead = context.company === undefined ? leadInto(source, printed, block) : undefined;
  const own = isOfOne(context) && GUIDES.test(printed) ? ownWords(printed) : printed;
  const highlight = highlightSaid(source, own, block, context);
  const shown = lead ? behindLead(lead, own) : (highlight ?? own);
  const isItem = block.kind === "listItem" && end === block.end;
  const isOut =
    isTooShort(shown) ||
    (isItem && !ENDS.test(found) && GOES_ON.test(source.slice(end, end + LOOKED_AT))) ||
    !isSentence(shown, isItem) ||
    isTorn(shown, source.slice(block.start, block.end)) ||
    isGarbled(shown) ||
    isTampered(shown) ||
    isTampered(words) ||
    isFormula(shown, context.company !== undefined);
  const nothing = { start, end, text: shown, plain: shown, tokens: [], clause: undefined, states: [], worth: 0 };
  if (isOut) return { ...nothing, leaning: NO_LEANING };
  const resolved = inCountry(resolve(withoutTies(shown), context, block.speaker), about.country ?? "", context);
  const event = eventIn(resolved, context.events ?? [], source.slice(Math.max(block.start, start - NEAR), start));
  const put = propositionIn(resolved, source, start);
  const told = event ? withEvent(resolved, event) : resolved;
  const text = put ? withProposition(told, put) : told;
  if (!isResolved(text)) return { ...nothing, text, leaning: NO_LEANING };
  const above = source.slice(block.start, start);
  const read = (said: string): Statement => {
    const named = nameMeasure(said, vocabulary, context, about);
    const { plain, tokens, clause } = named;
    const leaning = leaningOf(named.text, tokens, clause);
    const lacksGood = lacksItsGood(named, context);
    const theme = named.theme || (lacksGood ? goodOf(about.theme) : "");
    if (named.isOpen || (lacksGood && theme === "")) leaning.needsPrevious = true;
    if (!isStatement(named.text, tokens, clause)) return { ...nothing, text: named.text, leaning };
    const states = statesOf(named.text);
    return {
      start,
      end,
      text: withYears(named.text, context, above),
      plain,
      tokens,
      clause,
      states,
      leaning,
      worth: worthOf(named.text, tokens, clause, states, context) + (highlight === undefined ? 0 : HIGHLIGHT),
      thing: named.thing,
      ...(named.thing !== "" && measuresOthers(tokens, named.thing) ? { isOfSeveral: true } : {}),
      ...(theme === "" ? {} : { theme }),
      ...(event || put || lead ? { event: (event ?? put ?? lead)?.named } : {}),
    };
  };
  const statement = read(text);
  const loose = statement.leaning.needsPrevious && statement.worth > 0 ? loosened(text, about.tellers) : undefined;
  if (!loose) return statement;
  const alone = read(loose.text);
  if (alone.worth > 0 && !alone.leaning.needsPrevious)
    statement.alone = loose.named ? { ...alone, event: loose.named } : alone;
  return statement;
}

/** The sentence before lies within so much. */
const NEAR = 300;

/** "coal" of "electric power coal" under the heading "Coal markets". */
function missingThing(thing: string, theme: Theme | undefined): string {
  const over = theme ? thingOf(theme) : "";
  // A name, such as that of a season, need not be that of the next measure.
  const isKnown = thing !== "" && thing === thing.toLowerCase();
  return !isKnown || (over !== "" && thing.includes(over)) ? over : thing;
}

/** Documents of goods: their "production" and "prices" are those of a thing, where a central bank's are the economy's. */
export const speaksOfGoods = ({ company, speaker, attribution }: Context) =>
  company === undefined &&
  speaker === undefined &&
  attribution !== "" &&
  !/\b(?:central bank|reserve|riksbank|bank of|fomc|governing council|monetary policy|beige book|survey)\b/i.test(
    attribution,
  );

/** A sentence of a report on goods that gives a measure of none. */
const lacksItsGood = ({ text, thing, theme }: { text: string; thing: string; theme: string }, context: Context) =>
  thing === "" && theme === "" && speaksOfGoods(context) && reportsOnGoods(context.attribution) && leavesGoodOut(text);

/** The sentence tagged, with the thing that its measure is of: "Ending stocks are lowered" as "Ending wheat stocks are lowered". */
function nameMeasure(said: string, vocabulary: Vocabulary, context: Context, { thing, theme }: About) {
  let text = said;
  let plain = lowerStart(text, vocabulary);
  let tokens = tag(plain);
  let clause = mainClause(tokens);
  const unsaid = theme !== undefined && !saysTheme(text, theme);
  const measure = speaksOfGoods(context) ? readMeasure(plain, tokens, clause) : undefined;
  const read = { text, plain, tokens, clause, isOpen: false };
  if (!measure) return { ...read, thing: "", theme: unsaid && theme.isLabel ? theme.name : "" };
  if (measure.thing !== "") return { ...read, thing: measure.thing, theme: "" };
  if (measure.isKnown) return { ...read, isOpen: true, thing: "", theme: unsaid ? theme.name : "" };
  const missing = missingThing(thing, theme);
  const isSaid = missing !== "" && text.toLowerCase().includes(missing.toLowerCase());
  // "Supplies are raised on a record oat yield" under the label "OATS": of oats too.
  const isOfLabel = isSaid && theme?.isLabel === true && missing === thingOf(theme);
  if (isSaid && !isOfLabel) return { ...read, thing: "", theme: "" };
  // What it says of another thing may be of its own measure too.
  if (missing === "" || (measure.others.length > 0 && !isOfLabel))
    return { ...read, thing: "", isOpen: !unsaid, theme: unsaid ? theme.name : "" };
  text = `${text.slice(0, measure.at)}${missing} ${text.slice(measure.at)}`;
  if (measure.at === 0) text = `${missing.charAt(0).toUpperCase()}${missing.slice(1)} ${plain}`;
  plain = lowerStart(text, vocabulary);
  tokens = tag(plain);
  clause = mainClause(tokens);
  return { text, plain, tokens, clause, thing: missing, isOpen: false, theme: "" };
}

/** What a company or an office gives out: whom it quotes speaks for it. */
const isOfOne = ({ company, institution, speaker, isTranscript }: Context) =>
  company !== undefined || (institution !== undefined && speaker === undefined && !isTranscript);

/** What a company's own people are quoted with that is news: a figure of the year, or what they expect. */
const GUIDES =
  /["“”].*\d(?:\.\d+)?\s?(?:%|percent|million|billion)|\$\d.*["“”]|\d(?:\.\d+)?\s?(?:%|percent|million|billion).*["“”]/i;

/** "Employment rose modestly." says it all in three words. */
const isTooShort = (text: string) => sizeOf(text) < 3;

/** A place, a law, a disease: what makes a danger more than any company's. */
const namesSomething = (tokens: Token[], company: string) =>
  tokens.some(
    ({ pos, text }, at) =>
      pos === "PROPN" && at > 0 && /^\p{Lu}/u.test(text) && !company.includes(text) && !text.includes(company),
  );

/** Whether a text names a year that is not long past by the document's. */
function isRecent(text: string, period: string): boolean {
  const own = Number(/\d{4}/.exec(period)?.[0] ?? 0);
  return [...text.matchAll(/\b(?:19|20)\d\d\b/g)].some(([year]) => Number(year) >= own - YEARS_OF_NEWS);
}

const YEARS_OF_NEWS = 3;

function worthOf(text: string, tokens: Token[], clause: Clause | undefined, states: Kind[], context: Context): number {
  const words = sizeOf(text);
  let worth = 0.4;
  for (const kind of KINDS) if (states.includes(kind)) worth += WEIGHTS[kind];
  if (SPOKEN.test(text)) worth *= 0.4;
  if (CONTRACTED.test(text)) worth *= 0.8;
  // What is said off the cuff is worth finding mostly for its figures.
  if (context.isTranscript && !states.includes("figure")) worth *= 0.7;
  if (context.company !== undefined && !QUANTITY.test(text))
    worth = ANY_RISK.test(text)
      ? Math.min(worth * 0.5, namesSomething(tokens, context.company) ? 1.1 : 0.9)
      : worth * (isRecent(text, context.period) ? 0.8 : 0.45);
  // What somebody is quoted with is praise more often than news.
  if (/[“"](?:[^”"]{0,400}\b)?(?:we|our|us|I|my)\b/i.test(text) && !QUANTITY.test(text)) worth *= 0.5;
  if (/\byou\b/i.test(text)) worth *= 0.4;
  // "A fuller rebound is likely to take time": a bare outlook or view tells too little.
  if (words < 13 && !states.includes("figure") && !states.includes("change") && !states.includes("decision"))
    worth *= 0.7;
  if (words < 8) worth *= words < 5 ? 0.6 : 0.8;
  // What a speaker takes from a textbook is not what he says of his time.
  if (context.speaker !== undefined && isTimeless(text, tokens, clause)) worth *= 0.4;
  if (words > 55) worth *= 0.8;
  if (!nounPhrases(tokens, text).some((phrase) => phrase.text.length > 2)) worth *= 0.3;
  const subject = clause ? word(tokens, clause.subject.from) : "";
  if (subject === "i" || subject === "one") worth *= 0.6;
  return worth;
}
