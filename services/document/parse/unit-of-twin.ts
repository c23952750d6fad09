import type { Block, ParsedDocument, Span, Table } from "./parsed-document.ts";

/** So many rows of a table, of different figures, are those of another in millions: one alone may be so by chance. */
const LEAST_SAME = 2;
const LEAST_COLUMNS = 4;
const MILLIONS = /^\(?million ([\p{L} ]{3,30}?)\)?$/iu;
const THOUSANDS = /\bthousand ([\p{L} ]{3,30}?)\)?$/iu;
/** "Norland 162,000 154,500": what is counted in thousands, under columns of their own. */
const WHOLE = /^\d{1,3}(?:,\d{3})*$/;
const IN_MILLIONS = /^\d+\.(\d{1,3})$/;

/** What tables of the same columns show in millions. */
interface Millions {
  /** The figures of each row, joined, with what they count. */
  rows: Map<string, string>;
  decimals: Set<number>;
}

/**
 * Gives the unit to tables that lost theirs: of "Norland 162,000 154,500 169,000 175,000" where another table of the document
 * has under the same columns "162.00 154.50 169.00 175.00" and says "Million Metric Tons". It must name the thousands somewhere.
 */
export function unitsOfTwins({ text, blocks, tables }: ParsedDocument): void {
  const wordsAt = ({ start, end }: Span) => text.slice(start, Math.min(end, start + 200));
  const inThousands = new Map<string, Span>();
  const inMillions = new Map<number, string>();
  for (const [number, { unit, columns }] of tables.entries()) {
    if (!unit) continue;
    const goods = MILLIONS.exec(wordsAt(unit))?.[1]?.toLowerCase();
    if (goods !== undefined && columns.length > LEAST_COLUMNS) inMillions.set(number, goods);
    const thousands = THOUSANDS.exec(wordsAt(unit))?.[1]?.toLowerCase();
    if (thousands !== undefined && !inThousands.has(thousands)) inThousands.set(thousands, unit);
  }
  if (inMillions.size === 0 || inThousands.size === 0 || tables.every(({ unit }) => unit)) return;
  // The first cell may be empty, where its figure stands before the label.
  const figuresOf = ({ row }: Block) =>
    row?.cells
      .slice(1)
      .map(wordsAt)
      .filter((words) => words !== "") ?? [];
  const headOf = ({ columns }: Table) => columns.map(({ label }) => label).join("|");
  const known = new Map<string, Millions>();
  for (const block of blocks) {
    const table = tables[block.row?.table ?? -1];
    const goods = inMillions.get(block.row?.table ?? -1);
    if (!table || goods === undefined || block.row?.isRagged) continue;
    const figures = figuresOf(block);
    if (!areTelling(figures, IN_MILLIONS)) continue;
    const same = known.get(headOf(table)) ?? { rows: new Map(), decimals: new Set() };
    known.set(headOf(table), same);
    same.rows.set(figures.join(" "), goods);
    same.decimals.add(IN_MILLIONS.exec(figures[0] ?? "")?.[1]?.length ?? 0);
  }
  const found = new Map<Table, string[]>();
  for (const block of blocks) {
    const table = tables[block.row?.table ?? -1];
    if (!table || table.unit || block.row?.isRagged || table.columns.some(({ label }, at) => at > 0 && label === ""))
      continue;
    const millions = known.get(headOf(table));
    const figures = millions ? figuresOf(block) : [];
    if (!millions || !areTelling(figures, WHOLE)) continue;
    for (const decimals of millions.decimals) {
      const key = figures.map((value) => (Number(value.replaceAll(",", "")) / 1000).toFixed(decimals)).join(" ");
      const goods = millions.rows.get(key);
      if (goods === undefined) continue;
      const same = found.get(table) ?? [];
      found.set(table, same);
      same.push(goods);
    }
  }
  for (const [table, goods] of found) {
    const [first = ""] = goods;
    const unit = inThousands.get(first);
    if (goods.length >= LEAST_SAME && goods.every((one) => one === first) && unit) table.unit = unit;
  }
}

/** Whether figures are all of one form, and differ enough to be known again. */
const areTelling = (figures: readonly string[], form: RegExp): boolean =>
  figures.length >= LEAST_COLUMNS &&
  figures.every((value) => form.test(value)) &&
  new Set(figures).size >= LEAST_COLUMNS - 1;
