import { isWide } from "./narrow.ts";

/** Marks that turn the order of letters, and letters that no reader sees. */
const INVISIBLE =
  /[\u202a-\u202e\u2066-\u2069\u061c\u2060-\u2064\u{e0000}-\u{e007f}]|[\u200b-\u200f\ufeff]\p{L}{0,3}[\u200b-\u200f\ufeff]/u;
/** "Ваnk": letters of two alphabets in one word. */
const MIXED = /\p{Script=Latin}[\p{Script=Cyrillic}αεικνορτυχ]|[\p{Script=Cyrillic}αεικνορτυχ]\p{Script=Latin}/u;
/** Text that speaks to a language model instead of to readers. */
const TO_A_MODEL =
  /<\|?\/?(?:im_start|im_end|system|endoftext|assistant|user)\b|^(?:system|assistant|user|human) ?:|\b(?:(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|guidelines|rules above)\b|(?:system|developer|hidden) prompts?\b|you are (?:now )?(?:an? |the )?(?:\w+ )?(?:AI|assistant|language model|chatbot|LLM)\b|as an? (?:AI|artificial intelligence) (?:language )?(?:model|assistant)\b|(?:respond|reply|answer|output|print|say) (?:only |exactly )?(?:with|the following)\b.{0,40}["“'`:])/i;

/** Whether a sentence was made to look like what it is not, or to be obeyed: no insight is made of it. */
export const isTampered = (text: string): boolean =>
  (isWide(text) && (INVISIBLE.test(text) || MIXED.test(text))) || TO_A_MODEL.test(text);
