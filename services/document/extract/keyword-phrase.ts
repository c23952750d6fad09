import type { Context } from "./context.ts";
import { isNaming, isPale } from "./noun-phrases.ts";
import { type Said, wordsBehind } from "./said-words.ts";
import { phraseOf, wordsOf } from "./shape.ts";
import { ownTime } from "./source.ts";
import type { Vocabulary } from "./vocabulary.ts";

const MIN_PHRASE_WORDS = 3;
const MAX_PHRASE_WORDS = 8;
/** Where a phrase may end: what stands before and behind is whole. */
const BOUNDS =
  /^(?:of|in|on|for|to|from|with|between|at|by|as|due|under|against|across|among|into|about|around|during|despite|amid|provided|used|attributable|related|relating|including)$/;
const LEFT_OUT = /^(?:&|contrast|and|or|the|a|an|its|their|having|taking|being)$/i;
/** What a phrase can do without: it is found by what is measured. */
const SPARE =
  /^(?:maintain|maintaining|keep|keeping|moving|growing|new|total|expected|possible|projected|anticipated|planned|further|continued|overall|average|main|recent|certain|significant)$/i;
/** What it can do without only where there is no room for it. */
const SCOPE = /^(?:global|international)$/i;
/** The same of nouns that another follows: "expectations for rents"; of "inflation expectations" they are what it is about. */
const SPARE_HEAD = /^(?:change|changes|outlook|adoption|views|expectations|consideration|preference)$/i;

/** What happened, which is asked for in other words. */
const CHANGE =
  /^(?:forecast|projection|estimate|moderation|pickup|easing|slowdown|acceleration|improvement|deterioration|weakening|strengthening|expansion|contraction|recovery|increase|increases|decrease|decreases|decline|rise|fall)$/;

/** Nouns that another names in full: "conditions in funding markets", and the country whose report it is. */
const FRAME =
  /^(?:forecast|projection|estimate|conditions|pace|level|levels|measure|measures|state|degree|cost|costs|decision|case|need|U\.S\.)$/;

/**
 * Who, what, what happened and when, as one would type them into a search box: whole parts of the core, as many as fit. A core
 * of a word or two, that anybody might speak of, goes on with what is `said` of it.
 */
