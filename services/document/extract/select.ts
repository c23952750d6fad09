import type { Clause } from "./clause.ts";
import { mainClause, word } from "./clause.ts";
import { type Token, tag } from "./language.ts";
import { oneLine } from "./passages.ts";

/** A sentence as it will be read, with what it is made of and what it is worth. */
export interface Statement {
  /** In the stored text. */
  start: number;
  end: number;
  /** The sentence on one line. */
  text: string;
  tokens: Token[];
  clause: Clause | undefined;
  /** What it states. */
  states: Kind[];
  /** It speaks of something in the sentence before it: "They also…", "This…", "However…". */
  leansBack: boolean;
  /** 0 and more: how much it states and how well it stands alone. Below `WORTH_FINDING` nobody would look for it. */
  worth: number;
}

export const KINDS = ["figure", "change", "decision", "forecast", "cause", "comparison", "view", "risk"] as const;
export type Kind = (typeof KINDS)[number];

/** Sentences of less worth become an insight only where a passage has nothing better. */
export const WORTH_FINDING = 1;

const PATTERNS: Record<Kind, RegExp> = {
  figure: /\d|\b(?:half|one-third|two-thirds|double|doubled|tripled|percent|billion|million)\b/i,
  change:
    /\b(?:rose|rise[sn]?|rising|fell|fall(?:s|en|ing)?|increas\w+|decreas\w+|declin\w+|grew|grow(?:s|n|th|ing)?|slow(?:ed|s|ing|er)|eas(?:ed|es|ing)|moderat\w+|weaken\w*|strengthen\w*|widen\w*|narrow\w*|expand\w*|expansion|contract(?:ed|ion|ing)|accelerat\w+|decelerat\w+|climb\w*|drop\w*|edged|tick\w*|jump\w*|surg\w+|plung\w+|improv\w+|deteriorat\w+|recover\w*|rebound\w*|pick(?:ed|ing) up|remain\w*|stabili[sz]\w+|reduc\w+|raised?|lower(?:ed|ing)?|higher|softened|softening|cooled|cooling|tighten\w*|loosen\w*|reversed|unchanged|steady|appreciat\w+|depreciat\w+|soften\w*)\b/i,
  decision:
    /\b(?:decid\w+|decision|voted?|approv\w+|adopt\w*|agreed|announc\w+|authori[sz]\w+|direct(?:ed|s)|resolv\w+|declar\w+|enter(?:ed)? into|appointed|elected|resign\w*|acquir\w+|issued|terminat\w+|launched|maintain\w*|supported|preferred)\b/i,
  forecast:
    /\b(?:expect\w*|forecast\w*|project(?:ed|s|ion|ions)|anticipat\w+|outlook|likely|will|would|foresee\w*|predict\w*|guidance|estimate[sd]?|intend\w*|plans?)\b/i,
  cause:
    /\b(?:because|due to|owing to|reflect\w*|driven by|as a result|result(?:ed|ing) (?:in|from)|attribut\w+|led to|caused?|thanks to|on account of|contribut\w+|in response to|stemm\w+|boost\w+|support(?:ed|ing) by|amid)\b/i,
  comparison:
    /\b(?:than|compared|relative to|versus|from \$?\d|above|below|exceed\w*|outpac\w+|whereas|similar to|as (?:large|high|low|many|much) as)\b/i,
  view: /\b(?:participants?|members?|staff|board|committee|council|respondents|contacts|directors?|governors?)\b.{0,60}\b(?:noted|judged|observed|remarked|commented|viewed|saw|agreed|considered|emphasi[sz]ed|stressed|argued|suggested|thought|believed|recalled|mentioned|cited|pointed|highlighted)\b/i,
  risk: /\b(?:risks?|uncertain\w*|downside|upside|vulnerab\w+|threat\w*|concern\w*|could (?:adversely|harm|reduce|lead|result|affect)|may (?:adversely|harm|not be able)|adverse\w*|exposed?)\b/i,
};
const WEIGHTS: Record<Kind, number> = {
  figure: 1,
  change: 0.8,
  decision: 0.9,
  forecast: 0.7,
  cause: 0.7,
  comparison: 0.5,
  view: 0.5,
  risk: 0.6,
};

