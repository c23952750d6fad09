import { amountAt, beforeFigure, finished, inverted, isPlural, predicate, sourceOf, spoken } from "./asking.ts";
import { directionOf, givesLevel, moves } from "./changes.ts";
import { judgedAction } from "./claim.ts";
import { word } from "./clause.ts";
import type { Context } from "./context.ts";
import { headlinesOf } from "./headline.ts";
import type { Token } from "./language.ts";
import { sliceText } from "./noun-phrases.ts";
import { type Phrase, readPhrase } from "./phrase.ts";
import type { Statement } from "./select.ts";
import { phraseOf, wordsOf } from "./shape.ts";
import { bestCore } from "./title.ts";
import { DEEDS, EFFECTS } from "./title-cores.ts";
import type { Reading, Topic } from "./topic.ts";
import { baseForm } from "./verb-forms.ts";
import type { Vocabulary } from "./vocabulary.ts";

const MAX_QUESTIONS = 4;
const LEAST_QUESTIONS = 2;
const MAX_PHRASE_WORDS = 8;
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
  if (asked.size < LEAST_QUESTIONS || !best) return [];
  return [...asked, keywordPhrase(best.core, best.period, topic.who, context)];
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
const formOfBe = (reading: Reading) =>
  beOf(reading, reading.claim.subject ? isPlural(reading.claim.subject, reading.tokens) : false);

function beOf({ claim, tokens }: Reading, plural: boolean): string {
  const be = word(tokens, claim.finite);
  return /^(?:is|are|was|were)$/.test(be) ? be : plural ? "were" : "was";
}

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

/** "By how much did X rise", "to what level", "what was X". */
function howMuch(reading: Reading, subject: string): string | undefined {
  const { claim, tokens, plain } = reading;
  const { verb, action, isPassive } = claim;
  if (claim.isNegated) return undefined;
  const amount = amountAt(tokens, action + 1);
  if (!amount) return undefined;
  const when = timeBehind(reading, amount.to);
  if (
    isPassive &&
    /^(?:project|forecast|estimate|put|set|value|expect|price)$/.test(verb) &&
    /^(?:at|\$|€|£)$|^\d/.test(word(tokens, action + 1))
  ) {
    const asked = inverted(reading, subject, action + 1);
    return asked && `what ${asked} at${when === "" ? "" : when}`;
  }
  const doesMove =
    (moves(verb) && !isPassive) || directionOf(tokens, claim) !== "" || (isPassive && DEEDS[verb] !== undefined);
  if (doesMove) {
    const up = /^(?:up|down)$/.test(word(tokens, action + 1)) ? action + 2 : action + 1;
    const asked = inverted(reading, subject, up);
    return asked && `${amount.isBy ? "by how much" : "to what level"} ${asked}${when}`;
  }
  // "returned $7.5 billion to its shareholders"
  if (
    !givesLevel(verb) &&
    !isPassive &&
    amount.isBy &&
    word(tokens, action + 1) !== "by" &&
    isMoney(tokens, action + 1, amount.to)
  ) {
    const asked = inverted(reading, subject, action + 1);
    return asked && `how much ${asked} ${sliceText(tokens, plain, amount.to, claim.end)}`;
  }
  if (!givesLevel(verb) || isPassive || claim.tense === "modal") return undefined;
  const compared = /^(?:higher|lower|above|below)$/.exec(word(tokens, amount.to))?.[0];
  if (verb === "be" && compared)
    return /er$/.test(compared) ? `how much ${compared} ${word(tokens, claim.finite)} ${subject}${when}` : undefined;
  if (verb === "be") return `what ${formOfBe(reading)} ${subject}${when}`;
  if (/^(?:average|total|reach)$/.test(verb)) {
    const asked = inverted(reading, subject, action + 1);
    return asked && `${verb === "reach" ? "what level" : "what"} ${asked}${when}`;
  }
  const asked = inverted(reading, subject, action + 1);
  return asked && sliceText(tokens, plain, action + 1, action + 2) === "at"
    ? `at what level ${asked}${when}`
    : undefined;
}

