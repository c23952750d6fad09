import { sizeOf } from "../grammar/shape.ts";
import { stemOf } from "./telling.ts";

/** A title that may be chosen for a finding. */
export interface Titled {
  title: string;
  /** What the parts of the title are worth together. */
  worth: number;
  /** It is of the finding's other sentence. */
  isOther: boolean;
  /** Its period is said in the finding, and not only the document's. */
  isOwn: boolean;
}

/** Words of a finding that weigh as much as a title of one word more. */
const TWENTY = 20;
/** Further behind than this many characters all is equally far. */
const FAR = 200;

const SAYS = /^\p{Lu}[\p{L}.’'-]* on /u;
const VIEWS = / views on /;
const DATED = /\d{4}|\d[QH]\d|[QH]\d/;
const MONTH = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const MEASURE =
  /\b(?:prices?|inflation|sales|exports?|imports?|growth|rates?|index|production|stocks?|supply|supplies|use|income|revenues?|earnings|margins?|employment|unemployment|wages?|spending|costs?|expenses?|demand|output|consumption|investment|trade|yields?|GDP|CPI|HICP|PCE|loans?|lending|credit|debt|deposits?|profit|tax|cash|shares?|dividends?|bonds?|stringency|liabilities|assets|area|crush|forecast|activity|volumes?|tightening|balance sheet|target range|policy rate|purchases?|spreads?|ratio)\b/i;
const INNER_NAME = / \p{Lu}\p{Ll}+/u;
const CHANGE_FIRST =
  /^(?:\S+ )?(?:increase|decline|decrease|growth|rise|reduction|improvement|change|easing|slowdown|revision|fall) (?:in|of|to)\b/i;

/** What readers' verdicts on a title go with, of the title itself. */
export const TITLE_SIGNS = {
  worth: ({ worth }: Titled) => worth,
  /** What is worth less than nothing is found wanting nearly always. */
  worthless: ({ worth }: Titled) => Math.min(0, worth),
  /** "Participants on", "members' views on", "outlook for": of which somebody has some on everything. */
  says: ({ title }: Titled) => Number(SAYS.test(title)),
  views: ({ title }: Titled) => Number(VIEWS.test(title)),
  outlook: ({ title }: Titled) => Number(title.startsWith("Outlook for ")),
  /** Says what is measured. */
  measure: ({ title }: Titled) => Number(MEASURE.test(title)),
  words: ({ title }: Titled) => sizeOf(title),
  /** Without the period behind it. */
  bareWords: ({ title }: Titled) => sizeOf(withoutPeriod(title)),
  undated: ({ title }: Titled) => Number(!DATED.test(title)),
  ownPeriod: ({ title, isOwn }: Titled) => Number(isOwn && /\d{4}/.test(title)),
  ofOther: ({ isOther }: Titled) => Number(isOther),
  /** How far behind the finding's beginning the first of its words stands, in hundreds of characters. */
  behind: ({ title }: Titled, small: string) => Math.min(FAR, firstAt(title, small)) / 100,
  /** A name inside it: a place, a programme; as often a capital that is out of place. */
  innerName: ({ title }: Titled) => Number(INNER_NAME.test(title) && INNER_NAME.test(title.replace(MONTH, ""))),
  possessive: ({ title }: Titled) => Number(/['’]s? /.test(title)),
  changeFirst: ({ title }: Titled) => Number(CHANGE_FIRST.test(title)),
} as const;

const SENTENCE_END = /[.!?] \p{Lu}/u;
const POINTER =
  /\b(?:as well|together|in response|as a result(?! of)|in turn|at the same time|in addition|in part|similarly|likewise|again|instead|otherwise|also|too|still|another|others?|same|latter|former|respectively|resulting|new|above|below|see)\b/i;
const OPEN_FRAME =
  /\b(?:in|over|during|through|across|within|for) the (?:region|sector|period|month|quarter|year|survey|program|area|industry|market|countries|district|group|company|economy)\b(?! (?:of|to|ended|from))/i;
const OPEN_BODY =
  /\bthe (?:firms|company|companies|contacts|respondents|participants|members|banks?|order|program|agreement|acquisition|transaction|facility|survey|decision|law|legislation|case|court|plan|proposal|war|invasion|projection|baseline|forecast|assessment)\b/i;
const REVISED =
  /\b(?:is|are) (?:\w+ )?(?:raised|lowered|reduced|increased|decreased|up|down|unchanged|forecast|projected|higher|lower)\b/i;
const MOVED =
  /\b(?:rose|fell|increased|declined|decreased|(?:is|are|was|were) (?:up|down|raised|lowered|reduced|increased|higher|lower))\b/i;
const BASE = /\b(?:from|since|than|compared|year|month|quarter|over|\d{4})\b/i;

/** The same of its finding: `said` is the finding without the document's name, `attribution` that name. */
export const FINDING_SIGNS = {
  /** In twenties. */
  length: (said: string) => Math.min(60, sizeOf(said)) / TWENTY,
  twoSentences: (said: string) => Number(SENTENCE_END.test(said)),
  survey: (_said: string, attribution: string) => Number(/Beige Book/.test(attribution)),
  minutes: (_said: string, attribution: string) => Number(/minutes|account/i.test(attribution)),
  /** "the firms", "the decision": which? */
  openBody: (said: string) => Number(OPEN_BODY.test(said)),
  /** "in the region", "over the period". */
  openFrame: (said: string) => Number(OPEN_FRAME.test(said)),
  pointer: (said: string) => Number(POINTER.test(said)),
  /** "is raised", not of what year. */
  revisedUndated: (said: string) => Number(REVISED.test(said) && !/\d{4}/.test(said)),
  /** "rose", not since when. */
  movedUndated: (said: string) => Number(MOVED.test(said) && !BASE.test(said)),
  opensByThe: (said: string) => Number(said.startsWith("The ")),
  somebodySays: (said: string) =>
    Number(/^(?:Some|Several|Many|Most|A few|Participants|Members|Staff|Contacts|Firms)\b/.test(said)),
  present: (said: string) => Number(/\b(?:is|are|has|have)\b/.test(said)),
  risk: (said: string) => Number(/\brisks?\b/i.test(said)),
  quote: (said: string) => Number(/[“"”]/.test(said)),
} as const;

const withoutPeriod = (title: string) => (/\d{4}/.test(title) ? title.replace(/,? [^,]*\d{4}[^,]*$/, "") : title);

/** Where the first word of a title stands in what is said; 0 where none does. */
function firstAt(title: string, small: string): number {
  let first = -1;
  for (const word of title.split(/[\s,/–-]+/)) {
    if (word.length < 4 || !/\p{L}/u.test(word)) continue;
    const at = small.indexOf(stemOf(word));
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return Math.max(0, first);
}
