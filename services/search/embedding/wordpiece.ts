/** Finds the rows of a text's WordPieces: those of BERT's tokeniser, without special tokens. */
export interface WordPieces {
  /** Rows in text order. */
  rowsOf(text: string): number[];
}

export interface WordPieceRules {
  /** Stands for a word that no pieces spell; without it such a word is left out whole. */
  unknown?: number | undefined;
  /** Default true: "Prices" is "prices". */
  lowerCase?: boolean | undefined;
  /** Default true: "é" is "e". */
  stripAccents?: boolean | undefined;
}

/** Longer words are not spelt, as BERT's tokeniser does. UTF-16 code units. */
const LONGEST_WORD = 100;

/** Texts repeat themselves: nearly every word is found here. Emptied when full, so that hostile input cannot grow it. */
const MOST_KNOWN = 100_000;

/** `pieces`: row i is named by item i; continuations begin with "##". */
export function createWordPieces(pieces: string[], rules: WordPieceRules = {}): WordPieces {
  const { unknown } = rules;
  const unspelt = unknown === undefined ? [] : [unknown];
  const rows = new Map(pieces.map((piece, row) => [piece, row]));
  const known = new Map<string, number[]>();

  const longest = (word: string, start: number): [number | undefined, number] => {
    for (let end = word.length; end > start; end--) {
      const row = rows.get(start > 0 ? `##${word.slice(start, end)}` : word.slice(0, end));
      if (row !== undefined) return [row, end];
    }
    return [undefined, start];
  };

  const spell = (word: string): number[] => {
    const found: number[] = [];
    for (let start = 0; start < word.length; ) {
      const [row, end] = longest(word, start);
      if (row === undefined) return unspelt;
      found.push(row);
      start = end;
    }
    return found;
  };

  return {
    rowsOf(text) {
      const found: number[] = [];
      for (const word of words(text, rules)) {
        if (word.length > LONGEST_WORD) {
          found.push(...unspelt);
          continue;
        }
        let spelt = known.get(word);
        if (spelt === undefined) {
          if (known.size >= MOST_KNOWN) known.clear();
          spelt = spell(word);
          // A slice would keep the whole text alive for as long as the word is known.
          known.set(Buffer.from(word).toString(), spelt);
        }
        for (const row of spelt) found.push(row);
      }
      return found;
    },
  };
}

const UNKNOWN = 0;
const LETTER = 1;
const SPACE = 2;
const ALONE = 3;
const DROPPED = 4;

/** Kinds of UTF-16 code units, filled as they are met. */
const kinds = new Uint8Array(65_536);

/** BERT's basic tokenisation: no accents, lower case, cut at white space; punctuation and Chinese stand alone. */
function words(text: string, { lowerCase = true, stripAccents = true }: WordPieceRules): string[] {
  const unaccented = stripAccents ? text.normalize("NFD").replace(/\p{Mn}/gu, "") : text;
  const plain = lowerCase ? unaccented.toLowerCase() : unaccented;
  const found: string[] = [];
  let word = "";
  let start = 0;
  const close = (end: number) => {
    word += plain.slice(start, end);
    if (word !== "") found.push(word);
    word = "";
  };
  for (let at = 0; at < plain.length; ) {
    const { kind, width } = kindAt(plain, at);
    const end = at + width;
    if (kind === DROPPED) {
      // Does not end a word: "foot" with a soft hyphen before "note" is one.
      word += plain.slice(start, at);
      start = end;
    } else if (kind !== LETTER) {
      close(at);
      if (kind === ALONE) found.push(plain.slice(at, end));
      start = end;
    }
    at = end;
  }
  close(plain.length);
  return found;
}

function kindAt(text: string, at: number): { kind: number; width: number } {
  const unit = text.charCodeAt(at);
  const known = kinds[unit] ?? UNKNOWN;
  if (known !== UNKNOWN) return { kind: known, width: 1 };
  const point = text.codePointAt(at) ?? unit;
  const kind = kindOf(point);
  if (point > 0xffff) return { kind, width: 2 };
  kinds[unit] = kind;
  return { kind, width: 1 };
}

function kindOf(point: number): number {
  const character = String.fromCodePoint(point);
  if (point === 9 || point === 10 || point === 13) return SPACE;
  if (point < 32 || (point >= 0x7f && point < 0xa0) || [0xad, 0x200b, 0xfffd].includes(point)) return DROPPED;
  if (/\s/u.test(character)) return SPACE;
  if (/[!-/:-@[-`{-~\p{P}]/u.test(character) || (point >= 0x4e00 && point <= 0x9fff)) return ALONE;
  return LETTER;
}
