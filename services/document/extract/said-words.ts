import { wordsOf } from "./shape.ts";

/** Words between those that tell something. */
const SMALL =
  /^(?:a|an|the|of|in|on|for|to|from|by|at|with|as|and|or|its|their|his|her|is|are|was|were|be|been|being|has|have|had|will|would|could|may|might|should|can|also|that|remains?|remained|(?!supply$|july$|family$|italy$)\w+ly|very|quite|still|well|again|some|many|most|several|likely|set|due|both|all|any|this|these|about|around|over|into|through|more|less|longer|whether|come|take|become|became|continu(?:e[sd]?|ing)|report(?:s|ed)?|concerned|averag(?:e[sd]?|ing)|proceed|mature|conducting|between|among|how|appear(?:s|ed)?|associated|prepared|expected|point(?:s|ed)?|refers?|first|second|third|fourth|quarters?|half|years?|months?|period)$/i;
/** Where another thing is said, or the opposite. */
const STOPS =
  /^(?:not|no|never|without|if|unless|than|while|but|although|though|which|who|whose|where|when|because|since|until)$|\d/i;

/** "geopolitical developments" of "rents remain sensitive to geopolitical developments": whole groups of words behind the core, as many as there is room for. */
export function wordsBehind(core: string, said: string, room: number): string[] {
  const named = wordsOf(core).map(escaped).join(" (?:the |an? )?");
  const behind = new RegExp(`(?<![\\p{L}-])${named}(?![\\p{L}-])([^.;:,()“”"–—]*)`, "iu").exec(said)?.[1] ?? "";
  const groups: string[][] = [[]];
  for (const word of wordsOf(behind)) {
    // "nominal" of "nominal 10-year yields"
    if (/\d/.test(word)) groups.pop();
    if (STOPS.test(word)) break;
    if (SMALL.test(word)) groups.push([]);
    else groups.at(-1)?.push(word);
  }
  const kept: string[] = [];
  for (const group of groups) {
    if (kept.length + group.length > Math.min(room, MOST_SAID)) break;
    kept.push(...group);
  }
  return kept;
}
const MOST_SAID = 4;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
