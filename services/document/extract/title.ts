import { aptness } from "./chances.ts";
import type { Context } from "./context.ts";
import { MAX_TITLE_WORDS, MIN_TITLE_WORDS, sizeOf } from "./shape.ts";
import type { Titled } from "./signs.ts";
import { shortQuarter } from "./table-periods.ts";
import { withoutAmount } from "./title-amounts.ts";
import { withoutContrast } from "./title-contrasts.ts";
import type { TitleCore } from "./title-cores.ts";
import { isEmptyTheme } from "./title-empty.ts";
import { tieHalves, tieThings } from "./title-halves.ts";
import { withoutLevel } from "./title-levels.ts";
import { atHome } from "./title-places.ts";
import { LOSSLESS, shortEnough } from "./title-room.ts";
import { join, shortPeriod } from "./title-tails.ts";
import { isTitleTaken, isWorded, type TakenTitles, takeTitle, takeWords } from "./title-taken.ts";
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
/** What a title loses without the period of what it tells, or without the month of its document. */
const NO_PERIOD = 1.3;
const NO_MONTH = 0.85;
/** What a company tells is told of every quarter: of thirty such titles readers found three apt. */
const OF_NO_TIME = 2.2;
/** A title of no time at all, where none is known. */
const UNDATED = 0.6;
/** One that tells who says it and when that was said in its place. */
const SAID = 0.45;
/** What one is worth more that tells since when. */
const SINCE = -0.1;
/** And one of a sentence that another, which names a time of its own, explains. */
const BEFORE = 0.4;
/** And with only the month in which a quarter or half year ends. */
const ONLY_END = 0.38;

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
  const title = withRoom(best, (best.isOther ? also : topic)?.home ?? "", context, taken);
  takeTitle(title, taken);
  // The same without the area's name would be taken for it.
  if (title !== best.title) takeWords(best.title, taken);
  return { title, isPoor: context.company === undefined ? best.worth < LEAST_TELLING : !isOfCompany(best, context) };
}

/** A title with the whole period and the bank's own area, where one of its words less leaves room for that. */
function withRoom(choice: TitleChoice, home: string, context: Context, taken: TakenTitles): string {
  const isFree = (text: string) => sizeOf(text) <= MAX_TITLE_WORDS && !isTitleTaken(text, taken);
  const whole = (text: string, tail: string) => called(join(text, tail), context);
  let { head, tail } = choice;
  for (const fuller of choice.fuller) {
    const short = shortEnough(head, (text) => isFree(whole(text, fuller)));
    if (short === undefined) continue;
    [head, tail] = [short, fuller];
    break;
  }
  const dated = whole(head, tail);
  const placed = atHome(dated, home);
  if (placed === dated || isFree(placed)) return placed;
  // "second quarter" as "Q2"
  const brief = shortPeriod(tail);
  const short = shortEnough(head, (text) => isFree(atHome(whole(text, brief), home)), LOSSLESS);
  const best = short === undefined ? dated : atHome(whole(short, brief), home);
  return best;
}

