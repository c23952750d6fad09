/** The best `most` of the rows offered, by score; of equal scores the lower row. */
export interface TopRows {
  /** Returns the score below which a row has no chance any more: -Infinity until there are `most`. */
  offer(row: number, score: number): number;
  /** Best first. */
  sorted(): { row: number; score: number }[];
}

/** A heap whose root is the worst row kept. */
export function createTopRows(most: number): TopRows {
  const rows = new Uint32Array(most);
  const scores = new Float64Array(most);
  let size = 0;

  /** Whether what stands at `a` is worse than what stands at `b`. */
  const isWorse = (a: number, b: number) => {
    const scoreA = scores[a] ?? 0;
    const scoreB = scores[b] ?? 0;
    return scoreA < scoreB || (scoreA === scoreB && (rows[a] ?? 0) > (rows[b] ?? 0));
  };
  const swap = (a: number, b: number) => {
    const row = rows[a] ?? 0;
    const score = scores[a] ?? 0;
    rows[a] = rows[b] ?? 0;
    scores[a] = scores[b] ?? 0;
    rows[b] = row;
    scores[b] = score;
  };
  const sink = () => {
    for (let at = 0; ; ) {
      let worst = 2 * at + 1;
      if (worst >= size) return;
      if (worst + 1 < size && isWorse(worst + 1, worst)) worst += 1;
      if (!isWorse(worst, at)) return;
      swap(at, worst);
      at = worst;
    }
  };

  return {
    offer(row, score) {
      if (size < most) {
        rows[size] = row;
        scores[size] = score;
        for (let at = size++; at > 0; ) {
          const parent = (at - 1) >> 1;
          if (!isWorse(at, parent)) break;
          swap(at, parent);
          at = parent;
        }
        return size < most ? Number.NEGATIVE_INFINITY : (scores[0] ?? 0);
      }
      const worst = scores[0] ?? 0;
      if (score < worst || (score === worst && row > (rows[0] ?? 0))) return worst;
      rows[0] = row;
      scores[0] = score;
      sink();
      return scores[0] ?? 0;
    },
    sorted() {
      const sorted: { row: number; score: number }[] = [];
      for (let at = 0; at < size; at++) sorted.push({ row: rows[at] ?? 0, score: scores[at] ?? 0 });
      return sorted.sort((a, b) => b.score - a.score || a.row - b.row);
    },
  };
}