/** "How much did it return to its shareholders?", without what follows. */
function howMuchPaid(reading: Reading, subject: string): string | undefined {
  const { claim, tokens, plain } = reading;
  if (
    !claim.object ||
    claim.link === "" ||
    claim.isPassive ||
    claim.isNegated ||
    !isMoney(tokens, claim.action + 1, claim.object.from)
  )
    return undefined;
  if (moves(claim.verb) || givesLevel(claim.verb)) return undefined;
  const asked = inverted(reading, subject, claim.action + 1);
  return (
    asked && `how much ${asked} ${claim.link} ${sliceText(tokens, plain, claim.object.from, claim.object.core.to)}`
  );
}

const isMoney = (tokens: readonly Token[], from: number, to: number) =>
  tokens.slice(from, to).some(({ text }) => /^[$€£¥]|^(?:million|billion|trillion)$/.test(text));

/** " over the 12 months ending in January": the time behind an amount, within the predicate. */
function timeBehind({ claim, tokens, plain }: Reading, from: number): string {
  for (let at = from; at < Math.min(claim.end, from + 8); at += 1) {
    if (!/^(?:in|over|during|for|between)$/.test(word(tokens, at))) continue;
    const text =
      sliceText(tokens, plain, at, claim.end).split(
        / (?:from|compared|up from|down from|and(?= [$€£]?[\d.]+ ?(?:%|percent|million|billion))) /,
      )[0] ?? "";
    return /\b(?:months?|quarters?|years?|half|(?:19|20)\d\d|January|February|March|April|May|June|July|August|September|October|November|December)\b/.test(
      text,
    ) && text.split(" ").length <= 10
      ? ` ${text}`
      : "";
  }
  return "";
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

/** Who, what, what happened and when, as one would type them into a search box. */
function keywordPhrase(core: string, period: string, whose: string, { document, period: own }: Context): string {
  const words = wordsOf(core.replace(`${whose}'s `, "").replace(`${whose} `, "")).filter(
    (one) => !/^(?:of|in|on|for|to|from|with|between|at|by|and|or|due|as|the|a|an)$/i.test(one),
  );
  const tail = wordsOf(period || own);
  const who = wordsOf(whose);
  const kept = words
    .slice(0, Math.max(3, MAX_PHRASE_WORDS - tail.length - who.length))
    .map((one) => one.replace(/[,;]$/, ""));
  const room = MAX_PHRASE_WORDS - tail.length - kept.length;
  return phraseOf([who.length <= room ? who.join(" ") : "", ...kept, ...tail], [document]);
}

/** "ECB" for "the European Central Bank" where the document knows it so, "Bowman" for "Michelle W. Bowman". */
export function shortEntity(entity: string, { all }: Vocabulary): string {
  const name = entity.replace(/^the /, "");
  const words = name.split(" ");
  if (/^\p{Lu}[\p{L}-]+ (?:\p{Lu}\. )?\p{Lu}[\p{L}-]+$/u.test(name) && / \p{Lu}\. /u.test(name))
    return words.at(-1) ?? name;
  if (/^[A-Z]{3,}$/.test(words[0] ?? "")) return words[0] ?? name;
  // "the Northmark Beige Book" is a work, no body.
  if (/ (?:Book|Report|Outlook|Review|Monitor|Survey|Bulletin)$/.test(name)) return name;
  const initials = words
    .filter((one) => /^\p{Lu}/u.test(one) && !one.includes("."))
    .map((one) => one.charAt(0))
    .join("");
  if (initials.length >= 3 && all.has(initials.toLowerCase())) return initials;
  // A name that would fill the phrase.
  return words.length > 3 && initials.length >= 3 ? initials : name;
}
