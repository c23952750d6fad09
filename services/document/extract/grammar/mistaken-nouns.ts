import type { Token } from "./language.ts";

/**
 * The part of speech of a word that the tagger takes for a verb wherever it stands, though what is beside it says that it is
 * none there: "the Treasury yield curve", "the credit needs of firms". A sentence would be read as if it ended there.
 */
export function nounWord(tokens: readonly Token[], at: number): string | undefined {
  const text = tokens[at]?.text ?? "";
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  // "recently head count reductions"
  if (/^head$/i.test(text) && /^counts?$/.test(next?.text ?? "")) return "NOUN";
  if (/^counts?$/.test(text) && /^head$/i.test(before?.text ?? "")) return "NOUN";
  if (text === "starts" && /^housing$/i.test(before?.text ?? "")) return "NOUN";
  if (/^labou?r$/.test(text) && before?.text === "enough") return "NOUN";
  // "that hiring for the season would slow"
  if (DOINGS.test(text) && next?.pos === "ADP" && (!before || /^(?:that|the)$/i.test(before.text))) return "NOUN";
  if (text === "Consistent") return at === 0 && next?.text === "with" ? "ADJ" : undefined;
  const pos = tokens[at]?.pos;
  // "Operating income was", "had working capital of": it is called so, and nobody does that to it.
  const isOpen = !before || !/^(?:NOUN|PROPN|ADJ)$/.test(before.pos);
  if (pos === "VERB" && isOpen && CALLED.get(text.toLowerCase())?.test(next?.text ?? "")) return "ADJ";
  // "forward rates had fallen", "the forward spread narrowed"
  if (/^forward$/i.test(text) && pos === "ADV") return FORWARD.test(next?.text ?? "") ? "ADJ" : undefined;
  if (pos !== "VERB" || !before) return undefined;
  if (FORWARD.test(text) && /^forward$/i.test(before.text)) return "NOUN";
  // "interest rates have risen", at a sentence's start or behind "forward"
  if (/^interest$/i.test(text) && next?.text === "rates") return "NOUN";
  // "the value added of mills rose"
  if (text === "added" && before.text === "value" && !/^(?:DET|NUM)$/.test(next?.pos ?? "")) return "NOUN";
  // "all receiving pay or benefits"
  if (text === "pay" && /ing$/.test(before.text)) return "NOUN";
  // "investors' focus shifted": no verb stands between an owner and a verb.
  if (/^(?:['’]|['’]s)$/.test(before.text))
    return /^(?:VERB|AUX)$/.test(next?.pos ?? "") && !/(?:ed|ing|en)$/.test(text) ? "NOUN" : undefined;
  if (!/^(?:NOUN|PROPN|ADJ)$/.test(before.pos)) return undefined;
  // "the Korean won"
  if (text === "won")
    return before.text === "Korean" && !/^(?:DET|NUM|ADJ)$/.test(next?.pos ?? "") ? "NOUN" : undefined;
  const isOf = OF_NOUN.get(text)?.test(next?.text ?? "") === true;
  return isOf ? "NOUN" : undefined;
}

/** Deeds that are told of as things are. */
const DOINGS = /^(?:hiring|spending|lending|borrowing|staffing|shipping|trading|funding|financing|planting)$/i;
/** Deeds that figures of a company are called by. */
const CALLED = new Map([
  [
    "operating",
    /^(?:income|cash|margins?|profits?|profitability|expenses?|results?|loss(?:es)?|earnings|revenues?|costs?|leverage|performance|EBITDA)$/,
  ],
  ["working", /^capital$/],
  ["deferred", /^(?:revenues?|income|tax|taxes)$/],
  ["recurring", /^(?:revenues?|income)$/],
  ["remaining", /^performance$/],
  ["accrued", /^(?:interest|expenses|liabilities)$/],
  ["restricted", /^cash$/],
]);
const FORWARD = /^(?:rates?|spreads?|curves?|interest|prices?|premia|premium|contracts?)$/;
/** Words with what stands behind them where they are nouns. */
const OF_NOUN = new Map([
  ["yield", /^(?:curves?|of|spreads?|differentials?|gap)$/],
  ["needs", /^of$/],
  ["capture", /^and$/],
  ["focus", /^(?:of|shifted|turned|remained|was|is)$/],
]);
