import { directionOf } from "./changes.ts";
import type { Claim } from "./claim.ts";
import { word } from "./clause.ts";
import type { Token } from "./language.ts";

/** The token before which the first figure of the predicate is cut off with what leads up to it, or its end where it has none. */
export function beforeFigure(tokens: Token[], claim: Claim): number {
  const { action, end } = claim;
  for (let at = action + 1; at < end; at += 1) {
    if (!isFigure(tokens, at) || namesTarget(tokens, at)) continue;
    const isBound = (to: number) => tokens[to]?.pos === "ADP" || word(tokens, to) === "to";
    let cut = at;
    while (cut > action + 1 && !isBound(cut - 1) && !/^(?:VERB|CCONJ|PUNCT)$/.test(tokens[cut - 1]?.pos ?? ""))
      cut -= 1;
    if (cut <= action + 1 || !isBound(cut - 1)) return leadUp(tokens, cut, claim);
    cut -= 1;
    if (word(tokens, cut) !== "of") return leadUp(tokens, cut, claim);
    // "to a peak of 5 million": the figure goes with what it measures; "paid dividends of 5 million": only the figure goes.
    let measured = cut;
    while (measured > action + 1 && !isBound(measured - 1) && tokens[measured - 1]?.pos !== "VERB") measured -= 1;
    return measured > action + 1 && isBound(measured - 1) ? leadUp(tokens, measured - 1, claim) : cut;
  }
  return end;
}

/** "its 2 percent target", "the 2 percent inflation objective": called by their figure, as one would call them in a question. */
function namesTarget(tokens: Token[], at: number): boolean {
  if (!/^(?:%|percent|per)$/.test(word(tokens, at + 1))) return false;
  const from = at + (word(tokens, at + 1) === "per" ? 3 : 2);
  return [from, from + 1, from + 2].some((next) => /^(?:target|goal|objective|aim)$/.test(word(tokens, next)));
}

/** Without "up" of "up to 5 million" and "requesting" of "requesting $5 million", but with that of "went up by 5 percent". */
function leadUp(tokens: Token[], cut: number, claim: Claim): number {
  const least = claim.action + (directionOf(tokens, claim) === "" ? 1 : 2);
  let at = cut;
  while (
    at > least &&
    (/^(?:up|of|by|to|at|around|about|including|and|or|,)$/.test(word(tokens, at - 1)) ||
      (tokens[at - 1]?.pos === "VERB" && /ing$/.test(word(tokens, at - 1))))
  )
    at -= 1;
  return at;
}

/** A number that measures: no year, no part of a word, no day of a month. */
export function isFigure(tokens: Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || !/^[~+$€£¥-]?(?:\d[\d.,]*[¼½¾]?|[¼½¾])(?:bn|m|k)?%?$|^(?:half|one-third|two-thirds)$/.test(token.text))
    return false;
  if (/^(?:19|20)\d\d$/.test(token.text)) return false;
  // "the S&P 500": a name.
  if (/^(?:S&P|P|Russell|FTSE|Nikkei|Stoxx)$/.test(tokens[at - 1]?.text ?? "")) return false;
  // "in the second half"
  if (
    /^half$/i.test(token.text) &&
    /^(?:first|second|early|late|latter|last|this|other|the)$/.test(word(tokens, at - 1))
  )
    return false;
  const isTied = (other: Token | undefined, tied: boolean) =>
    other !== undefined && tied && /^[-–‑/]$/.test(other.text);
  // "$9/ton"
  if (tokens[at + 1]?.text === "/" && /^[$€£]/.test(/^\d/.test(token.text) ? (tokens[at - 1]?.text ?? "") : token.text))
    return true;
  const next = tokens[at + 1];
  const before = tokens[at - 1];
  if (isTied(next, next?.start === token.end) || isTied(before, before?.end === token.start)) return false;
  return (
    !/^(?:january|february|march|april|may|june|july|august|september|october|november|december|q|no|phase|section|number)$/.test(
      word(tokens, at - 1),
    ) &&
    !/^(?:january|february|march|april|june|july|august|september|october|november|december|months?|years?|weeks?|days?|quarters?|th|st|nd|rd)$/.test(
      word(tokens, at + 1),
    )
  );
}

const MOST_BETWEEN = 14;
/** "1.2", "$ 1.2", "about 1.2" */
const isFigureNear = (tokens: Token[], at: number) => [at, at + 1].some((next) => isFigure(tokens, next));

/** The token behind "by 4.2 percent", "$5 million" that starts at a token; undefined where there is no amount. */
export function amountAt(tokens: Token[], from: number): { isBy: boolean; to: number } | undefined {
  let at = from;
  while (at < from + 3 && (tokens[at]?.pos === "ADV" || /^(?:up|down)$/.test(word(tokens, at)))) at += 1;
  // "from 3 million in May to 2 million in June": what it came to.
  if (word(tokens, at) === "from") {
    const to = tokens.findIndex(
      (_, next) =>
        next > at + 1 && next < at + MOST_BETWEEN && word(tokens, next) === "to" && isFigureNear(tokens, next + 1),
    );
    if (to > 0) return amountAt(tokens, to);
  }
  const isBy =
    word(tokens, at) === "by" || !/^(?:to|at|from|above|below|near|under|toward|towards)$/.test(word(tokens, at));
  if (/^(?:by|to|at)$/.test(word(tokens, at))) at += 1;
  for (let next = at; next < at + 5; next += 1) {
    if (isFigure(tokens, next)) {
      let to = next + 1;
      while (
        to < next + 5 &&
        /^(?:%|percent|percentage|per|cent|points?|basis|million|billion|trillion|tonnes?|tons?|bushels?|barrels?|euros?|dollars?)$/.test(
          word(tokens, to),
        )
      )
        to += 1;
      return { isBy, to };
    }
    if (!/^(?:ADV|SYM|DET|ADJ|PROPN|ADP|NUM)$/.test(tokens[next]?.pos ?? "")) return undefined;
  }
  return undefined;
}
