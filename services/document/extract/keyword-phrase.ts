import type { Context } from "./context.ts";
import { phraseOf, wordsOf } from "./shape.ts";
import type { Vocabulary } from "./vocabulary.ts";

const MAX_PHRASE_WORDS = 8;

/** Who, what, what happened and when, as one would type them into a search box. */
export function keywordPhrase(core: string, period: string, whose: string, { document, period: own }: Context): string {
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
