import type { Claim } from "./claim.ts";
import { word } from "./clause.ts";
import type { Context } from "./context.ts";
import type { Token } from "./language.ts";
import { isNaming, sliceText } from "./noun-phrases.ts";
import { monthBefore } from "./period.ts";
import { isPluralNoun, type Phrase } from "./phrase.ts";
import type { Reading } from "./topic.ts";
import { baseForm, singularForm } from "./verb-forms.ts";

/** Longer subjects lose what hangs on them, one by one. */
const MAX_SUBJECT_WORDS = 12;
const AUXILIARY = /^(?:am|is|are|was|were|has|have|had|do|does|did|may|might|could|would|will|should|can|must)$/;
/** What belongs to the company whose filing it is, where nobody else is named. */
const OWN_MEASURES =
  /^(?:sales|revenues?|income|earnings|expenses?|margins?|costs?|ebitda|expenditures|dividends?|debt|indebtedness|liquidity|losses|loss|profits?|backlog|inventories|cash|receivables|payables|depreciation|amortization|headcount|bookings|billings|volumes?|rate|assets|liabilities|borrowings|capex|shipments|deliveries|charges|benefits)$/;

/** A phrase as a sentence has it; empty where it points to something outside itself. */
export function spoken(phrase: Phrase, { tokens, plain }: Reading, company?: string): string {
  if (/\b(?:this|these|those|that|such|another|other|both|neither|my|our|his|her|your|each)\b/.test(phrase.determiner))
    return "";
  // "The increase was": of what is said elsewhere.
  if (/^the\b/.test(phrase.determiner) && phrase.attached.length === 0 && phrase.core.to - phrase.core.from === 1)
    if (UNSAID.test(word(tokens, phrase.head)) || !isNaming(word(tokens, phrase.head))) return "";
  let kept = phrase.attached.length;
  const textOf = () => {
    const end = kept === phrase.attached.length ? phrase.to : (phrase.attached[kept - 1]?.to ?? phrase.core.to);
    return sliceText(tokens, plain, phrase.from, end)
      .replace(/\s*\([^)]*\)/g, "")
      .replace(/^(?:its|their) /, "the ");
  };
  while (kept > 0 && textOf().split(" ").length > MAX_SUBJECT_WORDS) kept -= 1;
  const text = textOf();
  if (company === undefined || text.includes(company) || /^[A-Z][a-z]/.test(text)) return text;
  const isOwn = OWN_MEASURES.test(word(tokens, phrase.head)) && /^(?:|the|total|its)$/.test(phrase.determiner);
  return isOwn ? `${company}${/s$/.test(company) ? "'" : "'s"} ${text.replace(/^the /, "")}` : text;
}

const UNSAID =
  /^(?:increase|decrease|decline|rise|fall|drop|change|changes|growth|gain|loss|reduction|improvement|slowdown|weakness|strength|announcement|transaction|agreement|report|plan|survey|measure|measures|factors|figures|developments|projections|estimates|move|shift|difference|gap|index|impact)$/;

