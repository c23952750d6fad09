import { type Claim, TIMES } from "./claim.ts";
import { word } from "./clause.ts";
import { headlinesOf } from "./headline.ts";
import type { Token } from "./language.ts";
import { isNaming, sliceText } from "./noun-phrases.ts";
import { readPhrase } from "./phrase.ts";

/** Where, for whom, why: a preposition with its noun phrase that a title may put behind what happened. */
export interface Adjunct {
  /** "for commercial real estate", in shapes that say less and less. */
  texts: string[];
  /** It comes behind those of a lower rank. */
  rank: number;
}

const MOST = 5;
const MOST_SHAPES = 3;
/** Where or for whom. */
const PLACING = /^(?:in|for|at|among|across|within|on|between|under)$/;
/** What goes along with it. */
const ALONG = /^(?:with|amid|amidst|despite|without)$/;
/** Participles and the like that name a cause, with what a title says for them. */
const CAUSES: [RegExp, string][] = [
  [/^(?:driven|led|supported|boosted|offset|caused|fueled|fuelled|underpinned) (?:\w+ly )?by /, ""],
  [/^(?:because|as a result|on account) of /, "due to"],
  [/^(?:(?:in part|largely|mainly|primarily|partly|mostly|\w+ly) )?(?:due|owing|attributable|thanks) to /, "due to"],
  [/^(?:(?:in part|largely|mainly|primarily|partly|mostly|\w+ly) )?reflecting /, "due to"],
];

