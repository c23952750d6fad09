import { singular } from "../grammar/compounds.ts";
import { sizeOf } from "../grammar/shape.ts";

/** A thing in fewer and fewer words, with what these leave out. */
export interface Shape {
  text: string;
  lost: number;
}

const SHORTENED = 0.05;
/** More words are too many in front of a noun. */
const MOST_BEFORE = 3;

/**
 * A thing with what says the same in a word less, which leaves room for the month: "trade tension escalation" for "escalation of
 * trade tensions", "lower oat prices" for "a decline in oat prices", "tariff uncertainty" for "uncertainty about tariffs".
 */
export function shortened(shape: Shape): Shape[] {
  const bare = shape.text.replace(
    /^(?:further|recent|renewed|continued|additional|ongoing|increasing|existing|current|sharp|significant|substantial) (?=\S+ \S)/,
    "",
  );
  const plain = bare.replace(/-than-(?:expected|anticipated|projected)\b/, "");
  const one = tied(plain);
  // "the board's rate cuts", where there is no room for whose.
  const cuts = plain.replace(/^\p{Lu}\S*(?: \p{Lu}\S*)*['’]s? (?=\p{Ll}+ \p{Ll})/u, "");
  const found = [one, plain, cuts, shape.text].filter((text, at, all) => text !== "" && all.indexOf(text) === at);
  return found.map((text) => ({ text, lost: shape.lost + (text === shape.text ? 0 : SHORTENED) }));
}

function tied(text: string): string {
  const [, how = "", noun = "", thing = ""] = PARTS.exec(text) ?? [];
  if (noun === "" || sizeOf(thing) > MOST_BEFORE || LOOSE.test(thing) || (how.match(/ /g)?.length ?? 0) > 1) return "";
  const way = WAYS[noun.replace(/s$/, "")];
  if (way !== undefined) return (how === "" || SIZES.test(how)) && MEASURED.test(thing) ? `${way} ${thing}` : "";
  return thing.includes(" and ") || !MANNER.test(how) || (noun !== "inflation" && /^\p{Lu}\p{Ll}/u.test(thing))
    ? ""
    : `${how}${singular(thing)} ${noun}`;
}
const PARTS =
  /^((?:[\p{Ll}-]+ )*)((?:increase|rise|boost|decline|decrease|fall|drop)s?(?= in )|growth(?= in )|uncertainty(?= (?:about|around|over|surrounding|regarding) )|(?:concerns|worries|fears)(?= (?:about|over) )|expectations(?= (?:of|for|about) )|\p{Ll}+(?:[ts]ion|ening)(?= (?:of|in) )|(?:easing|unwinding|rebound|recovery|slowdown|surge|closure|removal|withdrawal|collapse)(?= (?:of|in) )) (?:of|in|for|about|around|over|surrounding|regarding) (.+)$/u;
const LOOSE = / (?:of|in|on|for|to|from|with|by|at|or|related|due|between|across) |,|['’]/;
const WAYS: Partial<Record<string, string>> = {
  increase: "higher",
  rise: "higher",
  boost: "higher",
  decline: "lower",
  decrease: "lower",
  fall: "lower",
  drop: "lower",
};
const SIZES =
  /^(?:sharp|large|small|modest|slight|substantial|significant|notable|marked|recent|previous|further|general) $/;
const MANNER = /^(?:\S+er |rapid |gradual |further |general )?$/;
/** What can be high or low by itself. */
const MEASURED =
  /(?:prices?|rates?|yields?|costs?|spreads?|premiums?|premia|fees|wages|inflation|spending|demand|output|production|exports|imports|sales|revenues?|incomes?|savings?|volumes|supply|supplies|tariffs|taxes|employment|investment|issuance|rents|expectations|earnings|expenditure|expenses|stocks|inventories|borrowing|lending|purchases|volatility|uncertainty|payments|deposits|balances|vacancies|shipments|consumption|growth|productivity)$/;
