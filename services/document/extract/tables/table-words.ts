import type { Context } from "../context.ts";
import { fittingCore } from "../grammar/phrase-parts.ts";
import { countWords, MAX_TITLE_WORDS, MIN_TITLE_WORDS, wordsOf } from "../grammar/shape.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { isAskable } from "../questions/askable.ts";
import { compose, namesOf, shortEntity, shortPeriod } from "../questions/keyword-phrase.ts";
import { filingOf, sourceOf } from "../source.ts";
import type { TakenTitles } from "../titles/title-taken.ts";
import type { RowFact, RowFigure } from "./row-fact.ts";
import { CUT, CUT_NAME, type Head, headsOf, PLACE_OR_UNIT } from "./row-heads.ts";
import { askedOfAverages } from "./table-averages.ts";
import { askedOfChanges } from "./table-index-changes.ts";
import { pairOfYears, projectedYears, titlePeriods, titlePeriodsOf, withDates } from "./table-periods.ts";
import { askedOfRevisions } from "./table-revisions.ts";
import { isForeseen, joined } from "./table-sentence.ts";
import { AS_SHARE, shareOf } from "./table-shares.ts";
import { pastOf } from "./table-subject.ts";

const MAX_QUESTIONS = 3;
/** Words of a question: two periods that are compared take many. */
const MOST_ASKED = 27;

/**
 * A noun phrase of 3 to 8 words for a table's row that no other insight of the document has: whose, what and when.
 * Undefined where none fits. `taken` is added to.
 */
export function rowTitle(fact: RowFact, context: Context, taken: TakenTitles): string | undefined {
  const periods = whenOf(fact, context);
  const pair = pairOfYears(fact.figures);
  const tails = [
    ...(pair === "" || !isYear(periods) || fact.figures.some(({ meaning }) => meaning.certainty !== undefined)
      ? []
      : [pair]),
    ...new Set(periods.flatMap((period) => [period, shortPeriod(period), period.replace(/^fiscal (?=\d{4}$)/, "FY")])),
    // Votes of a meeting: of no period, and of every year.
    ...(periods.length === 0 && context.company !== undefined ? [context.period].filter((one) => one !== "") : []),
    "",
  ];
  // The last year alone would be no more of it than the others.
  const ahead = context.company === undefined ? projectedYears(fact.figures) : "";
  let best: { title: string; worth: number } | undefined;
  for (const { text, loss } of headsOf(fact, context.called ?? context.company)) {
    if (ahead !== "") {
      const title = `Projected ${begunSmall(text)}, ${ahead}`;
      const isFree = countWords(title) <= MAX_TITLE_WORDS && !taken.has(title.toLowerCase());
      if (isFree && (!best || AHEAD - loss > best.worth)) best = { title, worth: AHEAD - loss };
    }
    for (const [at, tail] of tails.entries()) {
      const title = capital(tail === "" ? text : `${text}, ${tail}`);
      const size = countWords(title);
      // A title is told from others by what it is of first, then by when.
      const worth = 10 - loss - at * 0.5 - (tail === "" ? UNDATED : isVague(fact, tail) ? VAGUE : 0);
      if (size < MIN_TITLE_WORDS || size > MAX_TITLE_WORDS || taken.has(title.toLowerCase())) continue;
      if (!best || worth > best.worth) best = { title, worth };
    }
  }
  if (best) taken.set(best.title.toLowerCase(), 1);
  return best?.title;
}

/** A title of all the years that a row foresees is worth more than one of the last of them. */
const AHEAD = 11;
/** "price of rye": no name's capital. */
const begunSmall = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll}+ of )/u, (letter) => letter.toLowerCase());

/** Without its period a row's title is hardly ever found apt: whose it is may go before. */
const UNDATED = 4;
/** The year of a day is better than nothing, and less than its month. */
const VAGUE = 0.7;
const isVague = ({ figures }: RowFact, tail: string) => figures[0]?.meaning.kind === "at" && /^\d{4}$/.test(tail);

/** The figures are of whole years. */
const isYear = ([longest = ""]: readonly string[]) => /^(?:year to |(?:fiscal )?\d{4})/.test(longest);

const whenOf = (fact: RowFact, { quarters }: Context): string[] => {
  const main = mainFigure(fact);
  // A year that is one of the categories, in which something falls due, is not when the row is of.
  const own = main && main.meaning.kind !== "category" ? titlePeriods(main, quarters) : [];
  return own.length > 0 ? own : titlePeriodsOf(fact, quarters);
};