export function keywordPhrase(core: string, period: string, whose: string, context: Context, said?: Said): string {
  const family = context.speaker?.split(" ").at(-1);
  const names = family ? [family] : namesOf(whose);
  // "Harlow's decision", "decision at Harlow": it is named already.
  const bare = [...names, ...names.map((name) => name.replace(/ (?:District|Beige Book)$/, ""))].reduce(
    (text, name) => withoutName(text, name),
    core.replace(
      /^(?:largely |broadly )?(?:little[- ]changed|unchanged) |^\S+['’]s? (?:views on|expectations for) /i,
      "",
    ),
  );
  const times = timesOf(period, context);
  const phrase = compose(names, [bare], times, context);
  if (wordsOf(bare).filter((word) => !BOUNDS.test(word) && !LEFT_OUT.test(word)).length > FEW) return phrase;
  if (!said) return phrase;
  const words = wordsOf(phrase);
  const time = times.find((one) => one !== "" && phrase.endsWith(` ${one}`)) ?? "";
  const more = wordsBehind(bare, said, MAX_PHRASE_WORDS - words.length).filter((word) => !words.includes(word));
  return [...words.slice(0, words.length - wordsOf(time).length), ...more, ...wordsOf(time)].join(" ");
}

/** A core that tells as little leaves open what is said of it. */
const FEW = 2;
/** Without a name at its end or its beginning, which is looked for before a pattern is made of it. */
function withoutName(text: string, name: string): string {
  const kept = text.endsWith(name) ? text.replace(new RegExp(` (?:at|in|of|by) ${RegExp.escape(name)}$`), "") : text;
  return kept.toLowerCase().startsWith(name.toLowerCase())
    ? kept.replace(new RegExp(`^${RegExp.escape(name)}(?:['’]s?)? `, "i"), "")
    : kept;
}

/** The first name and time with which all of the core fits, else as much of the core as fits with the shortest. */
export function compose(
  names: readonly string[],
  cores: readonly string[],
  times: readonly string[],
  context: Context,
): string {
  let best: { words: string[]; cost: number } | undefined;
  for (const [less, name] of names.entries())
    for (const [vague, time] of times.entries())
      for (const [other, core] of cores.entries()) {
        const ends = [...wordsOf(name), ...wordsOf(time)];
        const { kept, lost } = fittingCore(core, ends);
        const cost =
          lost +
          less * (LETTERS.test(name) ? 0.15 : name === "" ? 1 : 0.6) +
          vague * (/^\d{4}$/.test(time) ? 2 : 1.2) +
          other * 0.8;
        if (kept.length > 0 && (!best || cost < best.cost))
          best = { words: [...wordsOf(name), ...kept, ...wordsOf(time)], cost };
      }
  const words = best?.words ?? [];
  return words.length >= MIN_PHRASE_WORDS && words.length <= MAX_PHRASE_WORDS
    ? words.join(" ")
    : phraseOf([names[0] ?? "", ...(words.length > 0 ? words : cores.slice(0, 1))], [context.document]);
}

/** "BoE" is as good a name as the whole. */
const LETTERS = /^Bo[A-Z]$/;

/** As much of the core as fits: without what it happened with, sooner than without what happened. */
function fittingCore(core: string, ends: readonly string[]): { kept: string[]; lost: number } {
  const room = MAX_PHRASE_WORDS - ends.length;
  const whole = fitting(partsOf(core, ends), room);
  const bare = core.replace(WITH, "");
  if (whole.lost === 0 || bare === core) return whole;
  const own = partsOf(bare, ends).flat();
  return own.length > 1 && own.length <= room ? { kept: own, lost: 0.15 } : whole;
}
const WITH =
  / (?:(?<!(?:consistent|line|compared|associated|coupled|keeping|comply) )with|amid|despite|due to|against|because of|following|ahead of|relative to) .*$/;

/** The parts of a noun phrase that prepositions part, without what name and time say already. */
function partsOf(core: string, ends: readonly string[]): string[][] {
  const said = new Set(ends.filter((one) => one.length > 2 || /^[QH]\d$/.test(one)).map((one) => one.toLowerCase()));
  const parts: string[][] = [[]];
  const words = wordsOf(core);
  for (const [at, word] of words.entries()) {
    const clean = word.replace(/[,;]$/, "");
    // "Tarn's outlook", beside Tarn
    const isOwn = /['’]s?$/.test(clean) && said.has(clean.toLowerCase().replace(/['’]s?$/, ""));
    // "Bank Rate" is whole though the Bank of England says it.
    const isPair = /^\p{Lu}/u.test(clean) && /^\p{Lu}/u.test(words[at + 1] ?? "");
    if (BOUNDS.test(clean)) {
      // "prices boosted by exports": what prices and exports have to do with each other, two words cannot say.
      if (/^(?:by|with|of|to)$/.test(clean) && (parts.at(-1)?.length ?? 0) > 1 && TIED.test(parts.at(-1)?.at(-1) ?? ""))
        parts.at(-1)?.pop();
      parts.push([]);
    }
    // "excluding food" without the first word is the opposite.
    else if (/^(?:excluding|except)$/.test(clean)) parts.push([clean]);
    else if (clean !== "" && !LEFT_OUT.test(clean) && !isOwn && (isPair || !said.has(clean.toLowerCase())))
      parts.at(-1)?.push(clean);
  }
  return parts.filter((part) => part.length > 0);
}

