import type { Span } from "../../parse/parsed-document.ts";
import type { ColumnMeaning } from "./column-meaning.ts";

/** A figure of a row with what its column says of it. */
export interface RowFigure {
  /** As it stands in the row, without white space: "$412", "(9.3)%". */
  value: string;
  /** With its unit in words: "$412 million". */
  said: string;
  /** What the column is called: "Three Months Ended June 30, 2023". */
  column: string;
  meaning: ColumnMeaning;
}

/** A row of a table that says something, with all that a finding, a title and questions need. */
export interface RowFact {
  /** What a title and questions call it: "net sales for Services", "Brazil soybean production". */
  label: string;
  /** The same as inside the finding, with what the table is of: "gross profit (Domestic segment results)". */
  subject: string;
  /** What the whole table is of, where rows are places: "wheat"; else empty. */
  theme: string;
  /** The figures that are told, at most four besides changes. */
  figures: RowFigure[];
  /** The period of all figures, where the columns are no periods: "in the year ended December 31, 2022"; else empty. */
  when: string;
  /** "(in millions)", or empty. */
  unit: string;
  /** What was said of the same before, ready to be a sentence; absent where that is not told. */
  earlier?: string;
  /** What the table is called, or empty. */
  caption: string;
  excerpts: Span[];
  /** Position of its table in the document's. */
  table: number;
  /** On the scale of a statement's worth. */
  worth: number;
}

/** What a fact has beside its own where its figures say when they are of and in which unit. */
export const SAID_BY_FIGURES = { theme: "", when: "", unit: "", caption: "" } as const;
