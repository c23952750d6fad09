/** Short forms that a document spells out somewhere, with what they stand for: "NLO" for "Norden lending office". */
export type Abbreviations = ReadonlyMap<string, string>;

export const NO_ABBREVIATIONS: Abbreviations = new Map();

/** More than any honest document defines. */
const MOST = 500;
const LONGEST_NAME = 110;
const DEFINED = /\((?:the )?["“]?((?:\p{Lu}[\p{Lu}&]{1,6}|\p{Lu}\p{Ll}?\p{Lu}{1,5})s?)["”]?\)/gu;

/** Everybody who reads such documents knows them. */
const KNOWN = new Set(
  (
    "US USA UK EU UN GDP GNP CPI PPI PCE HICP PMI PMIS IMF ECB FOMC MPC OECD OPEC NATO WTO WHO IT AI CEO CFO ETF ETFS EPS SEC GAAP LNG USD EUR GBP FX " +
    "NYSE ESG EBITDA COVID BP GE MT WWI WWII PCS FAO USDA FDA IRS VAT ADR SG&A R&D M&A S&P II III"
  ).split(" "),
);

/** What the text puts in front of a short form in brackets, where its words begin with the letters of the short form. */
export function readAbbreviations(text: string): Abbreviations {
  const found = new Map<string, string>();
  for (const { index, 1: short = "" } of text.matchAll(DEFINED)) {
    if (KNOWN.has(short.toUpperCase()) || found.size > MOST) continue;
    const before = text
      .slice(Math.max(0, index - LONGEST_NAME), index)
      .replace(/\s+/g, " ")
      .trimEnd();
    const long = nameBefore(before.replace(/^.*[.;:()[\]"“”](?= |$)/, ""), short);
    const other = found.get(short);
    // What stands for two things stands for neither.
    if (long !== "" && other !== "") found.set(short, other && !isSame(other, long) ? "" : (other ?? long));
  }
  return new Map([...found].filter(([, long]) => long !== ""));
}

const isSame = (one: string, other: string) =>
  one.toLowerCase().replace(/\W|s\b/g, "") === other.toLowerCase().replace(/\W|s\b/g, "");

const SMALL = /^(?:of|and|the|for|to|in|on|a|an|&)$/i;

/** The words at the end of a text that a short form is of: those that begin with its letters. Empty where they do not. */
function nameBefore(text: string, short: string): string {
  // "Survey on Lending (NLS)": what stands behind "on" may have no letter.
  const cut = text.replace(/^(.*) (?:on|of|for|in) .*$/, "$1");
  for (const part of [text, cut]) {
    const at = startOf(part, short);
    if (at >= 0) return asNamed(text.slice(at).trim(), !/(?<![\p{L}\p{N}])\p{Ll}+ $/u.test(text.slice(0, at)));
  }
  return "";
}

/** "Commercial real estate", which opened a sentence, as elsewhere in one; names, "Nordic bonds", keep their capitals and lose their "'s". */
function asNamed(long: string, opens: boolean): string {
  const name = long.replace(/['’]s?$/, "");
  return /- /.test(name)
    ? ""
    : !opens || /\p{Lu}.*\p{Lu}/u.test(name)
      ? name
      : name.charAt(0).toLowerCase() + name.slice(1);
}

function startOf(text: string, short: string): number {
  const letters = short.replace(/s$/, "").match(/\p{Lu}/gu) ?? [];
  const words = [...text.matchAll(/[\p{L}\p{N}’'.&]+/gu)];
  let open = letters.length;
  let at = words.length;
  while (open > 0 && at > 0) {
    at -= 1;
    const word = words[at]?.[0] ?? "";
    if (word.charAt(0).toUpperCase() === letters[open - 1] && !SMALL.test(word)) open -= 1;
    else if (!SMALL.test(word)) return -1;
  }
  return open > 0 ? -1 : (words[at]?.index ?? -1);
}

const SHORT =
  /(?<![\p{L}\p{N}&(“"/-])(an? )?(\p{Lu}[\p{Lu}\p{Ll}&]{0,6}\p{Lu}s?)(?:(['’]s|(?<=s)['’](?= ))|(?![\p{L}\p{N}&)”"/-]| \p{Lu}))/gu;
/** More would make a list of names of a sentence. */
const MOST_SPELLED = 2;

/** The finding with a short form spelled out where it stands first: "rates in advanced foreign economies (AFEs) rose". */
export function spellOut(text: string, abbreviations: Abbreviations): string {
  if (abbreviations.size === 0 || !/\p{Lu}\p{L}?[\p{Lu}&]/u.test(text)) return text;
  const done = new Set<string>();
  const small = text.toLowerCase();
  return text.replace(
    SHORT,
    (found, article: string | undefined, short: string, owns: string | undefined, at: number) => {
      const long = longOf(short, abbreviations);
      if (long === "" || done.has(short) || done.size === MOST_SPELLED) return found;
      if (text.includes(`(${short})`) || small.includes(long.toLowerCase())) return found;
      done.add(short);
      const opens = at === 0 || /[.!?]["”’)]? $/.test(text.slice(Math.max(0, at - 4), at));
      const begun = opens && article === undefined ? long.charAt(0).toUpperCase() + long.slice(1) : long;
      const an = article === undefined ? "" : `${/^[aeio]/i.test(long) ? "an" : "a"} `;
      return `${opens && an ? an.charAt(0).toUpperCase() + an.slice(1) : an}${begun}${owns ?? ""} (${short})`;
    },
  );
}

/** Of "AFE" what "AFEs" stands for, in the singular, and the other way round. */
function longOf(short: string, abbreviations: Abbreviations): string {
  const one = abbreviations.get(short);
  if (one !== undefined) return one;
  const several = abbreviations.get(`${short}s`);
  if (several !== undefined) return several.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");
  const single = /s$/.test(short) ? abbreviations.get(short.slice(0, -1)) : undefined;
  return single === undefined || /s$/.test(single) ? "" : single.replace(/(?<=[^aeiou])y$/, "ie").concat("s");
}