/** All parts where there is room; else without spare words, then without the last parts, then the end of the first. */
function fitting(parts: readonly string[][], room: number): { kept: string[]; lost: number } {
  const all = parts.flat();
  if (all.length <= room) return { kept: all, lost: 0 };
  // "price increase" of "moderate price increase"
  const plain = parts.map((part, at) => (at === 0 ? withoutPale(part) : part));
  if (plain.flat().length <= room) return { kept: plain.flat(), lost: 0.1 };
  const still = plain.map((part) => withoutChange(part)).filter((part) => part.length > 0);
  if (still.flat().length <= room) return { kept: still.flat(), lost: 0.2 };
  const leaner = (isLess: (word: string) => boolean) =>
    still
      .filter((part, at) => at > 0 || still.length === 1 || part.length > 1 || !SPARE_HEAD.test(part[0] ?? ""))
      .map((part) => part.filter((word, at) => !isLess(word) || isOfName(word, part[at + 1])))
      .filter((part) => part.length > 0);
  const some = leaner((word) => SPARE.test(word));
  if (some.flat().length <= room) return { kept: some.flat(), lost: 0.3 };
  const lean = leaner((word) => SPARE.test(word) || SCOPE.test(word) || isPale(word.toLowerCase()));
  if (lean.flat().length <= room) return { kept: lean.flat(), lost: 0.5 };
  const bare = leaner((word) => SPARE.test(word) || SCOPE.test(word) || isPale(word.toLowerCase()) || FRAME.test(word));
  if (bare.flat().length <= room) return { kept: bare.flat(), lost: 1 };
  const most = mostTelling(lean, room);
  if (most) return { kept: most.flat(), lost: lean.length - most.length };
  const first = (lean[0]?.length ?? 0) > 1 ? (lean[0] ?? []) : lean.flat();
  return { kept: first.slice(-Math.max(room, 0)), lost: lean.length + 2 };
}

/** "International" of "International Segment". */
const isOfName = (word: string, next = "") => /^\p{Lu}/u.test(word) && /^\p{Lu}\p{Ll}/u.test(next);

/** Without what says how it moved, or that it may: "price increase" of "moderate price increase". */
function withoutPale(part: readonly string[]): readonly string[] {
  const at = part.findIndex((word) => CHANGE.test(word));
  return at < 0 ? part : [...toldOf(part.slice(0, at)), ...part.slice(at)];
}

const toldOf = (words: readonly string[]) =>
  words.filter(
    (word, at) =>
      isOfName(word, words[at + 1]) || !(isPale(word.toLowerCase()) || SPARE.test(word) || MANNER.test(word)),
  );
/** How something moves. */
const MANNER =
  /^(?:notable|dramatic|rapid|steady|marked|sizable|sizeable|gradual|noticeable|material|meaningful|moderate|robust|solid|mild|abrupt|steep)$/i;

/** The neighbouring parts that fit and tell the most: of "upside news to consumer goods prices" the prices. */
function mostTelling(parts: readonly string[][], room: number): string[][] | undefined {
  const tells = (part: readonly string[]) =>
    part.filter(
      (word) => isNaming(word.toLowerCase()) && !CHANGE.test(word) && !SPARE_HEAD.test(word) && !VAGUE.test(word),
    ).length;
  let best: string[][] | undefined;
  let most = 1;
  for (let from = 0; from < parts.length; from += 1)
    for (let to = from + 1; to <= parts.length; to += 1) {
      const some = parts.slice(from, to);
      const telling = some.reduce((sum, part) => sum + tells(part), 0);
      if (some.flat().length > room || telling <= most) continue;
      best = some;
      most = telling;
    }
  return best;
}

/** Nouns that tell little without what they are of. */
const VAGUE =
  /^(?:news|indicators?|readings?|signs?|importance|consistency|revision|upward|downward|measures?|range|ranges|details|approach|response|reports?|support|contributions?|effects?|uncertainty|possibility|need|use)$/i;
/** "boosted", "associated", "driven". */
const TIED = /^(?:\p{Ll}{3,}ed|driven|led)$/u;

/** "sharp decline" in front of what declined, "decline" behind it. */
function withoutChange(part: readonly string[]): string[] {
  const at = part.findIndex((word) => CHANGE.test(word));
  if (at < 0) return [...part];
  return [...toldOf(part.slice(0, at)), ...part.slice(at + 1)];
}

