import { word } from "../grammar/clause.ts";
import { amountAt } from "../grammar/figures.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import type { Reading } from "../titles/reading.ts";
import { inverted, isPlural } from "./asking.ts";
import { beOf } from "./how-much.ts";
import { isHalf } from "./predicates.ts";
import type { Form, Parts } from "./question-parts.ts";

const STANDS = /^(?:be|remain|stay|stand|run|hover|appear|become|get|lie)$/;
const MOST_WORDS = 12;

/** "How did rents compare with their level of May?" of what was higher than that, or below it. */
export function compared({ reading, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  if (named === "" || !STANDS.test(claim.verb) || claim.isNegated || claim.isPassive || claim.isInfinitive)
    return undefined;
  if (claim.modal !== "" || claim.expected !== "") return undefined;
  const at = tokens.findIndex(
    (_, index) =>
      index > claim.action && index < claim.action + 5 && /^(?:than|above|below)$/.test(word(tokens, index)),
  );
  if (at < 0 || at >= claim.end || isDoubled(tokens, claim.action, at)) return undefined;
  const isThan = word(tokens, at) === "than";
  if (isThan && !/er$|^(?:more|less)$/.test(word(tokens, at - 1)) && !/^(?:more|less)$/.test(word(tokens, at - 2)))
    return undefined;
  const other = otherOf(sliceText(tokens, plain, at + 1, claim.end), isThan);
  if (other === "" || other.split(" ").length > MOST_WORDS || isHalf(reading, claim.end)) return undefined;
  return `how ${helpOf(reading)} ${named} compare with ${other}`;
}

/** "higher and more volatile than": of the one alone it is not said. */
const isDoubled = (tokens: Token[], from: number, to: number) =>
  tokens.slice(from, to).some(({ text }) => /^(?:and|or|but|,)$/.test(text));

/** What it is compared with, as a noun: "expectations", "a year earlier", "May 2031". */
function otherOf(text: string, isThan: boolean): string {
  const said = text.replace(/^(?:(?:had been|was|previously|originally|initially|generally|widely) )*/, "");
  if (isThan && /^(?:expected|anticipated|forecast|projected|assumed)(?: in .*)?$/.test(said)) return "expectations";
  const month = /^in ((?:[A-Z]\p{Ll}+ )?(?:19|20)\d\d|[A-Z]\p{Ll}+|the \p{Ll}+ (?:quarter|half)\b.*)$/u.exec(said)?.[1];
  if (month !== undefined) return month;
  return /^(?:the|an?|its|their|those|\p{L}[\p{L}-]+ (?:levels?|averages?|estimates?|expectations|trends?|norms?)|[\p{L}-]+ expectations)\b(?! (?:is|are|was|were|of \d))/u.test(
    said,
  ) && !/^(?:the )?(?:those|former|latter|other)\b/.test(said)
    ? said
    : "";
}

/** "How did rents change?" also of what changed little, or not at all; "What was the rate?" where it is said at what level. */
export function steady({ reading, named }: Parts): Form[] {
  const { claim, tokens } = reading;
  const at = claim.adjective >= 0 ? claim.adjective : claim.action;
  if (named === "" || claim.modal !== "" || claim.expected !== "" || !/^(?:un)?changed$/.test(word(tokens, at)))
    return [];
  const isKept = claim.verb === "change" ? claim.isPassive : STANDS.test(claim.verb);
  if (!isKept) return [];
  const amount = word(tokens, at + 1) === "at" ? amountAt(tokens, at + 1) : undefined;
  const first = word(tokens, claim.finite);
  const isPerfect = /^(?:has|have)$/.test(first);
  const plural = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const asks = isPerfect
    ? `how ${plural ? "have" : "has"} ${named} changed`
    : claim.tense === "present"
      ? undefined
      : `how did ${named} change`;
  return [amount ? `what ${beOf(reading, plural)} ${named}` : undefined, asks];
}

const MARKS = /^(?:low|lows|high|highs|peak|trough|record|maximum|minimum|rate|level)$/;

/** "What low did the rate hit?" */
export function markReached({ reading }: Parts, subject: string): Form {
  const { claim, tokens, plain } = reading;
  if (claim.isNegated || claim.isPassive || claim.modal !== "" || !/^(?:hit|reach|touch|set|record)$/.test(claim.verb))
    return undefined;
  const of = tokens.findIndex((_, at) => at > claim.action && at < claim.action + 12 && word(tokens, at) === "of");
  if (of < 0 || !MARKS.test(word(tokens, of - 1)) || !amountAt(tokens, of + 1)) return undefined;
  const asking = inverted(reading, subject, claim.action + 1);
  const mark = sliceText(tokens, plain, claim.action + 1, of).replace(/^(?:an?|the|its|their) /, "");
  return asking && !/[,;]/.test(mark) ? `what ${mark} ${asking}` : undefined;
}

function helpOf({ claim, tokens }: Reading): string {
  if (claim.tense === "past" || /^(?:has|have|had)$/.test(word(tokens, claim.finite))) return "did";
  return claim.subject !== undefined && isPlural(claim.subject, tokens) ? "do" : "does";
}
