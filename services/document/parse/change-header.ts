import type { Header } from "./flat-header.ts";
import type { GridCell } from "./grid.ts";
import type { Line } from "./lines.ts";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\\.?";
const DAY = `(${MONTH})\\s+((?:19|20)\\d\\d)`;
/** "Jul. 2030- Jul. 2031" and "May 2031 vs. Apr 2031", however narrow columns broke them; or one month of an index. */
const UNIT = new RegExp(`${DAY}(?:\\s*(?:[-–]|to\\b|vs\\.?)\\s*${DAY})?`, "gi");
const ENDS_IN_MONTH = new RegExp(`${MONTH}\\s+(?:19|20)\\d\\d\\s*$`, "i");
/** What stands over several columns of such months. */
const GROUP = new RegExp(
  `((?:un|seasonally\\s+)adjusted\\s+)?(?:per\\s?cent(?:age)?|%)\\s+change(?:\\s+to\\s+${DAY}\\s+from:?)?|(?:un|seasonally\\s+)?(?:adjusted\\s+)?index(?:es)?(?:\\s+\\([^()]{3,30}\\))?(?![\\p{L}\\d])`,
  "giu",
);
const WEIGHT = /\b(?:relative\s+impor-?\s*tance(?:\s+[a-z]{3,9}\.?\s+\d{4})?|weights?)\s*$/i;
const MAX_HEADER = 500;
const MAX_LINES = 40;
/** Lines over the groups that name the labels. */
const MAX_STUB_LINES = 5;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

interface Unit extends GridCell {
  /** The month that ends it, in months, and the one that begins it; of a level both are the same. */
  from: number;
  to: number;
  said: string;
}

/**
 * The header of a table of an index: its weights, its levels, and its changes between two months, in groups. A group ends
 * where a change ends earlier than the one before it. Undefined where that does not settle which columns they head.
 */
export function changeHeader(
  text: string,
  lines: readonly Line[],
  at: number,
  floor: number,
  end: number,
  count: number,
) {
  if (count < 3 || !ENDS_IN_MONTH.test(text.slice(Math.max(0, end - 24), end))) return undefined;
  const lowest = Math.max(floor, at - MAX_LINES);
  const start = Math.max(lines[lowest]?.start ?? 0, end - MAX_HEADER);
  const words = text.slice(start, end);
  const units = unitsAtEnd(words, start);
  const first = units[0];
  if (!first || units.length > count) return undefined;
  const over = words.slice(0, first.start - start);
  const groups = groupsAtEnd(over);
  const opening = groups[0];
  if (!opening) return undefined;
  const weight = WEIGHT.exec(over.slice(0, opening.index));
  if (units.length + (weight ? 1 : 0) !== count) return undefined;
  const labels = labelsOf(units, groups);
  if (!labels) return undefined;
  const shift = weight ? 2 : 1;
  const top = start + (weight ? weight.index : opening.index);
  return {
    from: withStub(
      lines,
      lines.findIndex((line) => line.end > top),
      lowest,
    ),
    labels: ["", ...(weight ? ["weight"] : []), ...labels],
    cells: units.map((unit, i): GridCell => ({ start: unit.start, end: unit.end, column: i + shift, width: 1 })),
  };
}

/** The header as it stands over the rows. */
export function changeHeaderAbove(
  text: string,
  lines: readonly Line[],
  at: number,
  floor: number,
  end: number,
  count: number,
): Header | undefined {
  const found = changeHeader(text, lines, at, floor, end, count);
  const top = found && lines[found.from];
  if (!top) return undefined;
  const row = { start: top.start, end, kind: "header" as const, cells: found.cells, page: top.page };
  return { from: found.from, labels: found.labels, rows: [row] };
}

/** The groups that stand directly over the months. */
function groupsAtEnd(over: string): RegExpExecArray[] {
  const groups: RegExpExecArray[] = [];
  let until = over.trimEnd().length;
  for (const found of [...over.matchAll(GROUP)].reverse()) {
    if (over.slice(found.index + found[0].length, until).trim() !== "") break;
    groups.unshift(found);
    until = found.index;
  }
  return groups;
}

function unitsAtEnd(words: string, start: number): Unit[] {
  const units: Unit[] = [];
  let until = words.trimEnd().length;
  for (const found of [...words.matchAll(UNIT)].reverse()) {
    const [whole, month = "", year = "", other, otherYear] = found;
    const end = found.index + whole.length;
    if (words.slice(end, until).trim() !== "") break;
    const one = monthOf(month, year);
    const two = other && otherYear ? monthOf(other, otherYear) : one;
    const days = [`${month} ${year}`, `${other} ${otherYear}`];
    const said = other === undefined ? (days[0] ?? "") : (one <= two ? days : days.reverse()).join(" to ");
    until = found.index;
    const place = { start: start + found.index, end: start + end, column: 0, width: 1 };
    units.unshift({ ...place, from: Math.min(one, two), to: Math.max(one, two), said });
  }
  return units;
}

const monthOf = (month: string, year: string) => Number(year) * 12 + MONTHS.indexOf(month.slice(0, 3).toLowerCase());

/** What each column is, where the units fall into as many runs as there are groups; the first are levels, if any are. */
function labelsOf(units: readonly Unit[], groups: readonly RegExpExecArray[]): string[] | undefined {
  const runs: Unit[][] = [];
  for (const unit of units) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isSame = last && last.to <= unit.to && (last.from === last.to) === (unit.from === unit.to);
    if (run && isSame) run.push(unit);
    else runs.push([unit]);
  }
  if (runs.length !== groups.length) return undefined;
  const labels = runs.map((run, at) => {
    const [words = "", adjusted = "", month, year] = groups[at] ?? [];
    const isIndex = /index/i.test(words);
    const change = `${adjusted.replace(/\s+/g, " ").toLowerCase()}percent change`;
    return run.map((unit, i) => {
      const isLevel = unit.from === unit.to;
      if (isIndex) return isLevel ? `index level ${i + 1}` : undefined;
      // "Percent change to Jul. 2031 from:" over single months.
      if (month && year) return isLevel ? `${change}, ${unit.said} to ${month} ${year}` : undefined;
      return isLevel ? undefined : `${change}, ${unit.said}`;
    });
  });
  const all = labels.flat().filter((label) => label !== undefined);
  return all.length === units.length && new Set(all).size === all.length ? all : undefined;
}

/** The line where the header begins: short lines directly over it head the labels. */
function withStub(lines: readonly Line[], from: number, lowest: number): number {
  let first = from;
  while (first > lowest && from - first < MAX_STUB_LINES) {
    const above = lines[first - 1];
    if ((lines[first]?.gap ?? 9) > 1 || !above || above.end - above.start > 30) break;
    first--;
  }
  return first;
}
