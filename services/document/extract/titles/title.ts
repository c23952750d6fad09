import type { Context } from "../context.ts";
import { BOUNDS, LEFT_OUT } from "../grammar/phrase-parts.ts";
import { MAX_TITLE_WORDS, MIN_TITLE_WORDS, sizeOf, wordsOf } from "../grammar/shape.ts";
import { aptness } from "./chances.ts";
import type { Titled } from "./signs.ts";
import { tellingIn } from "./telling.ts";
import { withoutAmount } from "./title-amounts.ts";
import { withoutContrast } from "./title-contrasts.ts";
import type { TitleCore } from "./title-cores.ts";
import { withDegree } from "./title-degrees.ts";
import { withGood } from "./title-goods.ts";
import { tieHalves, tieThings } from "./title-halves.ts";
import { withoutLevel } from "./title-levels.ts";
import { type Lacking, withLacking } from "./title-missing.ts";
import { withoutGoal } from "./title-paths.ts";
import { shortEnough, withRoom } from "./title-room.ts";
import { canBeSaid, fullerOf, SINCE, sayingOf, tailsOf, withTail } from "./title-tails.ts";
import { isTitleTaken, isWorded, type TakenTitles, takeTitle, takeWords } from "./title-taken.ts";
import { tellingBoth } from "./title-untold.ts";
import type { Topic } from "./topic.ts";

/** A title that is worth less says nothing that would tell its insight from another. */
const LEAST_WORTH = -2.2;
/** A title that is worth so much less may still be the better one, as readers' verdicts tell. */
const AS_GOOD = 0.4;
/** And one that says of which place, good or company it is, where another does not: of a company's that did readers found 74 of 177 apt, of others nine of 153. */
const TOLD_AS_GOOD = 0.7;
/** And one that is not in the words of another insight's. */
const OTHER_WORDS = 0.3;
/** How much likelier, in log-odds. */
const CLEARLY = 0.25;
/** And one of a sentence that another, which names a time of its own, explains. */
const BEFORE = 0.4;
/** Of eighteen titles of less worth readers found none apt, but for those of companies. */
const LEAST_TELLING = -0.5;

/**
 * A noun phrase of 3 to 8 words that no other insight of the document has: the best of what the finding's sentences allow,
 * with its period where that fits. Undefined where none says anything; poor where it hardly does. `taken` is added to.
 */
export function writeTitle(
  topic: Topic,
  also: Topic | undefined,
  context: Context,
  said: string,
  taken: TakenTitles,
): { title: string; isPoor: boolean } | undefined {
  const first = bestCore(topic, also, context, said, taken);
  if (!first) return undefined;
  // One in other words than another insight's, where it says about as much.
  const other = isWorded(first.title, taken) ? bestCore(topic, also, context, said, taken, isWorded) : undefined;
  const best = other && other.worth >= first.worth - OTHER_WORDS ? other : first;
  const own = (best.isOther ? also : topic) ?? topic;
  const plain = withRoom(ofGood(best, own.good ?? "", context, taken), own, context, taken);
  const whole = own.lacking ? withAll(plain, best, own.lacking, context, taken) : undefined;
  const known = whole ? withRoom(whole, own, context, taken) : plain;
  const title = withDegree(
    known,
    own.degree,
    { said: `${best.head} ${said}`, place: own.scope },
    (text) => !isTitleTaken(text, taken),
  );
  takeTitle(title, taken);
  // What moved otherwise elsewhere is not told as if that were all there is to it.
  if (title !== known) takeTitle(known, taken);
  // The same without the area's name would be taken for it.
  if (title !== best.title) takeWords(best.title, taken);
  if (best.insteadOf !== undefined) takeTitle(best.insteadOf, taken);
  const isPoor =
    context.company === undefined ? best.worth < LEAST_TELLING || isBrief(title) : !isOfCompany(best, context);
  return { title, isPoor };
}

/** Two words and when: "strong anticipation, May 2031". Of 19 such titles readers found one apt. */
const isBrief = (title: string) => tellingIn(title.replace(PERIOD, "")) <= 2;
const PERIOD = /(?:,| since) (?=[^,]*\d)[^,]*$/;

