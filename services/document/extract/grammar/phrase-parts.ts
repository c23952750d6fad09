import { isNaming, isPale } from "./noun-phrases.ts";
import { wordsOf } from "./shape.ts";

/** Where a phrase may end: what stands before and behind is whole. */
export const BOUNDS =
  /^(?:of|in|on|for|to|from|with|between|at|by|as|due|under|against|across|among|into|about|around|during|despite|amid|provided|used|attributable|related|relating|regarding|concerning|including)$/;
/** Words that a phrase does without. */
export const LEFT_OUT = /^(?:&|contrast|and|or|the|a|an|its|their|having|taking|being|certain|both|such)$/i;
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

/** Of these what stands behind other nouns can go at the very last: "baseline forecast", but not "U.S." of "excluding U.S.". */
const LOOSE = /^(?:forecast|projection|estimate|pace|levels?|measures?|state|degree|decision|case|need)$/;

/** As much of the core as fits: without what it happened with, sooner than without what happened. */
export function fittingCore(core: string, ends: readonly string[], most: number): { kept: string[]; lost: number } {
  const room = most - ends.length;
  const whole = fitting(partsOf(core, ends), room);
  const bare = core.replace(WITH, "");
  if (whole.lost >= 1) {
    const tied = partsOf(core.replace(EFFECT_ON, "$1 on "), ends).flat();
    if (tied.length <= room && EFFECT_ON.test(core)) return { kept: tied, lost: 0.7 };
  }
  if (whole.lost === 0 || bare === core) return whole;
  const own = partsOf(bare, ends).flat();
  return own.length > 1 && own.length <= room ? { kept: own, lost: 0.15 } : whole;
}
/** "weak demand effect on rents": what has it and on what, but not what "negative" is said of. */
const EFFECT_ON = /(\p{Ll}(?<!ive|al|ed|ing|ous|ant|ent|er|ble|ful)) (?:effects?|impacts?) on /u;
const WITH =
  / (?:(?<!(?:consistent|line|compared|associated|coupled|keeping|comply) )with|amid|despite|due to|against|because of|following|ahead of|relative to) .*$/;

/** "no cut before May" is none at all where it is cut to fit: sooner goes the time. */
const DENIED = /^no /i;

