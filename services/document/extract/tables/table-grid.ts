import type { Block } from "../../parse/parsed-document.ts";
import { type ColumnMeaning, readColumn, readColumns } from "./column-meaning.ts";
import type { TableHead } from "./table-head.ts";

/** The columns of one period, of a table that has the same categories in each. */
export interface OnePeriod {
  head: TableHead;
  /** A row without the columns of other periods. */
  only(block: Block): Block;
}

/**
 * The newest period of a table whose columns are categories in several periods: "Three Months Ended June 30, 2031 Boats", or
 * "Pension benefits 2031". Undefined unless each of the categories is there once in each of the periods.
 */
export function newestPeriod(head: TableHead): OnePeriod | undefined {
  const columns = head.names.length < 5 ? undefined : dividedNames(head.names.slice(1));
  const [first] = columns ?? [];
  if (!columns || !first) return undefined;
  const times = new Set(columns.map(({ time }) => time.phrase));
  const parts = new Set(columns.map(({ part }) => part.phrase));
  const pairs = new Set(columns.map(({ time, part }) => `${time.phrase} | ${part.phrase}`));
  const isGrid = times.size > 1 && parts.size > 1 && pairs.size === times.size * parts.size;
  if (!isGrid || pairs.size !== columns.length) return undefined;
  // Of a quarter and the year up to it, the first that stands there.
  const newest = columns
    .map(({ time }) => time)
    .filter(({ stem }) => stem === first.time.stem)
    .reduce((one, other) => ((other.order ?? 0) > (one.order ?? 0) ? other : one));
  // Below a quarter's heading a bare year may mean a part of it.
  if (head.isPartOfYear && /^in (?:19|20)\d\d$/.test(newest.phrase)) return undefined;
  const at = columns.flatMap(({ time }, column) => (time.phrase === newest.phrase ? [column] : []));
  const names = at.map((column) => columns[column]?.name ?? "");
  const scope: TableHead["scope"] = head.over.at(-1) === "" ? { kind: "none", name: "" } : head.scope;
  const kept = new Set([0, ...at.map((column) => column + 1)]);
  return {
    // What stands over such a head is the name of another table.
    head: { ...head, scope, names: [head.names[0] ?? "", ...names], when: () => newest.phrase },
    only: (block) =>
      block.row
        ? { ...block, row: { ...block.row, cells: block.row.cells.filter((_, column) => kept.has(column)) } }
        : block,
  };
}

interface Divided {
  time: ColumnMeaning;
  part: ColumnMeaning;
  /** The words of the category. */
  name: string;
}

/** The names of columns as a period and what each is of, in either order; undefined unless all are both. */
function dividedNames(names: readonly string[]): Divided[] | undefined {
  const columns = names.map(divided).filter((column) => column !== undefined);
  if (columns.length < names.length) return undefined;
  const parts = readColumns(columns.map(({ name }) => name));
  const read = columns.flatMap(({ time, name }, at): Divided[] => {
    const part = parts[at];
    return part?.kind === "category" || part?.kind === "total" ? [{ time, part, name }] : [];
  });
  return read.length === names.length ? read : undefined;
}

function divided(name: string): { time: ColumnMeaning; name: string } | undefined {
  const words = name.split(" ");
  for (let at = 1; at < words.length; at++) {
    const sides = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    for (const [one = "", other = ""] of [sides, sides.toReversed()]) {
      const time = readColumn(one);
      const isTime = time?.kind === "during" || time?.kind === "at";
      if (time && isTime && /^(?:category|total|measure)$/.test(readColumn(other)?.kind ?? ""))
        return { time, name: other };
    }
  }
  return undefined;
}
