import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { type Headline, headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { MAX_TITLE_WORDS, sizeOf } from "../grammar/shape.ts";
import { ingForm } from "../grammar/verb-forms.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";
import { DEEDS } from "./title-verbs.ts";

const LOSS = 0.3;
const WORTH = 1.2;
const MOST_LOST = 1;
/** What tells of all rather than of the first of several. */
const WIDER = -0.5;

/**
 * What a body resolves, is for or stands ready to do, however much is said of it: "voted to renew the grain and harbour
 * loans with the banks": "renewal of harbour loans"; "judged it appropriate to continue the process of reducing its
 * holdings": "support for continued holdings reduction".
 */
export function resolvedCores({ tokens, plain, claim, clause, holder, isAgent }: Reading): TitleCore[] {
  if (!isAgent && holder === "") return [];
  // What is put off: "does not expect that it will be appropriate to cut fares until it has gained confidence".
  const start = clause.verb.from;
  const meant = meantIn(tokens, start);
  if (!meant) return [];
  const between = tokens.slice(start, meant.at).map(({ text }) => text);
  const isDenied = between.some((one) => /^(?:not|n['’]t|never|no|less|hardly|neither|longer)$/.test(one));
  // "it was appropriate to lower" is told by another.
  if (!isDenied && claim.adjective >= 0 && claim.adjective + 2 === meant.at) return [];
  // Of what only would be appropriate there is a case.
  const isCase = meant.lead === FOR && between.some((one) => /^(?:would|could|might|may|will|if)$/.test(one));
  const deed = deedAt(tokens, meant.at);
  if (!deed) return [];
  const shapes = shortShapes(deed.object, tokens, plain);
  if (isDenied || claim.isNegated) {
    const before = meant.lead === FOR ? untilIn(tokens, plain, deed.object.to) : [];
    return shapes.flatMap(({ text, lost }) =>
      before.flatMap((bar) =>
        formsOf(deed, text).map((one) => ({
          text: `no ${one} before ${bar.text}`,
          worth: WORTH - (lost + bar.lost) * LOSS,
        })),
      ),
    );
  }
  return shapes.flatMap(({ text, lost }) =>
    (meant.lead === READY
      ? [`${READY}${deed.verb} ${text}`]
      : formsOf(deed, text).map((one) => `${isCase ? "case for " : meant.lead}${one}`)
    ).map((one) => ({ text: one, worth: WORTH - lost * LOSS })),
  );
}

const FOR = "support for ";
const READY = "readiness to ";

/** The infinitive that says what is meant, and what it is to them; undefined where nothing of the kind is said. */
function meantIn(tokens: Token[], from: number): { at: number; lead: string } | undefined {
  for (let at = from; at < Math.min(tokens.length, from + 14); at += 1) {
    const verb = word(tokens, at);
    if (/^[;:]$/.test(verb)) return undefined;
    let to = at + 1;
    while (tokens[to]?.pos === "ADV") to += 1;
    if (/^(?:voted|votes)$/.test(verb) && word(tokens, to) === "to") return { at: to + 1, lead: "" };
    if (/^(?:agreed|decided)$/.test(verb) && word(tokens, to) === "to") return { at: to + 1, lead: "" };
    if (/^(?:prepared|ready)$/.test(verb) && word(tokens, to) === "to") return { at: to + 1, lead: READY };
    if (/^(?:appropriate|desirable|prudent)$/.test(verb)) {
      while (to < at + 8 && word(tokens, to) !== "to") to += 1;
      return word(tokens, to) === "to" ? { at: to + 1, lead: FOR } : undefined;
    }
  }
  return undefined;
}

interface Deed {
  verb: string;
  isContinued: boolean;
  object: Phrase;
}

/** "reduce" its holdings of "continue the process of reducing its holdings". */
function deedAt(tokens: Token[], from: number): Deed | undefined {
  let at = from;
  let isContinued = false;
  if (/^(?:continue|begin|start)$/.test(word(tokens, at))) {
    isContinued = word(tokens, at) === "continue";
    at += 1;
    if (word(tokens, at) === "the" && word(tokens, at + 1) === "process" && word(tokens, at + 2) === "of") at += 3;
    if (word(tokens, at) === "to") at += 1;
  }
  const verb = Object.keys(DEEDS).find((one) => one === word(tokens, at) || ingForm(one) === word(tokens, at));
  const object = verb === undefined ? undefined : readPhrase(tokens, at + 1, tokens.length);
  return verb === undefined || !object ? undefined : { verb, isContinued, object };
}

/** What is unchanged where it is kept: another thing that is maintained may have to be made first. */
const KEPT = /(?:rates?|range|level|pace|cap|caps|size|target|setting)$/i;

/** "continued reduction in holdings", "base rate reduction", "unchanged base rate". */
function formsOf({ verb, isContinued }: Deed, text: string): string[] {
  const how = isContinued ? "continued " : "";
  if (/^(?:maintain|keep|leave|hold)$/.test(verb))
    return KEPT.test(text) ? [`unchanged ${text}`] : [`${ingForm(verb)} ${text}`];
  const deed = DEEDS[verb] ?? "";
  const noun = deed.replace(/ \w+$/, "");
  return [
    `${how}${deed} ${text}`,
    ...(deed.endsWith(" in") && CHANGE_NOUNS.has(noun) ? changed(text, noun).map((one) => how + one) : []),
  ].filter((one) => sizeOf(one) <= MAX_TITLE_WORDS);
}

/** With shorter ones for what is too long: its last member, and without whose it is: "securities holdings". */
function shortShapes(phrase: Phrase, tokens: Token[], plain: string): Headline[] {
  const whole = headlinesOf(phrase, tokens, plain).filter(({ lost }) => lost < MOST_LOST);
  const found = [...whole];
  const add = (text: string, lost: number) => {
    if (text.includes(" ") && !found.some((one) => one.text === text))
      found.push({ text, lost, words: text.split(" ").length });
  };
  const [first] = phrase.attached;
  // "holdings of coastal securities and loans": "securities holdings", of which the coastal ones are a part.
  if (first?.preposition === "of" && /^(?:holdings|purchases|issuance|sales)$/.test(word(tokens, phrase.head))) {
    let to = first.core.from;
    while (to < first.core.to && !/^(?:and|or|,)$/.test(word(tokens, to))) to += 1;
    add(`${word(tokens, to - 1)} ${word(tokens, phrase.head)}`, WIDER);
  }
  // "coastal and inland harbour loans": "inland harbour loans".
  const and = tokens.findLastIndex(({ text }, at) => at > phrase.core.from && at < phrase.head && text === "and");
  if (and > 0 && whole.every(({ words }) => words > 5)) add(sliceText(tokens, plain, and + 1, phrase.core.to), 0.4);
  for (const { text, lost } of whole) add(text.replace(/^\p{Lu}[^,]{1,40}?['’]s? /u, ""), lost + 0.3);
  return found;
}

/** "greater confidence" of "until it has gained greater confidence". */
function untilIn(tokens: Token[], plain: string, from: number): Headline[] {
  const until = tokens.findIndex(({ text }, at) => at >= from && at < from + 8 && /^(?:until|before)$/.test(text));
  const gained = until < 0 ? -1 : tokens.findIndex(({ pos }, at) => at > until && at < until + 5 && pos === "VERB");
  const phrase = gained < 0 ? undefined : readPhrase(tokens, gained + 1, tokens.length);
  return phrase ? headlinesOf(phrase, tokens, plain) : [];
}
