import { TIMES } from "../grammar/claim.ts";
import { wordsOf } from "../grammar/shape.ts";

/** What was said, and which of its words are verbs and the like. */
export interface Said {
  said: string;
  isDoing: (word: string) => boolean;
}

/** "the activity in the euro area" of "activity in euro area", as the sentence has it: titles do without articles. */
export function withArticles(core: string, said: string): string {
  const place = placeOf(core, said);
  if (!place) return withOwnArticles(core, said);
  const lead = /(?:^|[ (])(the|an?) $/i.exec(said.slice(Math.max(0, place.at - 5), place.at))?.[1];
  return `${lead === undefined ? "" : `${lead.toLowerCase()} `}${core.charAt(0)}${said.slice(place.at + 1, place.end)}`;
}

/** "activity in the energy sector": behind a preposition two words have the article that they have wherever they are said. */
const withOwnArticles = (core: string, said: string) =>
  core.replace(
    /(?<= (?:of|in|for|to|on|at|from|by|with|across|among) )([\p{L}’'.-]+ [\p{L}’'.-]+|[\p{L}’'.-]+$)/gu,
    (words) => {
      const [first, ...others] = articlesOf(words, said);
      return first !== undefined && others.every((other) => other === first) ? `${first} ${words}` : words;
    },
  );

/** The article of each place where words are said, in lower case; undefined where they have none. */
function articlesOf(words: string, said: string): (string | undefined)[] {
  const [lower, sought] = [said.toLowerCase(), words.toLowerCase()];
  const found: (string | undefined)[] = [];
  // Letters that are longer in lower case would shift all places.
  if (lower.length !== said.length) return found;
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + 1))
    if (!ADJOINS.test(said.charAt(at - 1)) && !ADJOINS.test(said.charAt(at + sought.length)))
      found.push(ARTICLE_BEFORE.exec(lower.slice(Math.max(0, at - 5), at))?.[1]);
  return found;
}
const ARTICLE_BEFORE = /\b(the|an?) $/;

/** Where the words of a core stand together, with articles or without. */
function placeOf(core: string, said: string): { at: number; end: number } | undefined {
  const words = core.toLowerCase().split(" ");
  const lower = said.toLowerCase();
  const [first = ""] = words;
  // Letters that are longer in lower case would shift all places.
  if (first === "" || lower.length !== said.length) return undefined;
  for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at + 1)) {
    const end = endOfWords(words, lower, at);
    if (end !== undefined && !ADJOINS.test(said.charAt(at - 1)) && !ADJOINS.test(said.charAt(end))) return { at, end };
  }
  return undefined;
}

/** What makes one word of both sides. */
const ADJOINS = /[\p{L}-]/u;
const ARTICLES = ["the ", "an ", "a ", ""];

/** Where words that begin at a place of the text end, with an article in front of each or not; undefined where others stand there. */
function endOfWords(words: readonly string[], text: string, from: number): number | undefined {
  let at = from;
  for (const [nth, word] of words.entries()) {
    const behind = nth === 0 ? at : at + 1;
    const article = nth === 0 ? "" : ARTICLES.find((one) => text.startsWith(`${one}${word}`, behind));
    if (article === undefined || (nth > 0 && text[at] !== " ") || !text.startsWith(`${article}${word}`, behind))
      return undefined;
    at = behind + article.length + word.length;
  }
  return at;
}

/** Words between those that tell something. */
const SMALL =
  /^(?:a|an|the|of|in|on|for|to|from|by|at|with|as|and|or|its|their|his|her|is|are|was|were|be|been|being|has|have|had|will|would|could|may|might|should|can|also|that|remains?|remained|(?!supply$|july$|family$|italy$)\w+ly|very|quite|still|well|again|some|many|most|several|likely|set|due|both|all|any|this|these|about|around|over|into|through|near|after|before|balance|overall|further|recent|past|few|below|above|more|less|longer|whether|come|take|become|became|continu(?:e[sd]?|ing)|report(?:s|ed)?|concerned|averag(?:e[sd]?|ing)|proceed|mature|conducting|between|among|how|appear(?:s|ed)?|associated|prepared|expected|point(?:s|ed)?|refers?|first|second|third|fourth|quarters?|half|years?|months?|period|pursuant|close|closer|meeting|summer|down|toward|towards|beyond|simple|need|possible|possibility|range|shorter|two|three|four|five|six|seven|eight|nine|ten|little|other|certain|great|deal|appropriate|course|basis|part|past)$/i;
