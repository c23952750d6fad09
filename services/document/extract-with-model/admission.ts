import { readContext } from "../extract/context.ts";
import type { DocumentHead } from "../extract/extraction.ts";
import { countWords, MAX_TITLE_WORDS } from "../extract/grammar/shape.ts";
import type { CheckedInsight } from "./check-insight.ts";
import { readWords, shareFrom } from "./words.ts";

/** Findings that share this much of their words and figures say the same. */
const SAME_SHARE = 0.85;
/** Findings that one is compared with: those last admitted, for repetition comes from neighbours. */
const COMPARED = 60;

/** Lets insights into a document, each once, each with a title of its own and a finding that says of when it is. */
export function createAdmission(head: DocumentHead) {
  const { attribution, period } = readContext(head);
  const titles = new Set<string>();
  const recent: { words: ReadonlySet<string>; figures: string }[] = [];

  const isRepeated = (words: ReadonlySet<string>, figures: string) =>
    recent.some(
      (other) =>
        other.figures === figures &&
        Math.min(shareFrom(words, other.words), shareFrom(other.words, words)) >= SAME_SHARE,
    );

  const ownTitle = (title: string): string | undefined =>
    [title, `${title}, ${period}`].find((one) => !titles.has(one.toLowerCase()) && countWords(one) <= MAX_TITLE_WORDS);

  /** The insight as it goes into the document; undefined when the document has it. */
  return (insight: CheckedInsight): CheckedInsight | undefined => {
    const words = readWords(insight.finding).content;
    const figures = (insight.finding.match(/\d+/g) ?? []).toSorted().join(" ");
    const title = ownTitle(insight.title);
    if (title === undefined || isRepeated(words, figures)) return undefined;
    titles.add(title.toLowerCase());
    recent.push({ words, figures });
    if (recent.length > COMPARED) recent.shift();
    return { ...insight, title, finding: dated(insight.finding, attribution) };
  };
}

const YEAR = /\b(?:19|20)\d\d\b/;

/** A finding that says no year says of when it is by the document's name in front, as those by rules do. */
const dated = (finding: string, attribution: string) =>
  attribution === "" || YEAR.test(finding) || finding.startsWith(attribution) ? finding : `${attribution}: ${finding}`;
