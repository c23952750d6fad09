import { isEnglishWord } from "./language.ts";
import { readLostLigatures } from "./lost-ligatures.ts";

/** How often a document uses its words: tells names from words that are capital only at a sentence's start, and rare from common. */
export interface Vocabulary {
  /** Words that the document also writes in lower case, with the count of both forms. */
  lower: ReadonlyMap<string, number>;
  /** Every word in lower case with its count. */
  all: ReadonlyMap<string, number>;
  /** Words that it writes with a capital in the middle of a sentence: names. */
  names: ReadonlyMap<string, number>;
  /** Words that lost a ligature before they came here, each with what it is: "benet" is "benefit". */
  torn: ReadonlyMap<string, string>;
  /** How many words were read. */
  size: number;
}

/** More different words than any honest document has; what comes later is not counted. */
const MAX_WORDS = 100_000;
/** Words that are read; the rest of a longer document is like it. */
const MAX_READ = 400_000;

export function readVocabulary(text: string): Vocabulary {
  const lower = new Map<string, number>();
  const all = new Map<string, number>();
  const names = new Map<string, number>();
  // A part of a hyphenated word is left out: it may be half of a word that a line break tore.
  const pattern = /(?<![A-Za-z-])[A-Za-z]{2,30}(?![A-Za-z-])/g;
  let size = 0;
  for (; size < MAX_READ; size += 1) {
    const found = pattern.exec(text);
    if (!found) break;
    const word = found[0];
    const small = word.toLowerCase();
    const seen = all.get(small);
    if (seen !== undefined || all.size < MAX_WORDS) all.set(small, (seen ?? 0) + 1);
    const isInside =
      word !== small && /[a-z,]/.test(text.charAt(found.index - 2)) && text.charAt(found.index - 1) === " ";
    if (isInside && (names.has(small) || names.size < MAX_WORDS)) names.set(small, (names.get(small) ?? 0) + 1);
    if (word === small && (lower.has(small) || lower.size < MAX_WORDS)) lower.set(small, (lower.get(small) ?? 0) + 1);
  }
  return { lower, all, names, torn: readLostLigatures(all), size };
}

const NAMES = new Set(
  (
    "january february march april may june july august september october november december bank federal european reserve i " +
    // Places and their people: a short document may name them nowhere else.
    "china chinese japan japanese germany german france french italy italian spain spanish britain british india indian " +
    "brazil brazilian russia russian canada canadian mexico mexican australia australian argentina ukraine indonesia korea " +
    "korean sweden swedish norway norwegian switzerland swiss poland greece ireland portugal egypt iran iraq israel nigeria " +
    "vietnam thailand malaysia singapore taiwan pakistan europe asia asian africa african america american"
  ).split(" "),
);

