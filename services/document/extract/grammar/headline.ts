import { EMPTY } from "./adjuncts.ts";
import { CHANGE_NOUNS } from "./changes.ts";
import { TIMES } from "./claim.ts";
import { word } from "./clause.ts";
import { adjectivesOf, cashFlowOf, compoundOf, isAlike } from "./compounds.ts";
import type { Token } from "./language.ts";
import { isNaming, isPale, sliceText } from "./noun-phrases.ts";
import { type Attachment, HARD, isPluralNoun, type Phrase, readPhrase } from "./phrase.ts";
import { withoutRange } from "./ranges.ts";

/** A noun phrase as a title has it: no articles, no brackets, with less and less of what hangs on it. */
export interface Headline {
  text: string;
  words: number;
  /** 0 for the whole phrase, more for each part that was left out. */
  lost: number;
}

const MOST_WORDS = 8;
/** A longer phrase leaves no room for anything else. */
const LONG = 5;
/** Nouns that say nothing without what completes them. */
const RELATIONAL =
  /^(?:share|pace|level|levels|increase|decrease|decline|rise|fall|growth|change|changes|impact|effect|effects|risk|risks|extent|rate|rates|lack|absence|size|cost|costs|value|volume|amount|degree|source|use|usage|outlook|likelihood|probability|number|proportion|uncertainty|loss|losses|gain|gains|reduction|improvement|deterioration|expansion|path|strength|weakness|quality|composition|distribution|pass-through|transmission|normalisation|normalization|easing|tightening|slowdown|contribution|response|reaction|role|importance|signs?|evidence|concerns?|expectations?|issuance|supply|demand|price|prices|part|stance|availability|index|measures?|indicators?|sales|stocks|production|provisions?|balance|state|pressures?|elasticity|implementation|introduction|completion|acquisition|purchase|sale|issue|removal|dampening|share|ratio|movements?|premium|burden|emphasis|developments?|factors?|shifts?|flows|performance|differences?|estimates?|pass-through)$/;

