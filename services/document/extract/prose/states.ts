/** What a sentence can state that somebody would search for. */
export const KINDS = ["figure", "change", "decision", "forecast", "cause", "comparison", "view", "risk"] as const;
export type Kind = (typeof KINDS)[number];

export const WEIGHTS: Record<Kind, number> = {
  figure: 1,
  change: 0.8,
  decision: 0.8,
  forecast: 0.7,
  cause: 0.7,
  comparison: 0.5,
  view: 0.6,
  risk: 0.6,
};

export const PATTERNS: Record<Kind, RegExp> = {
  figure: /\d|\b(?:one-third|two-thirds|doubled|tripled|quadrupled|halved|percent|billion|million)\b/i,
  change:
    /\b(?:rose|rise[sn]?|rising|fell|fall(?:s|en|ing)?|increas\w+|decreas\w+|declin\w+|grew|grow(?:s|n|th|ing)?|slow(?:ed|s|ing|er)|eas(?:ed|es|ing)|moderat\w+|weak\w*|strength\w*|strong\w*|widen\w*|narrow\w*|expan\w+|contract(?:ed|ion|ing)|accelerat\w+|decelerat\w+|climb\w*|drop\w*|edged|tick\w*|jump\w*|surg\w+|plung\w+|improv\w+|deteriorat\w+|recover\w*|rebound\w*|pick(?:ed|ing) up|remain\w*|stabili[sz]\w+|reduc\w+|raised?|lower(?:ed|ing)?|higher|soften\w*|cool(?:ed|ing)|tighten\w*|loosen\w*|revers(?:ed|al)|unchanged|steady|appreciat\w+|depreciat\w+|volatil\w+|shift\w*|changed|(?:up|down) (?:by )?(?:[$€£¥] ?)?\d[\d.,]*)\b/i,
  decision:
    /\b(?:decid\w+|decision|voted?|approv\w+|adopt\w*|agreed|announc\w+|authori[sz]\w+|direct(?:ed|s)|resolv\w+|declar\w+|enter(?:ed)? into|appointed|elected|resign\w*|acqui\w+|issued|terminat\w+|launched|maintain\w*|support(?:ed|s)|preferred|committed|sold|repurchas\w+|complet\w+)\b/i,
  forecast:
    /\b(?:expect\w*|forecast\w*|project(?:ed|s|ion|ions)|anticipat\w+|outlook|likely|will|would|foresee\w*|predict\w*|guidance|estimate[sd]?|intend\w*|plans?)\b/i,
  cause:
    /\b(?:because|due to|owing to|reflect\w*|driven by|as a result|result(?:ed|ing|s) (?:in|from)|attribut\w+|led to|caused?|thanks to|on account of|contribut\w+|in response to|stemm\w+|boost\w*|support(?:ed|ing) by|amid|depends? on|affect\w*|influenc\w+|offset\w*|show(?:ed|s|n)? (?:that|to)|found (?:that|to)|indicat\w+|suggest\w*|demonstrat\w+)\b/i,
  comparison:
    /\b(?:than|compared|relative to|versus|from \$?\d|above|below|exceed\w*|outpac\w+|whereas|similar to|as (?:large|high|low|many|much) as)\b/i,
  view: /\b(?:participants?|members?|staff|board|committee|council|respondents|contacts|firms|directors?|governors?|i|we)\b.{0,60}\b(?:noted|report(?:ed)?|said|described|indicated|judged?|observed|remarked|commented|view(?:ed)?|saw|see|agreed|considered?|emphasi[sz]ed?|stressed|argued?|suggested|thought|believed?|recalled|mentioned|cited|pointed|highlighted|think|expect)\b|\b(?:was|were) (?:seen|viewed|judged|cited|noted|argued|stressed|underlined|emphasi[sz]ed|suggested|felt|recalled|remarked|considered|highlighted|pointed out|regarded|acknowledged|observed|widely)\b/i,
  risk: /\b(?:risks?|uncertain\w*|downside|upside|vulnerab\w+|threat\w*|concern\w*|could (?:adversely|harm|reduce|lead|result|affect)|may (?:adversely|harm|not be able)|adverse\w*|exposed?)\b/i,
};

/** Years, dates and numbers of paragraphs and forms: digits that measure nothing. */
const NO_FIGURE =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2}(?:[-–]\d{1,2})?)?,? \d{4}\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\[?\b(?:19|20)\d\d(?:[-–/](?:\d\d){1,2})?\b\]?|\bQ[1-4]\b|\bH[12]\b|\b\d{1,2}-(?:month|year|day|week)s?\b|\b(?:section|note|item|form|part|chapter|article|figure|chart|table|box|panel|paragraph|phase|annex|rule|no\.?|covid) ?-?\d+[\w.]*(?:-[KQ])?/gi;

/** What a sentence states. */
export function statesOf(text: string): Kind[] {
  const measured = /\d/.test(text) ? text.replace(NO_FIGURE, "") : text;
  return KINDS.filter((kind) => PATTERNS[kind].test(kind === "figure" ? measured : text));
}
