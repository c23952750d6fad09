import { type Adjunct, EMPTY } from "../grammar/adjuncts.ts";
import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { TIMES } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { adjectivesOf, compoundOf, singular } from "../grammar/compounds.ts";
import { tidy } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { isNaming, sliceText } from "../grammar/noun-phrases.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { namesPlace } from "../prose/country.ts";
import { isPlace, placed, withoutManner } from "./placed-titles.ts";
import type { Reading } from "./reading.ts";
import { stemOf } from "./telling.ts";
import { shares, stemsIn } from "./title-places.ts";
import { LOSSLESS, leadOf, shortEnough } from "./title-room.ts";

/** What a noun is of in its sentence: of "yields on coastal bonds" the bonds. */
export interface Missing {
  /** The noun, by its stem; its sentence has it once. */
  noun: string;
  /** The words in front of it that belong to it there, by their stems: "average yields". */
  before: readonly string[];
  preposition: string;
  /** What it is of as a title has it, the fullest first. */
  texts: readonly string[];
}

/** What a title of a sentence may lack. */
export interface Lacking {
  nouns: readonly Missing[];
  /** Where all of it is told of: "in Norden". */
  places: readonly string[];
  /** What is told of there, by its stems: of another theme the place need not be. */
  of: ReadonlySet<string>;
}

/** Behind a noun of the subject these hang on it. */
const OF_SUBJECT = /^(?:of|to|on|for|between|among|by|in)$/;
/** Elsewhere they may hang on the verb: "to" and the like only where the noun asks for them. */
const ASKS: Readonly<Record<string, RegExp>> = {
  of: /./,
  between: /./,
  to: /^(?:loans?|lending|credit|exposures?|access|contributions?|approach|threats?|commitment|resilience|transition|barriers?|sensitivity)$/,
  on: /^(?:bans?|tariffs?|restrictions?|limits?|taxes|tax|duties|duty|guidance|rates?|yields?|spreads?|delinquencies|consensus|dependence|reliance|spending)$/,
  for: /^(?:prospects?|requirements?|guidance|expectations?|demand|criteria|probabilit(?:y|ies)|quotas?|prices|bans?)$/,
  in: /^(?:trends?|shifts?|participation|interest|confidence|imbalances?)$/,
};
const MOST_WORDS = 4;
/** What these are of stands behind them, and is not named with them. */
const OPEN =
  /^(?:levels?|pace|paths?|amounts?|degrees?|numbers?|shares?|rates?|sizes?|types?|kinds?|parts?|use|categor(?:y|ies)|range|impacts?|effects?|outlook|state|risks?|situations?|circumstances|conditions?|developments?|factors?|measures?|indicators?|case|need|question|achievement|level|response|changes?|increases?|declines?|decreases?|rise|fall|growth|further|projections?|forecasts?|economy|people|others|things|area|areas|others?)$/i;
const POINTS = /\b(?:this|these|that|those|such|its|their|his|her|other|others|another|same|any|each)\b/i;

/** What a title of a sentence may lack, by what hangs on its nouns and on its predicate. */
export function lackingIn({ tokens, plain, claim }: Reading, adjuncts: readonly Adjunct[]): Lacking {
  const nouns: Missing[] = [];
  const places = adjuncts.flatMap(({ texts: [text = ""] }) => (isPlace(text) ? [text] : []));
  const counts = new Map<string, number>();
  for (const { text, pos } of tokens) if (pos === "NOUN") counts.set(stemOf(text), (counts.get(stemOf(text)) ?? 0) + 1);
  const { from = 0, to = 0 } = claim.subject ?? {};
  for (const [at, { text, pos }] of tokens.entries()) {
    const preposition = word(tokens, at + 1);
    if (pos !== "NOUN" || !OF_SUBJECT.test(preposition) || counts.get(stemOf(text)) !== 1) continue;
    const isOwn = at >= from && at < to - 1;
    const small = text.toLowerCase();
    const isMove = preposition === "in" && isChange(small);
    if (!isOwn && ASKS[preposition]?.test(small) !== true && !isMove) continue;
    const phrase = readPhrase(tokens, at + 2, tokens.length);
    if (phrase?.from !== at + 2) continue;
    const texts = textsOf(phrase, tokens, plain);
    // Elsewhere "in" says where.
    const isWhere = preposition === "in" && !isMove && !ASKS.in?.test(small);
    if (isWhere)
      places.push(
        ...texts
          .slice(0, 1)
          .map((text) => `in ${text}`)
          .filter(isPlace),
      );
    else if (texts.length > 0) nouns.push({ noun: stemOf(text), before: beforeIn(tokens, at), preposition, texts });
  }
  const subject = sliceText(tokens, plain, claim.subject?.core.from ?? 0, claim.subject?.core.to ?? 0);
  return { nouns, places, of: stemsIn(subject) };
}

