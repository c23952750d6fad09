import { TIMES } from "./claim.ts";
import { word } from "./clause.ts";
import type { Token } from "./language.ts";
import { type Phrase, readPhrase } from "./phrase.ts";

/** A subject that is one phrase and nothing else but a relative clause, a bracket or a participle behind it. */
export function cleanSubject(tokens: Token[], from: number, to: number): Phrase | undefined {
  const start = tokens[from]?.pos === "ADP" ? behindTime(tokens, from, to) : from;
  const phrase = readPhrase(tokens, start, to);
  if (!phrase) return undefined;
  if (phrase.to >= to) return phrase;
  const next = tokens[phrase.to];
  const follows = word(tokens, phrase.to);
  // "the United Kingdom, 30-year yields": a list that belongs to an opening.
  if (follows === ",") return isAside(tokens, phrase.to + 1) && /^[,–—-]$/.test(word(tokens, to)) ? phrase : undefined;
  if (
    /^(?:which|that|who|whose|where|\(|–|—|both|also|generally|as|including|than|overall|alike|combined|together|outstanding|worldwide|abroad|--)$/.test(
      follows,
    )
  )
    return phrase;
  // "rural prices in particular", "wage growth at present"
  if (phrase.to + 2 === to && /^(?:particular|general|present|turn|total|aggregate)$/.test(word(tokens, to - 1)))
    return phrase;
  const whole = withTail(tokens, phrase, to);
  if (whole) return whole;
  if (next?.pos === "ADV") return phrase;
  if (next?.pos === "VERB" && /(?:ed|ing|en|wn|ght|ld)$/.test(follows)) return phrase;
  return undefined;
}

/** Adjectives with a preposition, and prepositions, that hang on the noun before them. */
const TIED =
  /^(?:relative|other|due|consistent|available|subject|exposed|compared|net|outside|such|beyond|in|on|at|for|under|between)$/;
const MOST_TAIL = 12;

/** "spreads relative to the benchmark", "rates on loans to firms and on mortgages", "sales for the year ended June 30, 2031": the subject with what no reader of phrases takes. */
function withTail(tokens: Token[], phrase: Phrase, to: number): Phrase | undefined {
  const first = word(tokens, phrase.to);
  const rest = tokens.slice(phrase.to, to);
  const last = phrase.attached.at(-1);
  const isDate =
    last !== undefined && /^\d{1,2}$/.test(first) && /^(?:19|20)\d\d$/.test(rest.at(-1)?.text ?? "") && rest.length < 4;
  const isAgain = first === "and" && phrase.attached.some((one) => one.preposition === word(tokens, phrase.to + 1));
  if (last && (isDate || isAgain)) {
    if (isAgain && !isOpenTo(tokens, phrase.to + 2, to)) return undefined;
    const grown = { ...last, to, core: { ...last.core, to } };
    return { ...phrase, to, attached: [...phrase.attached.slice(0, -1), grown] };
  }
  if (!TIED.test(first) || rest.length > MOST_TAIL) return undefined;
  const isPair = tokens[phrase.to]?.pos === "ADJ" && /^(?:to|than|with|for|of|as)$/.test(word(tokens, phrase.to + 1));
  const from = phrase.to + (isPair ? 2 : 1);
  const inner = readPhrase(tokens, from, to);
  if (!inner || inner.to < to) return undefined;
  const preposition = isPair ? `${first} ${word(tokens, phrase.to + 1)}` : first;
  return {
    ...phrase,
    to,
    attached: [
      ...phrase.attached,
      { from: phrase.to, to, preposition, core: { from: inner.from, to }, head: inner.head },
    ],
  };
}

/** One phrase from a token to another. */
const isOpenTo = (tokens: Token[], from: number, to: number) => readPhrase(tokens, from, to)?.to === to;

/** "over the past two years long-term rates": where the rates begin. */
function behindTime(tokens: Token[], from: number, to: number): number {
  for (let at = from + 1; at < Math.min(to - 1, from + 7); at += 1) if (TIMES.test(word(tokens, at))) return at + 1;
  return from;
}

/** What may follow a comma within a subject: a relative clause, a participle, "such as", an adverb, an apposition. */
const isAside = (tokens: Token[], at: number) =>
  /^(?:which|who|whose|where|such|including|excluding|as|particularly|especially|notably|for|like|along|together|net|whether|at|on|in|a|an|the|one|if|by|though|however|too)$/.test(
    word(tokens, at),
  ) ||
  tokens[at]?.pos === "VERB" ||
  tokens[at]?.pos === "ADV";