/** A name as it is and shorter: "Kansas City Beige Book", "Kansas City". */
export function namesOf(whose: string): string[] {
  const part = /^(.+) (?:Beige Book|Report|Survey|Bulletin|Review)$/.exec(whose)?.[1];
  if (whose === "Beige Book's National Summary") return ["Beige Book"];
  const district = /^Beige Book's (.+ District) summary$/.exec(whose)?.[1];
  if (district !== undefined) return [`${district} Beige Book`, district];
  // As they are called: "BoE". Of other banks nobody would know the letters.
  const bank = /^(?:the )?Bank of (England|Japan|Canada|Korea)$/.exec(whose)?.[1]?.charAt(0);
  if (bank !== undefined) return [whose, `Bo${bank}`];
  return part !== undefined && !/^(?:the|its)$/i.test(part) ? [whose, part] : [whose];
}

/** When, in as few words as say it: "Q2 2031"; of a season or a year also when it was said. */
function timesOf(period: string, context: Context): string[] {
  const own = ownTime(context);
  const short = shortPeriod(period);
  // Of a body that publishes every month a year alone names a dozen documents.
  const year = /(?:19|20)\d\d$/.exec(own)?.[0] ?? own;
  // "six months to June 2031"
  const end = /^(?:\w+ (?:weeks|months)|year) to (.+)$/.exec(short)?.[1];
  if (end !== undefined) return [short, end];
  if (short === "" || own.endsWith(short) || (context.company !== undefined && short === context.period))
    return context.company === undefined ? [own] : [own, year];
  return context.company === undefined && !/[A-Z]/.test(short) && own !== "" ? [`${short} ${own}`, short] : [short];
}

const QUARTERS = ["first", "second", "third", "fourth"];

/** "second quarter of 2031" as "Q2 2031", "fiscal year 2031" as "fiscal 2031". */
export const shortPeriod = (period: string) =>
  period
    .replace(
      /^(?:the )?(first|second|third|fourth) quarter (?:of )?(?:fiscal )?(?:year )?(\d{4})$/i,
      (all, which: string, year: string) => `Q${QUARTERS.indexOf(which.toLowerCase()) + 1} ${fiscalOf(all)}${year}`,
    )
    .replace(
      /^(?:the )?(first|second) half (?:of )?(?:fiscal )?(\d{4})$/i,
      (all, which: string, year: string) => `H${which.toLowerCase() === "first" ? 1 : 2} ${fiscalOf(all)}${year}`,
    )
    .replace(/^fiscal year /i, "fiscal ");

/** Which of the years that a company's quarters and another's are counted in. */
const fiscalOf = (period: string) => (/\bfiscal\b/i.test(period) ? "fiscal " : "");

/** "ECB" for "the European Central Bank" where the document knows it so, "Bowman" for "Michelle W. Bowman". */
export function shortEntity(entity: string, { all }: Vocabulary): string {
  const name = entity.replace(/^the /, "");
  const words = name.split(" ");
  if (/^(?:First )?(?:Deputy )?(?:Governor|President|Chair|Director) /.test(name)) return words.at(-1) ?? name;
  if (/^\p{Lu}[\p{L}-]+ (?:\p{Lu}\. )?\p{Lu}[\p{L}-]+$/u.test(name) && / \p{Lu}\. /u.test(name))
    return words.at(-1) ?? name;
  if (/^[A-Z]{3,}$/.test(words[0] ?? "")) return words[0] ?? name;
  // "the Northmark Beige Book" is a work, no body.
  if (/ (?:Book|Report|Outlook|Review|Monitor|Survey|Bulletin)$|'s .* [Ss]ummary$/.test(name)) return name;
  const initials = words
    .filter((one) => /^\p{Lu}/u.test(one) && !one.includes("."))
    .map((one) => one.charAt(0))
    .join("");
  if (initials.length >= 3 && all.has(initials.toLowerCase())) return initials;
  // A name that would fill the phrase.
  return words.length > 3 && initials.length >= 3 ? initials : name;
}