/** A title that may be chosen. */
export interface TitleChoice extends Titled {
  /** What its sentence's fullest one says, without room for the period. */
  core: string;
  /** Without its period, and what of that would tell more than what stands behind it, the fullest first. */
  head: string;
  tail: string;
  fuller: string[];
  period: string;
  /** It says of which place or good it is, where the document tells of several. */
  isTold: boolean;
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
        const title = called(join(head, tail), context);
        const size = sizeOf(title);
        if (size < MIN_TITLE_WORDS || size > MAX_TITLE_WORDS || (taken && isTaken(title, taken))) continue;
        most = Math.max(most, worth);
        const fullest = bareOf(from?.cores[0] ?? core);
        const isTold =
          from === undefined ||
          (tellsScope(title, from.scope || companyOf(context)) &&
            !(context.company !== undefined && isBareName(title, context)));
        found.push({
          title,
          core: fullest,
          head,
          tail,
          fuller: isLess(tail) ? fullerOf([...tails, ...said], cost, lead) : NONE,
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
): TitleChoice | undefined {
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
    if (
      !frame.every((word) => (FORESEEN.test(word) ? FORESEEN.test(one.title) : one.title.toLowerCase().includes(word)))
    )
      continue;
    const apt = aptness(one, small);
    if (apt > most) [best, most] = [one, apt];
  }
  return best;
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
const FRAME = /\b(?:effects?|impact|lack|possible|expected|projected|needed|outlook|decision|risks?|unchanged)\b/g;

/** Each of them tells of what is to come. */
const FORESEEN = /\b(?:expected|projected|outlook)\b/i;

/** What is asked for: without whose view it is, its figure, and how else it was before. */
export const bareOf = ({ text, bare }: TitleCore) => withoutContrast(withoutAmount(withoutLevel(bare ?? text)));

/** What stands behind a title, what that costs, and what stands in front of it. */
type Tail = [tail: string, cost: number, lead?: string];

/** "Northmark on bank lending, May 2031": when it was said, where it is not known when it holds. */
function sayingOf({ says }: Topic, { period }: Context): Tail[] {
  const year = /(?:19|20)\d\d$/.exec(period)?.[0];
  if (says === "" || !period || year === undefined) return [];
  return [
    [period, SAID, `${says} on `],
    [year, SAID + 0.1, `${says} on `],
  ];
}

/** Not where whose it is is said already, it is what somebody did, or it is no more than a word for any theme. */
const canBeSaid = (text: string, lead: string) =>
  !/['’]s? |^(?:decision|unchanged|approval|vote|preference|plan)\b/i.test(text) &&
  !isEmptyTheme(text) &&
  !text.includes(lead.slice(0, -" on ".length));

/** What may follow: the period, shorter where that makes a title too long, or nothing. */
function tailsOf(period: string, isOwn: boolean, isCompany: boolean): Tail[] {
  if (period === "") return [["", UNDATED]];
  const whole = period.replace(/^(\d{4}) and (\d{4})$/, (_all, one: string, two: string) =>
    one < two ? `${one} and ${two}` : `${two} and ${one}`,
  );
  const short = shortPeriod(whole);
  const tails: Tail[] = [[whole, 0]];
  if (short !== whole) tails.push([short, 0.03]);
  const quarter = shortQuarter(period);
  if (quarter !== period) tails.push([quarter, 0.1]);
  const [, stretch = "", month = "", ofYear = ""] = /^(\w+ months) to (\w+) (\d{4})$/.exec(period) ?? [];
  if (isCompany && stretch !== "")
    tails.push([stretch === "six months" && month === "June" ? `H1 ${ofYear}` : `${stretch} ${ofYear}`, 0.1]);
  const [, begun = "", begunYear = ""] = /^first (\w+ months) of (?:fiscal )?(\d{4})$/.exec(period) ?? [];
  if (isCompany && begun !== "")
    tails.push(
      ...(begun === "six months" ? ["H1"] : [`first ${begun}`, begun]).map(
        (part): Tail => [`${part} ${begunYear}`, 0.1],
      ),
    );
  const end = isOwn ? /^(?:\w+ months to )?([A-Z][a-z]+ \d{4})(?: quarter)?$/.exec(period)?.[1] : undefined;
  if (end && end !== period) tails.push([end, ONLY_END]);
  // Without its month or quarter the year tells something still; of a company's quarter it would tell another thing.
  const year = isOwn && (isCompany || / to | and /.test(period)) ? undefined : /(?:19|20)\d\d$/.exec(period)?.[0];
  if (year && year !== period) tails.push([year, isOwn ? NO_PERIOD - 0.1 : NO_MONTH]);
  tails.push(["", isCompany ? OF_NO_TIME : isOwn ? NO_PERIOD : NO_PERIOD - 0.1]);
  return tails;
}

const NONE: string[] = [];
/** A year alone, or nothing. */
const isLess = (tail: string) => tail === "" || /^\d{4}$/.test(tail);
const fullerOf = (tails: Tail[], least: number, before: string) =>
  tails
    .filter(([tail, cost, lead = ""]) => lead === before && cost < least && !isLess(tail))
    .sort(([, one], [, two]) => one - two)
    .map(([tail]) => tail);

/** With the company as its document calls it, which is a word less. */
const called = (title: string, { company = "", called: short }: Context) =>
  short === undefined || short === company ? title : title.replace(company, short);
