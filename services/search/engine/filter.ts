import { toDayNumber } from "./image.ts";
import type { View } from "./view.ts";

/** What a search may look at: filters choose documents, and a document's rows and vectors lie together. */
export interface Admitted {
  /** 1 for each row that may be found. */
  rows: Uint8Array;
  /** Vectors that may be found: start and end of each stretch, alternating. */
  vectors: number[];
  isEmpty: boolean;
}

export interface Filter {
  sourceName?: string | undefined;
  /** YYYY-MM-DD. */
  since?: string | undefined;
}

/** How publishers are compared: Unicode lower case after NFC. */
export const foldName = (name: string): string => name.normalize("NFC").toLowerCase();

/** `foldedSources`: the view's publishers, each as `foldName` gives it. */
export function admit(view: View, { sourceName, since }: Filter, foldedSources: string[]): Admitted {
  const { columns, alive, documents } = view;
  const part = sourceName === undefined ? undefined : foldName(sourceName);
  const sources = part === undefined ? undefined : foldedSources.map((name) => name.includes(part));
  const firstDay = toDayNumber(since ?? null);
  const rows = new Uint8Array(view.rows);
  const vectors: number[] = [];
  for (let document = 0; document < documents; document++) {
    if (alive[document] === 0) continue;
    if (sources && !sources[columns.documentSource[document] ?? 0]) continue;
    if ((columns.documentDate[document] ?? 0) < firstDay) continue;
    const isLast = document + 1 === documents;
    const start = columns.documentVector[document] ?? 0;
    const end = isLast ? view.vectorRows : (columns.documentVector[document + 1] ?? 0);
    rows.fill(1, columns.documentRow[document], isLast ? view.rows : columns.documentRow[document + 1]);
    if (vectors.at(-1) === start) vectors[vectors.length - 1] = end;
    else vectors.push(start, end);
  }
  return { rows, vectors, isEmpty: vectors.length === 0 };
}