/** What was chosen with the good that it leaves out, where that fits beside its whole period. */
function ofGood(best: TitleChoice, good: string, context: Context, taken: TakenTitles): TitleChoice {
  const head = withGood(best.head, good);
  if (head === best.head) return best;
  // The month of a report is less than of what it tells.
  const year = best.isOwn ? "" : (/ (\d{4})$/.exec(best.tail)?.[1] ?? "");
  for (const tail of year === "" ? [best.tail] : [best.tail, year]) {
    const short = shortEnough(head, (text) => {
      const whole = withTail(text, tail, context);
      return sizeOf(whole) <= MAX_TITLE_WORDS && !isTitleTaken(whole, taken);
    });
    if (short !== undefined) return { ...best, head: short, tail };
  }
  return best;
}

/** What was chosen with what its nouns are of, and where; undefined where none of that fits beside its whole period. */
function withAll(title: string, best: TitleChoice, lacking: Lacking, context: Context, taken: TakenTitles) {
  const tail = best.fuller.find((one) => title.endsWith(one)) ?? best.tail;
  const head = withLacking(best.head, lacking, (text) => {
    const whole = withTail(text, tail, context);
    return sizeOf(whole) <= MAX_TITLE_WORDS && !isTitleTaken(whole, taken);
  });
  return head === best.head ? undefined : { head, tail, fuller: [] };
}

/** A title that may be chosen. */
export interface TitleChoice extends Titled {
  core: TitleCore;
  /** Without its period, and what of that would tell more than what stands behind it, the fullest first. */
  head: string;
  tail: string;
  fuller: string[];
  period: string;
  /** It says of which place or good it is, where the document tells of several. */
  isTold: boolean;
}

/** The title that was chosen. */
export interface ChosenTitle extends TitleChoice {
  /** What is asked for: the fullest of its sentence that says the same, without room for the period. */
  theme: string;
  /** What says less than it, and would be the next insight's that says the same. */
  insteadOf?: string;
}

/**
 * The titles that the sentences of a finding allow, each with its period where that fits; of those that are worth less than
 * the best by more than `within` hardly any, and none that is taken.
 */
export function titlesOf(
  topic: Topic,
  also: Topic | undefined,
  context: Context,
  within = Number.POSITIVE_INFINITY,
  taken?: TakenTitles,
  isTaken = isTitleTaken,
): TitleChoice[] {
  const found: TitleChoice[] = [];
  let most = Number.NEGATIVE_INFINITY;
  // Of two sentences one may tell the other's time: the document's is then neither's.
  const isDated = topic.namesTime || also?.namesTime === true;
  const pairs = pairsOf(topic, also);
  for (const [from, less] of [
    [topic, 0],
    [also, 0.5],
  ] as const) {
    const other = from === topic ? also : topic;
    // A season holds for the sentences behind the one that names it.
    const season = from && !from.namesTime && other?.isOwn && /^\d{4}\/\d\d/.test(other.period) ? other.period : "";
    // What opens its finding is told before the other names a time.
    const isBefore = isDated && from?.isOwn === false && from.opens === true && !from.namesTime && from.measured === "";
    const period = from && (from.isOwn || !isDated || isBefore) ? from.period : season;
    const tails = tailsOf(period, from?.isOwn === true, context.company !== undefined);
    const said = period === "" && from ? sayingOf(from, context) : [];
    if (from?.since !== undefined && !from.isOwn && season === "") tails.unshift([from.since, SINCE]);
    for (const core of [...(from === topic ? pairs : []), ...(from?.cores ?? [])]) {
      for (const [tail, cost, lead = ""] of [...tails, ...said]) {
        const worth = core.worth - cost - less - (isBefore ? BEFORE : 0);
        if (worth <= LEAST_WORTH || worth < most - within || (lead !== "" && !canBeSaid(core.text, lead))) continue;
        const head = lead + (lead === "" ? core.text : (core.bare ?? core.text));
        const title = withTail(head, tail, context);
        const size = sizeOf(title);
        if (size < MIN_TITLE_WORDS || size > MAX_TITLE_WORDS || (taken && isTaken(title, taken))) continue;
        most = Math.max(most, worth);
        const isTold =
          from === undefined ||
          (tellsScope(title, from.scope || companyOf(context)) &&
            !(context.company !== undefined && isBareName(title, context)));
        found.push({
          title,
          core,
          head,
          tail,
          fuller: fullerOf([...tails, ...said], tail, cost, lead),
          period,
          worth,
          isOther: from === also,
          isOwn: from?.isOwn === true || tail === from?.since,
          isTold,
        });
      }
    }
  }
  return found;
}

