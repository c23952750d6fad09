import { moves } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { beforeFigure } from "../grammar/figures.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { isPluralNoun } from "../grammar/phrase.ts";
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

/** "Were loan conditions still tight?" of what remained so. */
export function still({ reading, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  const stays = /^(?:remain|stay)$/.test(claim.verb) && claim.finite === claim.action;
  if (!stays || named === "" || claim.adjective < 0 || claim.isNegated || claim.isInfinitive) return undefined;
  if (claim.modal !== "" || claim.expected !== "") return undefined;
  const end = Math.max(claim.adjective + 1, Math.min(claim.end, beforeFigure(tokens, claim)));
  if (isHalf(reading, end) || /^["“”(]$/.test(tokens[end]?.text ?? "")) return undefined;
  const plural = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const be = claim.tense === "past" ? (plural ? "were" : "was") : plural ? "are" : "is";
  return `${be} ${named} still ${sliceText(tokens, plain, claim.action + 1, end)}`;
}

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

const HIGH = /^(?:inflation|growth|rates?|yields?|prices?|unemployment|margin|ratio)$/;
const LARGE = /^(?:stock|balance|deficit|surplus|revenues?|sales|income|profit|debt|holdings|assets|expenses?|costs?)$/;

/** "How high was growth in rents?" beside "What was growth in rents?". */
export function howHigh({ reading }: Parts, amount: Form): Form {
  const { claim, tokens } = reading;
  const [, be, rest] = /^what (is|are|was|were) (.+)$/.exec(amount ?? "") ?? [];
  const head = word(tokens, claim.subject?.head ?? -1);
  // What is below zero is not high.
  if (/\beach of\b/.test(rest ?? "")) return undefined;
  if (!be || !rest || claim.verb !== "be" || /[-–−‑]\d/.test(reading.plain)) return undefined;
  if (claim.finite !== claim.action || be !== beOf(reading, be === "were" || be === "are")) return undefined;
  return HIGH.test(head) ? `how high ${be} ${rest}` : LARGE.test(head) ? `how large ${be} ${rest}` : undefined;
}

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
