import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { withLigatures } from "../grammar/lost-ligatures.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { oneLine, type PassageParts } from "../passages.ts";
import { type ColumnMeaning, readColumns } from "./column-meaning.ts";
import type { RowFact, RowFigure } from "./row-fact.ts";
import { atItsEnd } from "./row-levels.ts";
import { dueByYear } from "./table-due.ts";
import { excerptsOf } from "./table-excerpts.ts";
import { chooseFigures } from "./table-figures.ts";
import { readForm } from "./table-forms.ts";
import { type SharedUnits, sharedUnits, unitKey } from "./table-goods.ts";
import { newestPeriod } from "./table-grid.ts";
import { onlyPeriod, PER_SHARE, type TableHead, tableHead } from "./table-head.ts";
import { indexTables, onlyOnce, type RowCarry, repeatedIn } from "./table-index.ts";
import { indexSubject } from "./table-index-changes.ts";
import { baseOf, indexOf, indexUnit } from "./table-index-levels.ts";
import { EITHER_SIDE, isLabel, isRevised, labelOf, lastLabel, NAMES_SIDE, sided, tidyFigure } from "./table-labels.ts";
import { basisOf, nomineeOf, subjectOf } from "./table-naming.ts";
import { type Named, namedOfParts, whenOfLevel } from "./table-parts.ts";
import { type Place, placeOf, seasonOver } from "./table-places.ts";
import { priceInList, priceOf } from "./table-prices.ts";
import { isOfProducts, supplyOf } from "./table-supply.ts";
import { unitColumn, unitOfColumn } from "./table-unit-column.ts";
import { changeIn, IS_CHANGE_OR_RATE, sayFigure, unitOfRow } from "./table-units.ts";
import { worthOf } from "./table-worth.ts";

/**
 * What the rows of a table's passage say, in order. A row says something only when every figure that is told has a column
 * with a meaning and a unit; all other rows stay silent. `carry` is kept up to date.
 */
export function readRows(
  document: ParsedDocument,
  passage: PassageParts,
  vocabulary: Vocabulary,
  carry: RowCarry,
): RowFact[] {
  const first = passage.rows[0];
  if (!first?.row) return [];
  if (carry.table !== first.row.table) Object.assign(carry, { table: first.row.table, previousEnd: carry.end });
  carry.end = passage.end;
  carry.index ??= indexTables(document);
  const table = document.tables[first.row.table];
  const all = carry.index.rows.get(first.row.table) ?? [];
  const ofForm = table && readForm(document, table, { rows: passage.rows, all, vocabulary, carry });
  if (ofForm) return ofForm;
  const whole = tableHead(document, {
    number: first.row.table,
    start: first.start,
    previousEnd: carry.previousEnd,
    headings: passage.headings,
    rows: all,
    isYearly: carry.isYearly,
    balance: carry.index.balances.findLast(({ end }) => end <= first.start),
  });
  // "Three Months Ended … Compared to …": growth, under dates that only look like those of its columns.
  if (!whole || /\bcompared (?:to|with)\b/i.test(whole.header)) return [];
  const due = dueByYear(document, passage.rows, whole);
  if (due) {
    const end = Math.max(...due.excerpts.map((span) => span.end));
    return [
      due,
      ...readRows(document, { ...passage, rows: passage.rows.filter(({ start }) => start > end) }, vocabulary, carry),
    ];
  }
  const period = newestPeriod(whole);
  const { head, only } = period ?? { head: whole, only: undefined };
  const isOfPeriods = period !== undefined;
  const rows = only ? passage.rows.map(only) : passage.rows;
  const repeated = repeatedIn(document.text, carry.index, first.row.table);
  const { publishedYear, title } = carry;
  const units = unitColumn(head.names);
  const labels = lastLabel(document.text, rows, units);
  const meanings = readColumns(head.names.map((name, at) => (at <= labels || at === units ? "" : name)));
  const shared = sharedUnits(document, carry.index.rows, first.row.table, head.balance);
  const reading = { head, meanings, units, labels, repeated, shared, vocabulary, publishedYear, title, isOfPeriods };
  return rows.flatMap((block, at) =>
    isRevised(document.text, block, rows[at + 1]) ? [] : (readRow(document.text, block, reading) ?? []),
  );
}

