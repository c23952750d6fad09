import { amountAt, beforeFigure, finished, inverted, isPlural, predicate, sourceOf, spoken } from "./asking.ts";
import { directionOf, moves } from "./changes.ts";
import { judgedAction } from "./claim.ts";
import { word } from "./clause.ts";
import type { Context } from "./context.ts";
import { headlinesOf } from "./headline.ts";
import { beOf, howMuch, howMuchPaid } from "./how-much.ts";
import { keywordPhrase } from "./keyword-phrase.ts";
import { sliceText } from "./noun-phrases.ts";
import { type Phrase, readPhrase } from "./phrase.ts";
import type { Statement } from "./select.ts";
import { bestCore } from "./title.ts";
import { DEEDS, EFFECTS } from "./title-cores.ts";
import type { Reading, Topic } from "./topic.ts";
import { baseForm } from "./verb-forms.ts";

const MAX_QUESTIONS = 4;
const LEAST_QUESTIONS = 2;
const CAUSE =
  /\b(?:because|due (?:in part |largely |primarily |mainly |partly )?to|owing to|reflect(?:s|ed|ing)|driven by|as a result of|on account of|supported by|attributable to|attributed to|led by|amid|thanks to|caused by|resulting from|boosted by|offset by|partly from|primarily from)\b/i;
/** How one asks for what somebody says, by the verb with which it is told. */
const ASKED: Record<string, string> = {
  judge: "judge about",
  expect: "expect for",
  anticipate: "expect for",
  note: "note about",
  observe: "observe about",
  report: "report about",
  comment: "say about",
  assess: "conclude about",
  conclude: "conclude about",
  agree: "agree on",
  argue: "argue about",
  emphasize: "stress about",
  emphasise: "stress about",
  stress: "stress about",
  project: "project for",
  forecast: "forecast for",
  indicate: "indicate about",
  warn: "warn about",
  suggest: "suggest about",
  highlight: "highlight about",
};

/** A statement of a finding with what it is about. */
export interface Subject {
  statement: Statement;
  topic: Topic;
}

/** Two to four questions that the finding answers, and a keyword phrase of 3 to 8 words as the last; none where there are no two. */
export function writeQuestions(subjects: readonly Subject[], context: Context): string[] {
  const asked = new Set<string>();
  // In turn, so that each sentence of the finding is asked for; the first has twice its share.
  const [first, ...others] = subjects.map(({ topic }) => topic.questions);
  const order = [
    ...(first ?? []).slice(0, 2),
    ...others.flatMap((list) => list.slice(0, 1)),
    ...(first ?? []).slice(2),
  ];
  for (const question of [...order, ...others.flatMap((list) => list.slice(1))])
    if (asked.size < MAX_QUESTIONS) asked.add(question);
  const [topic, also] = subjects.map(({ topic: one }) => one);
  const best = topic && bestCore(topic, also, context);
  if (asked.size === 0 || !best) return [];
  for (const question of themeAsked(best.core, best.period || context.period, context))
    if (asked.size < LEAST_QUESTIONS) asked.add(question);
  return [...asked, keywordPhrase(best.core, best.period, topic.who, context)];
}

/** What anybody may ask of a theme: "What did the ECB say about growth in wages in March 2031?" */
function themeAsked(core: string, period: string, context: Context): string[] {
  const theme = core.replace(/^\p{Lu}(?=\p{Ll}+ \p{Ll})/u, (letter) => letter.toLowerCase());
  const when = period === "" ? "" : / |^\d{4}$/.test(period) ? ` in ${period}` : `, ${period}`;
  const source = sourceOf("", context);
  return [
    source === "" ? `What is said about ${theme}${when}?` : `What did ${source} say about ${theme}${when}?`,
    `What is reported about ${theme}${when}?`,
  ];
}

