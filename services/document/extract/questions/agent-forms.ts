import type { Context } from "../context.ts";
import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { type Claim, type judgedAction, possibleClaim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { amountAt, beforeFigure } from "../grammar/figures.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { baseForm } from "../grammar/verb-forms.ts";
import type { Reading } from "../titles/reading.ts";
import { DEEDS } from "../titles/title-verbs.ts";
import { inverted } from "./asking.ts";
import { beOf } from "./how-much.ts";
import { isHalf, isTold, tellingWords } from "./predicates.ts";
import { ASKED, EXPECTING, EXPLETIVE, type Form, ownOf, type Parts } from "./question-parts.ts";
import { AMOUNT, spoken } from "./spoken.ts";

/** "What did the Board say about the effects of higher fees?": where an agent speaks of its object. */
export function objectForm({ reading, context, source, agent }: Parts): Form {
  const { claim, tokens, plain, isAgent } = reading;
  if (EXPECTING.test(claim.verb)) return expectedForm(reading, agent);
  if (!isAgent || !claim.object || source === "") return undefined;
  const object = spoken(claim.object, reading, context);
  if (object === "" || tellingWords(object) < 2 || /^(?:be|have)$/.test(claim.verb)) return undefined;
  const isDeed = DEEDS[claim.verb] !== undefined;
  const named = isDeed ? object : sliceText(tokens, plain, claim.object.from, claim.object.to);
  return `what did ${source} ${(isDeed ? undefined : ASKED[claim.verb]) ?? "say about"} ${ownOf(named, context)}`;
}

/** "What did market participants expect for the base rate?" of "expected a rise in the base rate". */
function expectedForm({ claim, tokens, plain }: Reading, agent: string): Form {
  const { object } = claim;
  if (agent === "" || !object || claim.link !== "" || claim.isPassive || claim.isNegated || claim.isInfinitive)
    return undefined;
  // "expects prices to fall", "expect that": what is expected is another's verb.
  if (/^(?:to|that)$/.test(word(tokens, object.to)) || object.isList || tokens[object.from]?.pos === "VERB")
    return undefined;
  const [first] = object.attached;
  const isChange =
    (CHANGE_NOUNS.has(word(tokens, object.head)) || /^(?:rise|fall|hike)$/.test(word(tokens, object.head))) &&
    first !== undefined &&
    /^(?:in|of|to)$/.test(first.preposition);
  if (!isTold(object, tokens) || POINTS.test(object.determiner)) return undefined;
  const about = sliceText(tokens, plain, isChange ? first.from + 1 : object.from, object.to).replace(AMOUNT, "");
  return tellingWords(about) < 2 || /\d/.test(about) ? undefined : `what did ${agent} ${claim.verb} for ${about}`;
}
const POINTS = /\b(?:this|these|that|those|such|other|another)\b/;

/** "Were there signs of a recovery?", "Could there be one?" */
export function existenceForms({ reading, context, source }: Parts): Form[] {
  const { claim } = reading;
  // "There remained uncertainty": there was.
  if (!/^(?:be|remain|exist|continue)$/.test(claim.verb) || !claim.object) return [];
  // "a risk that demand would weaken": what it is of follows.
  const inner = possibleClaim(reading.tokens, claim);
  const isOf = inner?.subject !== undefined;
  const named = sliceText(reading.tokens, reading.plain, claim.object.from, claim.object.to);
  // "less consolidation than expected" is hardly some.
  const less = /^(?:less|fewer|little|few)$/.exec(word(reading.tokens, claim.object.from - 1))?.[0];
  const bare = spoken(claim.object, reading, context) || (isOf ? named : "");
  const object = less === undefined || bare === "" || bare.startsWith(less) ? bare : `${less} ${bare}`;
  const that = clauseBehind(reading, claim.object.to);
  const possible = inner && possibleForm(reading, inner, context);
  if (possible) return [possible];
  // "an increase in the risk" that what?
  if (that === undefined || (that === "" && tellingWords(object) < 2) || object === "") return [];
  const any = `${object.replace(/^no /, "any ")}${that}`;
  const asks =
    claim.modal === ""
      ? `${beOf(reading, claim.object.isPlural)} there ${any}`
      : `${/^(?:may|might)$/.test(claim.modal) ? "could" : claim.modal} there be ${any}`;
  // "risks to growth, in part because wages rose"
  const behind = reading.plain.slice(reading.tokens[claim.object.to - 1]?.end);
  const isCaused =
    that === "" && /^[^.;:—]{0,60}?\b(?:because|owing to|due to|in response to)\b/.test(behind) && !OTHER.test(behind);
  return [
    asks,
    isCaused ? `why ${asks}` : undefined,
    source === "" ? undefined : `what did ${source} say about ${object.replace(/^no /, "")}${that}`,
  ];
}

/** Another clause, in front of the cause that may be its own. */
const OTHER =
  /^[^.;:]*?\b(?:and|but|while|although|which|who|that|where|when|as)\b.*?\b(?:because|owing to|due to|in response to)\b/;

/** "Could demand weaken?" of "a risk that demand might weaken". */
function possibleForm(reading: Reading, inner: Claim, context: Context): Form {
  if (!inner.subject || inner.isNegated || !/^(?:may|might|could)$/.test(inner.modal)) return undefined;
  const within = { ...reading, claim: inner };
  const subject = spoken(inner.subject, within, context);
  return subject === "" || isHalf(within, inner.end) ? undefined : inverted(within, subject, inner.end);
}

/** " that the market was tight" behind "evidence"; empty where nothing such follows, undefined where it is too long to be asked. */
export function clauseBehind({ tokens, plain }: Reading, from: number): string | undefined {
  if (word(tokens, from) !== "that") return "";
  let to = from + 1;
  while (to < tokens.length && !/^[,;:.()–—]$/.test(tokens[to]?.text ?? "")) to += 1;
  return to - from > MOST_CLAUSE || to - from < 4 ? undefined : ` ${sliceText(tokens, plain, from, to)}`;
}
const MOST_CLAUSE = 15;

/** "Was it appropriate to ease policy?", and "At what level did members judge it appropriate to keep the fee?" where it is told. */
export function judgedForms(parts: Parts, judged: NonNullable<ReturnType<typeof judgedAction>>): Form[] {
  const { claim, tokens } = parts.reading;
  const end = Math.max(judged.object.to, beforeFigure(tokens, claim));
  return [judgedLevel(parts, judged), inverted(parts.reading, EXPLETIVE, end)];
}

function judgedLevel({ reading, source }: Parts, { at, object }: NonNullable<ReturnType<typeof judgedAction>>): Form {
  const { claim, tokens, plain, holder, holds } = reading;
  // "raise the range 75 basis points"
  const asks = LEVELS[word(tokens, object.to)] ?? (amountAt(tokens, object.to)?.isBy ? "by how much" : undefined);
  // "5-1/4 percent" is no number that is read as one.
  const isFigure = /^\d/.test(word(tokens, object.to + 1)) || amountAt(tokens, object.to);
  if (holder === "" || asks === undefined || claim.isNegated || !isFigure) return undefined;
  if (!/^(?:judge|agree|deem|consider|think|conclude|concur)$/.test(holds)) return undefined;
  if (!/^(?:is|was)$/.test(word(tokens, claim.finite)) || word(tokens, at - 1) !== "to") return undefined;
  const action = sliceText(tokens, plain, at - 1, object.to);
  return `${asks} did ${source} judge ${EXPLETIVE} ${word(tokens, claim.adjective)} ${action}`;
}
/** How one asks for the figure behind it. */
const LEVELS: Record<string, string> = { at: "at what level", to: "to what level", by: "by how much" };

/** "What did the Board decide on the base rate?" and "Did it decide to raise it?" */
export function decided({ claim, tokens, plain, clause }: Reading, agent: string): string[] {
  const preposition = {
    decide: "decide on",
    vote: "decide on",
    agree: "decide on",
    plan: "plan for",
    intend: "plan for",
    propose: "propose for",
    prefer: "prefer to do with",
  }[claim.verb];
  if (agent === "" || !preposition || claim.isNegated || claim.isPassive) return [];
  for (let at = clause.verb.to; at < claim.action + 12; at += 1) {
    if (word(tokens, at) === "that") return [];
    if (word(tokens, at) !== "to" || tokens[at + 1]?.pos !== "VERB" || /ing$/.test(word(tokens, at + 1))) continue;
    const object: Phrase | undefined = readPhrase(tokens, at + 2, tokens.length);
    if (!object || !isTold(object, tokens)) return [];
    const whole = sliceText(tokens, plain, object.from, endOfNamed(object)).replace(AMOUNT, "");
    const named = KEEPING.test(word(tokens, at + 1)) ? whole.replace(AT_LEVEL, "") : whole;
    const isLevel = named !== whole && AT_FIGURE.test(plain);
    const isKept = named !== whole && !isLevel;
    const state = isKept
      ? " unchanged"
      : /^(?:unchanged|steady|constant)$/.test(word(tokens, object.to))
        ? ` ${word(tokens, object.to)}`
        : "";
    const isDoing = tokens[object.from]?.pos === "VERB";
    // "vote to approve a 1/4 percentage point cut": what was decided would stand in the question.
    // What one of several votes for is not decided.
    const isOne = claim.verb === "vote" && !/(?:committee|board|council|mpc|fomc)$/i.test(agent.replace(/ of .*$/, ""));
    const asked = isOne || isDoing || /^an? \d/.test(named) ? [] : [`what did ${agent} ${preposition} ${named}`];
    if (!claim.modal) asked.push(`did ${agent} ${claim.verb} to ${word(tokens, at + 1)} ${named}${state}`);
    // How they voted is told with the votes.
    const behind = state === "" || isKept ? object.to : object.to + 1;
    const asks = isLevel ? LEVELS["at"] : LEVELS[word(tokens, behind)];
    const hasFigure = isLevel || amountAt(tokens, behind) !== undefined;
    if (asks !== undefined && !claim.modal && asked.length > (isOne && !isDoing ? 0 : 1) && hasFigure)
      asked.unshift(`${asks} did ${agent} ${claim.verb} to ${word(tokens, at + 1)} ${named}`);
    return claim.verb === "vote" && !isDoing && VOTES.test(plain)
      ? [`how did ${agent} vote on ${named}`, ...asked]
      : asked;
  }
  return [];
}

const VOTES = /\b(?:unanimous(?:ly)?|majority|dissent\w*|against)\b|\d[–-]\d/i;

/** "keep rates at their current level", "at a level of 3 percent" */
const AT_LEVEL = / at (?:an?|its|their|the) (?:[\p{Ll}-]+ )?levels?\b.*$/u;
const KEEPING = /^(?:keep|maintain|leave|hold|retain)$/;
const AT_FIGURE = / at (?:an?|the) levels? of \d/;

/** "the repo rate" of "the repo rate under the liquidity facility": by which of its doors it is set nobody asks. */
const endOfNamed = ({ attached: [first], core, to }: Phrase) => (first?.preposition === "under" ? core.to : to);

/** What is done to something that one would ask for: nobody asks what a company recognizes. */
const DONE =
  /^(?:acquire|purchase|buy|sell|divest|issue|repurchase|announce|approve|appoint|elect|launch|adopt|terminate|introduce|establish|close|open|replace|ban|suspend|discontinue|redeem)$/;

/** "What did Harlow acquire?" */
export function objectAsked({ claim, tokens, plain }: Reading, agent: string): Form {
  if (
    agent === "" ||
    !claim.object ||
    claim.link !== "" ||
    claim.isPassive ||
    claim.isNegated ||
    claim.tense === "modal"
  )
    return undefined;
  if (!DONE.test(claim.verb) || baseForm(word(tokens, claim.finite)) !== claim.verb) return undefined;
  const rest = sliceText(tokens, plain, claim.object.to, claim.end);
  // "announce a plan intended to cut costs": what stands behind belongs to what is asked for.
  if (rest !== "" && tokens[claim.object.to]?.pos !== "ADP") return undefined;
  return /\d{2}/.test(rest) && !/(?:19|20)\d\d/.test(rest) ? undefined : `what did ${agent} ${claim.verb} ${rest}`;
}
