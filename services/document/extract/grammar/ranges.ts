import { word } from "./clause.ts";
import type { Token } from "./language.ts";
import type { Attachment, Phrase } from "./phrase.ts";

/**
 * "the base rate" of "the target range for the base rate", also where that hangs on another noun: the range is set for the
 * rate, and without the rate a title says of nothing. Undefined where no range is spoken of.
 */
export function withoutRange(phrase: Phrase, tokens: Token[]): Phrase | undefined {
  const { attached } = phrase;
  if (phrase.isList) return undefined;
  if (attached[0] && isRangeFor(phrase, attached[0], tokens))
    return { ...phrase, core: attached[0].core, head: attached[0].head, attached: attached.slice(1), determiner: "" };
  const at = attached.findIndex((one, index) => isRangeFor(one, attached[index + 1], tokens));
  const [range, rate] = attached.slice(at, at + 2);
  if (at < 0 || !range || !rate) return undefined;
  const both = { ...rate, from: range.from, preposition: range.preposition };
  return { ...phrase, attached: [...attached.slice(0, at), both, ...attached.slice(at + 2)] };
}

/** "a lower target range" says more than the rate would. */
const isRangeFor = ({ core, head }: Attachment | Phrase, rate: Attachment | undefined, tokens: Token[]) =>
  rate?.preposition === "for" &&
  core.from === head - 1 &&
  word(tokens, core.from) === "target" &&
  word(tokens, head) === "range" &&
  /^rates?$/.test(word(tokens, rate.head));
