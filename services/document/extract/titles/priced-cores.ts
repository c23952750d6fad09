import { headlinesOf } from "../grammar/headline.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.4;

/**
 * What markets have in their prices: "market pricing of 25-basis-point rate cut". The
 * size of a step opens its phrase like an amount, and such a sentence would be told by its investors alone.
 */
export function pricedCores(reading: Reading): TitleCore[] {
  const { plain, tokens, claim } = reading;
  const { isNegated, finite, action, modal } = claim;
  if (isNegated || modal !== "") return [];
  const from = tokens[finite]?.start ?? 0;
  const clause = plain.slice(from, tokens[claim.end - 1]?.end ?? plain.length).slice(0, MOST);
  const who = tokens[claim.subject?.head ?? -1]?.text.toLowerCase() ?? "";
  if (claim.verb !== "price") return [];
  const [, side = ""] = PRICED.exec(clause) ?? [];
  if (side === "") return [];
  const noun = side === "out" ? "market pricing-out of" : "market pricing of";
  if (claim.isPassive) {
    return stepsIn(plain.slice(0, from), true).map((step) => ({ text: `${noun} ${step}`, worth: WORTH }));
  }
  if (!PRICERS.test(who)) return [];
  const behind = plain.slice(from + (PRICED.exec(clause)?.[0].length ?? 0));
  const steps = stepsIn(behind, false);
  if (steps.length > 0) return steps.map((step) => ({ text: `${noun} ${step}`, worth: WORTH }));
  const at = tokens.findIndex(({ text }, index) => index > action && text === side);
  const phrase =
    at < 0 || /^(?:NUM|SYM)$/.test(tokens[at + 1]?.pos ?? "") ? undefined : readPhrase(tokens, at + 1, tokens.length);
  if (!phrase) return [];
  return headlinesOf(phrase, tokens, plain)
    .filter(({ text }) => text.includes(" ") && !UNTOLD.test(text))
    .map(({ text, lost }) => ({ text: `${noun} ${text}`, worth: WORTH - lost * LOSS }));
}

/** As much of a clause as says what is priced. */
const MOST = 200;
const PRICED =
  /^(?:(?:had|has|have|were|was|are|is|been|being|now|already|almost|also|still|currently|\w+ly) ){0,5}pric(?:ed|ing|e|es) (in|out)\b/;
const PRICERS = /^(?:markets?|investors?|participants|traders|futures|swaps|options|curves?|prices)$/;
/** "a 25 basis point cut in the policy rate", "any further rate cut" */
const STEP =
  /^ ?(?:the expectation of )?(?:(?:an?|one|any|another|the|further|additional|full|single|at least|about|around) )*(?:(\d{1,3})[ -]basis[ -]points? )?((?:(?:policy|interest|bank|deposit|key) )*(?:rate )?(?:cut|hike|increase|rise|reduction|lowering|decrease)s?)\b/i;
const STEP_BEFORE = new RegExp(`${STEP.source}(?: in [^,;]{3,60})? $`, "i");

/** "25-basis-point rate cut", "25-basis-point base rate cut"; none where no step opens, or ends, the text. */
function stepsIn(text: string, isWhole: boolean): string[] {
  const found = (isWhole ? STEP_BEFORE : STEP).exec(text);
  const [whole = "", size, move = ""] = found ?? [];
  if (move === "" || (size === undefined && !/rate /i.test(move))) return [];
  const noun = move.replace(/lowering$/i, "reduction").toLowerCase();
  const lead = size === undefined ? "" : `${size}-basis-point `;
  const rate = OF_RATE.exec(isWhole ? whole : text.slice(whole.length))?.[1] ?? "";
  const short = `${lead}${/rate /.test(noun) ? "" : "rate "}${noun}`;
  return rate === "" || /rate /.test(noun) ? [short] : [`${lead}${rate} ${noun}`, short];
}
const OF_RATE =
  /\bin (?:the )?(?:target range for the )?((?:Bank|bank|base|policy|cash|federal funds|deposit facility|deposit) [Rr]ate)\b/;
/** Of what was said before, or of something else than rates and prices. */
const UNTOLD = /\b(?:this|that|these|those|expectations?|probability|effects?)\b/i;
