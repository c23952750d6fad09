import { changeOf, givesLevel, moves } from "./changes.ts";
import type { Claim } from "./claim.ts";
import { word } from "./clause.ts";
import { type Headline, headlinesOf } from "./headline.ts";
import type { Token } from "./language.ts";
import { isPale } from "./noun-phrases.ts";
import { ingForm } from "./verb-forms.ts";

/** What a title may say before its period, with how well it says it. */
export interface TitleCore {
  text: string;
  /** About 1 to 3; less for what could be said of other statements as well. */
  worth: number;
}

/** What somebody does as a noun, with the preposition of its object: "acquired a mill", "acquisition of a mill". */
export const DEEDS: Record<string, string> = {
  acquire: "acquisition of",
  purchase: "purchase of",
  buy: "purchase of",
  sell: "sale of",
  divest: "divestiture of",
  issue: "issuance of",
  repurchase: "repurchase of",
  announce: "announcement of",
  approve: "approval of",
  declare: "declaration of",
  appoint: "appointment of",
  elect: "election of",
  launch: "launch of",
  adopt: "adoption of",
  complete: "completion of",
  terminate: "termination of",
  introduce: "introduction of",
  establish: "establishment of",
  close: "closure of",
  open: "opening of",
  recognize: "recognition of",
  recognise: "recognition of",
  reduce: "reduction in",
  lower: "reduction in",
  cut: "cut in",
  raise: "increase in",
  increase: "increase in",
  decrease: "decrease in",
  expand: "expansion of",
  extend: "extension of",
  tighten: "tightening of",
  ease: "easing of",
  loosen: "loosening of",
  maintain: "maintenance of",
  improve: "improvement in",
  revise: "revision of",
  replace: "replacement of",
  restrict: "restrictions on",
  ban: "ban on",
  suspend: "suspension of",
  implement: "implementation of",
  remove: "removal of",
  invest: "investment in",
  rely: "reliance on",
  depend: "dependence on",
  compete: "competition with",
  use: "use of",
  require: "requirement for",
  support: "support for",
  demand: "demand for",
  need: "need for",
  pay: "payment of",
  repay: "repayment of",
  impose: "imposition of",
  discontinue: "discontinuation of",
  redeem: "redemption of",
  receive: "receipt of",
  transfer: "transfer of",
  retain: "retention of",
  restructure: "restructuring of",
  settle: "settlement of",
  develop: "development of",
  monitor: "monitoring of",
  restore: "restoration of",
  face: "exposure to",
  return: "return to",
  spend: "spending on",
  contribute: "contribution to",
  borrow: "borrowing under",
};
/** Verbs of an effect of their subject on their object. */
export const EFFECTS = new Set(
  "affect boost support weigh push lift raise reduce lower restrain dampen limit weaken strengthen hurt harm drag depress constrain hamper improve influence increase decrease offset pressure underpin stimulate slow accelerate impact curb help squeeze erode inhibit drive shape hit pull bolster undermine impair impede cushion prevent".split(
    " ",
  ),
);
/** "X led to Y", "X reflected Y": what stands between cause and effect. */
const CAUSES: Record<string, "forward" | "back"> = {
  cause: "forward",
  lead: "forward",
  result: "forward",
  contribute: "forward",
  trigger: "forward",
  prompt: "forward",
  reflect: "back",
  stem: "back",
};
const COMPARES: Record<string, string> = {
  exceed: "above",
  outpace: "ahead of",
  outweigh: "against",
  outperform: "against",
  lag: "behind",
};
/** What these say of a survey or a report is told by their object. */
const TELLS =
  /^(?:highlight|show|indicate|suggest|note|report|point|signal|reveal|cite|mention|record|confirm|see|experience)$/;
const MEANS = /^(?:be|remain|represent|constitute|become|mean|comprise)$/;
/** Verbs that make a good "rates depending on": their participle says what they say. */
const DULL =
  /^(?:have|do|make|take|be|get|go|come|see|include|say|note|state|say|find|show|say|suggest|indicate|mean|seem|appear|expect|assume|anticipate|believe|think|file|keep|put|give|add|set|turn)$/;

export interface CoreParts {
  claim: Claim;
  tokens: Token[];
  plain: string;
  /** The subject is who speaks or the company itself: what it does is the theme. */
  isAgent: boolean;
  /** Set in front of what an agent does: "Nike". Empty where the document is its own. */
  agent: string;
}

