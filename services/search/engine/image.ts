import { type Period, readPeriods } from "../analysis/periods.ts";
import { hashOf } from "../analysis/word-hash.ts";
import { kindOfWord } from "../analysis/word-kinds.ts";
import type { Collection } from "./collections.ts";
import { COLUMNS, type ColumnName, type Columns, createColumn, type GrowingColumn, IS_PASSAGE } from "./columns.ts";
import type { AnalysedDocument, CodedVectors } from "./document-codec.ts";
import { quotedWords } from "./fields.ts";
import { openPreparer } from "./kernel.ts";
import { KEYWORD_REPEATS } from "./keyword-field.ts";
import { buildSegment, planSegments, type Segment } from "./postings.ts";
import { createSiblings } from "./siblings.ts";
import { createVectorMemory, writeVectors } from "./vector-memory.ts";
import type { View } from "./view.ts";

/** A published document as the columns take it. */
export interface StoredDocument {
  /** Its row in the database. */
  key: number;
  sourceName: string;
  /** YYYY-MM-DD. */
  publishedDate: string | null;
  words: AnalysedDocument;
  vectors: CodedVectors;
}

/** The searchable columns as their one writer sees them. */
export interface Image {
  has(key: number): boolean;
  /** Appends a document; searches see it with the next view. `index` makes it findable by words. */
  add(document: StoredDocument): void;
  /** Makes a document invisible in the next view. Its room is given back by building a new image. */
  remove(key: number): void;
  /** Builds postings of what was added since the last call. */
  index(): void;
  /** The present state. `whole`: with the whole dictionary, for a thread that has seen no view. */
  view(whole: boolean): View;
  /** How many rows are in the columns, and how many of them are seen. */
  size(): { rows: number; aliveRows: number };
}

/** `firstView`: number of the image's first view; a new image of the same index goes on counting. */
export function createImage(options: {
  collection: Pick<Collection, "id" | "kind" | "dim" | "cosines">;
  threads: number;
  firstView: number;
}): Image {
  const { id, kind, dim, cosines } = options.collection;
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, createColumn(name)])) as Record<
    ColumnName,
    GrowingColumn
  >;
  const current = (): Columns =>
    Object.fromEntries(COLUMNS.map((name) => [name, columns[name].array])) as Record<ColumnName, Uint32Array>;
  const vectors = createVectorMemory(dim, options.threads);
  const prepare = openPreparer(vectors);
  /** The columns as they were when the last document had come: made anew for each row, they would take a sixth of the start. */
  let latest = current();
  const dictionary = new Map<string, number>();
  /** Of each word of the dictionary. */
  const hashes: number[] = [];
  const siblings = createSiblings(
    columns,
    (row) => quotedWords(latest, row),
    (word) => hashes[word] ?? 0,
  );
  let words: string[] = [];
  let wordsSent = 0;
  const sources = new Map<string, number>();
  const byKey = new Map<number, number>();
  let alive = new Uint8Array(1024);
  let segments: Segment[] = [];
  let number = options.firstView;
  const living = { documents: 0, rows: 0, vectors: 0, words: 0 };

  const rowOf = (document: number) =>
    document < columns.documentRow.length ? (columns.documentRow.array[document] ?? 0) : columns.rowDocument.length;
  const vectorOf = (document: number) =>
    document < columns.documentVector.length
      ? (columns.documentVector.array[document] ?? 0)
      : columns.vectorOwner.length;

  const count = (document: number, sign: 1 | -1) => {
    living.documents += sign;
    living.rows += sign * (rowOf(document + 1) - rowOf(document));
    living.vectors += sign * (vectorOf(document + 1) - vectorOf(document));
    for (let row = rowOf(document); row < rowOf(document + 1); row++) {
      living.words += sign * (columns.rowLength.array[row] ?? 0);
    }
  };

  return {
    has: (key) => byKey.has(key),
    add(document) {
      const at = columns.documentKey.length;
      const numbers = new Uint32Array(document.words.words.length);
      for (const [place, word] of document.words.words.entries()) {
        const known = numberOf(dictionary, word);
        if (known === hashes.length) {
          words.push(word);
          hashes.push(hashOf(word));
        }
        numbers[place] = known;
      }
      appendDocument(columns, document, { source: numberOf(sources, document.sourceName), words: numbers });
      latest = current();
      for (let row = rowOf(at); row < columns.rowDocument.length; row++) siblings.meet(row);
      const firstVector = columns.documentVector.array[at] ?? 0;
      writeVectors(vectors, firstVector, document.vectors);
      prepare(firstVector, columns.vectorOwner.length);
      if (at >= alive.length) alive = grown(alive);
      alive[at] = 1;
      byKey.set(document.key, at);
      count(at, 1);
    },
    remove(key) {
      const at = byKey.get(key);
      if (at === undefined) return;
      byKey.delete(key);
      alive[at] = 0;
      count(at, -1);
    },
    index() {
      const firstNew = segments.at(-1)?.endDocument ?? 0;
      const endDocument = columns.documentKey.length;
      if (firstNew === endDocument) return;
      const sizes = segments.map((segment) => rowOf(segment.endDocument) - rowOf(segment.firstDocument));
      const joined = planSegments([...sizes, rowOf(endDocument) - rowOf(firstNew)]) - 1;
      const kept = segments.slice(0, segments.length - joined);
      const firstDocument = kept.at(-1)?.endDocument ?? 0;
      const range = { firstDocument, endDocument, firstRow: rowOf(firstDocument), endRow: rowOf(endDocument) };
      segments = [...kept, buildSegment(current(), range, dictionary.size, (document) => alive[document] === 1)];
    },
    view(whole) {
      const isWhole = whole || wordsSent === 0;
      const text = isWhole ? [...dictionary.keys()] : words;
      const firstWord = isWhole ? 0 : wordsSent;
      wordsSent += words.length;
      words = [];
      const all = current();
      return {
        number: number++,
        image: options.firstView,
        collection: id,
        kind,
        cosines,
        vectors,
        columns: all,
        documents: columns.documentKey.length,
        rows: columns.rowDocument.length,
        vectorRows: columns.vectorOwner.length,
        alive: alive.slice(0, columns.documentKey.length),
        aliveDocuments: living.documents,
        aliveRows: living.rows,
        aliveVectors: living.vectors,
        aliveWords: living.words,
        segments,
        sources: [...sources.keys()],
        words: text.join("\n"),
        firstWord,
        memoryBytes: vectors.memory.buffer.byteLength + bytesOf(Object.values(all)) + bytesOf(segments.flatMap(parts)),
      };
    },
    size: () => ({ rows: columns.rowDocument.length, aliveRows: living.rows }),
  };
}

