import { moves } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { beforeFigure, isFigure } from "../grammar/figures.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { isPluralNoun } from "../grammar/phrase.ts";
import { baseForm } from "../grammar/verb-forms.ts";
import { clauseBehind } from "./agent-forms.ts";
import { prepositionOf } from "./askable.ts";
import { inverted, isPlural } from "./asking.ts";
import { beOf } from "./how-much.ts";
import { isHalf, tellingWords } from "./predicates.ts";
import type { Form, Parts } from "./question-parts.ts";
import { isOpen } from "./spoken.ts";

/** Verbs of who holds that there is something, with the preposition of it. */
const NOTES: Record<string, string> = {
  note: "",
  see: "",
  observe: "",
  highlight: "",
  express: "",
  point: "to",
  suggest: "",
  indicate: "",
  signal: "",
};
/** Whose word stands for what there is. A firm that reports growth has its own alone. */
const NOTERS =
  /^(?:participants?|members?|policymakers|officials|staff|committee|council|board|contacts|respondents|indicators?|data|surveys?|evidence|pricing|readings|releases?|information|reports?)$/;
const SURE = /^(?:|an?|some|several|(?:an? )?(?:few|number of|couple of)|many|various)$/;

/** "Were there signs of slack?" of who noted some, or of data that pointed to them. */
export function found({ reading, agent, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  const { object, subject } = claim;
  if (!object || !subject || (agent || named) === "" || claim.isNegated || claim.isPassive || claim.isInfinitive)
    return undefined;
  if (claim.modal !== "" || claim.expected !== "" || NOTES[claim.verb] !== claim.link) return undefined;
  // "were suggesting", "saw them as balanced"
  if (claim.finite !== claim.action || word(tokens, object.to) === "as" || isOpen(object, tokens)) return undefined;
  if (!NOTERS.test(word(tokens, subject.head)) || !SURE.test(object.determiner)) return undefined;
  if (/^(?:no|little|less|fewer|how|whether|what|that|both|other|such)$/.test(word(tokens, object.from)))
    return undefined;
  const that = clauseBehind(reading, object.to);
  if (that === undefined || isActing(tokens, object.from, object.to) || ANY.test(word(tokens, object.head)))
    return undefined;
  const end = that === "" ? Math.max(object.to, claim.end) : object.to;
  // "concerns that, in the current environment": half a clause.
  const isCut = that === "" ? beforeFigure(tokens, claim) < end || isHalf(reading, end) : plain.includes(`${that},`);
  if (isCut) return undefined;
  const what = `${sliceText(tokens, plain, object.from, end)}${that}`;
  if (tellingWords(what) < 2 || /[\d,;:()"“”]|\b(?:its|their|being)\b/.test(what)) return undefined;
  const many = isPluralNoun(word(tokens, object.head)) || /^(?:few|several|many)$/.test(word(tokens, object.from));
  const be = claim.tense === "past" ? (many ? "were" : "was") : many ? "are" : "is";
  return `${be} there ${what}`;
}

/** What there is always some of. */
const ANY =
  /^(?:factors?|issues?|reports?|readings?|indicators?|comments?|examples?|uncertainties|views?|outlooks?|levels?)$/;
/** "easing pressures" may be what they saw, or what eased; "how long it would last" is no thing. */
const isActing = (tokens: readonly Token[], from: number, to: number) =>
  tokens[from]?.pos === "VERB" || tokens.slice(from, to).some(({ text }) => /^(?:how|whether|as)$/.test(text));

/** "Were loan conditions still tight?" of what remained so, or continued to be so. */
export function still({ reading, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  if (named === "" || claim.adjective < 0 || claim.isNegated || claim.isInfinitive) return undefined;
  if (claim.modal !== "" || claim.expected !== "") return undefined;
  const first = word(tokens, claim.finite);
  const isPerfect = /^(?:has|have|had)$/.test(first) && claim.action - claim.finite <= 2;
  const stays = /^(?:remain|stay)$/.test(claim.verb) && (claim.finite === claim.action || isPerfect);
  if (!stays && !(claim.verb === "be" && /^continue[ds]?$/.test(first))) return undefined;
  const end = Math.max(claim.adjective + 1, Math.min(claim.end, beforeFigure(tokens, claim)));
  if (isHalf(reading, end) || /^["“”(]$/.test(tokens[end]?.text ?? "")) return undefined;
  const plural = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const isPast = claim.tense === "past" || first === "had";
  const be = isPast ? (plural ? "were" : "was") : plural ? "are" : "is";
  return `${be} ${named} still ${sliceText(tokens, plain, claim.action + 1, end)}`;
}

const STAYS_OR_MOVES = /^(?:remain(?:ed|s)?|stay(?:ed|s)?|rose|fell)$/;
const MOVED =
  /^(?:declined|increased|eased|improved|weakened|deteriorated|strengthened|tightened|widened|narrowed|moderated|slowed|edged|moved|picked)$/;
const MOST_MORE = 10;

/** "Did rents remain high?" of "Rents were little changed and remained high": what else is said of the same. */
export function more({ reading, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  if (named === "" || claim.modal !== "" || claim.expected !== "" || claim.isInfinitive) return undefined;
  const joint = tokens[claim.end]?.text === "," ? claim.end + 1 : claim.end;
  if (!/^(?:and|but)$/.test(word(tokens, joint))) return undefined;
  let at = joint + 1;
  while (at < joint + 3 && tokens[at]?.pos === "ADV") at += 1;
  const verb = word(tokens, at);
  // "and increased costs": what was increased.
  const isVerb =
    STAYS_OR_MOVES.test(verb) || (MOVED.test(verb) && /^(?:ADV|ADP|PUNCT)$/.test(tokens[at + 1]?.pos ?? "PUNCT"));
  if (!isVerb || tokens[at - 1]?.pos === "DET") return undefined;
  const end = tokens.findIndex(
    (_token, index) =>
      index > at &&
      (isFigure(tokens, index) || /^(?:[,;:.()–—]|and|but|while|as|than|with|which|that)$/.test(word(tokens, index))),
  );
  const to = end < 0 ? tokens.length : end;
  // "remained below 3 percent", "remained close to", "rose to": without the figure it is half.
  if (to - at > MOST_MORE || isFigure(tokens, to) || /^(?:than|that|which|as|with)$/.test(word(tokens, to)))
    return undefined;
  const rest = sliceText(tokens, plain, at + 1, to);
  if (rest === "" && STAYS.test(verb)) return undefined;
  const plural = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const help = /(?:ed|rose|fell)$/.test(verb) ? "did" : plural ? "do" : "does";
  return `${help} ${named} ${baseForm(verb)} ${rest}`.trimEnd();
}
const STAYS = /^(?:remain|stay)/;

const FORESEES = /^(?:expect|anticipate|project|forecast|predict|foresee)$/;

/** "How did members expect rents to change?" of rents that would fall, as they expected. */
export function foreseen({ reading, context, named, source }: Parts): Form {
  const { claim, tokens, plain, holder, holds, ownPeriod } = reading;
  const isAhead = /^(?:would|will)$/.test(claim.modal) && word(tokens, claim.finite) === claim.modal;
  if (named === "" || !isAhead || !moves(claim.verb) || claim.isPassive || claim.isNegated) return undefined;
  // What is moved by it is another thing; and what holds under a condition is not foreseen.
  if ((claim.object && claim.link === "") || /\b(?:if|unless|were to)\b/.test(plain)) return undefined;
  const { period } = context;
  const time = ownPeriod === "" || named.includes(ownPeriod) ? "" : ` ${prepositionOf(ownPeriod)} ${ownPeriod}`;
  return holder !== "" && source !== "" && FORESEES.test(holds)
    ? `how did ${source}${period === "" ? "" : ` in ${period}`} expect ${named} to change${time}`
    : holder === ""
      ? `how ${claim.modal} ${named} change`
      : undefined;
}

/** "How high was growth in rents?" beside "What was growth in rents?", "How large is the crop forecast to be?" beside what it is forecast at. */
export function howHigh({ reading }: Parts, amount: Form): Form {
  const { claim, tokens, plain } = reading;
  const [, be, rest] = /^what (is|are|was|were) (.+)$/.exec(amount ?? "") ?? [];
  // What is below zero is not high.
  if (!be || !rest || /[-–−‑]\d/.test(plain) || /\beach of\b/.test(rest)) return undefined;
  const head = word(tokens, claim.subject?.head ?? -1);
  const how = HIGH.test(head) ? "high" : LARGE.test(head) ? "large" : undefined;
  if (how === undefined) return undefined;
  const [, what, foreseen] = /^(.+ (?:forecast|projected|estimated)) at( .+)?$/.exec(rest) ?? [];
  if (claim.isPassive) return what === undefined ? undefined : `how ${how} ${be} ${what} to be${foreseen ?? ""}`;
  if (claim.verb !== "be" || claim.finite !== claim.action) return undefined;
  return be === beOf(reading, be === "were" || be === "are") ? `how ${how} ${be} ${rest}` : undefined;
}

const HIGH = /^(?:inflation|growth|rates?|yields?|prices?|unemployment|margin|ratio)$/;
const LARGE =
  /^(?:stock|balance|deficit|surplus|revenues?|sales|income|profit|debt|holdings|assets|expenses?|costs?|production|output|supply|supplies|trade|exports|imports|stocks|use|utilization|consumption|crop|harvest)$/;

const DAY =
  /\b[Oo]n (?:(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December))(?:,? (?:19|20)\d\d)?(?=[, ]|$)/;

/** "When did Harlow redeem the notes?" of what was done on a day. */
export function onDay({ reading }: Parts, subject: string): Form {
  const { claim, tokens, plain } = reading;
  if (!/\d/.test(plain) || claim.tense !== "past" || claim.isNegated || claim.isInfinitive) return undefined;
  if (!(claim.isPassive || (claim.object && claim.link === "")) || moves(claim.verb) || STATES.test(claim.verb))
    return undefined;
  // "a second repair": one of many.
  if (/^an? /.test(subject)) return undefined;
  const day = DAY.exec(plain);
  const start = tokens[claim.action]?.end ?? 0;
  const opens = day?.index === 0;
  if (!day || !(opens || (day.index > start && day.index < (tokens[claim.end - 1]?.end ?? 0)))) return undefined;
  // Of two days one is not the day.
  if (plain.slice(day.index + day[0].length).search(DAY) >= 0) return undefined;
  const until = opens ? claim.end : tokens.findIndex((token) => token.start >= day.index);
  const end = Math.min(until, beforeFigure(tokens, claim));
  const least = claim.isPassive ? claim.action + 1 : (claim.object?.core.to ?? claim.end);
  if (end < least || isHalf(reading, end)) return undefined;
  const asking = inverted(reading, subject, end);
  return asking && `when ${asking}`;
}
const STATES = /^(?:be|have|hold|own|total|include|represent|own|owe|carry|amount|see|show|remain)$/;
