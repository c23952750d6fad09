/** The best `most` of the rows offered, by score; of equal scores the lower row. */
export interface TopRows {
  /** Returns a score below which a row has no chance any more: -Infinity while there is none. */
  offer(row: number, score: number): number;
  /** In no particular order. */
  best(): { rows: Uint32Array; scores: Float64Array };
}

/** How many times `most` are kept before the worse ones are dropped. */
const SPARE = 4;

/** A list from which the worse are dropped when it is full: a heap moves each row of the many that stay for a while only. */
export function createTopRows(most: number): TopRows {
  const rows = new Uint32Array(most * SPARE);
  const scores = new Float64Array(most * SPARE);
  let size = 0;
  let least = Number.NEGATIVE_INFINITY;

  /** Puts the best `most` in front (quickselect) and forgets the others. */
  const narrow = () => {
    for (let low = 0, high = size - 1; low < high; ) {
      const middle = (low + high) >>> 1;
      const score = scores[middle] ?? 0;
      const row = rows[middle] ?? 0;
      let first = low;
      let last = high;
      while (first <= last) {
        while (isBetter(scores[first] ?? 0, rows[first] ?? 0, score, row)) first++;
        while (isBetter(score, row, scores[last] ?? 0, rows[last] ?? 0)) last--;
        if (first > last) break;
        const [otherScore, otherRow] = [scores[first] ?? 0, rows[first] ?? 0];
        scores[first] = scores[last] ?? 0;
        rows[first++] = rows[last] ?? 0;
        scores[last] = otherScore;
        rows[last--] = otherRow;
      }
      if (most <= last) high = last;
      else if (most > first) low = first;
      else break;
    }
    size = Math.min(size, most);
    least = scores[0] ?? 0;
    for (let at = 1; at < size; at++) least = Math.min(least, scores[at] ?? 0);
  };

  return {
    offer(row, score) {
      if (score < least) return least;
      if (size === rows.length) narrow();
      rows[size] = row;
      scores[size++] = score;
      return least;
    },
    best() {
      if (size > most) narrow();
      return { rows: rows.subarray(0, size), scores: scores.subarray(0, size) };
    },
  };
}

const isBetter = (score: number, row: number, otherScore: number, otherRow: number): boolean =>
  score > otherScore || (score === otherScore && row < otherRow);
