import { word } from "../grammar/clause.ts";
import { amountAt, beforeFigure } from "../grammar/figures.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { inverted, isPlural, predicate } from "./asking.ts";
import { beOf } from "./how-much.ts";
import { isHalf } from "./predicates.ts";
import type { Form, Parts } from "./question-parts.ts";

/** What may stand between "remained" and "at 3.6 percent": "very robust". */
const MOST_BETWEEN = 3;
const STAYS = /^(?:remain|stay|hold|keep|run|stand)$/;
const STEADY = /^(?:steady|stable|flat|constant|anchored|elevated|high|low|subdued|unchanged)$/;
/** "came in at", "ended at" */
const ARRIVES: Record<string, string> = { come: "in", end: "", close: "", finish: "" };

/** "What was growth in rents?" of what "remained robust at 3.6 percent", or "came in at" that. */
export function levelHeld({ reading, named }: Parts): Form {
  const { claim, tokens } = reading;
  // "were anchored at 2 percent": at what level?
  const isAnchored = claim.isPassive && claim.verb === "anchor" && !claim.isNegated && claim.modal === "";
  if (isAnchored && named !== "" && word(tokens, claim.action + 1) === "at" && amountAt(tokens, claim.action + 1)) {
    const asking = inverted(reading, named, claim.action + 1);
    return asking && `at what level ${asking}`;
  }
  if (named === "" || claim.isNegated || claim.isPassive || claim.modal !== "" || claim.expected !== "")
    return undefined;
  const particle = ARRIVES[claim.verb];
  let at = claim.action + 1;
  // "was steady at 3.6 percent"
  if (claim.verb === "be" && STEADY.test(word(tokens, claim.adjective))) at = claim.adjective + 1;
  else if (particle !== undefined) at += particle === "" ? 0 : Number(word(tokens, at) === particle) || claim.end;
  else if (!STAYS.test(claim.verb)) return undefined;
  else while (at < claim.action + 1 + MOST_BETWEEN && /^(?:ADJ|ADV)$/.test(tokens[at]?.pos ?? "")) at += 1;
  if (at >= claim.end || word(tokens, at) !== "at" || !amountAt(tokens, at)) return undefined;
  return `what ${beOf(reading, claim.subject !== undefined && isPlural(claim.subject, tokens))} ${named}`;
}

const PART =
  "(?:(?:about|around|some|nearly|almost|roughly|approximately|more than|over|just over|just under|less than|under|close to|only|an estimated) )*" +
  "(?:\\d[\\d.,]*(?:%| percent| per cent)|(?:one|two|three|four)[- ](?:thirds?|quarters?|fifths?)|an? (?:third|quarter|fifth)|half) of ";
const SHARE = new RegExp(`^${PART}`, "i");
const SHARE_BEFORE = new RegExp(`^${PART}(?:the )?$`, "i");

/** "What share of the gas was shipped to Halden?": asks for the part that its subject says. */
export function shareAsked({ reading }: Parts): Form {
  const { claim, tokens, plain } = reading;
  const from = tokens[claim.subject?.from ?? 0]?.start ?? 0;
  const end = tokens[claim.finite - 1]?.end;
  // The figure may have been read as part of the subject, or as what stands before it.
  const share = SHARE.exec(plain.slice(from))?.[0].length ?? (SHARE_BEFORE.test(plain.slice(0, from)) ? 0 : undefined);
  if (share === undefined || end === undefined || claim.isNegated || claim.isInfinitive) return undefined;
  const whole = plain.slice(from + share, end);
  const cut = beforeFigure(tokens, claim);
  const said = isHalf(reading, cut) ? undefined : predicate(reading, cut);
  if (!said || /[,;:()“”"]/.test(whole) || said.split(" ").length < 2) return undefined;
  return `what share of ${whole} ${said}`;
}

/** "What amount of notes outstanding did it have?", "How much cash did it generate?": without the other amounts of a list. */
export function amountOf({ reading, named, agent }: Parts): Form {
  const { claim, tokens, plain } = reading;
  const subject = named || agent;
  if (subject === "" || claim.isNegated || claim.isPassive || claim.modal !== "" || claim.expected !== "")
    return undefined;
  if (claim.verb === "have" && claim.object && claim.link === "" && word(tokens, claim.object.core.to) === "of") {
    const { from, to } = claim.object.core;
    // "an adverse impact of $5 million": what impact, it is asked.
    if (claim.object.determiner !== "") return undefined;
    return isMoneyAt(plain, tokens[to]?.end)
      ? `what amount of ${sliceText(tokens, plain, from, to)} ${inverted(reading, subject, claim.action + 1)}`
      : undefined;
  }
  const amount = isMoneyAt(plain, tokens[claim.action]?.end) ? amountAt(tokens, claim.action + 1) : undefined;
  if (!amount || word(tokens, amount.to) !== "of") return undefined;
  const behind = sliceText(tokens, plain, amount.to + 1, claim.end);
  const what = behind.split(BEHIND, 1)[0] ?? "";
  const asking = inverted(reading, subject, claim.action + 1);
  if (!asking || what === "" || /[,;:()“”"]/.test(what)) return undefined;
  if (claim.verb === "have") return `what amount of ${what} ${asking}`;
  return `how much ${/^(?:the|its|their|these|those) /.test(what) ? "of " : ""}${what} ${asking}`;
}

const isMoneyAt = (plain: string, from = plain.length) =>
  /^ (?:of )?(?:about |approximately |around |nearly |roughly |over |more than |an aggregate of )*[$€£¥]\d/.test(
    plain.slice(from),
  );
/** Where another amount or a time begins. */
const BEHIND =
  / (?:and|or) (?=[$€£¥\d])|, | (?:during|in|for|over|through|as of|at) (?=(?:(?:each of )?the )?(?:\p{L}+ ){0,3}(?:quarter|year|months|\d{4}))/u;