/** Titles that a claim allows, in no order. */
export function coresOf({ claim, tokens, plain, isAgent, agent }: CoreParts): TitleCore[] {
  const cores: TitleCore[] = [];
  const add = (text: string, worth: number) => {
    if (text !== "" && !repeats(text)) cores.push({ text, worth });
  };
  const subjects = !isAgent && claim.subject ? headlinesOf(claim.subject, tokens, plain) : [];
  const isCounted = claim.object !== undefined && /^(?:NUM|SYM)$/.test(tokens[claim.object.core.from]?.pos ?? "");
  const objects = claim.object && !isCounted ? headlinesOf(claim.object, tokens, plain) : [];
  const { verb, isNegated, link, isPassive } = claim;
  if (claim.isExistential) {
    for (const { text, lost, words } of objects) add(isNegated ? `lack of ${text}` : text, 1.7 + weight(words) - lost);
    return cores;
  }
  const change = changeOf(tokens, claim);
  for (const subject of subjects) {
    const { text, lost } = subject;
    const value = 1 + weight(subject.words) - lost;
    if (change !== "") for (const one of changed(text, change)) add(one, value + 1.2);
    if (
      claim.adjective >= 0 &&
      (!isNegated || word(tokens, claim.adjective) === "changed") &&
      (claim.modal === "" || claim.modal === "would" || claim.modal === "will")
    )
      for (const one of described(text, word(tokens, claim.adjective), tokens, claim)) {
        const mood = claim.expected !== "" || claim.modal !== "" ? "expected " : "";
        add(`${mood}${one}`, value + 1.1);
        for (const object of objects)
          if (!overlap(text, object.text) && QUALITIES[word(tokens, claim.adjective)])
            add(`${mood}${one} ${link} ${object.text}`, value + 1.3 + weight(object.words) - object.lost);
      }
    const denied = isNegated ? changeOf(tokens, { ...claim, isNegated: false }) : "";
    if (denied !== "")
      add(`${denied.replace(/^(?:(possible|expected|projected) )?/, "$1 lack of ").trim()} in ${text}`, value + 0.9);
    if (isPassive && verb === "change" && word(tokens, claim.action - 1) === "little")
      add(`little changed ${text}`, value + 1.1);
    if (isPassive && change === "" && !isNegated && DEEDS[verb] !== undefined)
      add(worded(`${DEEDS[verb]} ${text}`, claim), value + 1);
    if (claim.expected !== "" && change === "" && !isNegated)
      add(`outlook for ${text}`, value + (objects.length > 0 ? 0.2 : 0.7));
    if (TELLS.test(verb) && !isNegated && (link === "" || link === "to"))
      for (const { text: told, words, lost: less } of objects) if (words >= 2) add(told, 1.9 + weight(words) - less);
    for (const object of objects) {
      if (overlap(text, object.text)) continue;
      const both = value + weight(object.words) - object.lost;
      for (const [one, worth] of related(text, object, { claim, link, verb, isNegated, isPassive }))
        add(worded(one, claim), both + worth);
    }
    if (givesLevel(verb) && claim.adjective < 0 && claim.object === undefined)
      add(text, value + (subject.words >= 2 ? 0.7 : 0));
    else if (subject.words >= 3) add(text, value - 0.1);
  }
  if (isAgent) {
    for (const { text, words, lost } of objects) {
      const value = 1 + weight(words) - lost;
      const deed = !isNegated && !isPassive && Object.hasOwn(DEEDS, verb) ? (DEEDS[verb] ?? "") : "";
      if (deed !== "" && (link === "" || deed.endsWith(` ${link}`))) {
        add(worded(`${deed} ${text}`, claim), value + 1);
        if (agent !== "") add(worded(`${agent} ${deed} ${text}`, claim), value + 1.1);
      }
      if (agent !== "") add(`${agent} ${text}`, value + 0.5);
      add(text, value + (words >= 4 ? 0.8 : words >= 3 ? 0.4 : -0.4));
    }
  }
  return cores;
}

/** "Increase in rates on loans", "unemployment rate increase". */
function changed(text: string, change: string): string[] {
  const [mood, noun] = change.includes(" ") ? (change.split(" ") as [string, string]) : ["", change];
  const lead = mood === "" ? "" : `${mood} `;
  const isPhrase =
    / (?:of|in|on|for|to|from|with|between|at|by|and|around|about|over|under|across|against|per) |,/.test(text);
  if (new RegExp(`\\b${noun}(?!$)`, "i").test(text)) return [];
  if (text.toLowerCase().endsWith(noun)) return [`${lead}${text}`];
  if (/^(?:outlook|forecast|projection|estimate)$/.test(noun))
    return isPhrase ? [`${lead}${noun} for ${text}`] : [`${lead}${text} ${noun}`];
  if (/^(?:level|total|average)$/.test(noun)) return isPhrase ? [`${noun} of ${text}`] : [`${text} ${noun}`];
  return isPhrase ? [`${lead}${noun} in ${text}`] : [`${lead}${text} ${noun}`, `${lead}${noun} in ${text}`];
}

/** What an adjective says of its subject, where it needs more to be said. */
const QUALITIES: Record<string, string> = {
  available: "availability of",
  accessible: "accessibility of",
  vulnerable: "vulnerability of",
  sensitive: "sensitivity of",
  resilient: "resilience of",
  dependent: "dependence of",
  reliant: "reliance of",
  exposed: "exposure of",
  consistent: "consistency of",
  uncertain: "uncertainty about",
};

/** "The labor market remained tight": "tight labor market". */
function described(text: string, adjective: string, tokens: Token[], claim: Claim): string[] {
  const quality = claim.isNegated ? undefined : QUALITIES[adjective];
  const one = qualified(text, adjective, tokens, claim);
  return [...(quality ? [`${quality} ${text}`] : []), ...(one === "" ? [] : [one])];
}

