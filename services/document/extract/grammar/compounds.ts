import type { Token } from "./language.ts";
import { isPluralNoun } from "./phrase.ts";

/** Nouns that can stand behind what "of" or "for" ties to them: "usage of the facility", "facility usage". */
const COMPOUNDS =
  /^(?:growth|prices?|rates?|costs?|production|output|demand|supply|supplies|volumes?|usage|use|sales|exports?|imports?|stocks|consumption|issuance|yields?|spreads?|purchases?|prospects|outlook|expectations?|forecasts?|projections?|revenues?|inflation|employment|wages?|shortages?|deliveries|inventories|shipments|standards|index|indexes|ranges?|loans?|activity|paths?|levels?|volatility|availability|turnover|valuations|holdings|balances|originations|estimates?|measures?|orders|rents|permits|starts|openings|capacity|margins|deposits|bookings|payrolls|claims|enrol?lments?)$/;
/** What is paid or told on something: "yields on agency securities", "agency securities yields". */
const PAID = /^(?:rates?|yields?|spreads?|premiums?|fees?|returns?|prices?|costs?|volatility)$/;
/** "exports and imports" */
const PAIR = /^(?:exports|imports|sales|orders|production|consumption) and \w+$/;
const LONGEST = 4;
/** "services sector activity" */
const SECTOR = /^\p{Ll}.* (?:sectors?|markets?|industry|industries|services|trade|real estate|construction|lending)$/u;

/** "cutting fares": what is done to something, and no thing such as "manufacturing fares". */
export const DEED =
  /^(?!(?:rising|falling|growing|increasing|declining|slowing|weakening|widening|narrowing|outstanding|underlying|existing|remaining|manufacturing|mining|building|housing|banking|shipping|pricing|operating|working|incoming|emerging|ongoing|prevailing|improving) )\p{Ll}+ing \S/u;

interface Joint {
  preposition: string;
  /** What the preposition ties to the noun, as a title has it. */
  text: string;
}

/**
 * "Market-implied paths for policy rates" as "market-implied policy rate paths": a word less, which leaves room for the
 * month. Undefined where that cannot be said. `before` is what of the phrase stands in front of its nouns.
 */
export function compoundOf(core: string, head: string, before: string, { preposition, text: whole }: Joint) {
  const text = inFront(head, whole);
  const ties =
    /^(?:of|for)$/.test(preposition) ||
    (preposition === "in" && head === "employment") ||
    (preposition === "in" && head === "activity" && SECTOR.test(text)) ||
    (preposition === "on" && PAID.test(head));
  if (!ties || !(COMPOUNDS.test(head) || PAID.test(head)) || text.split(" ").length > LONGEST) return undefined;
  // "raising the range for the rate": no rate that raises.
  if (head === "range" && /^\p{L}+ing /iu.test(core)) return undefined;
  // "cost of issuing debt": the cost of that, and no debt cost that issues.
  if (/^costs?$/.test(head) && DEED.test(text)) return undefined;
  // "U.S. demand for foreign ferries"
  if (/^U\.S\. /.test(core) && !PAID.test(head)) return undefined;
  // "yields and measures of": which of them?
  if (/ (?:and|or) |,/.test(core) && !PAIR.test(core)) return undefined;
  // "staff's forecast": whose it is stays in front.
  if (/['’]s? \p{Lu}/u.test(core)) return undefined;
  const owner = /^.+['’]s? (?=\S)/.exec(core)?.[0] ?? "";
  const lead = owner !== "" ? owner : before === "" || !core.startsWith(`${before} `) ? "" : `${before} `;
  if (/s and /.test(text)) return undefined;
  if (/ (?:or|of|in|on|for|to|from|with|at|excluding) |,|^\d|['’]s/.test(text)) return undefined;
  // "the Water Cost of Capital Mechanism" is a name.
  if (/ \p{Lu}\p{Ll}+$/u.test(core) && / \p{Lu}\p{Ll}+$/u.test(text)) return undefined;
  // "rates of increase in prices": the prices hang on the increase.
  if (/^(?:increases?|decreases?|declines?|changes?|rise|fall)$/.test(text)) return undefined;
  return `${lead}${singular(text)} ${core.slice(lead.length)}`;
}

/** "Treasury" yields of "Treasury securities", "Crest 90" volatility of the "Crest 90 index": the same in a word less. */
const inFront = (head: string, text: string) =>
  PAID.test(head) ? text.replace(/(?<=Treasury) securities$|(?<=\p{Lu}.*\d) (?:index|Index)$/u, "") : text;

/** Adjectives that are part of what the noun is called: "sovereign spreads", "human consumption". */
const NAMING =
  /^(?!(?:actual|additional|annual|initial|nominal|normal|overall|partial|general|real|residual|total|usual|unusual|global)$)(?:.+(?:al|ic)|corporate|domestic|federal|foreign|human|private|public|sovereign|wholesale|retail)$/;

/** What of a group stands loosely before its noun: "lower market-implied" of "lower market-implied paths". */
export function adjectivesOf(core: { from: number; to: number }, tokens: Token[], plain: string): string {
  let at = core.from;
  while (at < core.to - 1) {
    const isTied = /^[-‑]$/.test(tokens[at + 1]?.text ?? "") && tokens[at + 1]?.start === tokens[at]?.end;
    const small = tokens[at]?.text.toLowerCase() ?? "";
    if (isTied) at += 3;
    else if (tokens[at]?.pos === "ADJ" && !NAMING.test(small)) at += 1;
    else break;
  }
  const [first, last] = [tokens[core.from], tokens[at - 1]];
  return first && last && at > core.from && at < core.to ? plain.slice(first.start, last.end) : "";
}

/** "CRE loans" as it stands before a noun: "CRE loan". */
export function singular(text: string): string {
  if (
    /(?:goods|services|sales|savings|earnings|news|economics|series|operations|securities|treasuries|United States|products|funds|arms|systems|gas|bias|(?:Kans|Tex|Dall)as|us|is|ss)$/i.test(
      text,
    )
  )
    return text;
  if (/ies$/.test(text)) return `${text.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(text)) return text.slice(0, -2);
  return text.replace(/s$/, "");
}

/** "operating cash flow" for "net cash provided by operating activities": the same in words that leave room for whose and when. */
export function cashFlowOf(text: string): string {
  const [, basis = "", kind = ""] = CASH_FLOW.exec(text) ?? [];
  return kind === "" ? "" : `${basis}${kind.toLowerCase()} cash flow`;
}

const CASH_FLOW =
  /^((?:non-)?GAAP )?(?:(?:total|net) )?cash (?:flows? )?(?:(?:provided by|from|generated by|used in|used for|or) ?){1,3}((?:(?:continuing|discontinued) )?(?:operating|investing|financing)) activities$/i;

/** Both in the plural, or neither. */
export const isAlike = (one: Token | undefined, two: Token | undefined) =>
  isPluralNoun(one?.text ?? "") || !isPluralNoun(two?.text ?? "");