/** What a statement answers, the best first. */
export function questionsOf(reading: Reading, context: Context): string[] {
  const { claim, tokens, plain, holder, isAgent } = reading;
  const source = sourceOf(holder, context);
  const finish = (question: string | undefined) => (question ? finished(question, reading, context, source) : "");
  const named = claim.subject && !isAgent ? spoken(claim.subject, reading, context.company) : "";
  const agent = !isAgent ? "" : reading.doer || (holder === "" ? context.entity : agentOf(holder, source, context));
  const subject = named || agent;
  const asked: string[] = [];
  if (subject !== "" && !claim.isExistential) {
    const whole = inverted(reading, subject, beforeFigure(tokens, claim));
    const says = isSaying(reading);
    asked.push(finish(howMuch(reading, subject)), finish(howMuchPaid(reading, subject)));
    const why: string[] = [];
    if (named !== "" && says && hasCause(reading)) {
      const asked = inverted(reading, named, Math.min(beforeFigure(tokens, claim), causeAt(reading)));
      if (asked) why.push(finish(`why ${asked}`));
    }
    asked.push(...why, ...decided(reading, agent).map(finish));
    if (named !== "") asked.push(...effects(reading, named).map(finish), finish(subjectAsked(reading)));
    if (claim.expected !== "" && named !== "") {
      const be = claim.subject && isPlural(claim.subject, tokens) ? "were" : "was";
      asked.push(
        finish(moves(claim.verb) ? `how ${be} ${named} expected to change` : `what was expected for ${named}`),
      );
    }
    if (agent !== "") asked.push(finish(objectAsked(reading, agent)));
    if (whole && says) asked.push(finish(whole));
    if (
      named !== "" &&
      claim.verb !== "be" &&
      (claim.object === undefined || claim.link !== "") &&
      !amountAt(tokens, claim.action + 1) &&
      claim.expected === "" &&
      claim.modal === "" &&
      (moves(claim.verb) || directionOf(tokens, claim) !== "")
    ) {
      const rest = sliceText(tokens, plain, afterMove(reading), beforeFigure(tokens, claim));
      asked.push(
        finish(
          `how ${claim.tense === "present" ? presentHelp(reading) : "did"} ${named} change ${TIME_START.test(rest) ? rest : ""}`,
        ),
      );
    }
    if (claim.adjective >= 0 && named !== "" && source !== "")
      asked.push(finish(`how did ${source} describe ${named.replace(`${context.company}'s `, "its ")}`));
    if (named !== "" && source !== "" && named.split(" ").length >= 3 && asked.filter((one) => one !== "").length < 3)
      asked.push(
        finish(
          `what did ${source} ${holder === "" ? "say about" : (ASKED[reading.holds] ?? "say about")} ${named.replace(`${context.company}'s `, "its ")}`,
        ),
      );
  }
  // "What was the increase offset by?", "What was it due to?"
  if (named !== "" && claim.object && ((claim.isPassive && claim.link === "by") || claim.verb === "be due")) {
    const asking = inverted(reading, named, claim.action + 1);
    asked.unshift(finish(asking && `what ${asking} ${claim.link}`));
  }
  const judged = judgedAction(tokens, claim);
  if (judged && word(tokens, reading.claim.finite - 1) === "it") {
    asked.push(
      finish(inverted(reading, "§", Math.max(judged.object.to, beforeFigure(tokens, claim)))).replace("§", "it"),
    );
    if (source !== "") asked.push(finish(`what did ${source} consider ${word(tokens, claim.adjective)}`));
  }
  const object = claim.object ? spoken(claim.object, reading) : "";
  if (claim.isExistential && object !== "") asked.push(finish(isThere(reading, object)));
  if (object !== "" && source !== "" && object.split(" ").length >= 2 && (isAgent || claim.isExistential))
    asked.push(
      finish(
        `what did ${source} ${isAgent && ASKED[claim.verb] ? ASKED[claim.verb] : "say about"} ${sliceText(tokens, plain, claim.object?.from ?? 0, claim.object?.to ?? 0)}`,
      ),
    );
  const found = [...new Set(asked.filter((question) => question !== ""))];
  if (found.length >= LEAST_QUESTIONS || named === "") return found;
  const told = source === "" ? `what is reported about ${named}` : `what did ${source} say about ${named}`;
  return [...new Set([...found, finish(told)])].filter((question) => question !== "");
}

const TIME_START = /^(?:in|over|during|since|between|from|through|at the) /;

/** "does" of "declines", "have" of "have declined". */
function presentHelp({ claim, tokens }: Reading): string {
  const first = word(tokens, claim.finite);
  if (/^(?:has|have|do|does)$/.test(first)) return first;
  return claim.subject && isPlural(claim.subject, tokens) ? "do" : "does";
}

/** The token behind "declined sharply" and "edged up". */
function afterMove({ claim, tokens }: Reading): number {
  let at = claim.action + 1;
  while (at < claim.end && (tokens[at]?.pos === "ADV" || /^(?:up|down|higher|lower)$/.test(word(tokens, at)))) at += 1;
  return at;
}

/** A cause is named in the clause itself, not in one that follows it. */
function hasCause({ claim, tokens, plain }: Reading): boolean {
  if (claim.isNegated || claim.verb === "be due") return false;
  const behind = plain.slice(tokens[claim.action]?.end ?? 0);
  const at = behind.search(CAUSE);
  return at >= 0 && at < 160 && !OTHER_CLAUSE.test(behind.slice(0, at));
}

/** The token at which the cause begins. */
function causeAt({ claim, tokens, plain }: Reading): number {
  const start = tokens[claim.action]?.end ?? 0;
  const at = start + plain.slice(start).search(CAUSE);
  const found = tokens.findIndex((token) => token.start >= at);
  return found < 0 ? claim.end : found;
}

const OTHER_CLAUSE =
  /[;:]|\.(?=\s)|\b(?:while|but|although|whereas|which|who|that)\b|(?:,| and) [\w\s’'-]{2,60} (?:was|were|had|has|have|is|are|rose|fell|would|will)\b/;

/** "was" of "was", also of "had been": what one asks with whether there was something. */
/** "Were there signs of a recovery?", "Could there be one?" */
function isThere(reading: Reading, object: string): string | undefined {
  const { verb, modal } = reading.claim;
  if (verb !== "be") return undefined;
  return modal === ""
    ? `${existence(reading)} there ${object}`
    : `${/^(?:may|might)$/.test(modal) ? "could" : modal} there be ${object}`;
}

const existence = (reading: Reading) => beOf(reading, reading.claim.object?.isPlural === true);
/** Who does it: "the Committee", "most FOMC participants". A speaker tells of others. */
function agentOf(holder: string, source: string, context: Context): string {
  if (context.speaker === undefined && source !== sourceOf("", context)) return source;
  return /^(?:committee|council|board|staff|mpc|fomc|fed)$/i.test(holder) ? `the ${holder}` : holder;
}

/** The predicate says something once its figures are cut off: a movement, an object, an adjective. */
function isSaying({ claim, tokens }: Reading): boolean {
  const cut = beforeFigure(tokens, claim);
  if (moves(claim.verb) || directionOf(tokens, claim) !== "" || (claim.isPassive && DEEDS[claim.verb] !== undefined))
    return true;
  // "is forecast at 5 dollars" says nothing without its figure.
  if (claim.isPassive) return cut > claim.action + 1 || cut === claim.end;
  if (claim.adjective >= 0) return cut > claim.adjective + 1 || cut === claim.end;
  if (claim.object !== undefined) return cut >= claim.object.core.to;
  // "The response has peaked": nothing was cut off.
  return (
    cut === claim.end &&
    !/^(?:be|have|say|state|note|show|mean|decide|agree|vote|expect|judge|believe|suggest|indicate)$/.test(claim.verb)
  );
}

/** "What would weigh further on economic activity?": asks for the subject. */
function subjectAsked(reading: Reading): string | undefined {
  const { claim, tokens } = reading;
  if (
    !claim.object ||
    !/^(?:|on|to)$/.test(claim.link) ||
    claim.isNegated ||
    !/^(?:NOUN)$/.test(tokens[claim.subject?.head ?? 0]?.pos ?? "")
  )
    return undefined;
  if (/^(?:be|have|include|see|experience|show|do|make|represent|remain|become)$/.test(claim.verb)) return undefined;
  const cut = beforeFigure(tokens, claim);
  if (cut < claim.object.to) return undefined;
  if (headlinesOf(claim.object, tokens, reading.plain).length === 0) return undefined;
  const said = predicate(reading, cut);
  const asks = WHO.test(word(tokens, claim.subject?.head ?? 0)) ? "who" : "what";
  return said && said.split(" ").length >= 3 ? `${asks} ${said}` : undefined;
}

const WHO =
  /^(?:governments?|authorities|banks?|company|companies|commissions?|councils?|committees?|firms|households|consumers|ministers?|department|boards?|investors|importers|exporters|producers|farmers|employers|businesses|lenders|borrowers|policymakers|retailers|manufacturers|contacts|respondents|customers|workers|employees|participants?|members?|people|agency|agencies|importer|exporter|government|company|firm|lender|producer|investor|retailer)$/;

/** "What effect did X have on Y?" */
function effects({ claim, tokens, plain }: Reading, subject: string): string[] {
  if (!EFFECTS.has(claim.verb) || !claim.object || claim.isPassive || claim.isNegated || !/^(?:|on)$/.test(claim.link))
    return [];
  if (headlinesOf(claim.object, tokens, plain).length === 0) return [];
  const object = sliceText(tokens, plain, claim.object.from, claim.object.to);
  const help = claim.modal !== "" ? claim.modal : claim.expected !== "" ? "would" : "did";
  return [`what effect ${help} ${subject} have on ${object}`];
}

/** "What did the Board decide on the base rate?" and "Did it decide to raise it?" */
function decided({ claim, tokens, plain, clause }: Reading, agent: string): string[] {
  const preposition = {
    decide: "decide on",
    vote: "decide on",
    agree: "agree on",
    plan: "plan for",
    intend: "plan for",
    propose: "propose for",
    prefer: "prefer to do with",
  }[claim.verb];
  if (agent === "" || !preposition || claim.isNegated || claim.isPassive) return [];
  for (let at = clause.verb.to; at < claim.action + 12; at += 1) {
    if (word(tokens, at) === "that") return [];
    if (word(tokens, at) !== "to" || tokens[at + 1]?.pos !== "VERB" || /ing$/.test(word(tokens, at + 1))) continue;
    const object: Phrase | undefined = readPhrase(tokens, at + 2, tokens.length);
    if (!object) return [];
    const named = sliceText(tokens, plain, object.from, object.to);
    const state = /^(?:unchanged|steady|constant)$/.test(word(tokens, object.to)) ? ` ${word(tokens, object.to)}` : "";
    const asked = [`what did ${agent} ${preposition} ${named}`];
    if (!claim.modal) asked.push(`did ${agent} ${claim.verb} to ${word(tokens, at + 1)} ${named}${state}`);
    return claim.verb === "vote" ? [`how did ${agent} vote on ${named}`, ...asked] : asked;
  }
  return [];
}

/** "What did Harlow acquire?" */
function objectAsked({ claim, tokens, plain }: Reading, agent: string): string | undefined {
  if (!claim.object || claim.link !== "" || claim.isPassive || claim.isNegated || claim.tense === "modal")
    return undefined;
  if (DEEDS[claim.verb] === undefined || baseForm(word(tokens, claim.finite)) !== claim.verb) return undefined;
  const rest = sliceText(tokens, plain, claim.object.to, claim.end);
  return /\d{2}/.test(rest) && !/(?:19|20)\d\d/.test(rest) ? undefined : `what did ${agent} ${claim.verb} ${rest}`;
}
