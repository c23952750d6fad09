import type { Claim } from "./claim.ts";
import { word } from "./clause.ts";
import type { Token } from "./language.ts";

/** What a verb makes of its subject, as a noun. */
const CHANGES: Record<string, string> = {
  rise: "increase",
  increase: "increase",
  grow: "growth",
  climb: "increase",
  jump: "jump",
  soar: "surge",
  surge: "surge",
  spike: "spike",
  fall: "decline",
  decline: "decline",
  decrease: "decrease",
  drop: "drop",
  plummet: "plunge",
  plunge: "plunge",
  slump: "slump",
  slip: "decline",
  dip: "decline",
  diminish: "decline",
  recede: "decline",
  subside: "decline",
  abate: "decline",
  fade: "fading",
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
  worsen: "worsening",
  recover: "recovery",
  rebound: "rebound",
  soften: "softening",
  cool: "cooling",
  tighten: "tightening",
  loosen: "loosening",
  stabilize: "stabilization",
  stabilise: "stabilisation",
  contract: "contraction",
  appreciate: "appreciation",
  depreciate: "depreciation",
  shrink: "contraction",
  double: "doubling",
  triple: "tripling",
  fluctuate: "fluctuation",
  normalize: "normalization",
  normalise: "normalisation",
  vary: "variation",
  differ: "differences",
  persist: "persistence",
  flatten: "flattening",
  steepen: "steepening",
  converge: "convergence",
  resume: "resumption",
  peak: "peak",
  change: "change",
  stall: "stall",
  stagnate: "stagnation",
  collapse: "collapse",
  cease: "end",
  firm: "firming",
  disappear: "disappearance",
  emerge: "emergence",
  tumble: "plunge",
  sink: "decline",
  retreat: "retreat",
  rally: "rally",
  swell: "increase",
  evolve: "evolution",
};
/** What is done to a passive subject: "was reduced", "were revised". */
const DONE: Record<string, string> = {
  raise: "increase",
  lift: "increase",
  boost: "boost",
  lower: "reduction",
  reduce: "reduction",
  cut: "cut",
  trim: "reduction",
  revise: "revision",
  maintain: "maintenance",
  suspend: "suspension",
  extend: "extension",
  delay: "delay",
  postpone: "postponement",
  disrupt: "disruption",
  impair: "impairment",
};
/** Nouns for what happens to anything: they tell nothing of what it happens to. */
export const CHANGE_NOUNS: ReadonlySet<string> = new Set([...Object.values(CHANGES), ...Object.values(DONE), "pickup"]);
const DRIFTS = /^(?:edge|tick|move|drift|inch|trend|creep|go|be|step|shift|nudge|turn|pull|push|come|head)$/;
/** Verbs that put a figure on their subject. */
const LEVELS = /^(?:be|remain|stand|average|total|reach|amount|come|run|measure|number|hit|approximate|stay)$/;

/** Whether a verb moves its subject: "Why did X rise" and "By how much did X rise" are then questions. */
export const moves = (verb: string) => Object.hasOwn(CHANGES, verb);
/** "Rise" as "increase"; empty for a verb that moves nothing. */
export const changeNoun = (verb: string) => (Object.hasOwn(CHANGES, verb) ? (CHANGES[verb] ?? "") : "");
export const givesLevel = (verb: string) => LEVELS.test(verb);

/** "up", "lower": the way of "edged up". Empty where there is none. */
export function directionOf(tokens: Token[], { verb, action }: Claim): "up" | "down" | "" {
  if (!DRIFTS.test(verb)) return "";
  for (let at = action + 1; at <= action + 2; at += 1) {
    const next = word(tokens, at);
    if (/^(?:up|upward|upwards)$/.test(next)) return "up";
    if (/^(?:down|downward|downwards)$/.test(next)) return "down";
    if (/^(?:higher|lower)$/.test(next) && verb !== "be") return next === "higher" ? "up" : "down";
  }
  return "";
}

/** The way of "was 14 basis points lower". */
function wayBehindAmount(tokens: Token[], { verb, action }: Claim): string {
  let at = action + 1;
  while (at < action + 7 && (/^(?:NUM|SYM|ADV)$/.test(tokens[at]?.pos ?? "") || UNIT.test(word(tokens, at)))) at += 1;
  if (/^(?:end|close|finish)$/.test(verb))
    while (at < action + 12 && !/^(?:higher|lower|[,.;]|and)$/.test(word(tokens, at))) at += 1;
  else if (verb !== "be" || at === action + 1) return "";
  return { up: "increase", higher: "increase", down: "decline", lower: "decline" }[word(tokens, at)] ?? "";
}

const UNIT = /^(?:percent|percentage|basis|points?|per|cent|million|billion|about|an?)$/;

/** What the claim says happened to its subject: "increase", "expected decline", "possible recovery". Empty where nothing of the kind is said, or it is denied. */
export function changeOf(tokens: Token[], claim: Claim): string {
  const noun = claim.isNegated ? "" : nounOf(tokens, claim);
  if (noun === "") return "";
  if (/^(?:may|might|could|can)$/.test(claim.modal)) return `possible ${noun}`;
  if (claim.expected === "forecast" || claim.expected === "project") return `projected ${noun}`;
  if (claim.modal === "must") return `needed ${noun}`;
  return claim.expected !== "" || claim.modal !== "" ? `expected ${noun}` : noun;
}

function nounOf(tokens: Token[], claim: Claim): string {
  const { verb, isPassive, object, link, action } = claim;
  const direction = directionOf(tokens, claim);
  if (direction !== "") return direction === "up" ? "increase" : "decline";
  const way = wayBehindAmount(tokens, claim);
  if (way !== "") return way;
  if (/^(?:pick)$/.test(verb) && word(tokens, action + 1) === "up") return "pickup";
  if (isPassive) {
    const done = Object.hasOwn(DONE, verb) ? (DONE[verb] ?? "") : "";
    return done;
  }
  // "Higher rates slowed growth": it is the object that slowed.
  if (object !== undefined && link === "") return "";
  return Object.hasOwn(CHANGES, verb) ? (CHANGES[verb] ?? "") : "";
}
