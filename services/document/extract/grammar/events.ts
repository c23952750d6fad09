import type { Span } from "../../parse/parsed-document.ts";

/** A war or the like that a document names once and then calls by one word. */
export interface NamedEvent {
  /** "war". */
  noun: string;
  /** "Norden's war against Varn", "the war in the Northern Isles". */
  name: string;
  /** What tells one from another: "Varn". */
  place: string;
  /** The sentence that names it. */
  named: Span;
}

const NOUNS = "conflict|war|invasion|hostilities";
const PLACE = "(?:the )?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?";
const SAID_BARE = new RegExp(
  `\\b[Tt]he (${NOUNS})\\b(?!['’]| (?:in|between|on|of|with|against|years?|economy|effort|chest)\\b)`,
  "u",
);
/** "the war in the Northern Isles", "Norden's invasion of Varn", "the Norden invasion". */
const NAMED = new RegExp(
  `(?:\\b([Tt]he|\\p{Lu}\\p{Ll}+['’]s) )?\\b(${NOUNS})\\s(in|of|against)\\s(${PLACE})(?!\\p{L})`,
  "gu",
);
/** So much more often than another of its kind it is the one that is meant. */
const SURELY = 3;
const LONGEST_SENTENCE = 320;

/** The events that a document names, where it is clear which one it means by the bare word. */
export function readEvents(text: string): NamedEvent[] {
  if (!SAID_BARE.test(text)) return [];
  const counts = new Map<string, number>();
  const first = new Map<string, NamedEvent>();
  for (const { 0: found, 1: whose = "", 2: noun = "", 3: link = "", 4: place = "", index } of text.matchAll(NAMED)) {
    const where = place.replace(/^the /, "");
    const key = `${noun}|${where}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const named = sentenceAround(text, index, index + found.length);
    if (first.has(key) || !named) continue;
    const owner = /['’]s$/.test(whose) ? whose : "the";
    first.set(key, { noun, name: `${owner} ${noun} ${link} ${place}`, place: where, named });
  }
  const events: NamedEvent[] = [];
  for (const noun of NOUNS.split("|")) {
    const own = [...counts].filter(([key]) => key.startsWith(`${noun}|`)).sort((a, b) => b[1] - a[1]);
    const [best, next] = own;
    const event = best && first.get(best[0]);
    if (event && (!next || best[1] >= next[1] * SURELY)) events.push(event);
  }
  return events;
}

/** The sentence that a stretch stands in; undefined where it is long or its ends are not clear. */
function sentenceAround(text: string, start: number, end: number): Span | undefined {
  const before = text.slice(Math.max(0, start - LONGEST_SENTENCE), start);
  const behind = text.slice(end, end + LONGEST_SENTENCE);
  const opens = /(?:^|[.!?]["”’)]? |\n\s*)(?=(?:\p{Lu}(?:(?![.!?]["”’)]? \p{Lu}|\n\s*\n).)*)?$)/su.exec(before);
  const closes = /^(?:(?!\n\s*\n).)*?[.!?]["”’)]?(?=\s|$)/s.exec(behind);
  const isCut = opens?.[0] === "" && start > LONGEST_SENTENCE;
  if (!opens || !closes || isCut) return undefined;
  const from = start - before.length + opens.index + opens[0].length;
  const to = end + closes[0].length;
  return to - from <= LONGEST_SENTENCE ? { start: from, end: to } : undefined;
}

/** The event that a sentence calls by its bare word and does not name; nor `before`, the sentence which it goes on with. */
export function eventIn(text: string, events: readonly NamedEvent[], before: string): NamedEvent | undefined {
  if (events.length === 0) return undefined;
  const noun = SAID_BARE.exec(text)?.[1];
  const event = events.find((one) => one.noun === noun);
  if (!event || text.includes(event.place)) return undefined;
  return GOES_ON.test(text) && before.includes(event.place) ? undefined : event;
}
const GOES_ON = /^(?:They|It|This|These|He|She|In this)\b/;

/** "since the war began" as "since the war in the Northern Isles began". */
export const withEvent = (text: string, { name }: NamedEvent): string =>
  text.replace(SAID_BARE, (found) => (found.startsWith("T") ? name.charAt(0).toUpperCase() + name.slice(1) : name));