/** "rates rose in May": "did rates rise in May", up to a token; undefined where that cannot be told. */
export function inverted(reading: Reading, subject: string, end: number): string | undefined {
  const { claim, tokens, plain } = reading;
  const { finite, action, tense } = claim;
  if (claim.isInfinitive) {
    const be = claim.subject?.isPlural ? "were" : "was";
    return `${be} ${subject} ${pastOf(claim.expected)} to ${sliceText(tokens, plain, action, end)}`;
  }
  // What is quoted or bracketed is left out of a question, and the rest of it hangs.
  if (/^["“”(]$/.test(tokens[end]?.text ?? "")) return undefined;
  const first = word(tokens, finite);
  // "had risen": one asks "did it rise".
  if (
    first === "had" &&
    tokens[action]?.pos === "VERB" &&
    action > finite &&
    !claim.isPassive &&
    !/ing$/.test(word(tokens, action))
  )
    return `did ${subject} ${claim.verb} ${restOf(tokens, plain, action + 1, end)}`.trimEnd();
  const isAuxiliary = AUXILIARY.test(first) && (action > finite || claim.verb === "be");
  // "May it have peaked?" asks for leave.
  const asked = /^(?:may|might)$/.test(first) ? "could" : first;
  if (isAuxiliary) return `${asked} ${subject} ${restOf(tokens, plain, finite + 1, end)}`.trimEnd();
  if (tokens[finite]?.pos === "AUX" && !/^(?:have|do)$/.test(baseForm(first))) return undefined;
  const base = baseForm(first);
  const help = tense === "past" || /^(?:had|did)$/.test(first) ? "did" : base === first ? "do" : "does";
  return `${help} ${subject} ${base} ${restOf(tokens, plain, finite + 1, end)}`.trimEnd();
}

/** "What rose in May": the predicate, in the singular, up to a token. */
export function predicate({ claim, tokens, plain }: Reading, end: number): string | undefined {
  const first = word(tokens, claim.finite);
  if (claim.isInfinitive || /^["“”(]$/.test(tokens[end]?.text ?? "")) return undefined;
  const known: Record<string, string> = { are: "is", were: "was", have: "has", do: "does" };
  const isBase = claim.tense === "present" && baseForm(first) === first && tokens[claim.finite]?.pos === "VERB";
  const verb = Object.hasOwn(known, first) ? known[first] : isBase ? singularForm(first) : first;
  return `${verb} ${sliceText(tokens, plain, claim.finite + 1, end)}`;
}

/** The words from one token to another without the one that denies. */
function restOf(tokens: Token[], plain: string, from: number, end: number): string {
  const denied = tokens.findIndex((token, at) => at >= from && at < end && /^(?:not|n['’]t)$/i.test(token.text));
  if (denied < 0 || denied > from + 2) return sliceText(tokens, plain, from, end);
  return `${sliceText(tokens, plain, from, denied)} ${sliceText(tokens, plain, denied + 1, end)}`.trim();
}

const pastOf = (verb: string) =>
  verb === "forecast" ? "forecast" : verb === "foresee" ? "foreseen" : verb.endsWith("e") ? `${verb}d` : `${verb}ed`;

/** The token before which the first figure of the predicate is cut off with its preposition, or its end where it has none. */
export function beforeFigure(tokens: Token[], { action, end }: Claim): number {
  for (let at = action + 1; at < end; at += 1) {
    if (!isFigure(tokens, at)) continue;
    const isBound = (to: number) => tokens[to]?.pos === "ADP" || word(tokens, to) === "to";
    let cut = at;
    while (cut > action + 1 && !isBound(cut - 1) && !/^(?:VERB|CCONJ|PUNCT)$/.test(tokens[cut - 1]?.pos ?? ""))
      cut -= 1;
    if (cut <= action + 1 || !isBound(cut - 1)) return cut;
    cut -= 1;
    if (word(tokens, cut) !== "of") return cut;
    // "to a peak of 5 million": the figure goes with what it measures; "paid dividends of 5 million": only the figure goes.
    let measured = cut;
    while (measured > action + 1 && !isBound(measured - 1) && tokens[measured - 1]?.pos !== "VERB") measured -= 1;
    return measured > action + 1 && isBound(measured - 1) ? measured - 1 : cut;
  }
  return end;
}

/** A number that measures: no year, no part of a word, no day of a month. */
export function isFigure(tokens: Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || !/^[~+$€£¥-]?\d[\d.,]*(?:bn|m|k)?$|^(?:half|one-third|two-thirds)$/.test(token.text)) return false;
  if (/^(?:19|20)\d\d$/.test(token.text)) return false;
  // "in the second half"
  if (
    /^half$/i.test(token.text) &&
    /^(?:first|second|early|late|latter|last|this|other|the)$/.test(word(tokens, at - 1))
  )
    return false;
  const isTied = (other: Token | undefined, tied: boolean) =>
    other !== undefined && tied && /^[-–‑/]$/.test(other.text);
  const next = tokens[at + 1];
  const before = tokens[at - 1];
  if (isTied(next, next?.start === token.end) || isTied(before, before?.end === token.start)) return false;
  return (
    !/^(?:january|february|march|april|may|june|july|august|september|october|november|december|q|no|phase|section|number)$/.test(
      word(tokens, at - 1),
    ) &&
    !/^(?:january|february|march|april|june|july|august|september|october|november|december|months?|years?|weeks?|days?|quarters?|th|st|nd|rd)$/.test(
      word(tokens, at + 1),
    )
  );
}

/** The token behind "by 4.2 percent", "$5 million" that starts at a token; undefined where there is no amount. */
export function amountAt(tokens: Token[], from: number): { isBy: boolean; to: number } | undefined {
  let at = from;
  while (at < from + 3 && (tokens[at]?.pos === "ADV" || /^(?:up|down)$/.test(word(tokens, at)))) at += 1;
  const isBy = word(tokens, at) === "by" || !/^(?:to|at|from)$/.test(word(tokens, at));
  if (/^(?:by|to|at)$/.test(word(tokens, at))) at += 1;
  for (let next = at; next < at + 5; next += 1) {
    if (isFigure(tokens, next)) {
      let to = next + 1;
      while (
        to < next + 5 &&
        /^(?:%|percent|percentage|per|cent|points?|basis|million|billion|trillion|tonnes?|tons?|bushels?|barrels?|euros?|dollars?)$/.test(
          word(tokens, to),
        )
      )
        to += 1;
      return { isBy, to };
    }
    if (!/^(?:ADV|SYM|DET|ADJ|PROPN|ADP|NUM)$/.test(tokens[next]?.pos ?? "")) return undefined;
  }
  return undefined;
}

/** Who says it, as it stands behind "according to": "most FOMC participants", "the Kansas City Beige Book". Empty when unknown. */
export function sourceOf(holder: string, context: Context): string {
  const { entity, document, speaker, company } = context;
  const place = /^([A-Z][\w ]+), [^:]+: ([A-Z][\w. ]{2,25})$/.exec(document);
  const isBook = /\bBeige Book\b/.test(document) && !place;
  const source = isBook
    ? "the Beige Book"
    : place && speaker === undefined && company === undefined
      ? `the ${place[2]} ${place[1]}`
      : entity;
  if (holder === "" || speaker !== undefined || /\b(?:these|those|both|other|such)\b|,/i.test(holder)) return source;
  // "policymakers in China" are not those of the document.
  if (/ (?:in|from|outside|across) /.test(holder)) return source;
  const acronym = /^the ([A-Z]{2,8})$/.exec(source)?.[1];
  if (acronym && holder.includes(acronym)) return holder;
  const group = /^(.*?)(\b(?:participants?|members?|staff|officials?|policymakers?))$/i.exec(holder);
  if (acronym && group) return `${group[1]}${acronym} ${group[2]?.toLowerCase()}`;
  if (source === "" || holder.split(" ").length > 7) return source;
  const who = /^(?:committee|council|board|staff|company|desk|mpc|fomc)$/i.test(holder) ? `the ${holder}` : holder;
  if (/\b(?:market|survey|business|district)\b|firms$/i.test(who)) return source;
  if (/(?:committee|council|board|mpc|fomc)$/i.test(who))
    return /mpc|fomc|governing council/i.test(who) ? who : `${who} of ${source}`;
  return place ? `${who} in ${source}` : /(?:contacts|respondents?)$/i.test(who) ? source : `${who} at ${source}`;
}

/** The question with who says it and when, as far as it does not name them; empty where it cannot stand alone. */
export function finished(question: string, reading: Reading, context: Context, source: string): string {
  let text = datedText(question, context)
    .replace(/\s+/g, " ")
    .replace(/ ([,;?])/g, "$1")
    .trim();
  // "What was it offset by?" ends where others would hang.
  if (!/^what (?:is|are|was|were|has|have|had|did|could|would|may) .* (?:by|due to|at)$/.test(text))
    text = text.replace(HANGING, "");
  if (/^am /i.test(text)) return "";
  if (/[$€£] (?:million|billion)/.test(text)) return "";
  if (POINTING.test(text) || /["“”()[\]:;]/.test(text) || text.split(" ").length > 26) return "";
  if (reading.place !== "" && !text.includes(reading.place)) text += ` in ${withThe(reading)}`;
  if (reading.ownPeriod !== "" && !text.includes(reading.ownPeriod) && !/(?:19|20)\d\d/.test(text))
    text += ` ${prepositionOf(reading.ownPeriod)} ${reading.ownPeriod}`;
  const { period } = context;
  const isNamed = source === "" || text.toLowerCase().includes(source.replace(/^the /, "").toLowerCase());
  const hasYear = /(?:19|20)\d\d|\bFY ?\d\d\b/.test(text);
  const when =
    period === "" || text.includes(period) || (isNamed && hasYear) || (context.company !== undefined && hasYear)
      ? ""
      : ` in ${period}`;
  const by = isNamed ? "" : `, according to ${source}`;
  const whole = `${text}${by}${when}?`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** The place with the article that the sentence gives it. */
const withThe = ({ place, plain }: Reading) => (/^in the /i.test(plain) ? `the ${place}` : place);

const prepositionOf = (period: string) => (/^(?:first|second|third|fourth|final) /i.test(period) ? "in the" : "in");
const HANGING =
  /(?:[\s,;–—-]+(?:and|or|of|in|on|for|to|from|by|at|with|the|an?|as|than|while|about|around|only|also|both|nearly|over|further|more|during|seen|through|into|rather|up to|even|still|that))+$/i;
const POINTING =
  /\b(?:this|these|those|such|we|our|us|(?<!&)I(?!&)|i|my|you|your|it|they|them|he|she|him|former|latter|last year|last month|last quarter|next month|next quarter|here|above|below|following|himself|themselves|itself|aforementioned|respectively)\b/;

/** "in December" with its year. */
function datedText(text: string, context: Context): string {
  const dated = text.replace(/\b(?:so far |earlier |later )?in (\d{4}) in \d{4}/g, "in $1");
  if (/(?:19|20)\d\d/.test(dated)) return dated;
  const month = monthBefore(dated, context);
  const name = month.split(" ")[0];
  return name ? dated.replace(new RegExp(`\\b${name}\\b`), month) : dated;
}

/** Whether a phrase takes "were" and "do". */
export const isPlural = (phrase: Phrase, tokens: Token[]) => phrase.isPlural || isPluralNoun(word(tokens, phrase.head));
