import type { Context } from "../context.ts";
import { BOUNDS, fittingCore, LEFT_OUT } from "../grammar/phrase-parts.ts";
import { phraseOf, wordsOf } from "../grammar/shape.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { ownTime } from "../source.ts";
import { type Said, wordsAttached, wordsBehind } from "./said-words.ts";

const MIN_PHRASE_WORDS = 3;
const MAX_PHRASE_WORDS = 8;
/**
 * Who, what, what happened and when, as one would type them into a search box: whole parts of the core, as many as fit. A core
 * of a word or two, that anybody might speak of, goes on with what is `said` of it.
 */
export function keywordPhrase(core: string, period: string, whose: string, context: Context, said?: Said): string {
  const family = context.speaker?.split(" ").at(-1);
  const names = family ? [family] : namesOf(whose, context.called);
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
  if (!said) return phrase;
  const isShort = wordsOf(bare).filter((word) => !BOUNDS.test(word) && !LEFT_OUT.test(word)).length <= FEW;
  const words = wordsOf(phrase);
  const time = times.find((one) => one !== "" && phrase.endsWith(` ${one}`)) ?? "";
  const room = MAX_PHRASE_WORDS - words.length;
  const more = isShort
    ? wordsBehind(bare, said, room).filter((word) => !words.includes(word))
    : unsaid(wordsAttached(bare, said, room), words);
  const told = [...words.slice(0, words.length - wordsOf(time).length), ...more, ...wordsOf(time)];
  const state = UNCHANGED.exec(core)?.[1]?.replace(" ", "-").toLowerCase();
  const named = wordsOf(names.find((one) => one !== "" && phrase.startsWith(`${one} `)) ?? "").length;
  // "unchanged persons": of one word it says too little.
  const isRoomy = told.length < MAX_PHRASE_WORDS && told.length - named - wordsOf(time).length > 1;
  const isSaid = state === undefined || told.includes(state);
  return (isRoomy && !isSaid ? told.toSpliced(named, 0, state) : told).join(" ");
}
/** That it did not move is worth a word where there is room for one. */
const UNCHANGED = /^(?:largely |broadly )?(little[- ]changed|unchanged) /i;

/** Nothing where one of the words is there already: "inflation expectation measures" are of expectations. */
const unsaid = (more: readonly string[], words: readonly string[]) =>
  more.some((word) => words.some((one) => one.replace(/s$/, "") === word.replace(/s$/, ""))) ? [] : more;

/** A core that tells as little leaves open what is said of it. */
const FEW = 3;
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
  // What is called by a name needs no other where there is room for one only: "Henry Hub spot price".
  const all = names.includes("") || !cores.some((core) => NAMED.test(core)) ? names : [...names, ""];
  for (const [less, name] of all.entries())
    for (const [vague, time] of times.entries())
      for (const [other, core] of cores.entries()) {
        const ends = [...wordsOf(name), ...wordsOf(time)];
        const { kept, lost } = fittingCore(core, ends, MAX_PHRASE_WORDS);
        const cost =
          lost +
          (less >= names.length ? UNNAMED : less * (name === "" ? 1 : isKnown(name, context) ? 0.15 : 0.6)) +
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

/** A core that begins with a name. */
const NAMED = /^\p{Lu}[\p{L}.]+ \p{Lu}/u;
/** A phrase that names nobody is better than half a measure, and worse than a vague time. */
const UNNAMED = 2.5;

/** "BoE" is as good a name as the whole, and so is what its filing calls a company. */
const isKnown = (name: string, { called }: Context) => /^Bo[A-Z]$|^Beige Book$/.test(name) || name === called;

/** A name as it is and shorter: "Kansas City Beige Book", "Kansas City". */
export function namesOf(whose: string, called = ""): string[] {
  if (called !== "" && called !== whose && whose.startsWith(called)) return [whose, called];
  const part = /^(.+) (?:Beige Book|Report|Survey|Bulletin|Review)$/.exec(whose)?.[1];
  if (whose === "Beige Book's National Summary") return ["Beige Book National Summary", "Beige Book"];
  const district = /^Beige Book's (.+ District) summary$/.exec(whose)?.[1];
  if (district !== undefined) return [`${district} Beige Book`, district];
  const office = /^Statistics (\p{Lu}.+)$/u.exec(whose)?.[1];
  if (office !== undefined) return [whose, office];
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
  // "June-quarter 2031" says the same in a word less.
  const [, month, ofYear] = /^(\p{Lu}\p{Ll}+) (\d{4}) quarter$/u.exec(short) ?? [];
  if (month !== undefined) return [short, `${month}-quarter ${ofYear}`];
  return context.company === undefined && !/[A-Z]/.test(short) && own !== "" ? [`${short} ${own}`, short] : [short];
}

const QUARTERS = ["first", "second", "third", "fourth"];
const nthOf = (which: string) => (/^(?:last|final)$/i.test(which) ? 4 : QUARTERS.indexOf(which.toLowerCase()) + 1);

/** "second quarter of 2031" as "Q2 2031", "fiscal year 2031" as "fiscal 2031". */
export const shortPeriod = (period: string) =>
  period
    .replace(
      /^(?:the )?(first|second|third|fourth|last|final) quarter (?:of )?(?:fiscal )?(?:year )?(\d{4})$/i,
      (all, which: string, year: string) => `Q${nthOf(which)} ${fiscalOf(all)}${year}`,
    )
    .replace(
      /^(?:the )?(first|second) half (?:of )?(?:fiscal )?(\d{4})$/i,
      (all, which: string, year: string) => `H${which.toLowerCase() === "first" ? 1 : 2} ${fiscalOf(all)}${year}`,
    )
    .replace(/^(?:the )?first (nine) months of (?=(?:fiscal )?\d{4}$)/i, "$1 months ")
    .replace(/^fiscal year /i, "fiscal ")
    .replace(/^(?:the )?(?:full year|twelve months) of (?=\d{4}$)/i, "");

/** Which of the years that a company's quarters and another's are counted in. */
const fiscalOf = (period: string) => (/\bfiscal\b/i.test(period) ? "fiscal " : "");

/** "ECB" for "the European Central Bank" where the document knows it so, "Bowman" for "Michelle W. Bowman". */
export function shortEntity(entity: string, { all }: Vocabulary): string {
  const name = entity.replace(/^the /, "");
  const city = /^Federal Reserve Bank of (.+)$/.exec(name)?.[1];
  if (city !== undefined) return `${city} Fed`;
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
