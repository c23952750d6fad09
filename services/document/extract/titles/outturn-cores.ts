import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.2;
/** What a title gains that says what it might come of. */
const CAUSED = 0.3;

/**
 * "Fares could turn out to be lower if weaker demand led to empty ferries": "possible lower fares from weaker demand". How
 * something may turn out is told of everything; what it would come of tells one from another.
 */
export function outturnCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { subject, isNegated, modal, action } = claim;
  if (isAgent || isNegated || !subject || !/^(?:could|might|may)$/.test(modal)) return [];
  const way = wayOf(tokens, claim);
  if (way === "") return [];
  const causes = causesBehind(tokens, plain, action);
  return headlinesOf(subject, tokens, plain).flatMap(({ text, lost }) => {
    const bare = `possible ${way} ${text}`;
    return [
      { text: bare, worth: WORTH - lost * LOSS },
      ...causes.map((cause) => ({
        text: `${bare} from ${cause.text}`,
        worth: WORTH + CAUSED - (lost + cause.lost) * LOSS,
      })),
    ];
  });
}

/** "lower" of "could turn out to be lower", "might prove lower"; empty behind "lower than", which is told elsewhere. */
function wayOf(tokens: Token[], { action, verb }: Claim): string {
  if (!/^(?:turn|prove|be)$/.test(verb)) return "";
  let at = action + 1;
  while (at < action + 5 && /^(?:out|to|be|even|also|somewhat|slightly)$/.test(word(tokens, at))) at += 1;
  if (verb !== "prove" && word(tokens, action + 1) !== "out") return "";
  const way = word(tokens, at);
  return /^(?:lower|higher|weaker|stronger)$/.test(way) && word(tokens, at + 1) !== "than" ? way : "";
}

/** What it hangs on, where that is a thing that might come: "weaker demand" of "if weaker demand led to". */
function causesBehind(tokens: Token[], plain: string, action: number) {
  const at = tokens.findIndex(({ text }, index) => index > action && index < action + 9 && text === "if");
  const phrase = at < 0 ? undefined : readPhrase(tokens, at + 1, tokens.length);
  if (!phrase || !/^(?:VERB|AUX)$/.test(tokens[phrase.to]?.pos ?? "")) return [];
  const isComing =
    /(?:er|re)$/.test(word(tokens, phrase.core.from)) ||
    /(?:tion|ment|ing|rise|increase|fall|decline|shock|shocks|tensions)$/.test(word(tokens, phrase.head));
  return isComing ? headlinesOf(phrase, tokens, plain) : [];
}