/** The parts of a noun phrase that prepositions part, without what name and time say already. */
function partsOf(core: string, ends: readonly string[]): string[][] {
  const said = new Set(ends.filter((one) => one.length > 2 || /^[QH]\d$/.test(one)).map((one) => one.toLowerCase()));
  const parts: string[][] = [[]];
  const words = wordsOf(core.replaceAll("—", " "));
  for (const [at, word] of words.entries()) {
    const clean = word.replace(/[,;]$/, "");
    // "Tarn's outlook", beside Tarn
    const isOwn = /['’]s?$/.test(clean) && said.has(clean.toLowerCase().replace(/['’]s?$/, ""));
    // "Bank Rate" is whole though the Bank of England says it.
    const isPair = /^\p{Lu}/u.test(clean) && /^\p{Lu}/u.test(words[at + 1] ?? "");
    // "low- and moderate-income"
    const isHalf = /\p{L}-$/u.test(words[at - 1] ?? "");
    if (isHalf) parts.at(-1)?.push(clean);
    else if (BOUNDS.test(clean)) {
      // "prices boosted by exports": what prices and exports have to do with each other, two words cannot say.
      if (/^(?:by|with|of|to)$/.test(clean) && (parts.at(-1)?.length ?? 0) > 1 && TIED.test(parts.at(-1)?.at(-1) ?? ""))
        parts.at(-1)?.pop();
      parts.push([]);
    }
    // "excluding food" without the first word is the opposite.
    else if (/^(?:excluding|except)$/.test(clean) || (clean === "before" && DENIED.test(core))) parts.push([clean]);
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
  // "pace of price increases" is of these.
  const still = plain.map((part, at) => (at === 0 ? withoutChange(part) : [...part])).filter((part) => part.length > 0);
  if (still.flat().length <= room) return { kept: still.flat(), lost: 0.2 };
  const leaner = (isLess: (word: string) => boolean) =>
    still
      .filter((part, at) => at > 0 || still.length === 1 || part.length > 1 || !SPARE_HEAD.test(part[0] ?? ""))
      .map((part, at, { length }) =>
        (at === length - 1 ? withoutNet(part) : part).filter(
          (word, at) => !isLess(word) || isOfName(word, part[at + 1]) || /^weighted$/i.test(part[at - 1] ?? ""),
        ),
      )
      .filter((part) => part.length > 0);
  const some = leaner((word) => SPARE.test(word));
  if (some.flat().length <= room) return { kept: some.flat(), lost: 0.3 };
  const lean = leaner((word) => SPARE.test(word) || SCOPE.test(word) || isPale(word.toLowerCase()));
  if (lean.flat().length <= room) return { kept: lean.flat(), lost: 0.5 };
  // "risks to projections of growth": of two things what ties them can go.
  const direct = lean.filter(
    (part, at) => !(at > 0 && at < lean.length - 1 && part.length === 1 && FORESEEN.test(part[0] ?? "")),
  );
  if (direct.flat().length <= room) return { kept: direct.flat(), lost: 0.7 };
  // "benefit costs" without the second word is another thing: sooner goes "conditions" of "conditions in markets".
  const without = (isFrame: (at: number, part: readonly string[]) => boolean) =>
    lean
      .map((part) => part.filter((word, at) => !(FRAME.test(word) && isFrame(at, part))))
      .filter((part) => part.length > 0);
  const bare = without((at, part) => at === 0 || at < part.length - 1);
  if (bare.flat().length <= room) return { kept: bare.flat(), lost: 1 };
  const barest = without((at, part) => at < part.length - 1 || LOOSE.test(part[at] ?? ""));
  if (barest.flat().length <= room) return { kept: barest.flat(), lost: 1.3 };
  const most = mostTelling(lean, room);
  // Without the first part it is told of what, and not what.
  if (most)
    return {
      kept: most.flat(),
      lost: lean.length - most.length + (most[0] !== lean[0] && tellsOf(lean[0] ?? []) > 0 ? NOT_WHAT : 0),
    };
  const first = (lean[0]?.length ?? 0) > 1 ? (lean[0] ?? []) : lean.flat();
  const kept = first.slice(-Math.max(room, 0));
  return { kept, lost: lean.length + 2 + 0.4 * (first.length - kept.length) };
}

const FORESEEN = /^(?:projections?|forecasts?|outlooks?|estimates?|expectations)$/;

/** What is measured is worth more than whose it is, or a time to the month. */
const NOT_WHAT = 1;

/** "benefit costs" of "benefit costs, net". */
const withoutNet = (part: readonly string[]) =>
  part.length > 2 && part.at(-1)?.toLowerCase() === "net" ? part.slice(0, -1) : part;

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

/** Words of a part that name something. */
const tellsOf = (part: readonly string[]) =>
  part.filter(
    (word) => isNaming(word.toLowerCase()) && !CHANGE.test(word) && !SPARE_HEAD.test(word) && !VAGUE.test(word),
  ).length;

/** The neighbouring parts that fit and tell the most: of "upside news to consumer goods prices" the prices; but risks to prices are no prices. */
function mostTelling(parts: readonly string[][], room: number): string[][] | undefined {
  let best: string[][] | undefined;
  let most = 1;
  for (let from = 0; from < parts.length; from += 1)
    for (let to = from + 1; to <= parts.length; to += 1) {
      const some = parts.slice(from, to);
      const saysWhat = from === 0 && to > 1 && /^risks?$/.test(some[0]?.at(-1) ?? "") ? 1 : 0;
      const telling = some.reduce((sum, part) => sum + tellsOf(part), saysWhat);
      // "before greater confidence" is half of "no cut before greater confidence".
      if (some.flat().length > room || telling <= most || some[0]?.[0] === "before") continue;
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
