import type { Context } from "./context.ts";
import type { Draft } from "./draft.ts";
import { countWords, cutTitle, MAX_TITLE_WORDS, MIN_TITLE_WORDS, phraseOf, wordsOf } from "./shape.ts";
import type { TakenTitles } from "./title.ts";

const MAX_TITLE_PHRASES = 5;
const LEAST_QUESTIONS = 2;

/**
 * Title and questions of an insight for which no better ones can be made, in a document that could not do without it: what
 * the sentence is of, as far as that is known, what the document is called, and the long words of the sentence. `taken` is
 * added to. Undefined where all of that is another insight's title already.
 */
export function plainWords(
  { said, topic, questions }: Draft,
  { document, entity, period }: Context,
  taken: TakenTitles = new Map(),
): { title: string; questions: string[] } | undefined {
  const telling = (said.match(/\p{L}[\p{L}-]{5,}/gu) ?? []).slice(0, MAX_TITLE_PHRASES);
  const who = entity.replace(/^the /, "");
  const names = [
    ...topic.cores.map(({ text }) => text),
    document,
    [who, period].filter((part) => part !== "").join(", "),
    ...(telling.length >= MIN_TITLE_WORDS ? [`${telling.slice(0, -1).join(", ")} and ${telling.at(-1)}`] : []),
    `Statement of ${who || "the document"}`,
  ];
  const title = names
    .map((name) => cutTitle(name, MAX_TITLE_WORDS))
    .find((name) => countWords(name) >= MIN_TITLE_WORDS && !taken.has(name.toLowerCase()));
  if (title === undefined) return undefined;
  taken.set(title.toLowerCase(), 1);
  const shown = title.charAt(0).toUpperCase() + title.slice(1);
  if (questions.length > LEAST_QUESTIONS) return { title: shown, questions };
  const called = document || entity || "the document";
  const [first = "its subject"] = telling;
  const asked = [
    `What does ${called} say about ${first.toLowerCase()}?`,
    `What is stated in ${called}${telling[1] ? ` on ${telling[1].toLowerCase()}` : ""}?`,
  ];
  return { title: shown, questions: [...asked, phraseOf(wordsOf(title), [called, ...telling])] };
}
