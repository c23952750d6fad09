import { word } from "../grammar/clause.ts";
import { amountAt, beforeFigure } from "../grammar/figures.ts";
import { inverted } from "./asking.ts";
import { timeBehind } from "./how-much.ts";
import { isHalf } from "./predicates.ts";
import type { Form, Parts } from "./question-parts.ts";
import { KEEPS } from "./yes-no.ts";

/** Verbs of what is moved by an amount. */
export const MOVED = /^(?:raise|lower|reduce|cut|increase|decrease|revise|boost)$/;

/** What something is to another thing: one asks which it is. */
const ROLES =
  /^(?:driver|reason|cause|factor|source|exception|goal|objective|aim|purpose|assumption|preference|view|priority|challenge|contributor|consequence|implication|explanation|basis|question|recommendation|proposal)$/;

/** "What was the main driver of the slowdown?", "What is Tarn's preference?" */
export function identified({ reading: { claim, tokens }, named }: Parts): Form {
  const { subject } = claim;
  if (named === "" || !subject || claim.verb !== "be" || claim.adjective >= 0 || claim.isNegated) return undefined;
  const be = word(tokens, claim.finite);
  if (!/^(?:is|was)$/.test(be) || claim.finite !== claim.action || !ROLES.test(word(tokens, subject.head)))
    return undefined;
  const isWhose = subject.attached.length > 0 || /['’]s? /.test(named);
  const next = tokens[claim.action + 1];
  const isSaid = /^(?:that|to)$/.test(next?.text ?? "") || next?.pos === "DET";
  return isWhose && isSaid && /^the |['’]s? /.test(named) ? `what ${be} ${named}` : undefined;
}

/** "At what level did the Board maintain the cap on loans?" */
export function keptAt({ reading }: Parts, subject: string): Form {
  const { claim, tokens } = reading;
  const { object } = claim;
  if (!object || claim.isNegated || claim.isPassive || claim.isInfinitive || !KEEPS.test(claim.verb)) return undefined;
  const at = beforeFigure(tokens, claim);
  const amount = word(tokens, at) === "at" ? amountAt(tokens, at) : undefined;
  if (!amount || at < object.core.to || isHalf(reading, at)) return undefined;
  const asking = inverted(reading, subject, at);
  return asking && `at what level ${asking}`;
}

/** "By how much did Harlow reduce its share count?": the amount stands behind what is moved. */
export function byHowMuch({ reading }: Parts, subject: string): Form {
  const { claim, tokens } = reading;
  const { object } = claim;
  if (!object || claim.link !== "" || claim.isNegated || claim.isPassive || !MOVED.test(claim.verb)) return undefined;
  const at = object.to;
  const amount = word(tokens, at) === "by" ? amountAt(tokens, at) : undefined;
  if (!amount || at <= claim.action + 1 || beforeFigure(tokens, claim) < at) return undefined;
  const asking = inverted(reading, subject, at);
  return asking && `by how much ${asking}${timeBehind(reading, amount.to)}`;
}
