import { directionOf, givesLevel, moves } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { amountAt } from "../grammar/figures.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "../titles/reading.ts";
import { DEEDS } from "../titles/title-verbs.ts";
import { inverted, isPlural } from "./asking.ts";

/** "By how much did X rise", "to what level", "what was X". */
export function howMuch(reading: Reading, subject: string): string | undefined {
  const { claim, tokens, plain } = reading;
  const { verb, action, isPassive } = claim;
  // Of "5 and 7 million for three and six months, respectively" no figure is the one.
  if (claim.isNegated) return undefined;
  if (/\brespectively\b/.test(plain)) return whatEach(reading, subject);
  // "demand is strong with 3 million vacancies": it is strong, not 3 million.
  if (verb === "be" && claim.adjective >= 0) return undefined;
  // "declared a dividend of $0.28 per share": what dividend?
  const named = claim.object?.core;
  if (named && claim.link === "" && !givesLevel(verb) && !isPassive && word(tokens, named.to) === "of") {
    if (
      /^(?:an?)?$/.test(claim.object?.determiner ?? "") &&
      isMeasured(tokens, named.to + 1, named.to + 3) &&
      !claim.object?.isList
    ) {
      const asked = inverted(reading, subject, action + 1);
      return (
        asked && `what ${sliceText(tokens, plain, named.from, named.to)} ${asked}${timeBehind(reading, named.to + 2)}`
      );
    }
  }
  const rated = whatRate(reading, subject);
  if (rated) return rated;
  const amount = amountAt(tokens, action + 1);
  if (!amount) return undefined;
  const when = timeBehind(reading, levelBehind(reading, amount.to));
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
    const isRate =
      word(tokens, up) === "at" && tokens.slice(up, amount.to).some(({ text }) => /%$|^percent$/.test(text));
    const level = /^(?:peak|bottom|trough|stabili[sz]e)$/.test(verb)
      ? "at what level"
      : isRate
        ? "at what rate"
        : "to what level";
    return asked && `${amount.isBy ? "by how much" : level} ${asked}${when}`;
  }
  // "returned $7.5 billion to its shareholders"
  if (
    !givesLevel(verb) &&
    !isPassive &&
    amount.isBy &&
    !/^(?:by|for)$/.test(word(tokens, action + 1)) &&
    isMoney(tokens, action + 1, amount.to)
  ) {
    const asked = inverted(reading, subject, action + 1);
    const rest = sliceText(tokens, plain, amount.to, claim.end);
    // "had $3 million outstanding and $6 million available"
    if (/\b(?:and|or) [$€£¥]?\d/.test(rest)) return undefined;
    if (!hasCurrency(tokens, action + 1, amount.to)) return howMany(reading, amount.to, asked);
    if (word(tokens, amount.to) === "of")
      return asked && `${verb === "have" ? "what amount" : "how much"} ${rest} ${asked}`;
    // "approved a $138 million increase in fares": what increase?
    const isOf = /^an?$/.test(word(tokens, action + 1)) && /^(?:ADJ|NOUN)$/.test(tokens[amount.to]?.pos ?? "");
    return asked && (isOf ? `what ${rest} ${asked}` : `how much ${asked} ${rest}`);
  }
  if (verb === "be" && claim.modal === "would" && word(tokens, claim.finite) === "would")
    return `what would ${subject} be${when}`;
  if (!givesLevel(verb) || isPassive || claim.tense === "modal") return undefined;
  // "1 million bales lower": the unit is a noun.
  const behind =
    tokens[amount.to]?.pos === "NOUN" && /er$/.test(word(tokens, amount.to + 1)) ? amount.to + 1 : amount.to;
  const compared = /^(?:higher|lower|larger|smaller|greater|above|below)$/.exec(word(tokens, behind))?.[0];
  if (verb === "be" && compared)
    return /er$/.test(compared) ? `how much ${compared} ${word(tokens, claim.finite)} ${subject}${when}` : undefined;
  if (verb === "be" && claim.expected !== "") {
    const asked = inverted(reading, subject, action + 1);
    return asked && `what ${asked}${when}`;
  }
  if (verb === "be" || verb === "approximate") return `what ${formOfBe(reading)} ${subject}${when}`;
  if (/^(?:average|total|reach)$/.test(verb)) {
    const asked = inverted(reading, subject, action + 1);
    return asked && `${verb === "reach" ? "what level" : "what"} ${asked}${when}`;
  }
  const asked = inverted(reading, subject, action + 1);
  return asked && sliceText(tokens, plain, action + 1, action + 2) === "at"
    ? `at what level ${asked}${when}`
    : undefined;
}

