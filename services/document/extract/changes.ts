import { type Clause, type Range, word } from "./clause.ts";
import type { Token } from "./language.ts";

const CHANGES: Record<string, string> = {
  rise: "increase",
  increase: "increase",
  grow: "growth",
  climb: "increase",
  jump: "jump",
  surge: "surge",
  fall: "decline",
  decline: "decline",
  decrease: "decrease",
  drop: "drop",
  slow: "slowdown",
  ease: "easing",
  moderate: "moderation",
  weaken: "weakening",
  strengthen: "strengthening",
  widen: "widening",
  narrow: "narrowing",
  expand: "expansion",
  accelerate: "acceleration",
  decelerate: "deceleration",
  improve: "improvement",
  deteriorate: "deterioration",
  recover: "recovery",
  rebound: "rebound",
  edge: "change",
  tick: "change",
  expect: "outlook",
  anticipate: "outlook",
  forecast: "forecast",
  project: "projection",
  estimate: "estimate",
  average: "average",
  plunge: "plunge",
  soften: "softening",
  cool: "cooling",
  tighten: "tightening",
  stabilize: "stabilization",
  stabilise: "stabilisation",
  contract: "contraction",
  appreciate: "appreciation",
  depreciate: "depreciation",
  shrink: "shrinkage",
  double: "doubling",
  raise: "increase",
  lower: "reduction",
  reduce: "reduction",
  remain: "level",
  stand: "level",
  total: "total",
  reach: "level",
  exceed: "level",
};
/** Verbs whose subject is the thing that changed, so that "How did X change" asks for what the statement says. */
const MOVES = new Set(
  (
    "rise increase grow climb jump surge fall decline decrease drop slow ease moderate weaken strengthen widen narrow expand accelerate decelerate " +
    "improve deteriorate recover rebound edge tick plunge soften cool tighten stabilize stabilise contract appreciate depreciate shrink"
  ).split(" "),
);
/** Whether a verb moves its subject: "How did X change" is then a question. */
export const moves = (verb: string) => MOVES.has(verb);

/** "may result": it is not said that it is so. */
export const isOpen = (tokens: Token[], clause: Clause | undefined) =>
  clause !== undefined &&
  tokens
    .slice(clause.verb.from, clause.verb.to + 1)
    .some(({ text }) => /^(?:may|might|could|would|will|should|can|not|n't)$/i.test(text));

const NOUN_VERBS: Record<string, string> = {
  increase: "increase",
  decrease: "decrease",
  decline: "decline",
  rise: "rise",
  fall: "fall",
  growth: "grow",
  improvement: "improve",
  deterioration: "deteriorate",
  slowdown: "slow",
  widening: "widen",
  narrowing: "narrow",
  easing: "ease",
  drop: "drop",
  reduction: "decrease",
};

/** "the decline in house prices" is about house prices, which declined. */
export function changeNoun(
  tokens: Token[],
  { from, to }: Range,
): { from: number; verb: string; change: string } | undefined {
  for (let at = from; at < Math.min(to - 2, from + 4); at += 1) {
    const noun = word(tokens, at);
    if (!Object.hasOwn(NOUN_VERBS, noun) || !/^(?:in|of)$/.test(word(tokens, at + 1))) continue;
    const start = /^(?:the|a|an|its|their|our)$/.test(word(tokens, at + 2)) ? at + 3 : at + 2;
    return start < to ? { from: start, verb: NOUN_VERBS[noun] ?? "", change: noun } : undefined;
  }
  return undefined;
}

/** What the verb makes of its subject, as a noun; nothing of it where the verb is denied, an outlook where it is not yet so. */
export function changeOf(tokens: Token[], clause: Clause | undefined, verb: string): string {
  const change = Object.hasOwn(CHANGES, verb) ? (CHANGES[verb] ?? "") : "";
  if (change === "" || !clause) return change;
  const group = tokens.slice(clause.verb.from, clause.verb.to + 2).map(({ text }) => text.toLowerCase());
  if (group.some((text) => /^(?:not|n't|never|no|little|barely|hardly|neither)$/.test(text))) return "";
  return group.some((text) => /^(?:may|might|could|would|will|should|can|likely|unlikely)$/.test(text))
    ? "outlook"
    : change;
}
