/** "revenue (Domestic Segment)" as "Domestic Segment revenue": without it the title would be that of the company's. */
export function partFirst(subject: string, label: string): string {
  const found =
    / \(((?!operating|reportable|business|all)(?:\p{Lu}[\p{L}&-]* ){1,3}segment)\b[^()]*\)$/iu.exec(subject) ??
    REGION.exec(subject);
  return found ? `${found[1]} ${subject.slice(0, found.index)}` : label;
}

/** "(Greater China)" behind what the table of a region has in its rows. */
const REGION =
  / \(((?:North America|Latin America|Americas|Europe|EMEA|Asia|Greater China|China|Japan|International)(?=[ ,)])[\p{L} ,&]{0,30})\)$/u;

/** A long label up to where one of its parts ends. */
export function cuts(label: string): string[] {
  const words = label.split(" ");
  // Cash that was "used in" something is no cash, "in cost" of revenues no place, "food" of "food, seed and other use" not its use.
  const isEnd = (at: number) =>
    BOUNDS.test(words[at] ?? "") &&
    !/^(?:used|provided|generated)$/i.test(words[at] ?? "") &&
    !(words[at] === "of" && words.slice(0, at).some((word) => /^(?:of|in|on|for|to|from|by)$/.test(word)));
  const ends = words.flatMap((_word, at) => (at >= 2 && at <= 6 && isEnd(at) ? [at] : []));
  return ends
    .toReversed()
    .map((at) => words.slice(0, at).join(" ").replace(/,$/, ""))
    .filter((one) => !BOUNDS.test(one.split(" ").at(-1) ?? "") && words.length > 5);
}
const BOUNDS =
  /^(?:and|or|of|in|on|for|to|from|by|at|with|before|after|during|attributable|including|excluding|under|per|as|related|arising|resulting|associated|due|not|—|–|net|the|a|used|provided)$/i;