/** The sentence with its first word in lower case, if that word is no name. Same length. */
export function lowerStart(text: string, { lower, names }: Vocabulary): string {
  const first = /^["“'‘(]?([A-Z][a-z]*)(?= |,|-)( [A-Z])?/.exec(text);
  const opening = first?.[1];
  if (!first || !opening || NAMES.has(opening.toLowerCase()) || OF_ANOTHER_TONGUE.test(text)) return text;
  const small = opening.toLowerCase();
  const isFunctionWord =
    small.length === 1 || FUNCTION_WORDS.has(small) || (first[2] === undefined && COMMON.test(small));
  const isName = (names.get(small) ?? 0) > (lower.get(small) ?? 0) || (first[2] !== undefined && !lower.has(small));
  if (isName && !isFunctionWord) return text;
  const at = first[0].indexOf(opening);
  return `${text.slice(0, at)}${small}${text.slice(at + small.length)}`;
}

/** "Banco de Norden": a name of a language whose small words no English sentence has. */
const OF_ANOTHER_TONGUE = /^\p{Lu}\p{Ll}+ (?:de|do|da|del|di|van|von) \p{Lu}/u;

/** Words that headings of reports have with a capital, and that name nothing before a small one. */
const COMMON =
  /^(?:global|wages?|employment|unemployment|investors?|firms|consumers?|households?|businesses|labou?r|credit|bid|retail|manufacturing|construction|agricultur\w+|home|housing|mortgages?|lending|loans?|deposits?|demand|spending|sales|revenues?|price|exports?|imports?|output|production|manufacturers|retailers|builders|farmers|borrowers|lenders|contacts|respondents|bankers|employers|capacity|inventor(?:y|ies)|equity|yields?|volatility|liquidity|delinquenc(?:y|ies))$/;

const FUNCTION_WORDS = new Set(
  (
    "the a an in on at for to of by as it its this that these those they he she we you our their his her however although though while when where " +
    "if since because after before during despite given but and or so yet also another all some several many most few both each no not there here " +
    "such other with without from under over among against between within following overall moreover furthermore additionally finally meanwhile " +
    "nevertheless nonetheless participants members total net average real prices inflation one two three four five six"
  ).split(" "),
);

/** Endings that are no words: behind a hyphen they are the second half of a word that a line's end tore. */
const ENDINGS = new Set(
  (
    "ing ings tion tions tional tionally sion sions ment ments ity ities tive tives tively ously ally ably ibly ance ence ances ences ture tures ness ical tary tory cial cially " +
    "tial tially nomic nomy nomies ty ly ers ies ure ures ber tics lars ble bles duction sumption parative paratively larly rily tely cally nally dly gly ately antly ently cantly ered ering " +
    "ating ated ates izing ized ising ised isation ization ational al als ative atives ments sity sities lity lities rity rities duced ducing"
  ).split(" "),
);

/**
 * "finan-", line break, "cial" as one word, also where the lines were put together and left the hyphen: where the document
 * or English has the whole word, and its halves are none. Else a hyphen is the author's: "31 terawatt-hours" stays.
 */
export function mendHyphens(text: string, { all }: Vocabulary): string {
  if (!/[-‐\u00ad]/.test(text)) return text;
  return (
    text
      .replace(
        /(?<![A-Za-z-])([A-Za-z]{2,20})([-‐\u00ad]\s{0,10})([a-z]{2,20})(?![A-Za-z-])/g,
        (found, first: string, mark: string, second: string) => {
          if (isJoint(second)) return found;
          const whole = `${first}${second}`.toLowerCase();
          // Within a line the author may have meant it: there only what cannot be a word is joined.
          const isBroken = /[\r\n]/.test(mark);
          const times = all.get(whole) ?? 0;
          const isKnown = isBroken ? times > 0 && !all.has(second) : times > 1 && times > 4 * (all.get(second) ?? 0);
          // "pur- chases": what stands before a hyphen and a space is no word.
          const isTorn =
            mark.length > 1 && !isBroken && (times > 0 || !(all.has(first.toLowerCase()) || isEnglishWord(first)));
          const isHalf = ENDINGS.has(second) && (mark.length > 1 || !all.has(`${first}-${second}`));
          return isKnown || isTorn || isHalf || isOneWord(first, second, times > 1) ? `${first}${second}` : found;
        },
      )
      // "slower-than- expected", "price-", line break, "sensitive": the hyphen is the author's, what follows it is not.
      .replace(/([A-Za-z]-)\s{1,10}([a-z]+)(?=(-?))/g, (found, first: string, second: string, goesOn: string) =>
        isJoint(second) && goesOn === "" ? found : `${first}${second}`,
      )
      // "mid-", line break, "2031"
      .replace(/([A-Za-z]-)[^\S\n]*\n\s*(?=\d)/g, "$1")
  );
}

/** "short- and long-term": the hyphen stands for a word left out. */
const isJoint = (word: string) => /^(?:and|or|to|nor|but|versus|than|through|as)$/.test(word);

/** "run-up", "pay-off": dictionaries write them as one word too, and the author did not. */
const PARTICLE = /^(?:up|down|in|out|on|off|over|by)$/;

/** "stem-ming" is a word of English and "ming" is none; "long-term" is not one word. */
function isOneWord(first: string, second: string, isWritten: boolean): boolean {
  if (PARTICLE.test(second)) return false;
  const whole = `${first}${second}`.toLowerCase();
  if (!isWritten && !isEnglishWord(whole) && !isEnglishWord(whole.replace(/s$/, ""))) return false;
  // "in-tense": so short a word is seldom half of a compound that is also written as one.
  return (
    (first.length <= 3 &&
      !/^(?:non|co|pre|re|sub|mid|pro|ex|de|bi|tri|one|two|six|ten|far|top|set|on|by)$/i.test(first)) ||
    !isEnglishWord(second) ||
    !isEnglishWord(first.toLowerCase())
  );
}
