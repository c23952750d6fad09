import { type Clause, word } from "../grammar/clause.ts";
import {
  ACCOUNTING,
  APPOINTMENT,
  BIOGRAPHY,
  BOILERPLATE,
  ENUMERATES,
  LEGAL,
  METHOD,
  OF_RELEASE,
  PRECISION,
  QUANTITY,
  SAYS_NOTHING,
} from "../grammar/formulas.ts";
import { isEnglishWord, type Token } from "../grammar/language.ts";
import { baseForm } from "../grammar/verb-forms.ts";

/** Of a sentence, nine in ten characters are letters, digits or spaces; of text that a broken font left, half are. */
const MIN_READABLE_SHARE = 0.72;
/** More is a list that lost its marks. */
const MAX_WORDS = 80;

/** Whether a text can be read at all; what a broken font left cannot. */
export function isGarbled(text: string): boolean {
  // Of what can be read there is far more, and each match takes its time.
  let unreadable = 0;
  for (const run of text.match(/[^\p{L}\p{M}\p{N}\s]+/gu) ?? []) unreadable += run.length;
  return text.length - unreadable < text.length * MIN_READABLE_SHARE;
}

/** Text that has no capitals at all, as old abstracts have it, is not torn. */
const isLowerCaseText = (text: string) => text === text.toLowerCase() && text.length > 40 && /\.$/.test(text);

/** "variable-rate loans rose." without a capital in a paragraph that has some: its beginning stands on another page. */
export const isTorn = (text: string, paragraph: string): boolean =>
  /^\p{Ll}+[ -]/u.test(text) && isLowerCaseText(text) && /\p{Lu}/u.test(paragraph);

/**
 * Whether a text has the shape of one sentence: a beginning, an end, quotation marks and brackets in pairs, words rather
 * than figures, nothing that was set beside it on the page. `mayLackStop` for an item of a list.
 */
