import { amountAt, inverted, isPlural } from "./asking.ts";
import { directionOf, givesLevel, moves } from "./changes.ts";
import { word } from "./clause.ts";
import type { Token } from "./language.ts";
import { sliceText } from "./noun-phrases.ts";
import { DEEDS } from "./title-cores.ts";
import type { Reading } from "./topic.ts";

/** "By how much did X rise", "to what level", "what was X". */
export function howMuch(reading: Reading, subject: string): string | undefined {
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
export function howMuchPaid(reading: Reading, subject: string): string | undefined {
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

const formOfBe = (reading: Reading) =>
  beOf(reading, reading.claim.subject ? isPlural(reading.claim.subject, reading.tokens) : false);

/** "was" or "were", also of "had been": what one asks with how it stood. */
export function beOf({ claim, tokens }: Reading, plural: boolean): string {
  const be = word(tokens, claim.finite);
  return /^(?:is|are|was|were)$/.test(be) ? be : plural ? "were" : "was";
}
