import type { Block, Span } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { isPeriodLabel } from "./table-places.ts";

const MAX_LABEL_WORDS = 14;
const NO_LABEL =
  /^(?:filler|none|page|exhibit|item|notes?(?! (?:payable|receivable))|figure|table|source|see|\(?continued\)?|form|section|date|balances? (?:as of|at)|less|add|plus|adjustments?|other adjustments?|of which|including|more than|less than|three months or|\d+ ?(?:years?|days|months)|thereafter|level [1-3])\b/i;

/** A level at the beginning or end of a period that heads the column: no figure of the period. */
const POINT_OF_PERIOD =
  /\b(?:at |, )?(?:the )?(?:beginning|end) of (?:the )?(?:period|year|quarter)|\b(?:beginning|ending) balances?\b/i;

/** Whether words can name a row: no torn line, no line of another kind, no figures among them. */
export const isLabel = (label: string): boolean => isPeriodLabel(label) || isWords(label);

function isWords(label: string): boolean {
  return (
    label.split(" ").length <= MAX_LABEL_WORDS &&
    !NO_LABEL.test(label) &&
    !POINT_OF_PERIOD.test(label) &&
    /\p{L}{3}|\b(?:EPS|U\.S)\b/u.test(label) &&
    /^[\p{L}(]/u.test(label) &&
    // "share—weighted-average shares": the end of a line that broke off.
    !/^\p{Ll}+—/u.test(label) &&
    // "(Notes 10 and" with its "13)" among the figures: the row was divided at the wrong place.
    label.split("(").length === label.split(")").length &&
    // Figures in a label are those of another row, or a column's.
    !/(?:^| )[$(~+-]*\d[\d,.]*\d\)?(?: |$)(?!(?:weeks|months|years|days)\b)/.test(
      label.replace(/\b(?:19|20)\d\d\b/g, ""),
    ) &&
    !/:./.test(label)
  );
}

/** "$ 14,735" as "$14,735", "(9.3) %" as "(9.3)%": white space, and the marks of notes behind a figure. */
export const tidyFigure = (value: string) =>
  value
    .replace(/([$€£]) +/g, "$1")
    .replace(/ +(%|\))/g, "$1")
    .replace(/\( +/g, "(")
    // "△1,870": a loss, as Japanese accounts mark it.
    .replace(/^[△▲] ?(?=\d)/, "-")
    .replace(/ (?:\(?[a-z\d]\)|\d{1,2}\/)$|[*†‡]+$/, "");

/** "Receivables, net of allowances of $75 and $60, respectively", "…, less allowances $203 (2030, $230)". */
const OWN_AMOUNTS =
  /(?:,? of|,? [-–—])? ?[$€£]\d[\d.,]{0,12}(?: (?:million|billion))?(?:,? and [$€£]?\d[\d.,]{0,12}(?: (?:million|billion))?(?:,? respectively)?| \((?:19|20)\d\d[,:;]? [-–]? ?[$€£]?\d[\d.,]{0,12}\))$/;

/** "Return on equity, %", "Loans to customers, EURm" */
const UNIT_BEHIND = /, (%|per ?cent|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|JPY|[$€£¥]) ?(?:m|mn|bn|million|billion))$/i;

/** A label without leaders, marks of notes and what would hang at its end. */
export function labelOf(text: string, cell: Span | undefined): string {
  if (!cell) return "";
  return (
    oneLine(text.slice(cell.start, Math.min(cell.end, cell.start + 300)))
      // Behind leaders a letter is a code, such as how often prices are taken.
      .replace(/(?:\s*\.){3,} [A-Z]$|(?:\s*\.){2,}/g, "")
      .replace(/^(?:less|add|plus):\s*(?=\p{L})|^less (?=accumulated|allowance|current)/iu, "")
      .replace(/ ?\((?:see )?Notes? [\d ,and&]{1,20}\)/i, "")
      .replace(/(?: ?\((?:\d{1,2}|[a-z]|[ivx]{2,4})\))+(?=[ :]|$)| ?\d{1,2}\/(?= |$)/g, "")
      .replace(OWN_AMOUNTS, "")
      .replace(/(?<=\p{L}{4})\d(?:,\d)*$/u, "")
      .replace(/ (?:(?:\d{1,2}, )+\d{1,2}|\d)\.?$| none$|[¹²³⁴⁵*†‡]+$/, "")
      .replace(/(?<!\b\p{Lu}\.\p{Lu})[\s.:,;~$–—-]+$/u, "")
      .replace(UNIT_BEHIND, " ($1)")
      .trim()
  );
}

/** What a balance sheet has among its assets and again among its liabilities. */
export const EITHER_SIDE = /^deferred (?:income )?taxes(?:, net)?$/i;
export const NAMES_SIDE = /\b(?:assets|liabilit(?:y|ies))\b/i;
/** "Deferred income tax assets". */
export const sided = (label: string, side: string | undefined): string =>
  side === undefined ? label : label.replace(/taxes(?:, net)?$/i, `tax ${side}`);

/** "Brazil Sep" over "Nov": what the row below says anew. */
export function isRevised(text: string, { row }: Block, next: Block | undefined): boolean {
  const below = labelOf(text, next?.row?.cells[0]);
  return (
    /^[A-Z][a-z]{2,8}$/.test(below) && isPeriodLabel(below) && / [A-Z][a-z]{2,8}$/.test(labelOf(text, row?.cells[0]))
  );
}

/** The last column that names rows: 1 where every row has words in its second cell too, which tell those of one first cell apart; else 0. */
export function lastLabel(text: string, rows: readonly Block[], units: number): number {
  const pairs = rows.map(({ row }) => [labelOf(text, row?.cells[0]), labelOf(text, row?.cells[1])]);
  if (units === 1 || !pairs.flat().every(isLabel)) return 0;
  const firsts = new Set(pairs.map(([first]) => first));
  return firsts.size < rows.length && new Set(pairs.map(String)).size === rows.length ? 1 : 0;
}
