import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { isBalance } from "./table-goods.ts";
import { labelOf } from "./table-labels.ts";
import { type SeasonRows, seasonsIn } from "./table-seasons.ts";

/** What stands over the rows of a table that is cut into several passages. */
export interface RowCarry {
  /** The year in which the document was published; endless where it is not known. */
  publishedYear: number;
  /** The document's. */
  title: string;
  /** A bare year over a column means the whole year. */
  isYearly: boolean;
  table: number;
  /** Where the last row of the table before this one ends. */
  previousEnd: number;
  /** Where the last row that was read ends. */
  end: number;
  /** What is found once for a document. */
  index: TableIndex | undefined;
}

export interface TableIndex {
  /** The rows of each table, by its number. */
  rows: Map<number, Block[]>;
  /** Labels that do not tell of what their row is in a table, by its number; filled as they are needed. */
  repeated: Map<number, Set<string>>;
  /** The rows of periods of each table, by its number; filled as they are needed. */
  seasons: Map<number, ReadonlyMap<Block, SeasonRows>>;
  /** Headings of balances of goods, in order. */
  balances: Span[];
}

/** For the first table of a document. */
export const newCarry = (context: Context): RowCarry => ({
  publishedYear: Number(/\b((?:19|20)\d\d)\)?$/.exec(context.attribution)?.[1] ?? Number.POSITIVE_INFINITY),
  title: context.document,
  isYearly: context.company === undefined || /10-?K\b|\bannual\b/i.test(context.document),
  table: -1,
  previousEnd: 0,
  end: 0,
  index: undefined,
});

/** Finds what is found once for a document. */
export function indexTables({ text, blocks }: ParsedDocument): TableIndex {
  const rows = new Map<number, Block[]>();
  const balances: Span[] = [];
  for (const block of blocks) {
    const { row, start, end } = block;
    if (!row) {
      if (end - start < 120 && isBalance(text.slice(start, end))) balances.push({ start, end });
    } else if (!row.isHeader) {
      const same = rows.get(row.table);
      if (same) same.push(block);
      else rows.set(row.table, [block]);
    }
  }
  return { rows, repeated: new Map(), seasons: new Map(), balances };
}

/** The rows of a table that one name heads, by the last of them; empty where its rows are not periods. */
export function seasonsOfTable({ text, tables }: ParsedDocument, { rows, seasons }: TableIndex, table: number) {
  const known = seasons.get(table);
  if (known) return known;
  const found = seasonsIn(text, tables[table], rows.get(table) ?? []);
  seasons.set(table, found);
  return found;
}

/** Sums over what taxes are deferred for: the rows above them are not what they are called. */
const SUM_OF_DEFERRED = /^(?:total|gross|net)\b.*\bdeferred (?:income )?tax/;
/** "Current portion of long-term debt", "Operating lease liabilities, noncurrent": a row called just the same is the other part. */
const PART =
  /^(?:less:? )?(?:(?:non-?)?current|long-term|short-term)(?: (?:portion|maturities|installments))?(?: of)? |,? (?:(?:non-?)?current|long-term|short-term|(?:less|net of|excluding) (?:the )?current\b.*)$/g;

/** Marks a label that only one row without a group has: "Net income", which per share stands again under another name. */
export const onlyOnce = (label: string): string => `1 ${label}`;

/** The labels that a table has more than once, and those that name only a part of what they say, in lower case. */
export function repeatedIn(text: string, { rows, repeated }: TableIndex, table: number): ReadonlySet<string> {
  const known = repeated.get(table);
  if (known) return known;
  const seen = new Set<string>();
  const twice = new Set<string>();
  const bare = new Map<string, number>();
  for (const { row } of rows.get(table) ?? []) {
    if (!row?.cells.slice(1).some(({ start, end }) => /\d/.test(text.slice(start, Math.min(end, start + 60)))))
      continue;
    const label = labelOf(text, row.cells[0]).toLowerCase();
    if (seen.has(label)) twice.add(label);
    if (!row?.groups?.length) bare.set(label, (bare.get(label) ?? 0) + 1);
    seen.add(label);
  }
  for (const label of seen) {
    const whole = label.replace(PART, "");
    if (whole !== label && seen.has(whole)) twice.add(whole);
  }
  if ([...seen].some((label) => SUM_OF_DEFERRED.test(label)))
    for (const label of seen) if (!/\bdeferred\b/.test(label)) twice.add(label);
  for (const [label, times] of bare)
    if (times === 1 && /^(?:net (?:income|earnings|loss)\b|(?:basic|diluted)$)/.test(label)) twice.add(onlyOnce(label));
  repeated.set(table, twice);
  return twice;
}
