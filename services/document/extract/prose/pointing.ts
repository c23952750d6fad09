import { MONTHS } from "#kit/months.ts";
import type { Token } from "../grammar/language.ts";

/** "at these levels", "over that same period", "is another risk": of a measure or a list that was given before. */
const MEASURE_SAID =
  /\b(?:at|around|above|below|near|beyond|over|in|during|for|to|from|by|of|throughout|under) (?:that|this|these|those|the)(?: (?<same>same))? (?:levels?|pace|rates?|periods?|amounts?|ranges?|extent|magnitude|horizon|circumstances|conditions)\b(?! (?:of|in|from|to|for|between|ended|ending|that|\w+ed)\b)|\b(?:is|are|was|were|remains?) (?:another|the other|a further|a second)\b/i;
/** What may be the period or level that is pointed to. */
const MEASURE = /\d|\b(?:months?|quarters?|years?|weeks?|since|between|period|today|level|pace)\b/i;

/** A time, and not only a figure. */
const TIME = new RegExp(
  `\\b(?:19|20)\\d\\d\\b|\\b(?:months?|quarters?|years?|weeks?|days?|since|between|periods?|today|${MONTHS.join("|")})\\b`,
);
const TIME_SAID = /\b(?:that|the same|the following) (?:day|week|month|weekend|episode)\b(?!-)/i;
/** With one of these the sentence itself may say after what. */
const OWN_EVENTS = /[,;:—]|\b(?:and (?!a? ?half\b)|(?:but|or|which|that|when|as|after|if)\b)|\d/i;
const BEHIND_WHAT = /\b(?:thereafter|afterwards?|subsequently|(?:after|before|than|until) that)(?=[.,;])/i;
const WILL_DO_THAT = /^(?:[\p{L}’'-]+ ){1,4}?(?:will|would|can|could|should|to|did|does) do (?:that|this|so)\b/iu;

/** "that day", "would fall thereafter", "will do that": when or what was said before. */
export function pointsToEvent(text: string): boolean {
  const time = TIME_SAID.exec(text);
  if (time && !TIME.test(text.slice(0, time.index))) return true;
  const behind = BEHIND_WHAT.exec(text);
  return (behind !== null && !OWN_EVENTS.test(text.slice(0, behind.index))) || WILL_DO_THAT.test(text);
}

/** "The higher forecast", "The improved margin rates": of what the sentence before compared. */
const COMPARED =
  /^the (?:\p{Ll}+ly )?(?:higher|lower|increased|decreased|improved|reduced|weaker|stronger|larger|smaller|slower|faster) (?!(?:\p{Ll}+ )?(?:half|end|house|bound)\b)(?:(?!of |to |than |that |which )[\p{L}-]+ ){1,4}?(?:(?:for|in) (?:(?:fiscal|next|this|last) )?(?:year|quarter|\d{4})(?: \[\d{4}\])? )?(?:\p{Ll}+ly )?(?:was|were|is|are|had|has|will|would|should|could|can|may|reflect(?:s|ed)|results?|resulted)\b/iu;

export const pointsToCompared = (text: string): boolean => COMPARED.test(text);

export function pointsToMeasure(text: string): boolean {
  const found = MEASURE_SAID.exec(text);
  if (!found) return false;
  // "The level of rates" needs nothing; "the same" does, and so does what is pointed at.
  if (/ the \w+$/i.test(found[0]) && !/(?:another|other|further|second)$/i.test(found[0])) return false;
  // "by 3 percent over the same period": a figure in front is no time.
  const isTime = /(?:period|horizon)s?$/i.test(found[0]);
  if (isTime && /^ (?:last|a) year\b/.test(text.slice(found.index + found[0].length))) return false;
  return !(isTime ? TIME : MEASURE).test(text.slice(0, found.index));
}

const DEMONSTRATIVE = /^(?:this|these|those|such|that)$/;
/** In front of "that" these make it point; behind a verb it only joins: "noted that rates". */
const BEFORE_THAT =
  /^(?:of|to|for|toward|towards|into|upon|beyond|against|with|from|by|at|on|under|about|than|after|before|during|over|since|until)$/;
/** What sums up the sentence's own words, and times that the document's date tells. */
const SUMS_UP =
  /^(?:year|month|quarter|week|meeting|report|period|time|factor|development|effect|change|increase|decrease|decline|condition|risk|issue|measure|action|trend|pressure|result|cost|benefit|amount|case|area|effort|impact|difference|expectation|decade|context|process|type|kind|approach|respect|reason|view|challenge|shock|way|gain|losse?|statement|release|filing|form|point|stage|range|level|rate|pace|economy|pandemic|paper|speech|morning|afternoon|evening|spring|summer|autumn|winter|fall|cycle|nation|document|annual|press|uncertainty|situation|environment|dynamic|move|movement|figure|outcome|reading|number|pattern|scenario|assumption|policy|decision)s?$/;
/** With these a sentence takes up all that the one before it says: "This picture". Not "this forecast", which may be the document's. */
const TAKES_UP =
  /^(?:assessment|picture|judge?ment|outturn|profile|concern|argument|perspective|outlook|uncertaint(?:y|ie)|series|conclusion|slowdown|moderation|deceleration|easing|softening|weakening|weakness|improvement|recovery|strength|strengthening|pickup|acceleration|rebound|resilience)s?$/;
/** What names of its kind in the sentence before stand for: "these countries". */
const KINDS =
  /^(?:country|countries|economies|firms?|companies|products?|goods|commodities|sectors?|regions?|states?|items?|categories|groups?|districts?|industries|groups|markets|prices|securities|currencies|banks|members|participants|people|workers|households|date)$/;

/** Things of which there are many, so that "the" alone does not say which. */
const UNNAMED =
  /^(?:decree|proposition|lawsuit|complaint|merger|transactions?|acquisition|offering|indenture|plaintiffs?|defendants?|claimants?|arbitrator|tribunal|settlement|divestiture|spin-off|buyout|verdict|administrator|decision|petition|appeal|injunction|ruling|negotiations|talks|language|storm|hurricane|seller|proposal)$/;
/** "the program's", "the group's" of nobody. */
const OWNER =
  /\bthe (program|programme|group|project|plan|facility|company|firm|fund|agreement|survey|study|model|scheme|transaction|deal|bill|law|index|country|region|sector|bank|city|state)['’]s\b/iu;

/** The words behind a demonstrative that it belongs to, as the place of their noun; -1 where none follows. */
function nounBehind(tokens: readonly Token[], at: number): number {
  let next = at + 1;
  if (/^an?$/.test(tokens[next]?.text ?? "")) next += 1;
  let noun = -1;
  while (next < tokens.length && next < at + 6) {
    const { pos, text } = tokens[next] ?? { pos: "", text: "" };
    if (pos === "NOUN" || pos === "PROPN") noun = next;
    else if (noun >= 0 || (pos !== "ADJ" && pos !== "NUM" && text !== "-" && !/^\p{Ll}{4,}ed$/u.test(text))) break;
    next += 1;
  }
  return noun;
}

/** Enough of a word to know it by in another form: "acqui" of "acquisition" and "acquired". */
const rootOf = (noun: string) =>
  noun
    .toLowerCase()
    .slice(0, 5)
    .replace(/(?<=.{3})(?:y|ies|es|s)$/, "");

/**
 * The first thing that a sentence points at without having said it, as the beginning of its word: "objec" of "above this
 * objective". Undefined where all is said. What sums up a clause, or gives a kind of what was named, has no word to look for.
 */
export function pointedAt(text: string, tokens: readonly Token[]): string | undefined {
  for (const [at, token] of tokens.entries()) {
    const small = token.text.toLowerCase();
    const isThe = small === "the";
    // "Another difference is": the one before must be of the same.
    const isNext = at === 0 && small === "another";
    if (!isThe && !isNext && !DEMONSTRATIVE.test(small)) continue;
    if (small === "that" && !BEFORE_THAT.test(tokens[at - 1]?.text.toLowerCase() ?? "")) continue;
    // "these lags" looks like a verb.
    const isMisread =
      /^(?:these|those)$/.test(small) &&
      BEFORE_THAT.test(tokens[at - 1]?.text.toLowerCase() ?? "") &&
      /^\p{Ll}{3,}s$/u.test(tokens[at + 1]?.text ?? "") &&
      tokens[at + 1]?.pos === "VERB";
    const noun = isMisread ? at + 1 : nounBehind(tokens, at);
    const said = tokens[noun]?.text.toLowerCase() ?? "";
    if (at === 0 && noun === 1 && TAKES_UP.test(said)) continue;
    if (said === "" || (isThe ? !isUnnamed(tokens, at, noun) : !isNext && (SUMS_UP.test(said) || KINDS.test(said))))
      continue;
    const root = rootOf(said);
    if (!tokens.slice(0, at).some((before) => before.text.toLowerCase().startsWith(root))) return root;
  }
  const owner = OWNER.exec(text);
  // "the Bank's Agents": of the bank that publishes it.
  if (!owner || owner[1] === "Bank") return undefined;
  const before = text.slice(0, owner.index);
  // "In Norden, the country's exports": a name stands in front.
  return new RegExp(rootOf(owner[1] ?? ""), "i").test(before) || /\s\p{Lu}/u.test(before)
    ? undefined
    : rootOf(owner[1] ?? "");
}

/** "the acquisition", "the consent decree": not of what. */
function isUnnamed(tokens: readonly Token[], at: number, noun: number): boolean {
  const { text = "" } = tokens[noun] ?? {};
  const between = tokens[at + 1]?.text ?? "";
  const isKnown = noun - at === 2 && /^(?:proposed|said|foregoing|relevant)$/.test(between);
  const isOne = noun - at === 1 && UNNAMED.test(text);
  if (!isKnown && !isOne && !(noun - at === 2 && /^(?:decree|administrator)$/.test(text))) return false;
  return !/^(?:of|between|with|by|for|that|which|to|in|from|made|presented)$/.test(tokens[noun + 1]?.text ?? "");
}
