import { tag } from "../extract/grammar/language.ts";
import { splitSentences } from "../extract/grammar/sentences.ts";
import { countWords, cutTitle, MAX_TITLE_WORDS, MIN_TITLE_WORDS, wordsOf } from "../extract/grammar/shape.ts";
import { visible } from "./visible.ts";

const MAX_FINDING_LENGTH = 700;
const MIN_FINDING_WORDS = 5;
const MAX_QUESTION_WORDS = 30;
const MIN_QUESTION_WORDS = 4;
const MIN_PHRASE_WORDS = 3;
const MAX_PHRASE_WORDS = 8;

/** Addresses, markup, code, and what programs are called with: none of it is in a sentence about a figure. */
const NOT_PROSE =
  /https?:|www\.|\w@\w|:\/\/|\]\(|[<>{}`\\|]|\*\*|__|^#|&[a-z]{2,8};|\b(?:javascript|data):|\b[\w-]+\.(?:com|net|org|io|ru|xyz|info|biz)\b|\b(?:tool_calls?|function_call|system prompt|assistant)\b/i;

const MODEL =
  "(?:ai (?:models?|systems?|assistants?|agents?)|ais?|llms?|(?:large )?language models?|chatbots?|gpt[-\\w]*)";
/** Text that speaks to a program that reads it, and is no claim of a document. */
const SPEAKS_TO_A_MODEL = new RegExp(
  [
    "\\b(?:ignore|disregard|forget|override)\\b.{0,30}\\b(?:instructions?|prompts?|previous|prior)\\b",
    "\\b(?:system|developer) (?:prompt|message|override)\\b",
    `\\byou are (?:now )?(?:an? )?(?:helpful )?(?:assistant|${MODEL})\\b`,
    `\\b(?:attention|dear|hey|(?:notes?|instructions?|message) (?:to|for)),?:? (?:all |any |the )?${MODEL}\\b`,
    `\\b${MODEL} (?:that|which|reading|processing|summari[sz]ing|analy[sz]ing).{0,20} this (?:text|document|file|page|report|filing)`,
    `\\b${MODEL}.{0,20} (?:must|should|shall|are to|please) .{0,30}\\b(?:output|answer|respond|extract|ignore)\\b`,
    "\\b(?:output|return|respond with|answer with|reply with)\\b.{0,30}\\b(?:json|insights?|findings?)\\b",
    "<\\|?/?(?:im_start|im_end|system|user|assistant)\\b",
  ].join("|"),
  "i",
);

/** True of a passage or quotation that gives orders to a language model. */
export const speaksToModel = (text: string): boolean => SPEAKS_TO_A_MODEL.test(visible(text.replace(/\s+/g, " ")));

/** One line of plain words; undefined when it holds anything that is none. */
export function plainLine(text: string, maxLength: number): string | undefined {
  // A model's own spaces of all kinds; what nobody sees is taken out.
  const line = visible(text.replace(/\s+/g, " ")).replace(/ {2,}/g, " ").trim();
  return line === "" || line.length > maxLength || !line.isWellFormed() || NOT_PROSE.test(line) ? undefined : line;
}

/** A word that stands for something said elsewhere, as a sentence's subject. */
const POINTS_BACK =
  /^(?:it|its|they|their|this|that|these|those|he|she|his|her|we|our|i|my|such|both|the (?:former|latter|company|firm|registrant|group|report|document|above|following|passage|text))\b(?! (?:is|was) (?:expected|likely|estimated|possible) that)/i;

/** One or two complete sentences that stand alone; undefined when it is anything else. */
export function checkedFinding(given: string): string | undefined {
  const text = plainLine(given, MAX_FINDING_LENGTH);
  if (text === undefined || countWords(text) < MIN_FINDING_WORDS || !/^["“‘'(]?[\p{Lu}\d$€£]/u.test(text))
    return undefined;
  const whole = /[.!]["”’')]*$/.test(text) ? text : /[\p{L}\p{N}%)"”’]$/u.test(text) ? `${text}.` : undefined;
  if (
    whole === undefined ||
    whole.includes("?") ||
    POINTS_BACK.test(whole) ||
    /\bthe (?:former|latter)\b/i.test(whole)
  ) {
    return undefined;
  }
  if (splitSentences(whole, 0, whole.length).length > 2) return undefined;
  return tag(whole).some(({ pos }) => pos === "VERB" || pos === "AUX") ? whole : undefined;
}

/** A noun phrase of 3 to 8 words; a longer one is cut, a shorter one or a sentence is none. */
export function checkedTitle(given: string): string | undefined {
  const line = plainLine(given, 200)
    ?.replace(/[.:;,]+$/, "")
    .replace(/^["“]|["”]$/g, "");
  if (line === undefined || line.includes("?")) return undefined;
  const title = cutTitle(line, MAX_TITLE_WORDS);
  const words = countWords(title);
  return words < MIN_TITLE_WORDS || words > MAX_TITLE_WORDS
    ? undefined
    : title.charAt(0).toUpperCase() + title.slice(1);
}

export function checkedQuestion(given: string): string | undefined {
  const line = plainLine(given, 300);
  if (line === undefined || !line.endsWith("?")) return undefined;
  const words = countWords(line);
  return words < MIN_QUESTION_WORDS || words > MAX_QUESTION_WORDS ? undefined : line;
}

/** A keyword phrase of 3 to 8 words. */
export function checkedPhrase(given: string): string | undefined {
  const line = plainLine(given, 200)?.replace(/[?.;:]+$/, "");
  const words = wordsOf(line ?? "");
  return words.length < MIN_PHRASE_WORDS || words.length > MAX_PHRASE_WORDS ? undefined : words.join(" ");
}