/** "the previous week's level" of what another sentence names. */
const OF_BEFORE =
  /^the (?:previous|prior|preceding) (?:week|month|quarter|year)['’]s (?:levels?|averages?|rates?|figures?|estimates?|readings?|numbers?|totals?)$/i;

/** "this month's outlook" is of another sentence. */
const POINTING = /\b(?:this|these|that|those|such)\b/;
/** And so is "the resulting rise". */
const FOLLOWS = /^(?:resulting|ensuing|aforementioned|corresponding|foregoing|latter|former) /i;

/** Shapes of a phrase for titles, the fullest first; empty where the phrase names nothing. */
export function headlinesOf(phrase: Phrase, tokens: Token[], plain: string): Headline[] {
  const estimated = estimatedIn(phrase, tokens);
  if (estimated) return shapesOf(estimated, tokens, plain);
  const shapes = shapesOf(phrase, tokens, plain);
  const ofRate = withoutRange(phrase, tokens);
  if (!ofRate) return shapes;
  return [...shapes, ...shapesOf(ofRate, tokens, plain).map((one) => ({ ...one, lost: one.lost + OF_RATE }))];
}

/** "ferry sales" of "advance estimates of ferry sales": how an office calls its first figures of them. */
function estimatedIn({ core, head, attached, to }: Phrase, tokens: Token[]): Phrase | undefined {
  const [of] = attached;
  const isFirst =
    head - core.from === 1 && /^(?:advance|preliminary|flash|provisional|quick|first)$/i.test(word(tokens, core.from));
  return isFirst && /^estimates?$/i.test(word(tokens, head)) && of?.preposition === "of"
    ? readPhrase(tokens, of.core.from, to)
    : undefined;
}
/** What a shape loses that names the rate alone for which a range is set. */
const OF_RATE = 0.3;

function shapesOf(phrase: Phrase, tokens: Token[], plain: string): Headline[] {
  // "earnings per share": what is measured, not where.
  const [unit] = phrase.attached;
  const isPer = unit?.preposition === "per";
  const named = coreText({ from: phrase.core.from, to: isPer ? unit.to : phrase.core.to }, phrase.head, tokens, plain);
  // "all items": without its first word it is no index at all.
  // And "less restrictive criteria" are the opposite of restrictive ones.
  const degree = /(?:^| )(less|least|more)$/.exec(phrase.determiner)?.[1] ?? "";
  const isGraded = degree !== "" && tokens[phrase.core.from]?.pos === "ADJ" && named.includes(" ");
  const core =
    phrase.determiner === "all" && named.startsWith("items") ? `all ${named}` : isGraded ? `${degree} ${named}` : named;
  const head = word(tokens, phrase.head);
  const attached = withoutCounts(phrase.attached, tokens)
    .filter((one) => one !== (isPer ? unit : undefined) && !pointsOrCounts(one, tokens) && !isTurn(one, tokens))
    .map((one) => ({ ...one, text: coreText(one.core, one.head, tokens, plain), noun: word(tokens, one.head) }))
    .filter((one) => !isTime(one))
    // "in the number of permits": what is counted hangs on it.
    .filter(
      ({ text, noun }, at, all) =>
        text !== "" &&
        // "the projection in the SEP for growth": that it is for growth tells more.
        !(noun === "sep" && all[at + 1]?.preposition === "for") &&
        (isNaming(noun) ||
          text.includes(" ") ||
          (noun === "number" && all[at + 1]?.preposition === "of") ||
          // "pockets of strength in prices": strength, not pockets.
          (at === 0 && /^(?:pockets|bouts?|spells?)$/.test(head))),
    );
  const whole = plain.slice(tokens[phrase.from]?.start, tokens[phrase.core.to - 1]?.end);
  if (
    OF_BEFORE.test(whole) ||
    core === "" ||
    isTimeText(core) ||
    POINTING.test(phrase.determiner) ||
    FOLLOWS.test(core)
  )
    return [];
  const shapes: Headline[] = [];
  // "difficulties" in doing what?
  const isHard = HARD.test(head) && attached[0]?.preposition === "in";
  const add = (shape: string, lost: number) => {
    // "difficulty finding berths": a word less.
    const text = isHard ? shape.replace(/ in (?=\S+ing )/, " ") : shape;
    const words = text.split(" ").length;
    if (words <= MOST_WORDS && !shapes.some((one) => one.text === text)) shapes.push({ text, words, lost });
  };
  const isChange = CHANGE_NOUNS.has(head) || CHANGE_NOUNS.has(head.replace(/s$/, ""));
  const isRelational = isChange || RELATIONAL.test(head) || RELATIONAL.test(head.replace(/s$/, ""));
  // "a multi-year agreement to build ships" names enough without its purpose.
  const isPurpose =
    attached[0]?.preposition === "to" && tokens[attached[0].core.from]?.pos === "VERB" && core.includes(" ");
  // "Difficulties" alone: in doing what?
  if (HARD.test(head) && attached.length === 0 && !core.includes(" ")) return [];
  // "the extent to which fares rise" is no extent to fares.
  if (/^(?:extent|degree)$/.test(head) && attached[0]?.preposition === "to") return [];
  const isDeed =
    /(?:[ts]ion|ment|[ea]nce|ing|ness)s?$/.test(head) &&
    !/^(?:business|earnings|savings|holdings|listings|openings)$/.test(head) &&
    !isPurpose &&
    /^(?:of|in|to|on)$/.test(attached[0]?.preposition ?? "");
  // "activity in the services sector": of what?
  const isOfAny = /^(?:activity|reports)$/.test(core) && attached.length > 0;
  const needsOne =
    isDeed ||
    isOfAny ||
    (isRelational && /^(?:of|for|on|to)$/.test(attached[0]?.preposition ?? "")) ||
    (isChange && attached[0]?.preposition === "in") ||
    isHard ||
    ((isRelational || !isNaming(head)) && core.split(" ").filter((one) => !isPale(one.toLowerCase())).length === 1);
  // "The increase was driven by": of what was told before.
  if (isChange && attached.length === 0 && phrase.determiner === "the" && !core.includes(" ")) return [];
  // "large gains": of what? "growth in its use": the use is not named.
  if (needsOne && attached.length === 0 && (core.includes(" ") || phrase.attached.length > 0)) return [];
  // "cash provided by operations" is no cash.
  const isTaken = attached[0]?.preposition.includes(" ") === true && !attached[0].preposition.startsWith("to ");
  const adjectives = adjectivesOf(phrase.core, tokens, plain);
  for (let kept = attached.length; kept >= ((needsOne || isTaken) && attached.length > 0 ? 1 : 0); kept -= 1) {
    // Of "data, outlook and balance of risks" nothing can go.
    if (phrase.isList && kept < attached.length) break;
    const shown = attached.slice(0, kept);
    // "between A" or "from A" without its other half is half a phrase, and a noun that needs more does not end one.
    const last = shown.at(-1);
    // "the Bank" of "the Bank of Northmark" is another.
    const isHalf = last && (tokens[last.head]?.pos === "PROPN" || /(?:tion|ment|[ea]nce|ing)s?$/.test(last.noun));
    if (isHalf && attached[kept]?.preposition === "of") continue;
    if (last && kept < attached.length && RELATIONAL.test(last.noun) && last.text.split(" ").length < 2) continue;
    const less = last ? withoutAdjectives(last.core, tokens, plain) : "";
    if (last && less !== "" && less !== last.text && !/ and |,/.test(last.text)) {
      const short = [...shown.slice(0, -1), { ...last, text: less }];
      add(
        [core, ...short.map(({ preposition, text: inner }) => `${preposition} ${inner}`)].join(" "),
        (attached.length - kept) * 0.45 + 0.3,
      );
    }
    const first = firstOf(last?.text ?? "");
    if (last && kept === attached.length && first !== "") {
      const cut = [...shown.slice(0, -1), { ...last, text: first }].map(
        ({ preposition, text: inner }) => `${preposition} ${inner}`,
      );
      if (last.preposition !== "between" && first.includes(" ")) {
        add([core, ...cut].join(" "), 0.5);
        const tied = shown.length === 1 ? compoundOf(core, head, adjectives, { ...last, text: first }) : undefined;
        if (tied !== undefined) add(tied, 0.6);
      }
    }
    const text = [core, ...shown.map(({ preposition, text: inner }) => `${preposition} ${inner}`)].join(" ");
    add(text, (attached.length - kept) * 0.45);
    const [one, ...rest] = shown;
    // "the outlook for exports of oil": the oil hangs on the exports.
    const isWhole = attached[1]?.preposition !== "of";
    const compound = one && isWhole ? compoundOf(core, head, adjectives, one) : undefined;
    if (compound !== undefined)
      add(
        [compound, ...rest.map(({ preposition, text: inner }) => `${preposition} ${inner}`)].join(" "),
        (attached.length - kept) * 0.45 + 0.1,
      );
  }
  const [first] = attached;
  const tied = tiedAtEnd(attached, tokens, plain);
  if (tied !== undefined) add(`${core} ${tied}`, 0.1);
  // Where all is too long, the last words of the measure with what it is of: "default rates for corporate and other bonds".
  if (shapes.length === 0 && first && !phrase.isList && core.split(" ").length > 2) {
    const short = core.split(" ").slice(-2).join(" ");
    add(`${short} ${first.preposition} ${first.text}`, 0.2);
    add(`${short} ${first.preposition} ${withoutAdjectives(first.core, tokens, plain) || first.text}`, 0.4);
  }
  if (!needsOne && !isNaming(head) && attached.length === 0 && core.split(" ").length === 1) return [];
  // Of "share prices, yields, and spreads in the north" the spreads alone are those in the north.
  const ends =
    phrase.isList && (attached.length === 0 || shapes.length === 0) ? endsOf(phrase.core, tokens, plain) : [];
  for (const member of attached.length === 0 ? ends : ends.slice(0, -1))
    if (member.includes(" ")) add(member, attached.length === 0 ? 0.6 : 0.8);
  // "Harlow's consolidated gross margin": whose it is can go where it is long.
  const [, owned = ""] = /^[^,]{2,60}?['’]s? ((?:[\p{L}-]+ )+[\p{L}-]+)$/u.exec(core) ?? [];
  // "reducing the bank's bill holdings" is another thing than the holdings.
  const isGerund = tokens[phrase.core.from]?.pos === "VERB";
  if (owned !== "" && core.split(" ").length > LONG && !needsOne && !isTaken)
    add(isGerund ? `${core.split(" ")[0]} ${owned}` : owned, 0.8);
  const less = withoutAdjectives(phrase.core, tokens, plain);
  if (
    less !== "" &&
    !(needsOne && attached.length === 0) &&
    less !== core &&
    less.includes(" ") &&
    !/\b(?:and|or)\b|,/.test(less)
  ) {
    if (!needsOne && !isTaken) add(less, 0.5);
    if (first && !isTaken) add(`${less} ${first.preposition} ${first.text}`, 0.5);
  }
  const cash = cashFlowOf(shapes[0]?.text ?? "");
  if (cash !== "") add(cash, 0.3);
  const without = exceptionOf(phrase, tokens, plain);
  return shapes
    .filter(({ text }) => isTelling(text))
    .map(({ text, lost }) => ({ text: text + without, lost, words: `${text}${without}`.split(" ").length }))
    .filter(({ words }) => words <= MOST_WORDS);
}

/** "in economic indicators" of "in a number of economic indicators". */
const withoutCounts = (attached: readonly Attachment[], tokens: Token[]): readonly Attachment[] =>
  attached.flatMap((one, at) => {
    const before = attached[at - 1];
    if (one.preposition === "of" && before && isCount(before, tokens))
      return [{ ...one, from: before.from, preposition: before.preposition }];
    return isCount(one, tokens) && attached[at + 1]?.preposition === "of" ? [] : [one];
  });
const isCount = ({ from, head }: Attachment, tokens: Token[]) =>
  /^an?$/.test(word(tokens, from + 1)) &&
  COUNTS.test(word(tokens, head)) &&
  (head === from + 2 || (head === from + 3 && /^(?:wide|broad|large|small|whole)$/.test(word(tokens, from + 2))));
const COUNTS = /^(?:number|range|variety|array|couple|series|set|handful)$/;

/** "to ferry traffic forecast" of "to the forecast for ferry traffic", two words less; undefined where it cannot be said so. */
function tiedAtEnd(attached: readonly (Attachment & { text: string; noun: string })[], tokens: Token[], plain: string) {
  const [last, before] = [attached.at(-1), attached.at(-2)];
  if (!last || !before || attached.length > 3) return undefined;
  const one = compoundOf(before.text, before.noun, adjectivesOf(before.core, tokens, plain), last);
  const rest = attached.slice(0, -2).map(({ preposition, text }) => `${preposition} ${text} `);
  return one === undefined ? undefined : `${rest.join("")}${before.preposition} ${one}`;
}

/** " excluding credit cards" behind a phrase: without it the phrase is another. */
function exceptionOf({ to }: Phrase, tokens: Token[], plain: string): string {
  const at = /^[,(]$/.test(word(tokens, to)) ? to + 1 : to;
  if (!/^(?:excluding|except)$/.test(word(tokens, at))) return "";
  const left = readPhrase(tokens, at + 1, tokens.length);
  if (!left) return "";
  let end = left.core.to;
  // "energy and food rose": the reader of phrases leaves the second to the verb.
  if (/^(?:and|or)$/.test(word(tokens, end)) && /^(?:NOUN|PROPN)$/.test(tokens[end + 1]?.pos ?? "")) end += 2;
  return ` excluding ${coreText({ from: left.core.from, to: end }, left.head, tokens, plain)}`;
}

/** The first member of a list that has a noun of its own, and the last. */
function endsOf(core: { from: number; to: number }, tokens: Token[], plain: string): string[] {
  let to = core.from;
  while (to < core.to && !/^(?:and|or|,)$/.test(word(tokens, to))) to += 1;
  let from = core.to;
  while (from > to && !/^(?:and|or|,)$/.test(word(tokens, from - 1))) from -= 1;
  const first = tokens[to - 1]?.pos === "NOUN" ? [tidy(sliceText(tokens, plain, core.from, to))] : [];
  // "the Competition and Markets Authority" is one.
  // "supply and demand imbalances": both stand before one noun.
  const isShared =
    sliceText(tokens, plain, from, core.to).includes(" ") &&
    (!isAlike(tokens[to - 1], tokens[core.to - 1]) ||
      (word(tokens, to - 1) === "goods" && word(tokens, from) === "services"));
  return tokens[core.to - 1]?.pos === "PROPN" || isShared
    ? []
    : [...first, tidy(sliceText(tokens, plain, from, core.to))];
}

/** "business spending" of "business spending and wages"; empty of "oil and gas rigs", where both stand before one noun. */
function firstOf(text: string): string {
  const at = text.lastIndexOf(" and ");
  // "the Water and Harbour Administration" is one.
  if (
    /^\p{Lu}.* and \p{Lu}.*(?:Administration|Commission|Authority|Board|Agency|Association|Organi[sz]ation|Service|Bureau|Department|Council)$/u.test(
      text,
    )
  )
    return "";
  if (at < 0 || / (?:less|excluding|than) /.test(text)) return "";
  const first = text.slice(0, at).replace(/,$/, "");
  return text.slice(at + 5).includes(" ") && isPluralNoun(text) && !isPluralNoun(first) ? "" : first;
}

/** "stronger nominal Treasury yields" as "Treasury yields"; empty where only adjectives stand before the noun. */
function withoutAdjectives(core: { from: number; to: number }, tokens: Token[], plain: string): string {
  let { from } = core;
  const isDropped = (at: number) =>
    /^(?:ADJ|ADV)$/.test(tokens[at]?.pos ?? "") &&
    !(WHOSE.test(word(tokens, at)) && tokens[at + 1]?.pos === "VERB") &&
    !/^[-–‑]$/.test(word(tokens, at + 1)) &&
    !NAMING.test(word(tokens, at)) &&
    !/..er$|^(?:real|gross|net|federal|central|foreign|domestic|private|public|common|deferred|nominal|high|low|strong|weak|negative|less|more|few|increas|decreas|declin|rising|falling|growing|reduced|elevated|subdued|heightened|slower|record|limited|unchanged|unemployed|unsecured|uninsured|unsold|subprime)/.test(
      word(tokens, at),
    );
  while (from < core.to - 1 && isDropped(from)) from += 1;
  return from === core.from || tokens[from]?.pos === "CCONJ" ? "" : tidy(sliceText(tokens, plain, from, core.to));
}

/** "privately owned homes" are no "owned homes". */
const WHOSE = /^(?:seasonally|privately|publicly|federally|jointly|wholly|internationally|locally|newly)$/;

/** Adjectives that are part of what a thing is called: "primary credit rate", "commercial paper". */
const NAMING =
  /^(?!(?:actual|additional|annual|critical|drastic|dramatic|exceptional|general|gradual|initial|marginal|monetary|normal|optimistic|partial|pessimistic|potential|overall|special|specific|substantial|total|typical|unusual|usual)$)(?:\p{L}+(?:al|ic|ary)|average|median|core|prime|effective|productive|competitive|automotive|alternative|temporary)$/iu;

/** At least one word that names something. */
const isTelling = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s-]+/)
    .some((one) => one.length > 2 && isNaming(one) && !isPale(one));

/** The group without numerals in front, articles, brackets and pale adjectives where two words are left. */
function coreText(core: { from: number; to: number }, head: number, tokens: Token[], plain: string): string {
  let { from } = core;
  // "adjusted output" would be another output.
  if (/^seasonally$/i.test(word(tokens, from)) && word(tokens, from + 1) === "adjusted" && from + 2 <= head) from += 2;
  while (
    from < head &&
    tokens[from]?.pos === "ADV" &&
    tokens[from + 1]?.pos === "ADJ" &&
    !COMPARES.test(word(tokens, from)) &&
    !/^(?:less|least)$/.test(word(tokens, from))
  )
    from += 1;
  while (from < head && tokens[from]?.pos === "NUM" && !/^[-–‑]$/.test(word(tokens, from + 1))) from += 1;
  while (
    from < head - 1 &&
    !COMPARES.test(word(tokens, from)) &&
    isPale(word(tokens, from)) &&
    !/^[-–‑]$/.test(word(tokens, from + 1)) &&
    word(tokens, from + 1) !== "and"
  )
    from += 1;
  return (
    tidy(sliceText(tokens, plain, from, core.to))
      .replace(
        /^(?:(?:full[ -])?(?:fiscal )?year|(?:year|month|quarter)-o(?:ver|n)-(?:year|month|quarter)) (?=\S+ )/i,
        "",
      )
      // "quarter net sales" is left of "third quarter net sales": which one a title tells behind its comma.
      .replace(/^quarter (?:(?:19|20)\d\d )?(?=\p{L})/iu, "")
      .replace(/ (?:19|20)\d\d\/\d\d (?=\p{Ll})/u, " ")
  );
}

/** "Higher fees" weigh where fees do not. */
const COMPARES =
  /^(?:higher|lower|stronger|weaker|larger|smaller|greater|slower|faster|tighter|looser|high|low|strong|weak|slow|increasing)$/;

export const tidy = (text: string) =>
  (text.includes("(") ? text.replace(/\s*\([^)]*\)/g, "") : text)
    .replace(/[“”"‘]/g, "")
    // "last year's third quarter income": which year's a title tells behind its comma, or not at all.
    .replace(
      /^(?:(?:last|previous|prior) )?(?:year|quarter|month|week)['’]s (?:(?:first|second|third|fourth) quarter )?/i,
      "",
    )
    .replace(/(^| )(?:the|a|an|their|its|our|my|his|her|these|those|this) /gi, "$1")
    .replace(/\s{2,}|[^\S ]/g, " ")
    .replace(/(?<!\b[A-Z])[.,;:]+$/, "")
    // "Resolution no. 1256"
    .replace(/ [Nn]o$/, "")
    .trim();

/** "in this component", "to 10 members". */
const pointsOrCounts = ({ from, core }: Attachment, tokens: Token[]) =>
  (tokens[core.from]?.pos === "NUM" &&
    /^(?!(?:19|20)\d\d$)\d+$|^[a-z]+$/.test(word(tokens, core.from)) &&
    !/^[-–‑]$/.test(word(tokens, core.from + 1))) ||
  tokens.slice(from + 1, core.from).some(({ text }) => POINTING.test(text.toLowerCase()));

/** "core goods, in contrast" */
const isTurn = ({ preposition, head, core }: Attachment, tokens: Token[]) =>
  /^(?:in|on|at|by)$/.test(preposition) && core.to - core.from === 1 && EMPTY.test(word(tokens, head));

const isTime = ({ text, noun }: { text: string; noun: string }) =>
  isTimeText(text) || TIMES.test(noun) || /^(?:couple|remainder|rest|course|run|coming)$/.test(noun);
const isTimeText = (text: string) =>
  /^(?:fiscal |early |late )?(?:19|20)\d\d\S*$|^\S+ (?:19|20)\d\d$/.test(text) ||
  /^(?:(?:early|late|mid|end)[ -]?)?(?:january|february|march|april|may|june|july|august|september|october|november|december|h[12]|q[1-4]|mid-\d{4}|spring|summer|autumn|fall|winter)$/i.test(
    text,
  );