/** Of "from 40% in 2030 to 45% in 2031" the second figure, whose time is that of the change; of any other that which ends at `to`. */
function levelBehind({ claim, tokens }: Reading, to: number): number {
  if (word(tokens, claim.action + 1) !== "from") return to;
  for (let at = to; at < claim.end; at += 1) {
    const level = word(tokens, at) === "to" ? amountAt(tokens, at) : undefined;
    if (level) return level.to;
  }
  return to;
}

/** "At what annual rate did prices rise?" of "rose at an annual rate of about 3 percent" */
function whatRate(reading: Reading, subject: string): string | undefined {
  const { claim, tokens, plain } = reading;
  if (!moves(claim.verb) || claim.isPassive) return undefined;
  const behind = plain.slice(tokens[claim.action]?.end ?? plain.length);
  const rate =
    /^(?: \w+ly)? at an? ((?:[\w-]+ ){0,3}(?:rate|pace)) of (?:about |around |roughly |just |only |over |under |above |below |nearly |almost )*\d/.exec(
      behind,
    );
  const asked = rate && inverted(reading, subject, claim.action + 1);
  if (!asked) return undefined;
  const from = (tokens[claim.action]?.end ?? 0) + rate[0].length;
  const stretch = /^[^,;]{0,20} (from (?:[A-Z]\w+ )?\d{4} to (?:[A-Z]\w+ )?\d{4})/.exec(plain.slice(from))?.[1];
  return `at what ${rate[1]} ${asked}${stretch ? ` ${stretch}` : ""}${
    stretch
      ? ""
      : timeBehind(
          reading,
          tokens.findIndex(({ start }) => start >= from),
        )
  }`;
}

/** "How many passengers did it carry in 2031?" of "carried 9.4 million passengers in 2031" */
function howMany({ claim, tokens, plain }: Reading, from: number, asked: string | undefined): string | undefined {
  let to = from;
  while (to < claim.end && /^(?:ADJ|NOUN)$/.test(tokens[to]?.pos ?? "")) to += 1;
  // "shares of its common stock"
  if (word(tokens, to) === "of") to = readPhrase(tokens, to + 1, claim.end)?.to ?? to;
  const counted = sliceText(tokens, plain, from, to);
  // "for $45 million in the second quarter": in the second quarter.
  const rest = sliceText(tokens, plain, to, claim.end).replace(/^(?:at|for) [$€£¥][^,;]*? (?=(?:in|during|over) )/, "");
  return asked && /s(?: of |$)/.test(counted) ? `how many ${counted} ${asked} ${rest}` : undefined;
}

/** "What were costs as of May 1 and June 1?", of a sentence that gives both, "respectively". */
function whatEach(reading: Reading, subject: string): string | undefined {
  const { claim, plain } = reading;
  const when = /(?:illion|%|percent|\d) ((?:as of|at|in|for|during) [^;]{4,80}?), respectively/.exec(plain)?.[1];
  if (claim.verb !== "be" || claim.adjective >= 0 || when === undefined || claim.tense === "modal") return undefined;
  return `what ${formOfBe(reading)} ${subject} ${when}`;
}

/** "What share of sales did the segment represent?" */
export function whatShare({ claim, tokens, plain }: Reading, subject: string): string | undefined {
  const { verb, action } = claim;
  if (!/^(?:represent|constitute|comprise|account)$/.test(verb) || claim.isNegated || claim.tense === "modal")
    return undefined;
  const start = action + (verb === "account" ? 2 : 1);
  if (verb === "account" && word(tokens, action + 1) !== "for") return undefined;
  const of = tokens.findIndex((_, at) => at > start && at < start + 6 && word(tokens, at) === "of");
  const isShare = tokens.slice(start, of).some(({ text }) => /^(?:%|percent|cent)$|%$/.test(text));
  const whole = of < 0 || !isShare ? undefined : readPhrase(tokens, of + 1, claim.end);
  if (!whole) return undefined;
  const help = claim.tense === "past" ? "did" : claim.subject && isPlural(claim.subject, tokens) ? "do" : "does";
  return `what share of ${sliceText(tokens, plain, whole.from, whole.to)} ${help} ${subject} ${verb}${verb === "account" ? " for" : ""}`;
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
  if (claim.verb === "have") {
    const help = claim.tense === "past" ? "did" : "does";
    const of = sliceText(tokens, plain, claim.object.from, claim.object.core.to);
    return claim.link === "of" ? `what amount of ${of} ${help} ${subject} have` : undefined;
  }
  const asked = inverted(reading, subject, claim.action + 1);
  if (!asked) return undefined;
  const what = sliceText(tokens, plain, claim.object.from, claim.object.core.to);
  return claim.link === "of" ? `how much of ${what} ${asked}` : `how much ${asked} ${claim.link} ${what}`;
}