/** Participles that say how something is. */
const DESCRIBES =
  /^(?:elevated|subdued|limited|mixed|muted|heightened|increased|reduced|(?:ris|fall|slow|declin|emerg)ing)$/i;
/** Where another thing is said, or the opposite. */
const STOPS =
  /^(?:not|no|never|without|if|unless|than|while|but|although|though|which|who|whose|where|when|because|since|until|those|these)$|\d/i;

/** "geopolitical developments" of "rents remain sensitive to geopolitical developments": whole groups of words behind the core, as many as there is room for. */
export function wordsBehind(core: string, { said, isDoing }: Said, room: number): string[] {
  const end = placeOf(core, said)?.end;
  const behind = end === undefined ? "" : said.slice(end).split(/[;:,()“”"–—]|(?<!\b\p{Lu})\.(?= |$)/u, 1)[0];
  const groups: string[][] = [[]];
  for (const word of wordsOf(behind ?? "")) {
    // "nominal" of "nominal 10-year yields", "reporting" of "the reporting period"
    if (/\d/.test(word) || (word !== "may" && TIMES.test(word.toLowerCase()))) groups.pop();
    if (STOPS.test(word)) break;
    if (SMALL.test(word) || TIMES.test(word.toLowerCase()) || (isDoing(word) && !DESCRIBES.test(word))) groups.push([]);
    else groups.at(-1)?.push(word);
  }
  const kept: string[] = [];
  for (const group of groups) {
    if (kept.length + group.length > Math.min(room, MOST_SAID)) break;
    kept.push(...group);
  }
  return kept;
}
const MOST_SAID = 4;

/**
 * "new ropes" of "the rapid growth in new ropes of hemp hides risks" behind "risks of rapid growth": what the last words of
 * the core are of, in whole phrases, where the sentence has it right behind them.
 */
export function wordsAttached(core: string, { said, isDoing }: Said, room: number): string[] {
  const end = endOfLast(core, said);
  const behind = end === undefined ? "" : said.slice(end).split(/[;:,()“”"–—]|(?<!\b\p{Lu})\.(?= |$)/u, 1)[0];
  const kept: string[][] = [];
  const all = wordsOf(behind ?? "");
  let at = 0;
  let isWhole = true;
  while (isWhole && LINKS.test(all[at] ?? "")) {
    const link = all[at];
    const phrase: string[] = [];
    const from = at + 1;
    for (at = from; at < all.length && !LINKS.test(all[at] ?? ""); at += 1) {
      const word = all[at] ?? "";
      if (isDoing(word) && !DESCRIBES.test(word)) break;
      if (!/^(?:the|an?|its|their)$/.test(word)) phrase.push(word);
    }
    // "in response", "in mid-May"
    const isSet =
      /^(?:in|on|at)$/.test(link ?? "") && /^(?:\p{Ll}*[^\P{Ll}s]|mid-\S+)$/u.test(all.slice(from, at).join(" "));
    const isOpen = phrase.some((word) => STOPS.test(word) || SMALL.test(word) || TIMES.test(word.toLowerCase()));
    isWhole = !isSet && phrase.length > 0 && !isOpen && kept.flat().length + phrase.length <= room;
    if (isWhole) kept.push(phrase);
    // "the rest" of what?
    else if (link === "of") kept.pop();
  }
  return kept.flat();
}
const LINKS = /^(?:of|in|on|for|to|from|between|among|under|across|at)$/;

/** Where the last words of a core end, two or more of them, or one that it is of and that is said once. */
function endOfLast(core: string, said: string): number | undefined {
  const words = core.split(" ");
  for (let from = 0; from < words.length; from += 1) {
    const [first = "", ...others] = words.slice(from);
    if (LINKS.test(first) || /^(?:and|or)$/.test(first)) continue;
    if (others.length === 0 && !(LINKS.test(words[from - 1] ?? "") && said.split(first).length === 2)) continue;
    const end = placeOf([first, ...others].join(" "), said)?.end;
    if (end !== undefined) return end;
  }
  return undefined;
}
