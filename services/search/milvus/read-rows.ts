import { hashOf } from "../analysis/word-hash.ts";
import { KEYWORD_REPEATS } from "../engine/keyword-field.ts";
import type { PlacedCollection } from "./catalogue.ts";
import type { Milvus } from "./client.ts";
import type { Shown } from "./rows.ts";
import { insightsOf } from "./schema.ts";
import { createDictionary, type Dictionary } from "./words.ts";

/** An insight as the ranking reads it. Words are numbers of the process's dictionary. */
export interface ReadRow {
  row: number;
  key: number;
  band0: number;
  band1: number;
  /** Tells its passage from those of all other insights. */
  passageId: string;
  shown: Shown;
  /** Of the document's words, as text. */
  documentHash: number;
  document: Uint32Array;
  passage: Uint32Array;
  title: Uint32Array;
  finding: Uint32Array;
  excerpts: Uint32Array;
  questions: Uint32Array[];
  /** Hashes of the words of the excerpts. */
  quoted: Uint32Array;
  /** Words of the keyword field. */
  length: number;
}

/** Insights of one collection, read when a search first wants them and kept: a row never changes. */
export interface RowReader {
  dictionary: Dictionary;
  /** In no order; rows that are gone are left out. */
  read(rows: readonly number[], signal?: AbortSignal): Promise<Map<number, ReadRow>>;
}

/** Some 100 MB. */
const MOST_KEPT = 20_000;
/** Words that a process may learn before it forgets all it kept. */
const MOST_WORDS = 2_000_000;
/** Rows that one query brings: some megabytes. */
const ROWS_AT_A_TIME = 500;
/** Rows that are read before others get their turn of the event loop. */
const ROWS_A_TURN = 50;

interface Stored {
  row: string | number;
  key: string | number;
  band0: string | number;
  band1: string | number;
  shown: string;
  fields: string;
}
const STORED = ["row", "key", "band0", "band1", "shown", "fields"];

export function createRowReader(milvus: Milvus, collection: PlacedCollection): RowReader {
  let dictionary = createDictionary();
  /** In the order of their last use. */
  const kept = new Map<number, ReadRow>();

  const keep = (one: ReadRow) => {
    kept.delete(one.row);
    kept.set(one.row, one);
    if (kept.size <= MOST_KEPT) return;
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  };

  return {
    get dictionary() {
      return dictionary;
    },
    async read(rows, signal) {
      if (dictionary.kinds.length > MOST_WORDS) {
        dictionary = createDictionary();
        kept.clear();
      }
      const found = new Map<number, ReadRow>();
      const wanted: number[] = [];
      for (const row of rows) {
        const one = kept.get(row);
        if (one) found.set(row, one);
        else wanted.push(row);
      }
      for (const one of found.values()) keep(one);
      const own = dictionary;
      const known = new Map<string, Uint32Array>();
      for (let at = 0; at < wanted.length; at += ROWS_AT_A_TIME) {
        const filter = `row in [${wanted.slice(at, at + ROWS_AT_A_TIME).join(",")}]`;
        const stored = await milvus.query<Stored>(insightsOf(collection), filter, STORED, signal);
        for (const [index, one] of stored.entries()) {
          if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await turn();
          const read = toRow(one, own, known);
          found.set(read.row, read);
          if (own === dictionary) keep(read);
        }
      }
      return found;
    },
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** `known`: lines that were met before, by their text: insights of one document share its head, those of a passage its words. */
function toRow(stored: Stored, dictionary: Dictionary, known: Map<string, Uint32Array>): ReadRow {
  const shown: Shown = JSON.parse(stored.shown);
  const lines = stored.fields.split("\n");
  const shared = (line = "") => {
    const numbers = known.get(line) ?? numbersOf(line, dictionary.numberOf);
    known.set(line, numbers);
    return numbers;
  };
  const own = (line = "") => numbersOf(line, dictionary.numberOf);
  const [document, passage] = [shared(lines[0]), shared(lines[1])];
  const [title, finding, excerpts] = [own(lines[2]), own(lines[3]), own(lines[4])];
  const questions = lines.slice(5).map(own);
  const asked = questions.reduce((sum, one) => sum + one.length, 0);
  const { title: titles, finding: findings, excerpts: quotes, passage: passages, document: heads } = KEYWORD_REPEATS;
  const key = Number(stored.key);
  return {
    row: Number(stored.row),
    key,
    band0: Number(stored.band0),
    band1: Number(stored.band1),
    passageId: `${key} ${shown.passage}`,
    shown,
    documentHash: hashOf(lines[0] ?? ""),
    document,
    passage,
    title,
    finding,
    excerpts,
    questions,
    quoted: numbersOf(lines[4] ?? "", hashOf),
    length:
      titles * title.length +
      findings * finding.length +
      quotes * excerpts.length +
      passages * passage.length +
      heads * document.length +
      KEYWORD_REPEATS.questions * asked,
  };
}

/** A number for each word of a line. A loop, because `from` of a typed array takes several times as long. */
function numbersOf(line: string, numberOf: (word: string) => number): Uint32Array {
  const words = line === "" ? [] : line.split(" ");
  const numbers = new Uint32Array(words.length);
  for (let at = 0; at < words.length; at++) numbers[at] = numberOf(words[at] ?? "");
  return numbers;
}
