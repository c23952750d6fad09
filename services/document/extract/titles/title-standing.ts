import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { sizeOf } from "../grammar/shape.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { overlap } from "./title-pairs.ts";

const LOSS = 0.3;
const WORTH = 0.9;
/** A subject, or what it is, that lost what it is of is another one. */
const MOST_LOST = 0.45;
/** Where more words leave no room for a period. */
const ROOM = 6;
const LONG = 0.3;

/**
 * Where something stands, or what it is, behind a verb that tells no more than that it is so: "reserves within target
 * range", "jobless rate at record low", "inventories as drag on growth". The subject alone tells nothing of it.
 */
export function standingCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { subject, verb, link, isNegated, isPassive, isExistential, adjective, modal, action } = claim;
  if (isAgent || !subject || isPassive || isExistential || adjective >= 0 || !STANDS.test(verb)) return [];
  if (/^(?:may|might|could|can|must|should)$/.test(modal) || PARTIAL.test(subject.determiner)) return [];
  const mood = claim.expected !== "" || modal !== "" ? "expected " : "";
  // "Rates are not on a preset course": the contrary is not so.
  if (isNegated && mood !== "") return [];
  const not = isNegated ? "not " : "";
  const subjects = headlinesOf(subject, tokens, plain).filter(({ text, lost }) => lost < MOST_LOST && !OPEN.test(text));
  let at = action + 1;
  if (word(tokens, at) === "not") at += 1;
  while (tokens[at]?.pos === "ADV" && !/^(?:back|within|around|below|above|near)$/.test(word(tokens, at))) at += 1;
  const isBack = word(tokens, at) === "back";
  const lead = isBack ? `back ${word(tokens, at + 1)}` : word(tokens, at);
  const states: { text: string; lost: number }[] = [];
  if (PLACES.test(lead)) {
    const phrase = readPhrase(tokens, at + (isBack ? 2 : 1), tokens.length);
    const isOther = /\b(?:that|those|this|these)\b/.test(phrase?.determiner ?? "");
    // "on track to grow": to what is told behind it.
    const isAhead = word(tokens, phrase?.to ?? 0) === "to" && tokens[(phrase?.to ?? 0) + 1]?.pos === "VERB";
    if (phrase && !isOther && !isAhead && (isBack || STATES.test(word(tokens, phrase.head))))
      for (const { text, lost } of headlinesOf({ ...phrase, determiner: "" }, tokens, plain)) {
        const state = `${lead} ${text.replace(/ since .*$/, "")}`;
        if (isOfWhat(phrase, text) && !QUALIFIES.test(state)) states.push({ text: state, lost });
      }
  }
  const role = link === "" && claim.object && ROLES.test(word(tokens, claim.object.head)) ? claim.object : undefined;
  const roles = role ? headlinesOf(role, tokens, plain).filter(({ text }) => isOfWhat(role, text)) : [];
  return subjects.flatMap((one) => {
    const found: TitleCore[] = [];
    const add = (text: string, lost: number) =>
      found.push({ text, worth: WORTH - (one.lost + lost) * LOSS - (sizeOf(text) > ROOM ? LONG : 0) });
    for (const { text, lost } of states)
      if (lost < MOST_LOST && !/\d/.test(text) && !overlap(one.text, text))
        add(`${mood}${one.text} ${not}${text}`, lost);
    for (const { text, lost } of roles) {
      if (isNegated || overlap(one.text, text)) continue;
      add(`${one.text} as ${mood}${text}`, lost);
      // "ferry repairs as drag on growth" in a word less.
      const [, burden = ""] = /^(?:\S+ )?((?:drag|burden|brake|threat) (?:on|to) .*)$/.exec(text) ?? [];
      if (burden !== "" && !/ /.test(one.text.replace(/^\S+ (?=\S+$)/, "")))
        add(`${mood}${singular(one.text)} ${burden}`, lost);
    }
    return found;
  });
}

/** A role that the sentence completes is completed: "source of headwinds". */
const isOfWhat = ({ attached }: Phrase, text: string) =>
  !/^(?:of|on|to)$/.test(attached[0]?.preposition ?? "") || new RegExp(` ${attached[0]?.preposition} `).test(text);

const STANDS = /^(?:be|remain|stay|stand|hover|lie|sit|hold|become|trade|represent|constitute)$/;
/** What some of them are, the others may not be. */
const PARTIAL = /\b(?:some|several|many|few|half|one|certain|various|each|other|others|another|no|any)\b/;
/** Of what was told before. */
const OPEN = /\b(?:reasons?|result|difference|latter|former|point|question|issue|challenge|one)\b/i;
const PLACES = /^(?:in|at|within|around|near|under|on|outside|back (?:to|at|in|within|above|below))$/;
/** Where a measure may stand, a market or an economy may be. */
const STATES =
  /^(?:territory|ranges?|lows?|highs?|peaks?|troughs?|norms?|averages?|targets?|goals?|footing|track|hold|pressure|strain|stress|balance|deficit|surplus|recession|contraction|expansion|percentile|bounds?|equilibrium|standstill|course|path|levels?|end|tops?|bottom|ceiling|floor)$/;
/** "elevated fares" says that in fewer words. */
const QUALIFIES =
  /^at (?:high|higher|low|lower|elevated|depressed|subdued|healthy|solid|robust|weak|moderate|restrictive) levels?$/;
/** What something is to something else. */
const ROLES =
  /^(?:drags?|components?|influences?|elements?|drivers?|contributors?|sources?|causes?|factors?|obstacles?|constraints?|impediments?|threats?|pillars?|engines?|determinants?|challenges?|headwinds?|tailwinds?|foundations?|cornerstones?|backbone|buffers?|brakes?|channels?|barriers?|bottlenecks?|lines?|concerns?|priorit(?:y|ies)|boost|burden|mainstay|supports?)$/;
