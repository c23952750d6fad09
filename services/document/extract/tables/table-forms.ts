import type { Block, ParsedDocument, Table } from "../../parse/parsed-document.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import type { RowFact } from "./row-fact.ts";
import { areAverages, averageOf } from "./table-averages.ts";
import { areBids, bidOf } from "./table-bids.ts";
import { areContributions, contributionOf } from "./table-contributions.ts";
import { guidanceOf, isGuidance } from "./table-guidance.ts";
import { type RowCarry, seasonsOfTable } from "./table-index.ts";
import { areMonths, monthsOf } from "./table-months.ts";
import { areOutlooks, outlookOf } from "./table-outlook.ts";
import { arePrices, pricesOf } from "./table-quarters.ts";
import { areRevised, revisionOf } from "./table-revisions.ts";
import { seasonOf } from "./table-seasons.ts";

interface Reading {
  /** The rows that are told. */
  rows: readonly Block[];
  /** All rows of the table. */
  all: readonly Block[];
  vocabulary: Vocabulary;
  carry: RowCarry;
}

/** What rows say of a table whose columns are of a form of their own; undefined where each column has a meaning by its head. */
export function readForm(document: ParsedDocument, table: Table, reading: Reading): RowFact[] | undefined {
  const { rows, all, vocabulary, carry } = reading;
  const { publishedYear, index } = carry;
  const of = (tell: (block: Block) => RowFact | undefined) => rows.flatMap((block) => tell(block) ?? []);
  if (areRevised(table)) return of((block) => revisionOf(document, block));
  if (areOutlooks(table)) return of((block) => outlookOf(document, block, all));
  if (areBids(table)) return of((block) => bidOf(document, block, publishedYear));
  if (areMonths(table)) return of((block) => monthsOf(document, block, all));
  if (areContributions(document.text, table)) return of((block) => contributionOf(document, block));
  if (areAverages(table)) return of((block) => averageOf(document, block, all, publishedYear));
  if (isGuidance(table)) return of((block) => guidanceOf(document, block, vocabulary));
  if (arePrices(table)) return pricesOf(document, all, rows);
  const seasons = index && seasonsOfTable(document, index, rows[0]?.row?.table ?? -1);
  if (!seasons || seasons.size === 0) return undefined;
  return of((block) => {
    const season = seasons.get(block);
    return season && seasonOf(document, season, publishedYear);
  });
}
