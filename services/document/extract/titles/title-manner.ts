import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";

/** How something moved: "modest" of "rose modestly", "solid" of "grew at a solid pace". Empty where nothing says it. */
export function mannerOf(tokens: Token[], { action, end, object, link }: Claim, plain: string): string {
  // "posted robust gains"
  if (object && link === "") return OF_GAINS.exec(word(tokens, object.core.from))?.[0] ?? "";
  const behind = plain.slice(tokens[action]?.end ?? plain.length, tokens[end - 1]?.end ?? plain.length);
  const beyond = BEYOND.exec(behind)?.[1] ?? "";
  if (beyond !== "") return `${THAN_EXPECTED[beyond] ?? "larger"}-than-expected`;
  const pace = AT_PACE.exec(behind)?.[1] ?? "";
  if (pace !== "") return pace;
  // "rose sharply", "had sharply risen", and "edged up slightly".
  const next = /^(?:up|down|higher|lower|back)$/.test(word(tokens, action + 1)) ? action + 2 : action + 1;
  // "slowed sharply less": another degree of it.
  const isGraded = /^(?:more|less|too|so|as)$/.test(word(tokens, action + 1));
  if (isGraded) return "";
  for (const at of [next, action - 1]) {
    const manner = MANNERS[word(tokens, at)];
    // "grew slightly faster": no slight growth.
    const degree = at === next ? word(tokens, at + 1) : "";
    if (manner !== undefined) return /^(?:faster|slower)$/.test(degree) ? degree : manner;
  }
  return "";
}

const BEYOND =
  /^ (?:by )?(?:somewhat |slightly |a little |much |even )?more (\w+) than (?:had been |was |were |have been |previously |generally |staff had )*(?:expected|anticipated|projected|forecast)\b/;
const THAN_EXPECTED: Record<string, string> = {
  strongly: "stronger",
  rapidly: "faster",
  quickly: "faster",
  slowly: "slower",
  gradually: "slower",
};
const AT_PACE =
  /^(?: (?:further|again|up|down|overall))* at an? (?:(?:fairly|still|very|relatively) )?(modest|moderate|solid|strong|robust|rapid|brisk|slow|slower|faster|steady|slight|weak|healthy|subdued|tepid|sluggish|gradual|sharp) (?:pace|rate|clip)\b/;

const OF_GAINS =
  /^(?:modest|moderate|slight|small|large|solid|strong|robust|sharp|steep|substantial|significant|notable)$/;

const MANNERS: Readonly<Record<string, string | undefined>> = {
  modestly: "modest",
  slightly: "slight",
  marginally: "slight",
  moderately: "moderate",
  sharply: "sharp",
  steeply: "steep",
  strongly: "strong",
  robustly: "robust",
  rapidly: "rapid",
  briskly: "brisk",
  solidly: "solid",
  steadily: "steady",
  gradually: "gradual",
  slowly: "slow",
  substantially: "substantial",
  significantly: "significant",
  considerably: "considerable",
  markedly: "marked",
  notably: "notable",
  precipitously: "steep",
  dramatically: "dramatic",
};

/** "expected modest increase in sales", "ferries’ modest sales increase": behind what says that it is only expected, or whose it is. */
export const inManner = (text: string, manner: string) =>
  text.replace(
    /^(?:(?:possible|expected|projected|estimated|needed) )?(?:(?:(?!(?:in|of|to|for|on) )[\p{L}.-]+ ){0,3}[\p{L}.-]+['’]s? )?/u,
    (lead) => `${lead}${manner} `,
  );
