/**
 * What the searchable columns hold, a number each; all lie in shared memory. Rows are only ever appended: a search looks at
 * those that its view counts. "Row" is an insight.
 */
export const COLUMNS = [
  /** Per document: its id in the database, publisher, date as YYYYMMDD (0: none), first row, first vector, first bound. */
  "documentKey",
  "documentSource",
  "documentDate",
  "documentRow",
  "documentVector",
  "documentBounds",
  /** Per document: a hash of its title and publisher, which tells documents apart in whatever order they came. */
  "documentHash",
  /** Per document: first and last month that it is of, as in `Period`; 0 where nothing says it. */
  "documentFirstMonth",
  "documentLastMonth",
  /** Per row: its document, vector of title and finding (its questions' follow), how many questions, passage, keyword-field length, first bound. */
  "rowDocument",
  "rowVector",
  "rowQuestions",
  "rowPassage",
  "rowLength",
  "rowBounds",
  /** Per row: the next row of the same passage plus 1; 0 after the last. */
  "rowNext",
  /** Per row: the group of rows that quote the same statement, plus 1 (0: none), and the next row of it, plus 1. */
  "rowGroup",
  "rowSibling",
  /** Per group: its first row plus 1. */
  "groupHead",
  /** Per passage: its vector, its first row plus 1 (0: none), its bound. */
  "passageVector",
  "passageRow",
  "passageBounds",
  /** Per vector: its row, or its passage plus `IS_PASSAGE`. */
  "vectorOwner",
  /** Words of all fields, dictionary numbers; field i is tokens[bounds[i]] up to tokens[bounds[i + 1]]. */
  "tokens",
  "bounds",
] as const;

export type ColumnName = (typeof COLUMNS)[number];
/** May be longer than what is in use. */
export type Columns = Record<ColumnName, Uint32Array>;

export const IS_PASSAGE = 0x8000_0000;

/** A column as its writer sees it. */
export interface GrowingColumn {
  /** What is in use, and spare room. Another array after growth, longer and of the same memory. */
  readonly array: Uint32Array<SharedArrayBuffer>;
  readonly length: number;
  push(value: number): void;
  /** Pushes what `made` gives for each of the values. */
  append(values: Uint32Array, made: (value: number) => number): void;
  /** Sets the value at a position in use. */
  set(at: number, value: number): void;
}

/** Room for the numbers of as many vectors as their memory takes, 14 million. */
const MOST_BYTES = 256 * 2 ** 20;
/** An insight has some 200 words in all its fields. */
const MOST_BYTES_OF_TOKENS = 4 * 2 ** 30;

/**
 * Grows where it lies, in address space that is set aside and costs nothing: a copy in another place would leave the old
 * one to the garbage collectors of all threads, none of which counts shared memory, so it stays for long. After 186,000
 * insights that was 190 to 330 MB.
 */
export function createColumn(name: ColumnName): GrowingColumn {
  const maxByteLength = name === "tokens" ? MOST_BYTES_OF_TOKENS : MOST_BYTES;
  const memory = new SharedArrayBuffer(1024, { maxByteLength });
  let array = new Uint32Array(memory, 0, memory.byteLength / Uint32Array.BYTES_PER_ELEMENT);
  let length = 0;
  const reserve = (count: number) => {
    if (length + count <= array.length) return;
    const capacity = Math.max(length + count, Math.ceil(array.length * 1.125));
    memory.grow(capacity * Uint32Array.BYTES_PER_ELEMENT);
    array = new Uint32Array(memory, 0, capacity);
  };
  return {
    get array() {
      return array;
    },
    get length() {
      return length;
    },
    push(value) {
      if (length === array.length) reserve(1);
      array[length++] = value;
    },
    append(values, made) {
      reserve(values.length);
      for (let at = 0; at < values.length; at++) array[length++] = made(values[at] ?? 0);
    },
    set(at, value) {
      array[at] = value;
    },
  };
}