/** Questions that the row answers, and a keyword phrase as the last. */
export function rowQuestions(fact: RowFact, context: Context, vocabulary: Vocabulary): string[] {
  const { figures, subject, when } = fact;
  const { company } = context;
  const isOwned = company === undefined || subject.toLowerCase().includes(company.toLowerCase());
  // "debt, including current portion, at June 30"
  const named = /, (?:including|excluding|net|gross)\b[^,]*$/.test(subject) ? `${scoped(subject)},` : scoped(subject);
  const whole = shareOf(fact);
  const part = whole === "" ? named : `${named.replace(AS_SHARE, "")} as a share of ${whole}`;
  const owned = isOwned ? part : `${company}'s ${part}`;
  const source = company === undefined ? sourceOf("", context) : "";
  const suffix = `${source === "" ? "" : `, according to ${source}`}${source === "" || context.period === "" ? "" : ` in ${context.period}`}`;
  const asked = questionsAbout(fact, owned)
    .map(worded)
    .filter((one) => isAskable(one, MOST_ASKED));
  if (asked.length < 2) {
    const figure = figures[0];
    const time = figure && isTime(figure) ? figure.meaning.phrase : when;
    const who = company ?? source;
    if (who !== "" && asked.length > 0) asked.push(worded(`what did ${who} report for ${named} ${time}`));
  }
  const questions = asked.slice(0, MAX_QUESTIONS).map((one) => {
    const isNamed = source !== "" && one.includes(` ${source} `);
    return `${capital(one)}${isNamed ? "" : company === undefined ? suffix : undated(one, company, context)}?`;
  });
  return questions.length === 0 ? [] : [...new Set(questions), rowPhrase(fact, context, vocabulary)];
}

/** "revenue (Domestic Segment)" as "revenue of the Domestic Segment": what the table is of, where that is a part of the company. */
const scoped = (subject: string) =>
  subject
    .replace(PLACE_OR_UNIT, " in $1")
    .replace(/ \(((?!operating|reportable|business|all)(?:\p{Lu}[\p{L}&-]* ){1,3}segment)\b[^()]*\)$/iu, " of the $1");

/** The filing of a row that names no year: the votes of a meeting. */
function undated(question: string, company: string, context: Context): string {
  const filing = /(?:19|20)\d\d|FY ?\d\d/.test(question) ? "" : filingOf(context);
  return filing === "" ? "" : `, according to ${company}${/s$/.test(company) ? "'" : "'s"} ${filing}`;
}

/** Dates written out, and without what the table puts in brackets. */
const worded = (question: string) =>
  withDates(question.trim())
    .replace(/ \((?:an? )?(?:estimate|projection)\)/g, "")
    .replace(/ \((\w+ (?:projection|estimate|forecast))\)/g, " in the $1")
    .replace(/\s*\/?\([^()]*\)/g, "")
    .replace(/\s+/g, " ");

/** The newest figure: the first of a report, the last of columns that lead up to it. */
function mainFigure({ figures }: RowFact): RowFigure | undefined {
  const [first] = figures;
  const times = figures.filter(isTime);
  const last = times.at(-1);
  const isLater = (last?.meaning.order ?? 0) > (first?.meaning.order ?? 0);
  const isOne = times.every(({ meaning }) => meaning.stem === first?.meaning.stem);
  return isLater && (last?.meaning.certainty !== undefined || isOne) ? last : first;
}

const isTime = ({ meaning }: RowFigure) => meaning.kind === "during" || meaning.kind === "at";

