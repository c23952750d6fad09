import { flatLine } from "./flat-rows.ts";
import { letters } from "./header-words.ts";
import type { Line } from "./lines.ts";

const known = new WeakMap<readonly Line[], ReadonlySet<string>>();
const MAX_NAME_WORDS = 6;
/** "… of our Regulated Ferries segment": what the text calls a part of the company. */
const OF_SEGMENT =
  /(?<!\p{L})(?!(?:The|Our|Its|Each|This|Operating|Reportable) )((?:\p{Lu}[\p{L}&’'-]+ ){1,5})segment(?!\p{L})/gu;

/**
 * What a document's tables call their rows, and its text the segments, by letters alone: a segment that has a row in one
 * table may head a column of another. Found once for a document, and only where a header cannot be read without.
 */
export function rowNames(text: string, lines: readonly Line[]): ReadonlySet<string> {
  const found = known.get(lines);
  if (found) return found;
  const names = new Set<string>();
  for (const line of lines) {
    if (line.end - line.start > 200 || !/\p{Lu}/u.test(text.charAt(line.start))) continue;
    const { trailing, words, tokens } = flatLine(text, line);
    const last = tokens[words - 1];
    if (trailing < 2 || words > MAX_NAME_WORDS || !last) continue;
    const name = text.slice(line.start, last.end).replace(/(?:\s*\(\w{1,2}\))+$/, "");
    if (!/^\p{Lu}[\p{L} &,.’'-]{2,60}$/u.test(name)) continue;
    names.add(letters(name));
    // "Total Tarn, Inc. revenues" is in the column "Total Tarn, Inc.".
    names.add(letters(name.replace(/^(total .{3,}) (?:net )?(?:revenues?|sales)$/i, "$1")));
  }
  for (const { start, end } of lines)
    for (const [, name = ""] of text.slice(start, end).matchAll(OF_SEGMENT)) names.add(letters(name));
  known.set(lines, names);
  return names;
}
