import { changeNoun } from "../grammar/changes.ts";
import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import type { Headline } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { effectForms } from "./object-cores.ts";
import { AMONG, CAUSES, DEEDS, EFFECTS, EXPECTS, PARTICLE_DEEDS, REPORTS, TAKES, TIES } from "./title-verbs.ts";

/** What a claim says of its object, as far as its ties depend on it. */
interface Relation {
  claim: Claim;
  tokens: Token[];
  link: string;
  verb: string;
  isNegated: boolean;
  isPassive: boolean;
}

/** How subject and object can stand in one noun phrase. */
export function related(
  text: string,
  object: Headline,
  { link, verb, isNegated, isPassive, claim, tokens }: Relation,
): [string, number][] {
  if (isNegated) return [];
  if (verb === "be due") return [[`${text} due to ${object.text}`, 0.9]];
  // "would be restrained by tighter conditions"
  if (isPassive && link === "by" && EFFECTS.has(verb) && (claim.modal !== "" || claim.expected !== ""))
    return [[`effect of ${object.text} on ${text}`, 0.9]];
  // "was held back by"
  const next = word(tokens, claim.action + 1);
  const back = next !== "in" && PARTICLE.test(next) ? ` ${next}` : "";
  if (isPassive)
    return link === "by" && claim.modal === "" && claim.expected === ""
      ? [[`${text} ${claim.participle}${back} by ${object.text}`, 0.8]]
      : [];
  if (claim.adjective >= 0) return [];
  // "Frost caused prices to vary": it is not the prices that it caused.
  const behind = claim.object?.to ?? 0;
  const isDone = TAKES.test(verb) || verb === "sign";
  if (word(tokens, behind) === "to" && tokens[behind + 1]?.pos === "VERB" && !isDone) {
    const noun = changeNoun(word(tokens, behind + 1));
    return noun === "" || !FORCES.test(verb) ? [] : [[`${noun} in ${object.text} due to ${text}`, 1.1]];
  }
  const shapes: [string, number][] = [];
  const isName = tokens[claim.subject?.head ?? 0]?.pos === "PROPN" || isBody(tokens, claim);
  const isMove = MOVES.test(object.text);
  // "has—so far—restrained demand"
  const isDeed = verb === "have" && tokens[claim.object?.core.from ?? -1]?.pos === "VERB";
  // "showed few signs of easing": as good as none.
  const isHardly = /\b(?:few|little|no)\b/.test(claim.object?.determiner ?? "");
  if (
    !isDeed &&
    !isHardly &&
    (SHOWS.test(verb) || (GOES_ON.test(verb) && isMove)) &&
    link === "" &&
    !isBody(tokens, claim)
  )
    if (FORESEES.test(text) && !JUDGED.test(object.text))
      // "The projection shows fares at $4": of fares.
      shapes.push([`${text === "SEP" ? "SEP projection" : text} of ${object.text}`, 1]);
    else
      shapes.push([
        `${object.text} ${isMove ? "in" : /(?:demand|support)$/.test(object.text) ? "for" : "of"} ${text}`,
        0.9,
      ]);
  if (
    REPORTS.test(verb) &&
    (link === "" || link === "to") &&
    isBody(tokens, claim) &&
    object.words >= 2 &&
    (!/^\w+ing /.test(object.text) || MOVING.test(object.text))
  ) {
    if (ANYBODY.test(text)) shapes.push([object.text, 0.9]);
    shapes.push([
      `${object.text} ${verb === "face" ? "for" : /^districts$/.test(word(tokens, claim.subject?.head ?? 0)) ? "across" : AMONG.test(word(tokens, claim.subject?.head ?? 0)) ? "among" : "at"} ${text}`,
      ANYBODY.test(text) ? 0.6 : 0.9,
    ]);
  }
  // "Weak sales reflected dear feed": they came of it.
  if (verb === "reflect" && link === "" && isOutcome(text)) shapes.push([`${text} due to ${object.text}`, 0.8]);
  const tie = TIES[link === "" ? verb : `${verb} ${link}`];
  // "could bring inflation down": what it brings is no inflation.
  const isMoved =
    /^(?:bring|put|place)$/.test(verb) && /^(?:up|down|back|closer|to|into|in|on|under|at)$/.test(word(tokens, behind));
  if (tie !== undefined && !isMoved) {
    shapes.push([tie.replace("§", text).replace("¶", object.text), 0.9]);
    // What presses is told where there is room; on what it does always.
    if (/^(?:put|exert|place)$/.test(verb) && PRESSURE.test(object.text)) shapes.push([object.text, 0.8]);
  }
  if (EFFECTS.has(verb) && (link === "" || (link === "on" && PRESSES.test(verb))) && !isName) {
    for (const one of effectForms(text, object.text)) shapes.push([one, one.startsWith("effect") ? 1 : 0.95]);
  }
  if (Object.hasOwn(CAUSES, verb) && /^(?:|to|in|from)$/.test(link)) {
    const isForward = CAUSES[verb] === "forward" && link !== "from";
    const [cause, effect] = isForward ? [text, object.text] : [object.text, text];
    shapes.push([`${effect} due to ${cause}`, 0.9]);
  }
  // "a regional airport cut its fares"
  const isSomebody = isName || /^(?:an?|one)$/.test(claim.subject?.determiner ?? "");
  const deed = link === "" && isSomebody ? deedOf(claim, tokens, behind, object.text) : "";
  if (deed !== "" && !LINKED.test(deed)) {
    if (!isFewer(tokens, claim)) shapes.push([`${text}${possessive(text)} ${deed} ${object.text}`, 0.7]);
    if (isDone) shapes.push([`${text}${possessive(text)} ${object.text}`, 0.8]);
    // "announced a decision to": the decision.
    shapes.push([verb === "announce" && DECIDED.test(object.text) ? object.text : `${deed} ${object.text}`, 0.55]);
  }
  // "The agency anticipates issuing a rule"
  if (EXPECTS.test(verb) && isName && /^\w+ing \w+ \w/.test(object.text))
    shapes.push([`${text}${possessive(text)} expected ${object.text.replace(/^\w+ing /, "")}`, 0.8]);
  return shapes;
}

