import { singular } from "../grammar/compounds.ts";
import type { RowFact } from "./row-fact.ts";
import { shorterName, tiedInFront } from "./row-shorter.ts";

/** "(as a percentage of net sales)" behind a label, and "as a percentage of net sales in research" before what it is in. */
export const AS_SHARE = /,? \(?as an? (?:percentage|percent|%) of (?:total )?((?:net |total )?(?:sales|revenues?))\)?/i;

/** Of what the figures of a row are shares: "net sales"; empty where they are none. */
export function shareOf({ subject, figures }: RowFact): string {
  const said = figures.map((figure) => /(?:%|percent) of (?:total )?([\p{L} ]{3,30})$/u.exec(figure.said)?.[1] ?? "");
  const [first = ""] = said;
  if (first !== "") return said.every((one) => one === first) ? first : "";
  return AS_SHARE.exec(subject)?.[1]?.toLowerCase() ?? "";
}

/** Shares that have a name of their own. */
const MARGINS: readonly (readonly [RegExp, string])[] = [
  [/^gross (?:profit|margin)$/i, "gross margin"],
  [/^(?:operating income|income from operations)$/i, "operating margin"],
  [/^net income$/i, "net margin"],
];
/** What may stand in front: a part of the company, or by which rules it is counted. */
const BEFORE_MARGIN =
  /^((?:\p{Lu}[\p{L}&-]* ){1,3}segment |(?:non-)?GAAP |adjusted |core )?((?:gross|operating|net|income) .+)$/iu;

/** "Research expenses" as "research expense share of net sales", or "research expense ratio" where that leaves room. */
export function asShare(label: string, whole: string): string[] {
  const plain = label.replace(AS_SHARE, "").replace(/,(?: net)?$/, "");
  // "Revenues for Ropes" as the share that Ropes has.
  const shorter =
    /^(?:net |total )?(?:sales|revenues?|operating expenses) for (\p{Lu}[^,]*)$/u.exec(plain)?.[1] ??
    shorterName(plain);
  const [, before = "", bare = ""] = BEFORE_MARGIN.exec(plain) ?? [];
  const margin = MARGINS.find(([name]) => name.test(bare))?.[1];
  return [
    ...(margin === undefined ? [] : [`${before}${margin}`]),
    `${plain} share of ${whole}`,
    ...(shorter === plain ? [] : [`${shorter} share of ${whole}`]),
    ...(/^total /i.test(plain) ? [`${plain.replace(/^total /i, "")} share of ${whole}`] : []),
    ...(/expenses?$/i.test(plain) ? [`${singular(plain)} ratio`] : []),
    // "R&D ferry pay" of "ferry pay in R&D": a word less, which leaves room for the period.
    ...tiedInFront(shorter).flatMap((tied) => (/^\p{Lu}+&\p{Lu} /u.test(tied) ? [`${tied} share of ${whole}`] : [])),
  ];
}

/** "Ropes and other revenue share" of "Ropes and other share of revenues": said less well, where else the period has no room. */
export const briefShare = (label: string, whole: string): string[] =>
  /^revenues?$/.test(whole) && !/ (?:in|on|of|from|to) /.test(label)
    ? asShare(label, whole).flatMap((one) =>
        one.endsWith(` share of ${whole}`) ? [one.replace(/ share of revenues?$/, " revenue share")] : [],
      )
    : [];
