import { type Clause, word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { antecedentOf } from "./antecedents.ts";
import { pointedAt, pointsToCompared, pointsToEvent, pointsToMeasure } from "./pointing.ts";

/** Words that only tie a sentence to the one before: without them it says the same. */
const CONNECTIVE =
  /^(?:(?:however|moreover|furthermore|nevertheless|nonetheless|in addition|additionally|also|therefore|thus|hence|accordingly|consequently|similarly|likewise|instead|meanwhile|specifically|indeed|in particular|at the same time|conversely|in turn|even so|that said|first|second|third|finally|lastly|of course|again|still|rather|otherwise|overall|further|by contrast|in contrast|on the other hand|as a result|as such|for example|for instance|in short|in sum|taken together|to be clear|now|so|well|and so|you know|again and again|in other words|in the meantime|for comparison|secondly|thirdly|firstly|(?:turning|moving|coming|shifting)(?: now| next)? to [\w ’'-]{3,50}|on the (?:first|second|third|fourth|last|former|latter)(?: (?:point|issue|question|vulnerability|risk|factor|count))?|(?:looking at|as (?:is )?shown in|as (?:can be )?seen in|as illustrated in|referring to) (?:the )?(?:chart|figure|table|slide|exhibit|graph|panel)s? [\w.-]{1,6}|as regards [\w ’'-]{3,40}|by comparison|in comparison|that being said|with that said|for (?:its|their) part|(?:in|against|given|with) (?:this|that|such an?) (?:context|background|backdrop|regard|respect|environment|connection|vein|sense)|(?:consistent with|in light of|given|against|reflecting|in view of|despite|amid|notwithstanding|in addition to|beyond|alongside|in response to|in support of|because of|as a result of|owing to) (?:this|that|these|those|such) [\w’'-]{3,20}(?: [\w’'-]{3,20}){0,2}|on (?:this|that) basis|for (?:this|that|these) reasons?|at this (?:juncture|point|stage)|on the one hand|going back to [\w ’'-]{3,40}|in this way|within (?:this|that)|as (?:previously|earlier|already) (?:disclosed|announced|reported|noted)[\w ]{0,30}(?:, \d{4})?|nor|plus|besides|instead|notably|importantly|interestingly|more generally|more broadly|more specifically|all in all|by the same token|to illustrate|put differently|simply put|crucially|equally|correspondingly|alternatively|on top of (?:this|that)|elsewhere|separately|relatedly|yet), |(?:but|and|so(?! (?:far|much|long|many|few|that)\b)|yet) )+/i;

const SUBJECT_PRONOUNS = new Set([
  "it",
  "they",
  "he",
  "she",
  "this",
  "these",
  "those",
  "such",
  "that",
  "both",
  "others",
  "neither",
  "either",
  "one",
  "her",
  "him",
  "them",
]);

/** "Many expected": subjects that leave open of what. */
const QUANTIFIERS = new Set("some many most several few all each none another half two three four".split(" "));

/** "The index is projected": which one was said before. */
const BARE_HEADS = new Set(
  (
    "index operations presentation discussion review scenarios options program programme plan model report process company group agreement transaction facility project survey measure measures forecast projection rate rates " +
    "ratio figure figures estimate estimates event events proposal change changes approach method ban rule law bill act order case court plaintiffs plaintiff defendants " +
    "complaint lawsuit amount amounts total share shares gap spread level levels range series sector region country countries firm contact product products " +
    "business division segment unit deal merger acquisition loan loans notes note fund funds award awards offer tender term terms period periods difference trend pattern shift move " +
    "moves decision result results finding findings outcome study paper authors author data number numbers sample package measure scheme initiative effort efforts pact treaty cap quota " +
    "quotas goal target assumption assumptions scenario simulation exercise analysis estimate indicator indicators shock crisis episode situation problem issue issues position benefit " +
    "filing filings briefing request requests settlement proceeds increase increases decrease decreases decline declines rise fall gain gains loss losses drop slowdown recovery improvement reduction expansion payment payments impairment charge charges " +
    "implications invasion scheme repair rally subsidy ruling article box chart remainder rest latter former following pace size value values latest " +
    "reversal tightening easing appreciation depreciation simulations responses principles error pickup moderation revision revisions softening weakening strengthening deterioration slowing upturn downturn upgrade downgrade"
  ).split(" "),
);

/** A subject or opening that names something of the sentence before: "This decision", "The increase was", "As such". */
const POINTS_BACK =
  /^(?:(?:the )?(?:former|latter)\b|(?:taken )?together(?: with\b|, )|if (?:realized|realised|so|confirmed|implemented|approved|sustained),|the (?:resulting|ensuing|accompanying|corresponding|aforementioned)\b|each (?:curve|scenario|measure|option|line|bar|dot|one|panel)\b|under the (?:programs?|plans?|agreements?|facilit(?:y|ies)|terms|arrangements?|notes|leases?|contracts?|orders?)(?: of (?:the|its) \w+)?,|(?!given that\b)(?:in|at|under|for|of|by|with|on|from|to|among|against|given|despite|after|beyond|during|because of|as of) (?:this|that|these|those|such|which)\b(?! (?:year|month|week|quarter|meeting|report|time|morning|afternoon|context,))|(?:this|these|those|such|that)\b(?! (?:year|month|week|quarter|meeting|report)\b)|in (?:response|part), |in (?:turn|this|that|these|those)[, ]|(?:in|within|under|across|among|for|of|at|from) (?:(?:the|another|other|each|both|all|these|those|one) )(?:other |same |latter |former )?(?!same time)(?:industry|sector|scenario|group|category|region|case|case study|survey|country|class|former|latter|same|other|(?:two|three|four)(?! (?:and|months?|quarters?|years?|weeks?|fiscal))|others?)(?:s|ies)?\b|\p{L}+ (?:\p{L}+ )?(?:on|of|in|for|from|among) other (?!than)|the (?:\p{L}+ )?(?:revision|change|increase|decrease|reduction|decline|adjustment)s? (?:in|to|of) (?:the|this|its|their) (?:forecast|projection|estimate|outlook|figure|total)s? (?!for|of)|the remaining \p{Ll}+ (?:was|were|is|are|recogni[sz]ed|recorded|will|relate\w*)\b|the (?:previous|prior|preceding) (?:week|month|quarter|year)['’]s (?:\p{L}+ )?(?:levels?|averages?|rates?|figures?|estimates?|readings?|numbers?|totals?)\b|the (?:[\p{L}\d]+[- ](?:day|week|month|quarter|year) )(?:moving )?average (?:was|is|rose|fell|increased|decreased|declined|edged|stood)\b|(?:during|over|in|for) the (?:period|sample|episode)s? (?:examined|considered|studied|in question)\b|in the (?:first|second|third) (?:case|scenario|instance|approach|option|group)\b|(?:since|until|by|before) then\b|then,? |at (?:that time|the time(?! of\b))\b|likewise\b|here\b|there(?:by|fore)?,? (?:too|again)|another\b|others\b|the same\b|the (?:increase|decrease|decline|change|rise|fall|improvement|reduction|transaction|offering|latter|difference|remainder|remaining|resulting|effect|effects|impact|answer|reason|second|third|first|other)s? (?:was|were|is|are|will|reflect\w*|primarily|in\b|had|has|for|of this|from))/iu;

/** "Prices eased as a result.": of what, where the sentence holds no more than that. */
const OF_WHAT = /^[^,;:—]*\bas a result\.?$/i;
const OWN_CAUSE = /\b(?:and|but|or|with|because|after|when|if|which|that .+ that)\b/i;

/** "Although the series was volatile, …": which one was said before. */
const OPENING_SUBJECT =
  /^(?:although|while|though|as|since|because|when|after|if) the ([\p{Ll}-]+) (?:was|were|is|are|had|has|have|would|will|remain\w*|continue\w*)\b/iu;

/** Anywhere in a sentence: a word that stands for something said before. */
const INNER =
  /\b(?:the former|the latter(?! (?:half|halves|parts?|stages?|months|weeks|days)\b)|aforementioned|the above|in so doing|doing so|those(?= to\b|[,.;])|(?:this|these)\b(?! (?:year|month|week|quarter|meeting|report|statement|release|press|filing|annual|form|document|paper|decade|morning|afternoon|evening|time|\[))|such (?:an? )?(?!as\b)\w+|(?<!(?:than|above|below|to|with|from|for|as|and|on|in|by) )those (?!of|who|that|which|in|on|for|with|from|at|associated|involved|expected|seen|observed|under|over|to|between|recorded|reported|already|whose|by)\w+)/gi;

/** "Exports fell, but this was offset", "exports fell; this was", "if output rises, this could": the clause in front is meant. */
const BEHIND_CLAUSE =
  /^(?:.{15,}(?:, (?:but|and|though|although|while|so|whereas)|;) |(?:if|as|when|while|although|since|once) [^,]{12,}, )$/i;
const FOR_CLAUSE =
  /^(?:this|these) (?:\p{L}+ly )?(?:was|were|is|are|had|has|have|could|would|may|might|will|should|did|does)\b/iu;
/** "Sales fell this period": that on which the document reports. */
const OF_REPORT = /^this (?:reporting )?(?:period|cycle)\b/i;
const PREPOSITION = /\b(?:in|at|of|by|on|to|for|from|over|during|within|throughout|since|until|before|after) $/i;
const NOUN_BEHIND = /^(?:this|these|those|such) (\p{L}{4,}?)s?\b/iu;

/** "guide the above rate", "the lesson is that—if unchecked—they do harm": what those are was said before. */
const POINTS_UP =
  /\bthe above(?:-mentioned)? \p{Ll}|\b(?:is|was|are|were) that ?[—–][^—–]{3,60}[—–] ?(?:they|it|these)\b/u;

/** Whether a sentence points early on at what it does not say itself. */
function pointsInside(text: string): boolean {
  for (const { index } of text.slice(0, EARLY).matchAll(INNER)) {
    const before = text.slice(0, index);
    const behind = text.slice(index, index + EARLY);
    if (OF_REPORT.test(behind) && index > 0 && !PREPOSITION.test(before)) continue;
    if (FOR_CLAUSE.test(behind) && BEHIND_CLAUSE.test(before)) continue;
    // "Conditions were solid and those conditions": said before.
    const noun = NOUN_BEHIND.exec(behind)?.[1]?.toLowerCase();
    if (noun !== undefined && before.toLowerCase().includes(noun)) continue;
    return true;
  }
  return false;
}

/** "The rise in rents since the March meeting": which one the subject says itself. */
function isDatedChange(text: string, tokens: Token[], clause: Clause | undefined): boolean {
  const from = tokens[clause?.subject.from ?? 0]?.start ?? 0;
  const to = tokens[clause?.subject.to ?? 0]?.start ?? 0;
  return DATED_CHANGE.test(text.slice(from, to));
}

const DATED_CHANGE =
  /^the (?:increase|decrease|decline|change|rise|fall|improvement|reduction)s? in \p{L}.+ (?:since|in|over|during|between|for|at) .*\b(?:meetings?|\d{4}|January|February|March|April|May|June|July|August|September|October|November|December|months|weeks|years)\b/iu;

const EXPLETIVE =
  /^it (?:can|could)(?:not| not)? be \w+(?:ed|en|out|id) (?:out )?that\b|^it (?:is|was|will be|would be|remains|remained|may be|might be|could be|seems|appears|has been|had been|became) (?!(?:\w+ )?(?:expected|likely|unlikely|projected|forecast|assumed|anticipated|intended|set|designed|bound|estimated) to\b)(?:\w+ ){1,4}?(?:that|to|for|whether|if)\b/i;

/** "One member preferred", "One-month volatility": it counts what it stands before. */
const COUNTS_ONE =
  /^one(?:[-‑]| (?:members?|participants?|respondents?|official|bank|district|firm|contact|director)\b)/i;

/** What points back later in a sentence mostly means something earlier in the same sentence. */
const EARLY = 90;

/** How much a sentence needs the one before it. */
export interface Leaning {
  /** Its subject or its opening points back: alone it is not understood. */
  needsPrevious: boolean;
  /** It is its subject that points back: not even the sentence before it is sure to name it. */
  byPronoun: boolean;
  /** How the word begins that the sentence before must hold, because this one points at it; absent where any will do. */
  pointedAt?: string;
  /** What else that one must hold. */
  wants?: RegExp;
  /** Length of the connective in front, which can be left out; 0 if there is none. */
  connective: number;
}

export function leaningOf(text: string, tokens: Token[], clause: Clause | undefined): Leaning {
  const connective = CONNECTIVE.exec(text)?.[0].length ?? 0;
  const rest = text.slice(connective);
  const subject = clause && clause.subject.to - clause.subject.from <= 2 ? word(tokens, clause.subject.from) : "";
  const subjectAt = clause ? (tokens[clause.subject.from]?.start ?? 0) : 0;
  const pronoun =
    SUBJECT_PRONOUNS.has(subject) && !EXPLETIVE.test(text.slice(subjectAt)) && !COUNTS_ONE.test(text.slice(subjectAt));
  const inner = innermost(clause);
  const isBare =
    clause !== undefined &&
    (isBareSubject(tokens, clause) ||
      (inner !== undefined && !isOwn(tokens, clause, inner) && isBareSubject(tokens, inner)));
  const opening =
    SUBJECT_PRONOUNS.has((/^[A-Za-z]+/.exec(rest)?.[0] ?? "").toLowerCase()) &&
    !EXPLETIVE.test(rest) &&
    !COUNTS_ONE.test(rest) &&
    !/^this (?:year|month|week|quarter|meeting|report|decade|afternoon|morning)\b/i.test(rest);
  // "Although output grew, it may fall short": the sentence itself names it.
  const isNamed = clause !== undefined && !opening && OPENS_LOW.test(rest) && hasNoun(tokens, clause.subject.from);
  const byPronoun = (pronoun && !isNamed) || opening;
  // What the connective points at goes with it.
  const missing =
    pointedAt(rest, connective === 0 ? tokens : tokens.filter(({ start }) => start >= connective)) ??
    (clause && eventOf(tokens, clause)) ??
    (CUT_OFF.test(rest) ? "projection" : undefined);
  const wants = antecedentOf(text, connective);
  return {
    needsPrevious:
      byPronoun ||
      isBare ||
      (POINTS_BACK.test(rest) && !isDatedChange(text, tokens, clause)) ||
      (OF_WHAT.test(rest) && !OWN_CAUSE.test(rest)) ||
      pointsInside(rest) ||
      POINTS_UP.test(rest) ||
      pointsToMeasure(rest) ||
      pointsToEvent(rest) ||
      pointsToCompared(rest) ||
      movesWhatWasNamed(text, tokens) ||
      missing !== undefined ||
      wants !== undefined ||
      BARE_HEADS.has(OPENING_SUBJECT.exec(rest)?.[1] ?? ""),
    ...(missing === undefined ? {} : { pointedAt: missing }),
    ...(wants === undefined ? {} : { wants }),
    byPronoun,
    connective,
  };
}

const MOVES_IT =
  /\b(?:leav(?:e|ing)|left|keep(?:ing)?|kept|hold(?:ing)?|held|lower(?:ing|ed)?|rais(?:e|ing|ed)|cut(?:ting)?|reduc(?:e|ing|ed)|increas(?:e|ing|ed)|maintain(?:ing|ed)?|chang(?:e|ing|ed)) (?:it|them)\b/;
const PEOPLE =
  /^(?:members?|participants?|officials?|policymakers?|governors?|directors?|colleagues?|votes?|majority|minority|economists?|respondents?|favou?r)$/i;

/** "Two members, Ms Tarn and Mr Varn, preferred to leave it unchanged": what, the sentence before says. */
function movesWhatWasNamed(text: string, tokens: readonly Token[]): boolean {
  const at = MOVES_IT.exec(text)?.index;
  if (at === undefined) return false;
  const hasTitles = /\b(?:Mr|Ms|Mrs|Dr)\b/.test(text.slice(0, at));
  return !tokens.some(
    ({ pos, text: one, start }) =>
      start < at && ((pos === "NOUN" && !PEOPLE.test(one)) || (pos === "PROPN" && !hasTitles)),
  );
}

const OF_A_CONTRACT =
  /^(?:facility|program|plan|agreement|transaction|project|lawsuit|case|merger|acquisition|loan|notes|offering|award|scheme|contract|lease|survey|study|index|tender)$/;
const EVENTS = /^(?:rally|repair|ruling|invasion|strike|outage|spill|incident|rebound|sell-off|shutdown)$/;

/** "the gold rally": the sentence before must tell of gold. */
function eventOf(tokens: Token[], { subject }: Clause): string | undefined {
  const [first, second, head] = [0, 1, 2].map((at) => word(tokens, subject.from + at));
  return first === "the" && subject.to - subject.from === 3 && EVENTS.test(head ?? "") ? second : undefined;
}

/** "since the cut-off date": that of projections which the sentence before names. */
const CUT_OFF = /\bthe cut-?off date\b(?! (?:for|of)\b)(?<!projections?\b.*)/i;

const CHANGE = /^(?:improvement|increase|decrease|decline|rise|fall|gain|drop|slowdown|recovery|reduction|pickup)s?$/;
const CHANGES = /^(?:increases?|decreases?|declines?|gains?|losses|changes|revisions|reductions?|rises|drops)$/;

const DEFINED = new Set(
  (
    "Stock Notes Note Plan Plans Agreement Merger Offering Offer Tender Transaction Transactions Indenture Securities Award Awards Option Options Facility Program Loan Loans Advances " +
    "Bonds Debentures Trust Shares Units Warrants Amendment Term Purchase Acquisition Closing Lease Order Complaint Plaintiffs Defendants Settlement Participant Trustee Registrant Issuer"
  ).split(" "),
);

/** The clause that says it: of "participants noted that prices rose" the reported one. */
function innermost(clause: Clause | undefined): Clause | undefined {
  let inner = clause;
  while (inner?.reported) inner = inner.reported;
  return inner === clause ? undefined : inner;
}

/** "Members agreed that their assessments": of those who say it. */
const isOwn = (tokens: Token[], { subject }: Clause, inner: Clause) =>
  /^(?:its|their|his|her)$/.test(word(tokens, inner.subject.from)) &&
  tokens.slice(subject.from, subject.to).some(({ pos }) => pos === "NOUN" || pos === "PROPN");

/** "The index", "its share", "the latter": a subject of two words of which the first says that it is known. */
function isBareSubject(tokens: Token[], { subject }: Clause): boolean {
  const first = word(tokens, subject.from);
  if (subject.to - subject.from === 1 && QUANTIFIERS.has(first)) return true;
  const second = tokens[subject.from + 1]?.text ?? "";
  const head = tokens[subject.to - 1]?.text ?? "";
  if (
    first === "the" &&
    subject.to - subject.from === 3 &&
    /^(?:revised|new|proposed|same|original|initial|resulting|combined|above|corresponding|respective|relevant|related|remaining|final|additional|other|two|three|upward|downward|recent|sharp|modest|slight|earlier|large|small|marked)$/.test(
      second,
    ) &&
    BARE_HEADS.has(head)
  )
    return true;
  // "The latest improvement spanned": of what?
  if (first === "the" && subject.to - subject.from === 3 && second === "latest" && CHANGE.test(head)) return true;
  // A capital behind it makes a name of it: "Other Purchase Obligations".
  // What is further of a thing that the subject names stands alone: "further policy rate reductions".
  const isOfNamed = /^(?:further|additional)$/.test(first) && subject.to - subject.from >= 3;
  if (/^(?:other|others|further|additional|remaining|similar)$/.test(first) && !/^\p{Lu}/u.test(second) && !isOfNamed)
    return true;
  if (first === "the" && DEFINED.has(head) && /^\p{Lu}/u.test(second) && subject.to - subject.from <= 4) return true;
  if (/^(?:its|their|his|her|segment|aforementioned|said)$/.test(first)) return true;
  // "Decreases in 2031 occur": of what?
  const isPeriod = tokens[subject.from + 2]?.pos === "NUM" && subject.to - subject.from <= 4;
  if (CHANGES.test(first) && (subject.to - subject.from === 1 || isPeriod)) return true;
  // "Declines in the Union outweigh": a place tells where, not what.
  const rest = tokens.slice(subject.from + 2, subject.to);
  if (
    CHANGES.test(first) &&
    second === "in" &&
    rest.some(({ pos }) => pos === "PROPN") &&
    !rest.some(({ pos }) => pos === "NOUN")
  )
    return true;
  // "The facility fee", "the CME rally": of which facility, after what?
  if (first === "the" && subject.to - subject.from === 3 && (OF_A_CONTRACT.test(second) || EVENTS.test(head)))
    return true;
  // "The median respondent expected": of which survey? "MaPS respondents" says it.
  if (/^respondents?$/.test(head) && subject.to - subject.from <= 3 && tokens[subject.from]?.pos !== "PROPN")
    return true;
  // "The Notes will mature": a name that a contract gave.
  if (first === "the" && subject.to - subject.from === 2 && DEFINED.has(second)) return true;
  // "The data received over the past months suggested"
  const isTold =
    /(?:ed|en)$/.test(word(tokens, subject.to)) &&
    /^(?:over|in|since|during|from|for|on|at)$/.test(word(tokens, subject.to + 1));
  return first === "the" && subject.to - subject.from === 2 && BARE_HEADS.has(second) && !isTold;
}

const OPENS_LOW =
  /^(?:although|while|though|as|if|when|after|because|since|whereas|even|once|before|until|by|with|in|for|despite)\b/i;

const hasNoun = (tokens: Token[], to: number) =>
  tokens.slice(1, to).some(({ pos }) => pos === "NOUN" || pos === "PROPN");