const AS_OF = /^as of ([A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d)$/i;
const FORM = /^(?:basic|diluted)$/i;

/** Lines between the beginning and the end of a balance: "gross increases related to prior years", "settlements". */
const MOVED =
  /^(?:gross |net )?(?:(?:increases?|decreases?|additions?|reductions?|changes?|lapses?)(?! in\b)\b|settlements?$|settlements with\b)/i;

/** What moved a balance, line by line. */
const OF_A_CHANGE = /\b(?:changes?|activity|movements?) in .{3,80}\b(?:is|are|was|were) as follows\b/i;

const IS_AMOUNT = /^(?!.* per )(?:.* )?(?:tons|tonnes|bushels|bales|pounds|hundredweight|barrels|gallons|head|litres)$/;

interface Reading {
  head: TableHead;
  meanings: (ColumnMeaning | undefined)[];
  /** The column that says each row's unit; -1 where there is none. */
  units: number;
  /** The last column of words that name the row: 1 where the first says what several rows are of, as in "North | Wheat". */
  labels: number;
  repeated: ReadonlySet<string>;
  shared: SharedUnits;
  publishedYear: number;
  /** The document's. */
  title: string;
  vocabulary: Vocabulary;
  /** The columns are those of one of several periods. */
  isOfPeriods: boolean;
}

/** "Planted" and "Harvested" under "Area Million Acres". */
const OF_AREA = /^(?:planted|harvested)$/i;
const AREA = /^area (?:(?:million|thousand|1,000) )?(?:acres|hectares)$/i;

function readRow(text: string, block: Block, reading: Reading): RowFact | undefined {
  const { head, meanings, units, repeated, vocabulary } = reading;
  const { row } = block;
  if (!row || row.isRagged) return undefined;
  const labels = row.cells.slice(0, reading.labels + 1).map((cell) => labelOf(text, cell));
  const own = withLigatures(labels.join(" "), vocabulary.torn);
  const isOfArea = OF_AREA.test(own) && AREA.test(labelOf(text, row.groups?.at(-1)));
  // "Milk" of "Milk Billion Pounds", whose end is the unit.
  const nameOf = ({ start, end }: Span) => labelOf(text, { start, end: row.unit?.end === end ? row.unit.start : end });
  const groups = (row.groups ?? []).map(nameOf).filter((group) => !/filler/i.test(group));
  const isByKind = head.theme !== "" && meanings.some((meaning) => meaning?.kind === "category");
  const season = isByKind ? seasonOver(own, groups) : undefined;
  const whole = isOfArea ? `Area ${own}` : (season?.label ?? own);
  if (!isLabel(whole)) return undefined;
  // "For the year ended December 31, 2031" over the rows says when, not what they are of.
  const period = groups.findLast((words) => onlyPeriod([words]) !== "");
  const group = groups.findLast((words) => words !== period) ?? "";
  // "Basic" below "Net income per common share:".
  const isForm = group === "" && head.scope.kind === "theme" && PER_SHARE.test(head.scope.name) && FORM.test(whole);
  if (head.isPerShare && !PER_SHARE.test(whole) && !isForm) return undefined;
  const sharedUnit = row.unit ? undefined : reading.shared.get(unitKey(whole));
  const ownUnit = units < 0 ? (row.unit ?? sharedUnit) : row.cells[units];
  const unitWords = ownUnit ? oneLine(text.slice(ownUnit.start, ownUnit.end)) : "";
  const base = groups.map(baseOf).findLast((words) => words !== "") ?? "";
  const unit =
    base !== ""
      ? indexUnit(whole)
      : units < 0
        ? unitOfRow(whole, isForm ? head.scope.name : group, head.unitFor(unitWords))
        : unitOfColumn(unitWords, whole);
  if (!unit) return undefined;
  const { label } = unit;
  // A price under the bales or bushels of its table is in something else, which is not said.
  if (unit.kind === "table" && /\bprices?\b/i.test(label) && IS_AMOUNT.test(unit.unit.counted)) return undefined;
  const figures = row.cells.flatMap((cell, at): RowFigure[] => {
    const meaning = meanings[at];
    const value =
      at <= reading.labels ? "" : tidyFigure(oneLine(text.slice(cell.start, Math.min(cell.end, cell.start + 60))));
    if (!/\d/.test(value) || !meaning) return [];
    const isVote = meaning.kind === "votes" && /^[\d,]+$/.test(value);
    const said = isVote ? value : sayFigure(value, unit, meaning.kind === "rise" || head.isShare(at, meaning));
    return said === undefined ? [] : [{ value, said, column: head.names[at] ?? "", meaning }];
  });
  const chosen = chooseFigures(atItsEnd(label, figures, head.over), meanings, head.names);
  if (!chosen || chosen.figures.every(({ value }) => !/[1-9]/.test(value))) return undefined;
  // The whole is all of itself.
  if (chosen.figures.every(({ said }) => /^100(?:\.0+)? ?(?:%|percent)/.test(said))) return undefined;
  // A notional value is of a day: "year ended" over it cannot be meant.
  if (/\bnotional\b/i.test(head.scope.name) && chosen.figures.some(({ meaning }) => /^in the /.test(meaning.phrase)))
    return undefined;
  // Nor what moved a balance up to that day: it was of the year.
  if (MOVED.test(label) && chosen.figures.some(({ meaning }) => meaning.kind === "at")) return undefined;
  const isBareYear = chosen.figures.some(({ meaning }) => /^in (?:19|20)\d\d$/.test(meaning.phrase));
  if (isBareYear && head.isPartOfYear) return undefined;
  // Years to come alone are guidance, which a table seldom calls so.
  const years = chosen.figures.map(({ meaning }) => endYearOf(meaning));
  if (chosen.kind === "time" && years.every((year) => year > reading.publishedYear)) return undefined;
  // "Deferred income taxes" of a day are owed or due: the sum above them says which.
  const isEither = EITHER_SIDE.test(label) && chosen.figures.every(({ meaning }) => meaning.kind === "at");
  const side = isEither ? head.sideOver(block) : undefined;
  if (isEither && !side && !NAMES_SIDE.test(group)) return undefined;
  const place = chosen.kind === "measure" ? placeOf(label, groups, head) : undefined;
  const caption = head.over.at(-1) ?? "";
  // "The change in unearned revenue was as follows": what was taken off it, in brackets, was not negative itself.
  if (OF_A_CHANGE.test(caption) && chosen.figures.some(({ value }) => /^[$€£]? ?\(/.test(value))) return undefined;
  const nominee = chosen.kind === "votes" ? nomineeOf(label, head) : undefined;
  const supply = chosen.kind === "time" ? supplyOf(label, group, caption, () => head.labelsOver(block)) : undefined;
  // "Total" or "Other" under "SME": of which goods is not said.
  if (!supply && isOfProducts(caption)) return undefined;
  const rise = chosen.kind === "rise" ? indexSubject(label, caption, reading.title, vocabulary) : undefined;
  const price = unit.unit.counted.startsWith("dollars per ") ? priceInList(label, group, caption) : undefined;
  const level = base === "" || chosen.kind !== "time" ? undefined : indexOf(label, base);
  const said = supply ?? rise ?? level ?? (price === undefined ? undefined : { subject: price, label: price });
  // "As of June 30, 2031" over another day, in a table of one thing.
  const asOf = chosen.kind === "category" && head.scope.kind === "theme" ? AS_OF.exec(own)?.[1] : undefined;
  const called: Named | undefined =
    place ??
    nominee ??
    (said && { subject: said.subject, theme: "" }) ??
    (asOf !== undefined ? { subject: head.scope.name, theme: "" } : undefined) ??
    subjectOf({
      label: priceOf(sided(label, side?.side), unit, vocabulary),
      isMeasure: unit.kind === "own",
      group,
      head,
      vocabulary,
    });
  const change = unit.kind !== "percent" && unit.unit.isPercent ? changeIn(unitWords || head.unit) : undefined;
  if (called && change && !IS_CHANGE_OR_RATE.test(called.subject)) {
    called.label = `change in ${called.label ?? called.subject}`;
    called.subject = `the change in ${called.subject}${change.from}`;
  }
  // The balance as a whole has the same without its classes.
  if (called && season && head.balance && BY_CLASS.test(text.slice(head.balance.start, head.balance.end)))
    called.label = `${called.subject} by class`;
  if (chosen.kind === "rise" && !rise) return undefined;
  const isDated = chosen.kind === "time" || chosen.kind === "votes" || chosen.kind === "rise";
  const dated = isDated ? "" : (place?.when ?? season?.when ?? head.when(groups));
  const when = whenOfLevel(asOf !== undefined ? `at ${asOf}` : dated, head.header, label);
  const named =
    called && chosen.kind === "category"
      ? namedOfParts(called, { label, figures: chosen.figures, when, head, isOfPeriods: reading.isOfPeriods })
      : called;
  if (named === undefined || (!isDated && when === "") || (chosen.kind === "votes" && !nominee)) return undefined;
  const above = group.toLowerCase().replace(/ by(?: [\p{L} ]{3,40})?$/u, "");
  // The same words twice: what tells the rows apart was not read.
  if (
    !place &&
    !supply &&
    !season &&
    !side &&
    repeated.has(whole.toLowerCase()) &&
    !(groups.length === 0 && repeated.has(onlyOnce(whole.toLowerCase()))) &&
    !(above !== "" && named.subject.toLowerCase().includes(basisOf(group) || above))
  )
    return undefined;
  const isGroupSaid = group !== "" && (named.label !== undefined || named.subject.toLowerCase().includes(above));
  const isSaid = isGroupSaid || supply !== undefined || level !== undefined || price !== undefined || isOfArea;
  const saidBy = [...(place?.saidBy ?? season?.saidBy ?? (isSaid ? [group] : []))];
  if (period !== undefined && !isDated) saidBy.push(period);
  const over = (row.groups ?? []).filter((span) => saidBy.includes(nameOf(span)));
  if (row.unit) over.push(row.unit);
  // The heading that says whose the goods are stands close above the unit that holds for all of them.
  if (sharedUnit && unit.kind === "table")
    over.push({ start: head.balance?.start ?? sharedUnit.start, end: sharedUnit.end });
  if (side) over.push(side);
  // What a share has shows its own sign: the table's scale is not its.
  const hasNoScale =
    unit.kind === "perShare" && !/share/i.test(head.unit) && chosen.figures.every(({ value }) => /[$€£¥]/.test(value));
  const excerpts = excerptsOf(
    text,
    row.unit || rise || unit.kind === "own" || hasNoScale ? head.shown : head.shownWithUnit,
    block,
    over,
    head.balance,
  );
  if (!excerpts) return undefined;
  return {
    label: nominee
      ? `votes for ${nominee.subject}`
      : place
        ? titleOfPlace(place, chosen.figures[0])
        : (said?.label ?? named.label ?? named.subject)
            .replace(/^the | \([^()]{12,}\)$/g, "")
            // "amortization of assets acquired through mergers in cost of sales": shorter where it is a part of a line.
            .replace(
              / (?:acquired|recogni[sz]ed|related|associated|included) .{3,60}?(?= in (?:cost|research|marketing|sales|selling|general|operating)\b)/,
              "",
            ),
    subject: named.subject,
    theme: named.theme,
    figures: chosen.figures,
    when,
    unit: head.unit,
    caption: head.scope.kind === "theme" ? head.scope.name : "",
    excerpts,
    table: row.table,
    worth: worthOf(named.subject, chosen.figures, when) - (season ? OF_PARTS : 0),
  };
}

const BY_CLASS = /\bby class\b/i;
/** How much less the parts of a line are looked for than the line itself. */
const OF_PARTS = 0.8;

/** The year in which a period ends: 2024 of "fiscal 2024" and of "Q2 FY24"; 0 where none is named. */
const endYearOf = ({ phrase }: ColumnMeaning): number =>
  Number(/\b((?:19|20)\d\d)\b(?!.*\d{4})/.exec(phrase)?.[1] ?? 0) ||
  2000 + Number(/(?:FY|Q[1-4] ?|H[12] ?) ?(\d\d)$/.exec(phrase)?.[1] ?? -2000);

/** "Brazil soybean production": what a title can say of several measures. */
const titleOfPlace = ({ subject, theme }: Place, first: RowFigure | undefined) =>
  `${subject.replace(/^the /, "")} ${theme} ${first?.meaning.phrase ?? ""}`.trim();
