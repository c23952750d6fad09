import { FORESEEN } from "../grammar/changes.ts";
import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import type { Token } from "../grammar/language.ts";
import { isPale } from "../grammar/noun-phrases.ts";
import { isPluralNoun } from "../grammar/phrase.ts";

/** "annual increase" of prices that rose "over the last 12 months", "monthly" of those that rose "over the month". */
export function spanned(change: string, text: string, clause: string): string {
  if (change.includes(" ") || !/\b(?:index|indexes|prices?|inflation|rents?)\b/i.test(text)) return "";
  const span = ANNUAL.test(clause) ? "annual" : MONTHLY.test(clause) ? "monthly" : "";
  return span === "" ? "" : `${span} ${change}`;
}

const AMOUNT = "[\\d.,]+ ?(?:percent|per cent|%) ";
const ANNUAL = new RegExp(
  `${AMOUNT}(?:over the (?:last|past) (?:year|12 months)|(?:for|over|in) the 12 months end(?:ing|ed)|year-on-year|year[- ]over[- ]year|y/y|over the year|(?:from|than) (?:a|one) year (?:ago|earlier))\\b`,
);
const MONTHLY = new RegExp(`${AMOUNT}(?:over the month|month-on-month|month[- ]over[- ]month|m/m)\\b`);

/** "Increase in rates on loans", "unemployment rate increase", "price increase in small towns", "Nordish economic growth". */
export function changed(text: string, change: string): string[] {
  const [mood, noun] = change.includes(" ") ? (change.split(" ") as [string, string]) : ["", change];
  const lead = mood === "" ? "" : `${mood} `;
  const economy = ECONOMY.exec(text)?.[1];
  if (economy !== undefined && ECONOMIC.test(noun)) return [`${lead}${economy}economic ${noun}`];
  const behind =
    / (?:of|in|on|for|to|from|with|between|at|by|and|around|about|over|under|above|below|near|during|across|among|against|per|excluding|regarding|surrounding|concerning) |,/.exec(
      text,
    );
  if (new RegExp(`\\b${noun}(?!$)`, "i").test(text)) return [];
  if (text.toLowerCase().endsWith(noun)) return [`${lead}${text}`];
  const whole = `${lead}${noun} ${noun === "revision" ? "to" : "in"} ${text}`;
  if (noun === "revision" && mood !== "") {
    const way = mood === "upward" ? "increase" : "reduction";
    const isForecast = /(?:forecast|estimate|projection|outlook)s?$|\b(?:projected|forecast) /i.test(text);
    return behind ? [whole] : [whole, `${singular(text)} ${isForecast ? "" : "forecast "}${way}`];
  }
  // "selling and administrative expense", "cheese and butter prices": one noun behind two words.
  const [before = "", after = ""] = text.split(/ and (?!.* and )/);
  const isShared =
    behind?.[0] === " and " &&
    !isPluralNoun(before) &&
    (SINGULAR.test(after) || (after.includes(" ") && !isPluralNoun(after))) &&
    !/ (?:of|in|on|for|to|from|at|by|less) /.test(text);
  if (isShared) return [`${lead}${singular(text)} ${noun}`, whole];
  if (!behind)
    return isPluralNoun(text) && !SINGULAR.test(text)
      ? [whole, ...(TIED.test(text) ? [`${lead}${singular(text)} ${noun}`] : [])]
      : [`${lead}${singular(text)} ${noun}`, whole];
  // "equity prices in advanced economies": "equity price decline in advanced economies"
  const head = text.slice(0, behind.index);
  // "interest rate decline on new loans"
  const isPlaced =
    /^ (?:in|at|among|across) $/.test(behind[0]) || (/^ (?:on|for) $/.test(behind[0]) && SINGULAR.test(head));
  // "diluted earnings per share increase"
  if (behind[0] === " per ") return [whole, `${lead}${text} ${noun}`];
  if (!isPlaced || CONTAINS.test(head)) return [whole];
  return head.includes(" ") && (!isPluralNoun(head) || SINGULAR.test(head))
    ? [whole, `${lead}${singular(head)} ${noun}${text.slice(behind.index)}`]
    : [whole];
}

/** An economy that grows has economic growth; that of a trade, a farm's, is another word's. */
const ECONOMY = /^((?:|(?:[^ ]+ )?(?:\p{Lu}\S*|area|global|world|regional|national|domestic|local) ))economy$/u;
const ECONOMIC = /^(?:growth|expansion|recovery|contraction|slowdown|rebound|stagnation)$/;

/** Nouns that "in" completes: "trade in olive oil". */
export const CONTAINS =
  /(?:trade|growth|interest|shares?|investments?|roles?|confidence|changes?|participation|gains?|increases?|declines?|pressures?| used| provided)$/i;