const BOILERPLATE =
  /forward-looking statement|safe harbor|private securities litigation|undertake[s]? no (?:obligation|duty)|assume[s]? no obligation|all rights reserved|copyright|hereby|hereof|hereto|herein|hereunder|thereof|pursuant to the requirements|incorporated (?:herein )?by reference|for (?:more|further|additional|media) (?:information|inquiries|details)|press (?:contact|office)|investor relations|^see (?:also )?(?:note|item|table|page|figure|the)|please (?:see|refer|contact|visit|email|call)|is filed as exhibit|furnished as exhibit|attached (?:hereto )?as exhibit|(?:are|is) (?:shown|set out|set forth|presented|included|summari[sz]ed|provided|available|discussed|described) (?:in|on|below|at|under|within)|the (?:following|accompanying) (?:table|discussion|chart|graph)|(?:table|chart|figure|graph) (?:below|above)|conference call|webcast|www\.|https?:|should be read in conjunction|good (?:afternoon|morning)|thank (?:you|s)|happy to take|look forward to your questions|it was agreed that the next meeting|adjourned|by notation vote|notation vote|gmt|embargo|telephone|^note:|^source:|^sources:|unless the context|refers? to (?:the )?(?:company|note|item)|defined (?:as|in)|meaning (?:assigned|set forth|specified)|shall (?:mean|be|have|not|constitute|include|apply|survive)|^\(?[a-z0-9]{1,3}\)\s*(?:the|any|each|if) .{0,60}shall\b|i certify|certif(?:y|ies) that|this report does not contain/i;
const LEAN_START =
  /^(?:they|it|this|these|those|that|he|she|such|however|moreover|furthermore|nevertheless|nonetheless|in addition|additionally|also|therefore|thus|hence|accordingly|consequently|as a result|in contrast|by contrast|similarly|likewise|instead|meanwhile|for example|for instance|in particular|specifically|indeed|but|and|so|yet|or|still|rather|otherwise|against this background|against this backdrop|in this (?:context|regard|environment|case)|on the other hand|at the same time|conversely|overall|both|the former|the latter|others|another|here|there(?:fore)?|even so|that said|of these|among these|as such|to this end|in turn|together|one (?:of these|reason)|a (?:few|couple) (?:of these )?|after that|by comparison|the (?:increase|decrease|decline|change|rise|fall|improvement|reduction|transaction|agreement|notes|proceeds|plan|offering|latter|same|report|survey|paper|study|effect|program|acquisition)s? (?:was|were|is|are|will|reflect\w*|primarily|in|had|has))\b/i;
const INNER_LEAN =
  /\b(?:the former|the latter|these (?:\w+ ){0,2}\w+s|this (?:\w+ )?(?:view|development|change|increase|decline|decision|effect|pattern|process|approach|policy|action|trend|measure|result|figure|amount|agreement)|those (?:developments|changes|effects)|as (?:noted|mentioned|discussed|described) (?:above|earlier)|aforementioned|the above|that (?:is|was) why)\b/i;
const PRONOUN_SUBJECTS = new Set("it they he she this these those that we i you there such what who which".split(" "));

/** Reads a sentence: what it states, whether it stands alone, what it is worth. */
export function readStatement(source: string, start: number, end: number): Statement {
  const text = displayText(source, start, end);
  const tokens = tag(text);
  const clause = mainClause(tokens);
  const states = KINDS.filter((kind) => PATTERNS[kind].test(text));
  const subject = clause ? word(tokens, clause.subject.from) : "";
  const leansBack =
    LEAN_START.test(text) || ["it", "they", "he", "she", "this", "these", "those", "such"].includes(subject);
  return {
    start,
    end,
    text,
    tokens,
    clause,
    states,
    leansBack,
    worth: worthOf(text, clause, states, subject, leansBack),
  };
}

function worthOf(
  text: string,
  clause: Clause | undefined,
  states: Kind[],
  subject: string,
  leansBack: boolean,
): number {
  const words = text.split(" ").length;
  if (words < 5 || text.endsWith("?") || text.endsWith(":") || !clause) return 0;
  if (BOILERPLATE.test(text)) return 0.1;
  let worth = 0.4;
  for (const kind of states) worth += WEIGHTS[kind];
  if (words < 8) worth *= 0.6;
  if (words > 70) worth *= 0.7;
  if (leansBack) worth *= 0.8;
  if (INNER_LEAN.test(text)) worth *= 0.8;
  if (PRONOUN_SUBJECTS.has(subject)) worth *= 0.85;
  if (!/^["“'‘([]?[\p{Lu}\d$€£]/u.test(text) && !/ [.]$/.test(text)) worth *= 0.5;
  if (!/[.!"”’')\]]$/.test(text)) worth *= 0.4;
  return worth;
}

/** A sentence on one line, without list marks, footnote marks and a space before its full stop. */
export function displayText(source: string, start: number, end: number): string {
  return oneLine(source.slice(start, end))
    .replace(/^(?:[•▪◦*·–—-]|\(?(?:[ivx]{1,4}|[a-z]|\d{1,2})[).]) +(?=\S)/, "")
    .replace(/\[\d{1,3}\]/g, "")
    .replace(/ ([.,;])(?= |$)/g, "$1")
    .trim();
}
