import { type Claim, TIMES } from "./claim.ts";
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
  wane: "decline",
  dwindle: "decline",
  underperform: "underperformance",
  intensify: "intensification",
  escalate: "escalation",
  broaden: "broadening",
  dissipate: "dissipation",
  deepen: "deepening",
  lengthen: "lengthening",
  shorten: "shortening",
  revive: "revival",
  plateau: "plateau",
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
const DRIFTS = /^(?:edge|pick|tick|move|drift|inch|trend|creep|go|be|step|shift|nudge|turn|pull|push|come|head)$/;
/** Verbs that put a figure on their subject. */
const LEVELS = /^(?:be|remain|stand|average|total|reach|amount|come|run|measure|number|hit|approximate|stay)$/;

/** Whether a verb moves its subject: "Why did X rise" and "By how much did X rise" are then questions. */
export const moves = (verb: string) => Object.hasOwn(CHANGES, verb);
/** "Rise" as "increase"; empty for a verb that moves nothing. */
export const changeNoun = (verb: string) => (Object.hasOwn(CHANGES, verb) ? (CHANGES[verb] ?? "") : "");
export const givesLevel = (verb: string) => LEVELS.test(verb);

/** "up", "lower": the way of "edged up". Empty where there is none. */
export function directionOf(tokens: Token[], { verb, action, object, isPassive }: Claim): "up" | "down" | "" {
  // "Dear rye pushes up fares": it is these that rise.
  if (!DRIFTS.test(verb) || (verb === "push" && object !== undefined && !isPassive)) return "";
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
  // "was slightly lower than expected": it need not have fallen.
  const behind = tokens.slice(at + 1, at + 5).map(({ text }) => text.toLowerCase());
  if (behind[0] === "than" && behind.some((one) => FORESEEN.test(one))) return "";
  return { up: "increase", higher: "increase", down: "decline", lower: "decline" }[word(tokens, at)] ?? "";
}

export const FORESEEN = /^(?:expected|anticipated|projected|forecast)$/;

/** "8%", "about 3 percent" */
const isShareAt = (tokens: Token[], from: number) => {
  let at = from;
  while (at < from + 3 && /^(?:ADV|ADP)$/.test(tokens[at]?.pos ?? "")) at += 1;
  return tokens[at]?.pos === "NUM" && /^(?:%|percent|per)$/.test(word(tokens, at + 1));
};

const UNIT =
  /^(?:percent|percentage|basis|points?|per|cents?|thousand|million|billion|about|an?|almost|nearly|tons?|tonnes?|bales|bushels|barrels|acres|hectares|pounds|dollars|usd|euros?|cwt|strv)$/;

/** What the claim says happened to its subject: "increase", "expected decline", "possible recovery". Empty where nothing of the kind is said, or it is denied. */
export function changeOf(tokens: Token[], claim: Claim): string {
  const noun = claim.isNegated ? "" : nounOf(tokens, claim);
  if (noun === "") return claim.isNegated ? "" : foreseenOf(tokens, claim);
  // "will unlikely recover": not that it is expected to.
  if (tokens.slice(claim.finite, claim.action).some(({ text }) => text === "unlikely")) return `unlikely ${noun}`;
  if (isPossible(claim)) return `possible ${noun}`;
  if (claim.modal === "must") return `needed ${noun}`;
  if (isEstimated(claim)) return `estimated ${noun}`;
  if (claim.expected === "forecast" || claim.expected === "project") return `projected ${noun}`;
  return claim.expected !== "" || claim.modal !== "" ? `expected ${noun}` : noun;
}

/** "may rise", "would rise if costs did": nobody expects it. */
export const isPossible = ({ modal, isSupposed }: Claim) => isSupposed || /^(?:may|might|could|can)$/.test(modal);

/** "is estimated to have grown", "has probably grown": what is past is not to come. */
export const isEstimated = ({ expected, modal, isDone }: Claim) => isDone || (expected === "estimate" && modal === "");

/** "Stocks are forecast 3 million tons higher": they are projected to rise. */
function foreseenOf(tokens: Token[], claim: Claim): string {
  const { verb, isPassive, action } = claim;
  if (!isPassive || !/^(?:forecast|project|expect|estimate|anticipate)$/.test(verb)) return "";
  const at = behindAmount(tokens, action + 1);
  const way = { higher: "increase", up: "increase", lower: "decline", down: "decline" }[word(tokens, at)];
  if (way === undefined) return "";
  if (claim.tense === "present" && isSinceLast(tokens, claim))
    return way === "increase" ? "upward revision" : "downward revision";
  return `${/^(?:forecast|project)$/.test(verb) ? "projected" : "expected"} ${way}`;
}

