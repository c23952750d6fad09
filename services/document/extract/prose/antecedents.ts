import { MONTHS } from "#kit/months.ts";

/** What points at the sentence before, and what that one must hold for it. */
interface Pointer {
  points: RegExp;
  /** With one of these in front of it the sentence says it itself. */
  own?: RegExp;
  /** Absent where any sentence may be meant. */
  wants?: RegExp;
}

const TIME = new RegExp(
  `\\b(?:(?:19|20)\\d\\d|months?|quarters?|years?|weeks?|days?|periods?|since|between|spring|summer|autumn|winter|${MONTHS.join("|")})\\b`,
  "i",
);
/** The first word of a sentence has its capital for that. */
const PLACE = `(?:(?<!\\p{L})(?:US|UK|U\\.S\\.|U\\.K\\.|[Ee]uro[- ]area)|(?<=\\s)(?!${MONTHS.join("|")})\\p{Lu}\\p{Ll}{3,})(?!\\p{L})`;
/** "in Norden than in Varn", "US rents, while in the euro area". */
const TWO_PLACES = new RegExp(`${PLACE}.*\\b(?:and|while|whereas|than|with|from|to|by|but)\\b.*${PLACE}`, "u");
const TELLERS = /\b(?:participants|members|respondents|contacts|firms|directors|officials|analysts|economists)\b/i;

const POINTERS: readonly Pointer[] = [
  // "in both economies": of which two?
  { points: /\bboth (?:economies|countries|regions|jurisdictions)\b/i, own: TWO_PLACES, wants: TWO_PLACES },
  // "over this period": since when?
  {
    points:
      /\b(?:over|during|in|throughout) (?:this|that|the same) (?:period|time ?frame|horizon)\b(?! (?:last|a|one|of|in) )/i,
    own: TIME,
    wants: TIME,
  },
  // "Many noted that": of whom?
  { points: /^(?:many|some|several|most|a few|few|a number) \p{Ll}+ed that\b/iu, wants: TELLERS },
  // "could then weaken": if what?
  {
    points: /\b(?:would|could|might|may|should|can) then\b/i,
    own: /[,;:—]|\b(?:if|when|once|after|until|because|as|first|and|but|that|which)\b/i,
  },
  // "had since then changed": since when?
  { points: /\bsince then\b/, own: /[\d,;]| and | but / },
  // "(in this case, -0.1)": of which example?
  { points: /\bin this case,? [-–\d]/ },
  // "This slowdown reflected": what had slowed?
  {
    points: /^th(?:is|ese) (?:slowdown|moderation|deceleration|easing|softening|weakening|weakness)\b/i,
    wants: /slow|moderat|eas(?:e|ing)|soft|weak|f[ae]ll|declin|lower|decelerat|cool|subdued|contract/i,
  },
  {
    points: /^th(?:is|ese) (?:improvement|recovery|strength|strengthening|pickup|acceleration|rebound|resilience)s?\b/i,
    wants: /improv|recover|strong|strength|pick|accelerat|r[io]se|increas|rebound|higher|gr[eo]w|resilien|robust/i,
  },
  // "in other parts of the economy": than which?
  {
    points: /\b(?:in|of|from|to|for|across) other (?:parts|sectors|areas|segments|industries) of\b/i,
    own: /\b(?:and|but|while|whereas|than|or|with)\b/i,
  },
  // "Several other firms": beside which?
  { points: /^(?:some|several|many|most|a few|few|two|three|a number of) others?\b/i },
  {
    points:
      /^(?:in its place|on the other side|(?:once|before|until|since) (?:this|that)\b(?! (?:year|month|week|quarter|meeting)\b)|even then\b|(?:a bit|a little|slightly|somewhat|shortly|soon|much) (?:earlier|later|before|after(?:wards)?),)/i,
  },
];

/** "By contrast, growth has been slower": than what? */
const CONTRASTED =
  /^(?:(?:by|in) contrast|conversely|on the other hand), (?!.*\bthan\b).*\b(?:was|were|is|are|been|be|remain(?:s|ed)?|grew|rose|fell|appeared) (?:(?:\p{L}+ly|much|somewhat|far|even|a little) )?(?:slower|faster|higher|lower|weaker|stronger|smaller|larger|(?:more|less) \p{Ll}+)\b/iu;

/** What the sentence before must hold for this one, which cannot do without it; undefined where it can. */
export function antecedentOf(text: string, connective: number): RegExp | undefined {
  if (connective > 0 && CONTRASTED.test(text)) return ANY;
  const rest = text.slice(connective);
  for (const { points, own, wants = ANY } of POINTERS) {
    const at = points.exec(rest)?.index ?? -1;
    if (at >= 0 && !own?.test(rest.slice(0, at))) return wants;
  }
  return undefined;
}
const ANY = /./;

/** "On the one hand, wages could rise": half of an argument. What has been is told by itself too. */
export const isHalf = (text: string): boolean => isOneHand(text) && ARGUES.test(text);
const ARGUES = /\b(?:could|would|might|may|argued|contended|maintained|acknowledged|suggest(?:s|ed)|seen|viewed)\b/;
export const isOneHand = (text: string): boolean => /^On the one hand,/.test(text) && !/\bon the other\b/.test(text);
export const isOtherHand = (text: string): boolean => /^(?:But )?[Oo]n the other(?: hand)?,/.test(text);