/** Nouns that stand in the singular before another: "loan rate decline". Others read as a sentence there. */
const SINGULAR =
  /(?:prices?|rates?|costs?|yields?|wages?|spreads?|revenues?|premiums?|margins?|loans|expenses?|index|indexes|shares|sales|fees?)$/i;

/** Others that stand so where a word less leaves room for the month: "capital expenditure decline". */
const TIED =
  /(?: expenditures| exports| imports| inventories| orders| payrolls| shipments| deposits| openings| vacancies| volumes| rigs| starts| permits| listings| paths| expectations| delinquencies| originations| purchases| claims)$/i;

/** What an adjective says of its subject, where it needs more to be said. */
export const QUALITIES: Record<string, string> = {
  available: "availability of",
  accessible: "accessibility of",
  vulnerable: "vulnerability of",
  sensitive: "sensitivity of",
  resilient: "resilience of",
  dependent: "dependence of",
  reliant: "reliance of",
  exposed: "exposure of",
  consistent: "consistency of",
  uncertain: "uncertainty about",
  hard: "burden of",
  harmful: "harm of",
  important: "importance of",
  essential: "importance of",
  crucial: "importance of",
  critical: "importance of",
  vital: "importance of",
  beneficial: "benefits of",
};

const AMPLY = /^(?:readily|generally|broadly|widely|easily|amply)$/;

/** "The labor market remained tight": "tight labor market". */
export function described(text: string, adjective: string, tokens: Token[], claim: Claim): string[] {
  const before = word(tokens, claim.adjective - 1);
  // "Credit remained readily available": that it did is told, and not of its availability.
  const isAmple = adjective === "available" && !claim.isNegated && AMPLY.test(before);
  const quality = claim.isNegated ? undefined : QUALITIES[adjective];
  // "current inflation remained high"
  const one = qualified(text.replace(/^(?:recent|current|latest) (?=\S)/i, ""), adjective, tokens, claim);
  return [
    ...(isAmple ? [`${before} available ${text}`] : []),
    ...(quality ? [`${quality} ${text}`] : []),
    ...(one === "" ? [] : [one]),
  ];
}

function qualified(text: string, adjective: string, tokens: Token[], { adjective: at, end, subject }: Claim): string {
  if (!subject || ` ${text.toLowerCase().replace(/-/g, " ")} `.includes(` ${adjective} `)) return "";
  const next = word(tokens, at + 1);
  // "lower-than-expected inflation"
  const bar =
    next === "than" ? tokens.slice(at + 2, at + 5).find((token) => FORESEEN.test(token.text))?.text : undefined;
  if (bar && /er$/.test(adjective)) return `${adjective}-than-${bar} ${text}`;
  if (/^(?:tilted|skewed|weighted)$/.test(adjective)) {
    const side = tokens.slice(at, at + 6).find((token) => /^(?:downside|upside)$/i.test(token.text));
    return side ? `${side.text} ${text.replace(/^(?:overall )?risks? (?:around|surrounding)/, "risks to")}` : "";
  }
  if (
    /^(?:likely|unlikely|able|unable|due|subject|consistent|similar|responsible|available|aware|clear|possible|important|necessary|appropriate|well|expected|more|less|most|least|much|many|such|same|up|down|sure|true|needed|based|used|made|seen|called|associated|related|required|considered|welcome|ready|willing|given|set|warranted|justified|surprising|noteworthy|worth|tough|told|intended|meant|designed|hard|attributable|evident|useful|helpful|visible|apparent|sufficient|conducive|relevant)$/.test(
      adjective,
    )
  )
    return "";
  // "higher than", "concerned about": the adjective alone is half of it.
  if (next === "that" || /^(?:resulting|ensuing|associated|moderate|following) /.test(text)) return "";
  if (/^(?:to|about|for|of|by)$/.test(next) && at + 1 < end) return "";
  if (adjective === "limited" && (/^(?:in|as)$/.test(next) || !/ (?!(?:data|information)$)/.test(text))) return "";
  const owner = /^(.+?['’]s?) (.+)$/.exec(text);
  if (owner)
    return /^(?:more|too|most|less|little)$/.test(word(tokens, at - 1)) ? "" : `${owner[1]} ${adjective} ${owner[2]}`;
  const before = word(tokens, at - 1);
  if (/^(?:less|least|not|no|hardly|barely|longer|nearly|almost)$/.test(before)) return "";
  if (adjective === "changed") return before === "little" ? `little-changed ${text}` : "";
  if (/^(?:more|too|most|relatively|broadly)$/.test(before)) return `${before} ${adjective} ${text}`;
  return isPale(adjective) && !/^(?:high|higher|low|lower|strong|stronger|modest|slight|small|large)$/.test(adjective)
    ? ""
    : `${adjective} ${text}`;
}