export function isSentence(text: string, mayLackStop: boolean): boolean {
  const words = text.split(" ");
  if (words.length > MAX_WORDS || /[?:;]["”’)]*$|\.{2}["”’)]*$|\b(?:and|or)(?: [A-Z])?[.;,]*$/.test(text)) return false;
  if (!mayLackStop && !/[.!]["”’')\]]*$/.test(text)) return false;
  // "eBay's board": some names begin small.
  if (!/^["“‘[]?(?:\p{Ll}?\p{Lu}|[\d$€£¥])/u.test(text) && !isLowerCaseText(text)) return false;
  // "Earnings of $1." is cut inside a figure.
  const torn = /^\d{1,3} (\p{Ll}{3,})\b/u.exec(text)?.[1];
  if (torn !== undefined && (STARTS_LATE.test(torn) || !isEnglishWord(torn.replace(/s$/, "")))) return false;
  if (/^(?:19|20)\d\d \([^()]{1,20}\),|^\d{1,2}\/ |^[A-Z]\. |[$€£]\d{1,2}\.$/.test(text)) return false;
  // "Northmark Pact (1931-33): Sought to": a label, and what it is the subject of.
  if (/^[^.,:]{3,70}\(\d{4}[^():]{0,12}\): \p{Lu}/u.test(text)) return false;
  return arePaired(text) && !isTabular(text, words) && !RUN_ON.test(text) && !LEADS_IN.test(text);
}

/** "decided to set the following guidelines.", "agreed upon the following.[Note 1]": what was decided stands below. */
const LEADS_IN =
  /(?<!\b(?:in|over|during|for|until|by|of|from|to|on|throughout) )\bthe following(?! (?:\p{L}+ )?(?:years?|quarters?|months?|weeks?|days?|meetings?|seasons?|decades?)\b)(?: \p{Ll}+){0,2}\.?(?:\[\w+ ?\d*\])?\.?$|\b(?:up)?on the following\.?(?:\[\w+ ?\d*\])?\.?$/u;

/** Behind a number that opens a text these belong to a sentence whose beginning stands on another page. */
const STARTS_LATE = /^(?:there|the|this|that|and|which|they|are|was|were|for|with|from|than|has|have|had)$/;

/** The second half of a quotation or a bracket stands in another sentence. */
function arePaired(text: string): boolean {
  if (!/[“”"()]/.test(text)) return true;
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0;
  return count(/“/g) === count(/”/g) && count(/"/g) % 2 === 0 && count(/\(/g) === count(/\)/g);
}

/** "was 2.4% in 2031, 1.9% in 2032": a sentence may hold as many figures as a row. */
const IS_TOLD =
  /^\p{Lu}\p{L}+ .*\b(?:is|are|was|were|rose|fell|increased|decreased|declined|grew|averaged|totaled|reached|stood|issued|completed|repurchased)\b.*\p{L}.*\.$/u;

/** A line of a table, of a table of contents or of a chart that was taken for prose. */
function isTabular(text: string, words: readonly string[]): boolean {
  const figures = /\d/.test(text) ? (text.match(/(?:^| )[$(~-]*\d[\d,.]*/g)?.length ?? 0) : 0;
  if (
    (figures > words.length * 0.3 && figures > words.length * (IS_TOLD.test(text) ? 0.42 : 0.3)) ||
    /\.{4}| [-–—] [-–—] | % |[|•▪●■◦]| %\s?[Cc]hange /.test(text)
  )
    return true;
  if (!/\p{Lu}{2}/u.test(text)) return false;
  const capitals = words.filter((one) => /^\p{Lu}{2,}$|^\p{Lu}{3,}[^\p{L}]*$/u.test(one)).length;
  return capitals > Math.max(4, words.length * 0.25);
}

/** "… of the crop The outlook for …": words of two lines that only stood beside each other. */
const RUN_ON =
  /\. (?:ii|iii|iv|vi|vii|viii|ix) \p{Ll}|\bone \d{1,3} \p{Ll}|\p{Ll} \d{1,3} (?:In|The|See|For|This|At|On|As|A) \p{L}|[\p{Ll}\d)] (?:The|This|These|However|Although|They|We|It|According|Despite|Meanwhile|Moreover|There|Following|Recent|Overall) (?=[\p{Ll}\d])/u;

/** Text of the form and not of the matter, whatever else it says. */
export function isFormula(text: string, isFiling: boolean): boolean {
  if (BOILERPLATE.test(text) || APPOINTMENT.test(text) || SAYS_NOTHING.test(text) || BIOGRAPHY.test(text)) return true;
  // A filing has contracts among its exhibits.
  if ((text.match(LEGAL)?.length ?? 0) >= (isFiling ? 2 : 3)) return true;
  if (PRECISION.test(text) || OF_RELEASE.test(text) || ENUMERATES.test(text)) return true;
  // A figure makes a finding of what would else be a rule.
  return (isFiling ? ACCOUNTING : METHOD).test(text) && !QUANTITY.test(text);
}

/** Whether a tagged sentence states something: a subject with a finite verb, neither an order nor half of a sentence. */
export function isStatement(text: string, tokens: Token[], clause: Clause | undefined): boolean {
  if (!clause) return false;
  // "Because wages rise." without a main clause.
  const opensLow = clause.subject.from <= 1;
  if (opensLow && /^(?:because|although|while|whereas|which|if|unless|whether)\b/i.test(text)) return false;
  // "Copper cartel (1935-39): Set prices": a label for a subject.
  if (tokens.slice(clause.subject.from, clause.subject.to).some((token) => token.text === ":")) return false;
  // "Conduct operations at a rate of 2 percent": an order.
  const [opening] = tokens;
  // "Falls in inflation should help": no order, and no verb.
  const isNoun = /s$/.test(opening?.text ?? "") && tokens[1]?.pos === "ADP" && clause.verb.from > 2;
  if (
    opening &&
    !isNoun &&
    (opening.pos === "VERB" || ORDERS.test(opening.text)) &&
    baseForm(opening.text) === opening.text.toLowerCase() &&
    !/ing$/.test(opening.text)
  )
    return false;
  // "Returned $383 million to shareholders": who did is not said. "Diluted earnings increased" says what.
  const describes =
    /ed$/.test(opening?.text ?? "") && /^(?:NOUN|ADJ|PROPN)$/.test(tokens[1]?.pos ?? "") && clause.head > 1;
  if (opening?.pos === "VERB" && !isNoun && clause.subject.from === 0 && !/ing$/.test(opening.text) && !describes)
    return false;
  if (tornByPage(tokens)) return false;
  return !/^(?:you|who|whom|whose)$/.test(word(tokens, clause.subject.from));
}

/** "without pushback 24 from customers": a page's number inside a sentence that goes on behind it. */
const tornByPage = (tokens: Token[]): boolean =>
  tokens.some(
    ({ pos, text }, at) =>
      pos === "NUM" &&
      /^\d{1,3}$/.test(text) &&
      tokens[at - 1]?.pos === "NOUN" &&
      /^\p{Ll}+$/u.test(tokens[at - 1]?.text ?? "") &&
      !/^(?:fiscal|year|years|age|aged|day|phase|level|chapter|section|rule|tier|stage|type|class|covid|no|number|top|about|over|nearly|some|index|grade|article|note|figure|table|box|step|group|pillar)$/i.test(
        tokens[at - 1]?.text ?? "",
      ) &&
      /^(?:from|of|in|to|for|with|and|or|at|by|that|which|as|on|were|was|is|are)$/.test(tokens[at + 1]?.text ?? ""),
  );

const ORDERS =
  /^(?:accept|adjust|allow|apply|assume|authorize|choose|conduct|consider|direct|increase|keep|maintain|note|offer|purchase|recall|reinvest|roll|see|sell|suppose|take|undertake|use|visit)$/i;