const isChange = (noun: string) => CHANGE_NOUNS.has(noun) || CHANGE_NOUNS.has(noun.replace(/s$/, ""));

function beforeIn(tokens: readonly Token[], at: number): string[] {
  const found: string[] = [];
  for (let back = at - 1; /^(?:NOUN|PROPN|ADJ|NUM)$/.test(tokens[back]?.pos ?? "") && back >= 0; back -= 1)
    found.push(stemOf(tokens[back]?.text ?? ""));
  return found;
}

const sharesWord = (stems: readonly string[], text: string) =>
  text.split(/[\s-]+/).some((one) => stems.includes(stemOf(one.toLowerCase())));

/** A noun group in the words of a title, whole and without its adjectives; none where it says no thing or leaves open which. */
function textsOf(phrase: Phrase, tokens: Token[], plain: string): string[] {
  const { core, head, attached } = phrase;
  const whole = tidy(sliceText(tokens, plain, core.from, core.to));
  // "30-year fixed rate home mortgage": the home mortgage.
  const isSized = /^(?!(?:19|20)\d\d ).*\d/.test(whole) && /^(?:NOUN|PROPN)$/.test(tokens[head - 1]?.pos ?? "");
  const text = isSized ? sliceText(tokens, plain, head - 1, head + 1) : whole;
  const noun = word(tokens, head);
  const isOpen =
    phrase.isList ||
    POINTS.test(phrase.determiner) ||
    /\d|,|["“”'’]| (?:and|or) /.test(text) ||
    text.split(" ").length > MOST_WORDS ||
    TIMES.test(noun) ||
    EMPTY.test(noun) ||
    (!isNaming(noun) && !text.includes(" ")) ||
    OPEN.test(text) ||
    attached[0]?.preposition === "of" ||
    tokens[core.from]?.pos === "VERB" ||
    /^(?:and|or|-)$/.test(word(tokens, core.to)) ||
    // "for activity, the labor market, and inflation"
    (word(tokens, core.to) === "," && /^(?:DET|ADJ|NOUN|PROPN)$/.test(tokens[core.to + 1]?.pos ?? ""));
  if (isOpen || text === "") return [];
  const loose = adjectivesOf(core, tokens, plain);
  const short = text.startsWith(`${loose} `)
    ? text.slice(loose.length + 1)
    : text.replace(/^(?:total|overall) (?=.* )/, "");
  return short === text || OPEN.test(short) || OTHERS.test(loose) ? [text] : [text, short];
}
/** Without these it is another group: the jobless among workers, the uninsured among deposits. */
const OTHERS = /\b(?:unemployed|jobless|unsecured|secured|uninsured|unsold|subprime|nonprime|small|large)\b/i;

/** `head` with what its nouns are of, and where, as far as that fits; the same where none of it does. */
export function withLacking(head: string, { nouns, places, of }: Lacking, fits: (text: string) => boolean): string {
  let whole = head;
  for (const missing of nouns) whole = firstFitting(formsOf(whole, missing), fits) ?? whole;
  const stems = stemsIn(whole);
  if (namesPlace(` ${whole}`) || /\b(?:U\.?S|UK|EU)\b/.test(whole) || stems.isDisjointFrom(of)) return whole;
  for (const place of places) if (!shares(stems, place)) return placed(whole, place, fits) ?? whole;
  return whole;
}

function firstFitting(forms: readonly string[], fits: (text: string) => boolean): string | undefined {
  const found = forms.find(fits);
  if (found !== undefined) return found;
  for (const form of forms) {
    const short = shortEnough(form, fits, STEPS);
    if (short !== undefined) return short;
  }
  return undefined;
}

/** How a title may say what its noun is of; none where it says so already. */
function formsOf(head: string, { noun, before, preposition, texts }: Missing): string[] {
  const words = head.split(" ");
  const stems = words.map((one) => stemOf(one.replace(/,$/, "").toLowerCase()));
  const at = stems.indexOf(noun);
  if (at < 0 || stems.lastIndexOf(noun) !== at || /['’,]/.test(words[at] ?? "")) return [];
  // "Increase in lending" is of something already, and "the M4 measure" of money needs no more.
  if (words[at + 1] === preposition || /^\p{L}\d/u.test(words[at - 1] ?? "")) return [];
  if (texts.some((text) => sharesWord(stems, text)) || (preposition === "in" && namesPlace(` ${head}`))) return [];
  const next = words[at + 1] ?? "";
  const isEnd = next === "" || ENDS.test(next);
  let from = at;
  while (from > 0 && before.includes(stems[from - 1] ?? "")) from -= 1;
  // "Uncertainty increase" of what increased is another than "the increase in fares".
  if (isChange(words[at]?.toLowerCase() ?? "") && (!isEnd || (from > 0 && !ENDS.test(words[from - 1] ?? ""))))
    return [];
  const front = words.slice(0, from).join(" ");
  const lead = leadOf(words.slice(from, at + 1).join(" "));
  const group = words.slice(from, at + 1).join(" ");
  const join = (...parts: string[]) => parts.filter((part) => part !== "").join(" ");
  return texts.flatMap((text) => {
    // "the M4ex measure" of money is no money measure.
    const isBare = group === words[at] || group === `${lead} ${words[at]}`;
    const compound = isBare ? tiedTo(group, lead, { preposition, text }) : undefined;
    const tied = compound === undefined ? [] : [join(front, compound, ...words.slice(at + 1))];
    if (isEnd) return [join(...words.slice(0, at + 1), preposition, text, ...words.slice(at + 1)), ...tied];
    const isLast = at + 2 === words.length && isChange(next.toLowerCase());
    const isBehind = isLast && (preposition === "in" || (preposition === "to" && /^(?:lending|credit)$/.test(noun)));
    return isBehind ? [...tied, join(head, preposition, text)] : tied;
  });
}
const ENDS =
  /^(?:of|in|on|for|to|from|with|between|at|by|due|under|against|across|among|during|despite|amid|above|below|near|relative|consistent)$/;

/** "small business loans" of "loans to small businesses" */
function tiedTo(group: string, lead: string, joint: { preposition: string; text: string }): string | undefined {
  const noun = group.split(" ").at(-1) ?? "";
  if (joint.preposition === "to")
    return /^loans?$/i.test(group) && / /.test(joint.text)
      ? `${singular(joint.text)} ${noun.toLowerCase()}`
      : undefined;
  return compoundOf(lead === "" ? group.toLowerCase() : group, noun.toLowerCase(), lead, joint);
}

/** "bank lending growth to firms" of the "increase in" it. */
const withoutMove = (text: string) =>
  text.replace(/^(?:increase|decline|moderation|rise|fall|slowdown|pickup|decrease) in (?=.*\b(?:growth|rate)\b)/i, "");
const withoutBar = (text: string) => text.replace(/ (?:above|below|near) [\p{L}-]+ levels?$/u, "");
/** That it was read tells nothing. */
const withoutReading = (text: string) => text.replace(/(?<=^| )(?:(?:recent|latest) )?readings (?:on|of) /i, "");
const STEPS = [...LOSSLESS, withoutReading, withoutManner, withoutMove, withoutBar];