/** Behind "3.2 million tons" of "3.2 million tons higher". */
function behindAmount(tokens: Token[], from: number): number {
  let at = from;
  while (at < from + 6 && (/^(?:NUM|SYM)$/.test(tokens[at]?.pos ?? "") || UNIT.test(word(tokens, at)))) at += 1;
  return at;
}

/** "Imports are raised": nobody imports more, an estimate of them was changed. What was done is told in the past. */
function revisionOf(tokens: Token[], { verb, tense, subject, modal, expected, action }: Claim): string {
  if (modal !== "" || expected !== "") return "";
  const side = verb === "revise" ? /^(?:up|down)(?=wards?$|$)/.exec(word(tokens, action + 1))?.[0] : undefined;
  if (side) return `${side}ward revision`;
  if (tense !== "present") return "";
  const way = /^(?:raise|increase|lift)$/.test(verb)
    ? "upward"
    : /^(?:lower|reduce|decrease|cut|trim)$/.test(verb)
      ? "downward"
      : "";
  return way === "" || !ESTIMATED.test(word(tokens, subject?.head ?? 0)) ? "" : `${way} revision`;
}

/** "Output is down from last month": that of the same season in the last report. */
function isSinceLast(tokens: Token[], { action, subject }: Claim): boolean {
  const behind = tokens.slice(action + 2, action + 14).map(({ text }) => text.toLowerCase());
  return (
    ESTIMATED.test(word(tokens, subject?.head ?? 0)) &&
    /^(?:[^,;.]* )?(?:this month|(?:from|than|compared to|compared with) (?:last|the (?:previous|prior)) (?:month|report|forecast|estimate))\b/.test(
      behind.join(" "),
    )
  );
}

/** What is estimated of a harvest, a market or a season. */
const ESTIMATED =
  /^(?:production|output|exports?|imports?|stocks?|suppl(?:y|ies)|use|usage|consumption|trade|yields?|area|crush|prices?|deliver(?:y|ies)|slaughter|acreage|crops?|forecasts?|estimates?|projections?|carryin|shipments|disappearance|demand|utilization)$/;

/** "large falls", "small gains": what a verb would have said. */
const TURNS: Record<string, string> = {
  fall: "decline",
  falls: "decline",
  losses: "decline",
  declines: "decline",
  decreases: "decrease",
  drops: "drop",
  rise: "increase",
  rises: "increase",
  gain: "increase",
  gains: "increase",
  increases: "increase",
};

function nounOf(tokens: Token[], claim: Claim): string {
  const { verb, isPassive, object, link, action } = claim;
  if (verb === "pick" && word(tokens, action + 1) === "up") return "pickup";
  const direction = directionOf(tokens, claim);
  const way = direction === "" ? wayBehindAmount(tokens, claim) : direction === "up" ? "increase" : "decline";
  if (way !== "" && verb === "be" && claim.tense === "present" && isSinceLast(tokens, claim))
    return way === "increase" ? "upward revision" : "downward revision";
  if (way !== "") return way;
  if (isPassive) return revisionOf(tokens, claim) || (Object.hasOwn(DONE, verb) ? (DONE[verb] ?? "") : "");
  // "lost 8 percent"
  const lost = /^(?:lose|shed)$/.test(verb) ? "decline" : verb === "gain" ? "increase" : "";
  if (lost !== "" && isShareAt(tokens, action + 1)) return lost;
  // "Output recorded a small decline": it declined.
  // "saw strong gains", but "saw usage fall"
  const isSeen =
    verb === "see" &&
    tokens[(object?.head ?? 0) - 1]?.pos !== "NOUN" &&
    !/(?:[eo]rs?|firms?|business(?:es)?|contacts?|company|companies|stores?|banks?|agency|agencies|districts?)$/i.test(
      word(tokens, claim.subject?.head ?? 0),
    );
  if (
    object !== undefined &&
    link === "" &&
    (isSeen || /^(?:record|register|experience|post|undergo|suffer)$/.test(verb))
  ) {
    const head = word(tokens, object.head);
    const own = Object.hasOwn(TURNS, head) ? (TURNS[head] ?? "") : head;
    const isOfIt = object.attached.every(
      ({ preposition, head }) => !/^(?:in|of|to|for)$/.test(preposition) || TIMES.test(word(tokens, head)),
    );
    return CHANGE_NOUNS.has(own) && isOfIt && claim.subject !== undefined ? own : "";
  }
  // "Higher rates slowed growth": it is the object that slowed.
  if (object !== undefined && link === "") return "";
  return Object.hasOwn(CHANGES, verb) ? (CHANGES[verb] ?? "") : "";
}