function fullestOf({ core, isOther }: TitleChoice, topic: Topic, also: Topic | undefined): string {
  const { cores } = (isOther ? also : topic) ?? topic;
  // Two things have no room in a phrase: the first of them then.
  const isPair = !cores.includes(core);
  const fullest = isPair ? cores[0] : cores.find((other, at) => saysAll(other, core, at > 0));
  return bareOf(fullest ?? core);
}

/** Whether one core says all that another does, and more: "services price growth in Norden" of "growth in services prices". */
function saysAll(one: TitleCore, other: TitleCore, saysMore: boolean): boolean {
  const [words, others] = [new Set(stemsOf(one)), new Set(stemsOf(other))];
  return others.isSubsetOf(words) && (!saysMore || words.size > others.size);
}

const stemsOf = ({ text, bare = text }: TitleCore): string[] =>
  wordsOf(bare.toLowerCase())
    .filter((word) => !BOUNDS.test(word) && !LEFT_OUT.test(word))
    .map((word) => word.replace(/['’]s?$/, "").slice(0, STEM));

/** "price" and "prices", "increase" and "increased". */
const STEM = 5;

/** How much more a title is worth that tells both of what its finding tells. */
const BOTH = 0.15;
/** And how much less where it only names both. */
const THINGS = 0.05;

/** Titles that tell of two clauses, or of two sentences of one time and place: "oil price decline and wage growth in Norden". */
function pairsOf(topic: Topic, also: Topic | undefined): TitleCore[] {
  const isOneTime = also !== undefined && also.period === topic.period && also.isOwn === topic.isOwn;
  const others = isOneTime && also.scope === topic.scope && also.says === topic.says ? also.halves : [];
  const pairs = new Map<string, TitleCore>();
  for (const own of topic.halves)
    for (const core of topic.cores) {
      const [before, behind, ...more] = core.text.split(own.text);
      const place = `${before}${behind}`.replace(/ ?\bin\b ?/, "").trim();
      if (behind === undefined || more.length > 0 || (place !== "" && place !== topic.scope)) continue;
      for (const half of [...topic.besides, ...others]) {
        const isFirst = also?.opens === true && others.includes(half);
        const tied = isFirst ? tieHalves(half, own) : tieHalves(own, half);
        const things = tieThings(own, half);
        for (const [told, more] of [
          [tied, BOTH],
          [things, BOTH - THINGS],
        ] as const) {
          const text = `${before}${told}${behind}`;
          if (told !== "" && !pairs.has(text)) pairs.set(text, { text, worth: core.worth + more });
        }
      }
    }
  return [...pairs.values()];
}

/**
 * The best title for what is `said`: of those that are worth about as much as any the one that readers are likeliest to find
 * apt, where that is clear.
 */
export function bestCore(
  topic: Topic,
  also: Topic | undefined,
  context: Context,
  said: string,
  taken?: TakenTitles,
  isTaken = isTitleTaken,
): ChosenTitle | undefined {
  const isOfOne = topic.scope !== "" || (also !== undefined && also.scope !== "") || context.company !== undefined;
  const all = titlesOf(topic, also, context, isOfOne ? TOLD_AS_GOOD : AS_GOOD, taken, isTaken);
  let best: TitleChoice | undefined;
  for (const one of all) if (!best || one.worth > best.worth) best = one;
  if (!best) return undefined;
  // One that says of what it is goes before one that is worth more and does not.
  const told = isOfOne ? all.filter(({ isTold, worth }) => isTold && worth >= (best?.worth ?? 0) - TOLD_AS_GOOD) : [];
  const free = told.length > 0 ? told : all;
  if (told.length > 0) best = told.reduce((one, two) => (two.worth > one.worth ? two : one));
  const least = best.worth - AS_GOOD;
  const small = said.toLowerCase();
  const frame = best.title.toLowerCase().match(FRAME) ?? [];
  let most = aptness(best, small) + CLEARLY;
  for (const one of free) {
    if (one.worth < least || one === best || (isDated(best) && !isDated(one))) continue;
    if (!frame.every((word) => keepsFrame(word, one.title.toLowerCase()))) continue;
    const apt = aptness(one, small);
    if (apt > most) [best, most] = [one, apt];
  }
  const both = tellingBoth(best, () => titlesOf(topic, also, context, undefined, taken, isTaken));
  const chosen = both ?? best;
  const theme = withGood(fullestOf(chosen, topic, also), ((chosen.isOther ? also : topic) ?? topic).good ?? "");
  return both ? { ...both, theme, insteadOf: best.title } : { ...best, theme };
}

/** Of when, and more than a name or one word: of seventeen undated titles of companies readers found none apt in a good insight. */
const isOfCompany = (best: TitleChoice, context: Context) => isDated(best) && !isBareName(best.title, context);

/** "Supreme Court at Harlow, May 2031", "Harlow borrowings". */
function isBareName(title: string, context: Context): boolean {
  const called = companyOf(context);
  const told = title.replace(/, [^,]*$/, "");
  const core = told.endsWith(` at ${called}`) ? told.slice(0, -4 - called.length) : told.replace(called, "");
  return ONLY_NAMES.test(core.replace(/^['’]s? | $/, "").trim()) && !MEASURED.test(core);
}
const ONLY_NAMES = /^(?:\S+|\p{Lu}\S*(?: (?:and|of|\p{Lu}\S*))*)$/u;
const MEASURED = /\b(?:[Rr]evenues?|[Ss]ales|[Ee]arnings|[Ii]ncome|\p{Lu}[\p{Lu}&]+)$/u;

const isDated = ({ title }: TitleChoice) => /(?:19|20)\d\d|\bFY ?\d\d\b/.test(title);

/** What a company's document calls it. */
const companyOf = ({ company = "", called = company }: Context) => called;

const tellsScope = (title: string, scope: string) =>
  scope === "" ||
  title.toLowerCase().includes(scope.toLowerCase().replace(/s$/, "")) ||
  (scope === "United States" && /\bU\.?S\b/.test(title));

/** What a title that leaves it out tells as a fact, or as the contrary. */
const FRAME =
  /\b(?:(?<=drag .*)from|(?<=boost .*)from|(?<=support .*)from|effects?|impact|lack|possible|expected|projected|estimated|needed|outlook|decision|risks?|unchanged)\b/g;

/** "Ferry repair drag on growth" keeps what "drag on growth from ferry repairs" says. */
const keepsFrame = (word: string, title: string) => {
  if (FORESEEN.test(word)) return FORESEEN.test(title);
  if (AN_EFFECT.test(word)) return AN_EFFECT.test(title);
  return title.includes(word) || (word === "from" && !CAUSELESS.test(title));
};
/** "boost to output" tells an effect. */
const AN_EFFECT = /\b(?:effects?|impact|boost|drag|support)\b/;
const CAUSELESS = /^(?:(?:expected|estimated|possible|projected) )?(?:drag|boost|support)\b/;

/** Each of them tells of what is to come. */
const FORESEEN = /\b(?:expected|estimated|projected|outlook)\b/i;

/** What is asked for: without whose view it is, its figure, and how else it was before. */
export const bareOf = ({ text, bare }: TitleCore) =>
  withoutContrast(withoutGoal(withoutAmount(withoutLevel(bare ?? text))));