const parts = ({ terms, starts, rows, counts }: Segment) => [terms, starts, rows, counts];

const bytesOf = (arrays: { byteLength: number }[]) => arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

function grown(flags: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(flags.length * 2);
  larger.set(flags);
  return larger;
}

/** `YYYY-MM-DD` as the number YYYYMMDD; 0 for none. */
export const toDayNumber = (day: string | null): number => (day === null ? 0 : Number(day.replaceAll("-", "")));

/** A quarter and less tells one document of a publisher from the next. */
const NARROW_MONTHS = 2;

/** The period that a document is of: what its title says in months, else when it was published, else what its title says. */
export function periodOf(document: AnalysedDocument): Period | undefined {
  const { periods } = readPeriods(headOf(document).map(kindOfWord));
  return periods.find(({ first, last }) => last - first <= NARROW_MONTHS) ?? periods[0];
}

/** Words of a document's title, publisher, their other names and date. */
const headOf = ({ words, tokens, ends }: AnalysedDocument) =>
  Array.from(tokens.subarray(0, ends[0]), (word) => words[word] ?? "");

/** `numbers`: the index's number of the publisher and of each word of the document. */
function appendDocument(
  columns: Record<ColumnName, GrowingColumn>,
  { key, publishedDate, words }: StoredDocument,
  numbers: { source: number; words: Uint32Array },
): void {
  const document = columns.documentKey.length;
  const firstBound = columns.bounds.length;
  const firstToken = columns.tokens.length;
  const firstPassage = columns.passageVector.length;
  let vector = columns.vectorOwner.length;
  columns.documentKey.push(key);
  columns.documentSource.push(numbers.source);
  columns.documentDate.push(toDayNumber(publishedDate));
  columns.documentRow.push(columns.rowDocument.length);
  columns.documentVector.push(vector);
  columns.documentBounds.push(firstBound);
  const period = periodOf(words);
  columns.documentHash.push(hashOf(headOf(words).join(" ")));
  columns.documentFirstMonth.push(period?.first ?? 0);
  columns.documentLastMonth.push(period?.last ?? 0);

  columns.tokens.append(words.tokens, (word) => numbers.words[word] ?? 0);
  columns.bounds.push(firstToken);
  columns.bounds.append(words.ends, (end) => firstToken + end);
  const lengthOf = (field: number) => (words.ends[field] ?? 0) - (field === 0 ? 0 : (words.ends[field - 1] ?? 0));

  for (let passage = 0; passage < words.passages; passage++) {
    columns.passageVector.push(vector++);
    columns.passageRow.push(0);
    columns.passageBounds.push(firstBound + 1 + passage);
    columns.vectorOwner.push(firstPassage + passage + IS_PASSAGE);
  }
  let field = 1 + words.passages;
  for (const [insight, ownPassage] of words.insightPassages.entries()) {
    const row = columns.rowDocument.length;
    const passage = firstPassage + ownPassage;
    const questions = words.insightQuestions[insight] ?? 0;
    columns.rowDocument.push(document);
    columns.rowVector.push(vector);
    columns.rowQuestions.push(questions);
    columns.rowPassage.push(passage);
    columns.rowBounds.push(firstBound + field);
    columns.rowNext.push(columns.passageRow.array[passage] ?? 0);
    columns.passageRow.set(passage, row + 1);
    for (let own = 0; own < 1 + questions; own++) columns.vectorOwner.push(row);
    vector += 1 + questions;
    const fields = 3 + questions;
    let asked = 0;
    for (let own = 3; own < fields; own++) asked += lengthOf(field + own);
    const { title, finding, excerpts, passage: context, questions: questionRepeats, document: head } = KEYWORD_REPEATS;
    const length =
      title * lengthOf(field) +
      finding * lengthOf(field + 1) +
      excerpts * lengthOf(field + 2) +
      questionRepeats * asked +
      context * lengthOf(1 + ownPassage) +
      head * lengthOf(0);
    columns.rowLength.push(length);
    field += fields;
  }
}