/** What hangs on the predicate of a claim and on the sentence's opening, in the order of the sentence. */
export function adjunctsOf(tokens: Token[], plain: string, claim: Claim, subjectFrom: number): Adjunct[] {
  const found: Adjunct[] = [];
  const add = (lead: string, at: number, rank: number): number => {
    const phrase = readPhrase(tokens, at, tokens.length);
    if (!phrase) return at;
    // "with markets retracing", "on banks that": no phrase by itself.
    const isClause =
      verbFollows(tokens, phrase.to, lead === "with" ? 8 : 1) || (ALONG.test(lead) && saysOf(tokens, phrase.to));
    const head = word(tokens, phrase.head);
    const isShort = phrase.core.to - phrase.core.from < 2;
    const isGroup = isShort && GROUPS.test(head) && lead === "in";
    // "in a few countries": in which?
    const isOpen = isShort && (!isNaming(head) || (isGroup && SOME.test(phrase.determiner)));
    const isCounted = tokens[phrase.core.from]?.pos === "NUM" || EMPTY.test(head) || isOpen;
    // "in many countries": not in countries, but across them.
    const where = isGroup && MANY.test(phrase.determiner) ? "across" : lead;
    const isTime =
      TIMES.test(word(tokens, phrase.head)) ||
      /\b(?:this|these|those|that|such|same|its|their)\b/.test(phrase.determiner);
    // "with the ratio", "at a yield": of what?
    const isTelling = (text: string) =>
      text.includes(" ") || tokens[phrase.head]?.pos === "PROPN" || (lead !== "with" && lead !== "at");
    const texts =
      lead === "against"
        ? [`against ${sliceText(tokens, plain, phrase.core.from, phrase.core.to)}`]
        : isClause || isTime || isCounted
          ? []
          : headlinesOf(phrase, tokens, plain)
              // "in the past seven months, and surveys": what was left of a list.
              .filter(
                ({ text }) => isTelling(text) && !TIMES.test(text.split(" ").at(-1) ?? "") && !/^both /.test(text),
              )
              .map(({ text }) => `${where} ${text}`);
    if (texts.length > 0 && found.length < MOST) found.push({ texts: texts.slice(0, MOST_SHAPES), rank });
    // "at a slow pace in the north": the north is where all the same.
    return isCounted || isTime ? phrase.core.to : phrase.to;
  };
  opening(tokens, subjectFrom, add);
  const { object, link } = claim;
  // "rose in the north": the object is where.
  const isPlaced = link !== "" && (PLACING.test(link) || link === "with" || link === "against");
  let at = object && object.from > claim.action && !isPlaced ? object.to : Math.max(claim.action, claim.adjective) + 1;
  const end = Math.min(tokens.length, claim.end + 14);
  for (; at < end; at += 1) {
    const text = word(tokens, at);
    // A dash between spaces ends what is said.
    if (/^[-–]$/.test(text) && (tokens[at]?.start ?? 0) > (tokens[at - 1]?.end ?? 0)) break;
    if (/^[.;:(—]$/.test(text) || (at >= claim.end && /^(?:but|while|although|which|and|whereas)$/.test(text))) break;
    const cause = causeAt(tokens, plain, at);
    if (cause) {
      at = Math.max(at, add(cause.lead, cause.to, 3) - 1);
      continue;
    }
    // "to cover shortfalls in revenue": what follows hangs on another verb.
    if (/^(?:VERB|AUX)$/.test(tokens[at]?.pos ?? "") || text === "than") break;
    if (ALONG.test(text)) at = Math.max(at, add(text, at + 1, 2) - 1);
    else if (text === "against" && CURRENCY.test(headBehind(tokens, at))) at = Math.max(at, add(text, at + 1, 1) - 1);
    else if (at < claim.end && tokens[at]?.pos === "ADP" && PLACING.test(text) && !isAmount(tokens[at - 1]))
      at = Math.max(at, add(text, at + 1, 1) - 1);
  }
  return found;
}

/** Of whom a sentence tells in how many of them, and names none. */
const GROUPS = /^(?:countries|economies|districts|regions|areas|sectors|markets|jurisdictions)$/;
const MANY = /\b(?:many|most|all|several|majority|number|various|range)\b/;
const SOME = /\b(?:few|some|couple|certain)\b/;

/** What a currency is measured by. */
const CURRENCY = /^(?:dollar|euro|yen|pound|sterling|franc|renminbi|real|peso|currency|currencies|basket)$/;

/** The last noun of what stands behind; of "most currencies" none, which says nothing. */
function headBehind(tokens: Token[], at: number): string {
  const phrase = readPhrase(tokens, at + 1, tokens.length);
  const head = phrase ? word(tokens, phrase.head) : "";
  return phrase?.core.from === phrase?.head && head === "currencies" ? "" : head;
}

/** Heads that say nothing of where or for whom, whatever stands before them: "in contrast", "in the wake of". */
export const EMPTY =
  /^(?:wake|support|midst|context|aftermath|anticipation|pursuit|accordance|conjunction|relation|connection|recognition|excess|event|course|absence|presence|basis|terms|extent|degree|respects?|parts?|meeting|cases?|addition|light|view|line|regard|contrast|advance|turn|general|particular|fact|total|aggregate|response|comparison|practice|favou?r|place|order|effect|form|pace|manner|fashion|ways?|while|process|nature|face|run|rates?|speed|eyes?|hands?|mind|sense|spirit|wave|round|simplicity|example|instance|spite|components?|segments?)$/;

/** "with the rate near 2 percent", "with vacancies high": a clause without its verb. */
const saysOf = (tokens: Token[], at: number): boolean =>
  /^(?:ADJ|ADV|NUM|SYM|VERB)$/.test(tokens[at]?.pos ?? "") ||
  /^(?:near|above|below|at|up|down|around|about|close|under|over|on|back)$/.test(word(tokens, at));

/** "$5 million in dividends" */
const isAmount = (token: Token | undefined) =>
  token?.pos === "NUM" || /^(?:million|billion|trillion|percent|%)$/i.test(token?.text ?? "");

const verbFollows = (tokens: Token[], from: number, most: number): boolean => {
  for (let at = from; at < from + most && !/^[.,;]$/.test(word(tokens, at)); at += 1)
    if (tokens[at]?.pos === "VERB" && /ing$/.test(word(tokens, at))) return true;
  return false;
};

/** "For commercial real estate, …", "Amid weak demand, …". */
function opening(tokens: Token[], to: number, add: (lead: string, at: number, rank: number) => number) {
  for (let at = 0; at < to; at += 1) {
    const text = word(tokens, at);
    if (at > 0 && word(tokens, at - 1) !== ",") continue;
    const after = readPhrase(tokens, at + 1, to)?.to ?? 0;
    if (word(tokens, after) !== "," && after !== to) continue;
    if (PLACING.test(text)) add(text, at + 1, 1);
    else if (/^(?:amid|despite)$/.test(text)) add(text, at + 1, 2);
  }
}

function causeAt(tokens: Token[], plain: string, at: number): { lead: string; to: number } | undefined {
  const token = tokens[at];
  if (!token || !/^(?:VERB|ADV|ADJ|ADP|SCONJ|NOUN)$/.test(token.pos)) return undefined;
  const rest = plain.slice(token.start, token.start + 60).toLowerCase();
  for (const [pattern, lead] of CAUSES) {
    const found = pattern.exec(rest)?.[0];
    if (!found) continue;
    const to = tokens.findIndex(({ start }) => start >= token.start + found.length);
    return to < 0 ? undefined : { lead: lead || found.trim().replace(/ \w+ly /, " "), to };
  }
  return undefined;
}