/** What is done, as a noun with its preposition; empty where it is none of what is told. `behind` is the token behind what it is done to. */
export function deedOf(claim: Claim, tokens: Token[], behind: number, text: string): string {
  const deed = bareDeedOf(claim, tokens, behind, text);
  if (!isFewer(tokens, claim)) return deed;
  return MOVED_IN.test(deed) ? `fewer ${deed.replace(MOVED_IN, "$1s in")}` : "";
}

/** "Fewer firms raised fares": not an increase in fares, but fewer of them. */
const isFewer = (tokens: Token[], { subject }: Claim) => word(tokens, subject?.core.from ?? -1) === "fewer";
const MOVED_IN = /^(increase|decrease|reduction|decline|cut) in$/;

function bareDeedOf({ verb, action }: Claim, tokens: Token[], behind: number, text: string): string {
  // "ramped up exports", and "was held back": nobody holds it.
  const particle = PARTICLE.exec(word(tokens, action + 1))?.[0] ?? "";
  if (particle !== "") return PARTICLE_DEEDS[`${verb} ${particle}`] ?? (verb === "hold" ? "" : (DEEDS[verb] ?? ""));
  if (/^(?:hold|keep|leave|maintain)$/.test(verb) && /^(?:steady|unchanged|constant)$/.test(word(tokens, behind)))
    return "unchanged";
  // A hearing that is held, attention that is paid: what is told is another thing.
  const isHeld =
    verb === "hold" &&
    /\b(?:arguments?|meetings?|hearings?|talks|discussions?|elections?|conference|calls?|votes?)$/i.test(text);
  if (isHeld || (verb === "pay" && /^(?:\w+ )?attention\b/i.test(text))) return "";
  return Object.hasOwn(DEEDS, verb) ? (DEEDS[verb] ?? "") : "";
}
const PARTICLE = /^(?:up|down|back|off|in|out)$/;

const PRESSURE = /\bpressures? on \S/;
/** What has its effect "on" something; of others "on" tells where or when. */
const PRESSES = /^(?:weigh|drag|impact|press|impinge|bear|squeeze)$/;
/** What is done to, on or with something, and not it itself. */
const LINKED = /^(?:contribution|return|reliance|dependence|competition|borrowing) /;
const DECIDED = /^(?:\S+ )?(?:decision|plans?|agreement|intention|proposal)\b/;
/** "rising costs" are a thing, "raising prices" a deed. */
const MOVING =
  /^(?:rising|increasing|declining|falling|growing|slowing|weakening|improving|ongoing|continuing|softening) /;
/** Those who do something rather than have an effect. */
export const isBody = (tokens: Token[], { subject }: Claim) =>
  /^(?:governments?|authorities|banks?|compan(?:y|ies)|courts?|commissions?|councils?|committees?|boards?|firms|households|farmers|producers|retailers|manufacturers|lenders|employers|investors|states|countr(?:y|ies)|ministr(?:y|ies)|regulators?|agenc(?:y|ies)|subsidiar(?:y|ies)|contacts?|respondents|retailers|stores?|restaurants?|hotels?|brokers?|builders?|dealers?|consumers|businesses|customers|borrowers|buyers|workers|participants|districts|economists|analysts|establishments|operators|hospitals|institutions|companies|developers|growers|ranchers|importers|exporters)$/.test(
    word(tokens, subject?.head ?? 0),
  );
/** "Firms reported": of which trade is not said. */
const ANYBODY = /^(?:firms|contacts|companies|businesses|respondents|establishments)$/;
/** "Prices showed an increase", "demand has some upside". */
const SHOWS = /^(?:show|reach|hit|see|experience|record|post|register|exhibit|display|undergo|have|enjoy|suffer)$/;
const FORESEES = /(?:projections?|forecasts?)$|^SEP$/;
const JUDGED = /^(?:\p{L}+ed|\p{L}+er) /u;
const MOVES =
  /^(?:\S+ ){0,2}(?:increases?|decreases?|declines?|rises?|falls?|drops?|growth|gains?|improvements?|changes?|reductions?|slowdown|recovery|rebound|moderation|easing|surge|spike|jump|dip|decline|slump|deterioration|boost|pickup|acceleration|shortages?|shift|swings?|interest|trend|momentum)\b/;
/** What comes of something as a movement does. */
const STATES =
  /(?:weakness|strength|softness|tightness|inflation|activity|uncertainty|momentum|volatility|spread|spreads|margins?|income|loss|losses|earnings|revenues?|expenses?|charges?|costs?|outlook|divergence|difference|differences|performance|reduction|growth|demand|prices?|sales)$/;
/** What comes of something. */
export const isOutcome = (text: string) => MOVES.test(text) || STATES.test(text);
const GOES_ON = /^(?:continue|extend|resume)$/;
const FORCES = /^(?:cause|lead|force|prompt|allow|enable|encourage|push|help)$/;
const possessive = (text: string) => (/s$/.test(text) ? "’" : "’s");
