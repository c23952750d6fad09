import type { Context } from "../context.ts";
import type { Draft } from "../draft.ts";
import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { tag } from "../grammar/language.ts";
import { nounPhrases } from "../grammar/noun-phrases.ts";
import { countWords, cutTitle, MAX_TITLE_WORDS, MIN_TITLE_WORDS, phraseOf } from "../grammar/shape.ts";
import { keywordPhrase } from "../questions/keyword-phrase.ts";
import { plainQuestions } from "../questions/questions.ts";
import { deedIn } from "../titles/deed-title.ts";
import { bareOf } from "../titles/title.ts";
import { isTitleTaken, type TakenTitles, takeTitle } from "../titles/title-taken.ts";

const MAX_TITLE_PHRASES = 5;
const MIN_CORE_WORDS = 2;
const LEAST_QUESTIONS = 2;

export interface PlainWords {
  title: string;
  questions: string[];
}

/** Title and questions of an insight for which no better ones can be made: what its sentence is of, if anything, and when. `taken` is added to. */
export function themeWords({ topic }: Draft, context: Context, taken: TakenTitles): PlainWords | undefined {
  const period = topic.period || context.period;
  for (const core of topic.cores) {
    const text = bareOf(core);
    if (countWords(text) < MIN_CORE_WORDS) continue;
    const title = titled([period === "" ? text : `${text}, ${period}`, text], taken);
    if (title !== undefined) {
      const asked = [topic.whole, ...plainQuestions(text, period, context)].filter((question) => question !== "");
      const questions = new Set([...asked.slice(0, LEAST_QUESTIONS), keywordPhrase(text, period, topic.who, context)]);
      if (questions.size > LEAST_QUESTIONS) return { title, questions: [...questions] };
    }
  }
  return undefined;
}

/**
 * The same of an insight whose document could not do without it: what the document is called, and the long words of the
 * sentence. Undefined where all of that is another insight's title already.
 */
export function plainWords(draft: Draft, context: Context, taken: TakenTitles = new Map()): PlainWords | undefined {
  const words =
    themeWords(draft, context, taken) ?? deedWords(draft, context, taken) ?? phraseWords(draft, context, taken);
  if (words) return words;
  const { document, entity, period } = context;
  const telling = (draft.said.match(/\p{L}[\p{L}-]{5,}/gu) ?? []).slice(0, MAX_TITLE_PHRASES);
  const who = entity.replace(/^the /, "");
  const title = titled(
    [
      document,
      [who, period].filter((part) => part !== "").join(", "),
      ...(telling.length >= MIN_TITLE_WORDS ? [`${telling.slice(0, -1).join(", ")} and ${telling.at(-1)}`] : []),
      `Statement of ${who || "the document"}`,
    ].map((name) => cutTitle(name, MAX_TITLE_WORDS)),
    taken,
  );
  if (title === undefined) return undefined;
  const called = document || entity || "the document";
  const [first = "its subject"] = telling;
  const asked = [
    `What does ${called} say about ${first.toLowerCase()}?`,
    `What is stated in ${called}${telling[1] ? ` on ${telling[1].toLowerCase()}` : ""}?`,
  ];
  return { title, questions: [...asked, phraseOf(telling, [called])] };
}

/** What a company's sentence names first in two words or more, other than itself: "credit facility". */
function phraseWords({ said, topic }: Draft, context: Context, taken: TakenTitles): PlainWords | undefined {
  const { company, called = company, period: own } = context;
  const period = topic.period || own;
  if (company === undefined || called === undefined || period === "") return undefined;
  for (const { text } of nounPhrases(tag(said), said)) {
    const words = text.split(" ");
    if (words.length < MIN_CORE_WORDS || words.length > MAX_NAMED || /\d|['’]/.test(text) || OF_TIME.test(text))
      continue;
    const head = words.at(-1) ?? "";
    // "the remaining decrease": in what?
    if (!/^\p{Ll}/u.test(head) || CHANGE_NOUNS.has(head) || text.includes(called) || company.includes(text)) continue;
    const title = titled([`${called} ${text}, ${period}`, `${text}, ${period}`], taken);
    if (title === undefined) continue;
    const asked = plainQuestions(text, period, context).slice(0, LEAST_QUESTIONS);
    return { title, questions: [...asked, keywordPhrase(`${called} ${text}`, period, "", context)] };
  }
  return undefined;
}
const MAX_NAMED = 4;
const OF_TIME = /\b(?:years?|quarters?|months?|weeks?|days?|periods?|times?)\b/i;

/** Of a company's what was done, which tells more than what the filing is called. */
function deedWords(draft: Draft, context: Context, taken: TakenTitles): PlainWords | undefined {
  const { company, called = company, period } = context;
  const deed = company === undefined ? "" : deedIn(draft.said);
  if (deed === "" || called === undefined || period === "") return undefined;
  const title = titled([`${called} ${deed}, ${period}`, `${deed}, ${period}`, `${called} ${deed}`], taken);
  if (title === undefined) return undefined;
  const asked = plainQuestions(deed, period, context).slice(0, LEAST_QUESTIONS);
  return { title, questions: [...asked, keywordPhrase(`${called} ${deed}`, period, "", context)] };
}

/** The first that is as long as a title and no other insight's. */
function titled(names: readonly string[], taken: TakenTitles): string | undefined {
  const found = names.find(
    (name) => countWords(name) >= MIN_TITLE_WORDS && countWords(name) <= MAX_TITLE_WORDS && !isTitleTaken(name, taken),
  );
  if (found === undefined) return undefined;
  takeTitle(found, taken);
  // "eBay" begins small.
  return /^\p{Ll}\p{Lu}/u.test(found) ? found : found.charAt(0).toUpperCase() + found.slice(1);
}
