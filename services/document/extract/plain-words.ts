import type { Context } from "./context.ts";
import type { Draft } from "./draft.ts";
import { countWords, cutTitle, MAX_TITLE_WORDS, MIN_TITLE_WORDS, phraseOf } from "./shape.ts";

const MAX_TITLE_PHRASES = 5;

/**
 * Title, questions and keyword phrase of an insight for which no better ones can be made, where it stands for its whole
 * document: what the document is called and the long words of the sentence.
 */
export function plainWords(
  { said }: Draft,
  { document, entity, period }: Context,
): { title: string; questions: string[] } {
  const who = entity.replace(/^the /, "");
  const names = [
    document,
    [who, period].filter((part) => part !== "").join(", "),
    `Statement of ${who || "the document"}`,
  ];
  const title = names
    .map((name) => cutTitle(name, MAX_TITLE_WORDS))
    .find((name) => countWords(name) >= MIN_TITLE_WORDS);
  const called = document || entity || "the document";
  const telling = (said.match(/\p{L}[\p{L}-]{5,}/gu) ?? []).slice(0, MAX_TITLE_PHRASES);
  const [first = ""] = telling;
  const questions = [
    `What does ${called} say about ${first.toLowerCase() || "its subject"}?`,
    `What is stated in ${called}?`,
  ];
  return { title: title ?? "Statement of the document", questions: [...questions, phraseOf(telling, [called])] };
}
