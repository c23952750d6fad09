/** Of the runs of the shorter of two findings so many are in the other: they say the same. */
const SAME_SHARE = 0.75;
/** What stands in more findings than this is a turn of phrase and tells nothing of two of them. */
const MAX_FINDINGS_A_RUN = 12;

/**
 * Tells of one finding after the other whether an earlier one says the same in nearly the same words: a summary repeats
 * its document. Findings with other figures are other findings. Linear in the words of all findings.
 */
export function createRepeats(): (finding: string) => boolean {
  const byRun = new Map<string, number[]>();
  const sizes: number[] = [];
  const figures: string[] = [];
  return (finding) => {
    const words = finding.toLowerCase().match(/[\p{L}\p{N}.%]+/gu) ?? [];
    // Three words in a row, by which two findings are compared.
    const runs = new Set<string>();
    for (let at = 2; at < words.length; at += 1) runs.add(`${words[at - 2]} ${words[at - 1]} ${words[at]}`);
    const own = figuresOf(words);
    const shared = new Map<number, number>();
    for (const run of runs) for (const other of byRun.get(run) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    for (const [other, count] of shared) {
      const smaller = Math.min(runs.size, sizes[other] ?? 0);
      if (count >= smaller * SAME_SHARE && own === figures[other]) return true;
    }
    const number = sizes.push(runs.size) - 1;
    figures.push(own);
    for (const run of runs) {
      const findings = byRun.get(run);
      if (!findings) byRun.set(run, [number]);
      else if (findings.length < MAX_FINDINGS_A_RUN) findings.push(number);
    }
    return false;
  };
}

const figuresOf = (words: readonly string[]) =>
  words
    .filter((word) => /\d/.test(word))
    .map((word) => word.replace(/\.$/, ""))
    .sort()
    .join(" ");