/** "$5 million", "18 percent", but not "2 percent growth", which is what is of it. */
const isMeasured = (tokens: readonly Token[], from: number, to: number) => {
  const percent = tokens.findIndex(({ text }, at) => at >= from && at < to && /^(?:percent|%)$|%$/.test(text));
  return isMoney(tokens, from, to) || (percent >= 0 && !/^(?:NOUN|ADJ)$/.test(tokens[percent + 1]?.pos ?? ""));
};

const hasCurrency = (tokens: readonly Token[], from: number, to: number) =>
  tokens.slice(from, to).some(({ text }) => /[$€£¥]|^[A-Z]{3}$/.test(text)) ||
  /^(?:dollars?|euros?|pounds?|yen|yuan|francs?|kron\p{L}+|crowns?|rupees?|pesos?|reais|rand)$/iu.test(
    tokens[to]?.text ?? "",
  );

const isMoney = (tokens: readonly Token[], from: number, to: number) =>
  tokens.slice(from, to).some(({ text }) => /^[$€£¥]|^(?:million|billion|trillion)$/.test(text));

/** " over the 12 months ending in January": the time behind an amount, within the predicate. */
export function timeBehind(reading: Reading, from: number): string {
  const { tokens, plain } = reading;
  const behind = plain.slice(tokens[from - 1]?.end ?? plain.length).match(OVER_A_YEAR)?.groups?.["basis"] ?? "";
  return `${behind}${stretchBehind(reading, from)}`;
}
const OVER_A_YEAR =
  /^(?: (?:higher|lower))?(?<basis> (?:year[- ](?:on|over)[- ]year|month[- ](?:on|over)[- ]month|quarter[- ](?:on|over)[- ]quarter|[ymq]\/[ymq]|year to date|on an? (?:currency-neutral|constant[ -]currency|comparable|organic|annual(?:ized)?) basis))(?![\w-])/i;

function stretchBehind({ claim, tokens, plain }: Reading, from: number): string {
  for (let at = from; at < Math.min(claim.end, from + 12); at += 1) {
    if (/^[-–‑]$/.test(word(tokens, at - 1)) || /^[-–‑]$/.test(word(tokens, at + 1))) continue;
    if (ELSE.test(word(tokens, at))) return "";
    if (!/^(?:in|over|during|for|between|since|through)$/.test(word(tokens, at))) continue;
    // "for $45 million in May"
    if (/^[$€£¥]/.test(word(tokens, at + 1))) continue;
    // "year over year"
    if (word(tokens, at) === "over" && /^(?:year|quarter|month|week)$/.test(word(tokens, at - 1))) continue;
    let to = at + 1;
    while (
      to < claim.end &&
      to < at + 10 &&
      !/^(?:;|from|compared|relative|with|as|to|up|down|at|against|according|before|after|following)$/.test(
        word(tokens, to),
      )
    ) {
      // "in April and May", but "over the month and the index for gas"
      if (/^(?:and|or|,)$/.test(word(tokens, to)) && !isTime(tokens, to + 1)) break;
      to += 1;
    }
    const text = sliceText(tokens, plain, at, to);
    return /\b(?:[QH][1-4]|months?|quarters?|years?|weeks?|half|season|period|(?:19|20)\d\d|January|February|March|April|May|June|July|August|September|October|November|December)\b/.test(
      text,
    ) && text.split(" ").length <= 9
      ? ` ${text.replace(/^(\w+) both /, "$1 ")}`
      : "";
  }
  return "";
}

/** What stands behind these is not when it moved: "following the loss of a patent in March". */
const ELSE =
  /^(?:from|after|before|compared|relative|against|versus|than|and|while|following|despite|because|due|owing|driven|reflecting|amid)$/;

const isTime = (tokens: readonly Token[], at: number) =>
  /^(?:(?:19|20)\d\d|January|February|March|April|May|June|July|August|September|October|November|December|early|late|the first|second|third|fourth)$/.test(
    tokens[at]?.text ?? "",
  );

const formOfBe = (reading: Reading) =>
  beOf(reading, reading.claim.subject ? isPlural(reading.claim.subject, reading.tokens) : false);

/** "was" or "were", also of "had been": what one asks with how it stood. */
export function beOf({ claim, tokens }: Reading, plural: boolean): string {
  const be = word(tokens, claim.finite);
  return /^(?:is|are|was|were)$/.test(be) ? be : plural ? "were" : "was";
}