function questionsAbout(fact: RowFact, owned: string): string[] {
  const { figures, subject, theme, when } = fact;
  const [first] = figures;
  if (!first) return [];
  const be = pastOf(subject);
  if (first.meaning.kind === "average") return askedOfAverages(fact);
  if (first.meaning.kind === "revised") return askedOfRevisions(fact);
  if (first.meaning.kind === "rise") return askedOfChanges(figures, subject);
  if (first.meaning.kind === "measure") {
    const owner = ownerOf(subject, theme);
    return figures
      .slice(0, 3)
      .map(
        ({ meaning }) => `what ${/s$/.test(meaning.phrase) ? "are" : "is"} ${owner} ${meaning.phrase} put at ${when}`,
      );
  }
  if (first.meaning.kind === "votes")
    return figures
      .slice(0, 2)
      .map(
        ({ meaning }) =>
          `how many ${meaning.phrase.replace(/^votes for$/, "votes in favor")} did the nominee ${subject} receive`,
      );
  if (!isTime(first)) {
    const parts = figures.filter(({ meaning }) => meaning.kind === "category");
    const names = parts.map(({ meaning }) => meaning.phrase.replace(/^(?:for|in) /, ""));
    const isPut = isForeseen(when);
    const [is, put] = isPut ? [be === "were" ? "are" : "is", "put at "] : [be, ""];
    const asked = figures.slice(0, 2).map(({ meaning }) => `what ${is} ${owned} ${meaning.phrase} ${put}${when}`);
    const does = isPut ? (is === "are" ? "do" : "does") : "did";
    if (names.length >= 2) asked.push(`how ${does} ${owned} ${when} compare between ${joined(names.slice(0, 2))}`);
    return asked;
  }
  const main = mainFigure(fact) ?? first;
  const isForecast = figures.some(({ meaning }) => meaning.certainty !== undefined);
  const verb = isForecast ? (be === "were" ? "are" : "is") : be;
  const put = isForecast ? "put at " : "";
  const asked = [`what ${verb} ${owned} ${put}${main.meaning.phrase}`];
  const earlier = isForecast
    ? figures.filter((one) => isTime(one) && one.meaning.order !== main.meaning.order).at(-1)
    : figures
        .slice(main === first ? 1 : 0)
        .filter((one) => one !== main && isTime(one) && one.meaning.stem === main.meaning.stem)
        .at(main === first ? 0 : -1);
  const longer = figures.find((one) => isTime(one) && one.meaning.stem !== first.meaning.stem);
  if (earlier) {
    const other = earlier.meaning.phrase.replace(/^(?:in|at|for) /, "");
    asked.push(
      `how ${isForecast ? "does" : "did"} ${owned} ${main.meaning.phrase} compare with ${other}`.replace(
        "does",
        be === "were" ? "do" : "does",
      ),
    );
    if (longer && !isForecast) asked.push(`what ${verb} ${owned} ${longer.meaning.phrase}`);
    // Of figures in brackets it is not told which way is up.
    if (!isForecast && ![main, earlier].some(({ value }) => /[(-]/.test(value)))
      asked.push(`${verb} ${owned} higher ${main.meaning.phrase} than ${earlier.meaning.phrase}`);
    if (isForecast) asked.push(`what ${verb} ${owned} ${put}${earlier.meaning.phrase}`);
  }
  if (longer && !isForecast && !earlier) asked.push(`what ${verb} ${owned} ${longer.meaning.phrase}`);
  return asked;
}

/** "Norland's rye", "total foreign rye", "the major importers' rye": a row of several is no name. */
function ownerOf(subject: string, theme: string): string {
  const goods = theme === "" ? "" : ` ${theme}`;
  if (/^total foreign$/i.test(subject)) return `total foreign${goods}`;
  const group = /^(?:major|other|minor|main|leading) /i.test(subject);
  return `${group ? `the ${subject.toLowerCase()}` : subject}${/s$/.test(subject) ? "'" : "'s"}${goods}`;
}

/** Who, what and when in 3 to 8 words: as much of the label as fits, by whole parts. */
function rowPhrase(fact: RowFact, context: Context, vocabulary: Vocabulary): string {
  const found = headsOf(fact, undefined);
  const heads = found.map(({ text }) => text);
  const isShortest = /^(?:rise|revised)$/.test(fact.figures[0]?.meaning.kind ?? "");
  const [head = fact.label, other] = isShortest ? heads.slice(-1) : heads;
  const isGoods = fact.figures.some(({ meaning }) => meaning.kind === "measure");
  const isPair = isGoods && other !== undefined;
  const periods = whenOf(fact, context)
    // Of a whole year its name is enough.
    .filter((period) => !/^year to | to | \d{1,2}, | estimate$/.test(period))
    .map((period) => shortPeriod(period.replace(/ \w+ (?:projection|forecast)$/, "")));
  const own = context.period;
  // A season or a year is forecast anew each month.
  const isOutlook = context.company === undefined && own !== "";
  const dated = periods.map((period) => (isOutlook && !/[A-Z]/.test(period) ? `${period} ${own}` : period));
  const times = [...new Set(dated.length > 0 ? [...dated, ...periods] : [own])];
  const names = namesOf(shortEntity(context.entity, vocabulary), context.called);
  const whole = isShortest || isGoods || isOutlook ? "" : wholePhrase(names, found, times);
  if (whole !== "") return whole;
  // Without its edition a forecast is that of every month; without its publisher it is still one.
  // A part of the company by its first name, sooner than the company's own measure: "Asia Pacific net revenue".
  const part =
    context.company === undefined
      ? undefined
      : found.find(({ text, loss }) => loss >= CUT_NAME && PLACED.test(text) && !/\bexcluding\b/i.test(text));
  const cores = isPair ? [head, other] : part ? [head, part.text.replace(" and other ", " ")] : [head];
  return compose(isOutlook ? [...names, ""] : names, cores, times, context);
}

/**
 * A name, the whole of a label in the words of one of its heads, and a time: "pre-tax income" says what "income before taxes"
 * would lose were it cut to fit. Empty where none fits whole.
 */
function wholePhrase(names: readonly string[], heads: readonly Head[], times: readonly string[]): string {
  let best: { words: string[]; loss: number } | undefined;
  for (const { text, loss } of heads)
    for (const [vague, time] of times.entries())
      for (const [less, name] of names.entries()) {
        const isNamed = text.toLowerCase().startsWith(name.toLowerCase());
        const ends = [...wordsOf(isNamed ? "" : name), ...wordsOf(time)];
        const { kept, lost } = fittingCore(text, ends, MAX_TITLE_WORDS);
        const words = [...wordsOf(isNamed ? "" : name), ...kept, ...wordsOf(time)];
        const cost = loss + vague * LESS_EXACT + less * LESS_EXACT;
        if (loss < CUT && lost === 0 && words.length >= MIN_TITLE_WORDS && (!best || cost < best.loss))
          best = { words, loss: cost };
      }
  return best?.words.join(" ") ?? "";
}
const LESS_EXACT = 0.4;
/** Of one name, "Africa", of several more is lost than of one in two words. */
const PLACED = /^\p{Lu}\p{Ll}+ \p{Lu}/u;

/** "eBay" begins small. */
const capital = (text: string) => (/^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