function qualified(text: string, adjective: string, tokens: Token[], { adjective: at, end, subject }: Claim): string {
  if (!subject || text.toLowerCase().includes(adjective)) return "";
  const next = word(tokens, at + 1);
  if (/^(?:tilted|skewed|weighted)$/.test(adjective)) {
    const side = tokens.slice(at, at + 6).find((token) => /^(?:downside|upside)$/i.test(token.text));
    return side ? `${side.text} ${text.replace(/^(?:overall )?risks? (?:around|surrounding)/, "risks to")}` : "";
  }
  if (
    /^(?:likely|unlikely|able|unable|due|subject|consistent|similar|responsible|available|aware|clear|possible|important|necessary|appropriate|well|expected|more|less|most|least|such|same|up|down|sure|true|needed|based|used|made|seen|called|associated|related|required|considered|limited|ready|willing|given|set)$/.test(
      adjective,
    )
  )
    return "";
  // "higher than", "concerned about": the adjective alone is half of it.
  if (/^(?:to|that|about|with|for|of|by)$/.test(next) && at + 1 < end) return "";
  const owner = /^(.+?['’]s?) (.+)$/.exec(text);
  if (owner)
    return /^(?:more|too|most|less|little)$/.test(word(tokens, at - 1)) ? "" : `${owner[1]} ${adjective} ${owner[2]}`;
  const before = word(tokens, at - 1);
  if (/^(?:less|least|not|no|hardly|barely|longer|nearly|almost)$/.test(before)) return "";
  if (adjective === "changed") return before === "little" ? `little changed ${text}` : "";
  if (/^(?:more|too|most)$/.test(before)) return `${before} ${adjective} ${text}`;
  return isPale(adjective) && !/^(?:high|higher|low|lower|strong|stronger|modest|slight|small|large)$/.test(adjective)
    ? ""
    : `${adjective} ${text}`;
}

interface Relation {
  claim: Claim;
  link: string;
  verb: string;
  isNegated: boolean;
  isPassive: boolean;
}

/** How subject and object can stand in one noun phrase. */
function related(
  text: string,
  object: Headline,
  { link, verb, isNegated, isPassive, claim }: Relation,
): [string, number][] {
  const shapes: [string, number][] = [];
  if (!isNegated && isPassive && link === "by" && claim.modal === "" && claim.expected === "")
    shapes.push([`${text} ${claim.participle} by ${object.text}`, 0.8]);
  if (!isNegated && verb === "be due") shapes.push([`${text} due to ${object.text}`, 0.9]);
  if (!isNegated && !isPassive && claim.adjective < 0) {
    if (EFFECTS.has(verb) && (link === "" || link === "on")) shapes.push([`effect of ${text} on ${object.text}`, 1]);
    if (Object.hasOwn(CAUSES, verb) && /^(?:|to|in|from)$/.test(link)) {
      const isForward = CAUSES[verb] === "forward" && link !== "from";
      const [cause, effect] = isForward ? [text, object.text] : [object.text, text];
      shapes.push([`${effect} due to ${cause}`, 0.8]);
    }
    if (Object.hasOwn(COMPARES, verb) && link === "") shapes.push([`${text} ${COMPARES[verb]} ${object.text}`, 0.9]);
    if (MEANS.test(verb) && link === "") shapes.push([`${text} as ${object.text}`, 0.6]);
    if (Object.hasOwn(DEEDS, verb) && link === "" && object.words <= 5)
      shapes.push([`${text}${possessive(text)} ${DEEDS[verb]} ${object.text}`, 0.7]);
    if (!DULL.test(verb) && !moves(verb) && claim.modal === "" && claim.expected === "" && object.words >= 2)
      shapes.push([`${text} ${ingForm(verb)}${link === "" ? "" : ` ${link}`} ${object.text}`, 0.2]);
  }
  if (!/ and /.test(text) && !/ and /.test(object.text)) shapes.push([`${text} and ${object.text}`, -0.2]);
  return shapes;
}

const possessive = (text: string) => (/s$/.test(text) ? "’" : "’s");

/** "may weigh on": a possible effect, no effect. */
function worded(text: string, { modal, expected }: Claim): string {
  if (/ and /.test(text) && !/^(?:effect|acquisition)/.test(text)) return text;
  if (expected !== "" || modal === "will") return `expected ${text}`;
  if (/^(?:may|might|could|can)$/.test(modal)) return `possible ${text}`;
  if (modal === "must") return `needed ${text}`;
  if (/^(?:would|should)$/.test(modal)) return `expected ${text}`;
  return text;
}

const weight = (words: number) => Math.min(words, 4) * 0.22;

/** One word twice reads badly, and says less. */
function repeats(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one.length > 3 && !isPale(one));
  return new Set(words).size < words.length;
}

function overlap(one: string, two: string): boolean {
  const words = new Set(one.toLowerCase().split(/[\s-]+/));
  return two
    .toLowerCase()
    .split(/[\s-]+/)
    .some((other) => other.length > 3 && words.has(other));
}
