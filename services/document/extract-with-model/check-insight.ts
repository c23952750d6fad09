import { MAX_EXCERPTS_LENGTH } from "../extract/excerpts.ts";
import type { DocumentHead, ExtractedInsight } from "../extract/extraction.ts";
import { splitSentences } from "../extract/grammar/sentences.ts";
import type { Span } from "../parse/parsed-document.ts";
import { losesScale, readFigureSource, unsupportedFigure } from "./figures.ts";
import { headFigures } from "./head-figures.ts";
import { createLocator, toExcerpts } from "./locate.ts";
import { changedMeaning } from "./meaning.ts";
import type { ShownPassage, Unit } from "./model-view.ts";
import type { ModelInsight } from "./prompt.ts";
import { checkedFinding, checkedPhrase, checkedQuestion, checkedTitle, speaksToModel } from "./wording.ts";
import { readWords, shareFrom, unknownName } from "./words.ts";

/** Why something that a model wrote is no insight. */
export type Refusal = "excerpts" | "orders" | "wording" | "figures" | "words" | "names" | "meaning" | "questions";

export type CheckedInsight = Omit<ExtractedInsight, "passage"> & {
  /** Position among the passages that were shown. */
  passage: number;
};

const MAX_EXCERPTS = 3;
const MIN_QUESTIONS = 3;
const MAX_QUESTIONS = 4;
/** Of a finding's words of meaning, at least this share must stand in its excerpts, the document's head or headings. */
const MIN_FINDING_SHARE = 0.6;
/** And this share of those that are not the head's must stand in the excerpts themselves. */
const MIN_QUOTED_SHARE = 0.5;
/** A title or question may say it in other words; it must be about the same. */
const MIN_TITLE_SHARE = 0.5;

/** Checks what a model wrote of a group of passages against the text, word by word. */
export function createChecker(text: string, head: DocumentHead, passages: readonly ShownPassage[]) {
  const units = passages.flatMap((passage, at) => passage.units.map((unit) => ({ ...unit, passage: at })));
  const locators = passages.map((passage) => createLocator(text, passage.units));
  const firstUnits: number[] = [];
  let count = 0;
  for (const { units: own } of passages) {
    firstUnits.push(count);
    count += own.length;
  }
  const headText = [
    head.title,
    head.sourceName,
    head.authors.join(", "),
    head.publishedDate ?? "",
    longDate(head),
  ].join(". ");
  const headWords = readWords(headText);

  /** The units of a quotation: of the passage that is named, else of the first that has it. */
  const locate = (quote: string, named: number): number[] | undefined => {
    const order = [named, ...passages.keys()].filter((at, index) => index === 0 || at !== named);
    for (const at of order) {
      const found = locators[at]?.find(quote);
      if (found) return found.map((unit) => unit + (firstUnits[at] ?? 0));
    }
    return undefined;
  };

  const cite = (insight: ModelInsight) => {
    const found = new Set<number>();
    // An invented quotation beside a real one is left out; what rests on it alone falls with the checks below.
    for (const excerpt of insight.excerpts.slice(0, 2 * MAX_EXCERPTS)) {
      for (const unit of locate(excerpt, insight.passage - 1) ?? []) found.add(unit);
    }
    return [...found].sort((a, b) => a - b).flatMap((at) => units[at] ?? []);
  };

  return (insight: ModelInsight): CheckedInsight | Refusal => {
    const cited = cite(insight);
    const first = cited[0];
    if (!first) return "excerpts";
    const excerpts = withHeader(text, cited);
    if (!excerpts) return "excerpts";
    const excerptText = excerpts.map(({ start, end }) => text.slice(start, end)).join("\n");
    if (speaksToModel(excerptText)) return "orders";

    const finding = checkedFinding(insight.finding);
    const title = checkedTitle(insight.title);
    if (finding === undefined || title === undefined) return "wording";

    const ofHead = headFigures(head, excerptText);
    const figures = readFigureSource(`${excerptText}\n${ofHead.years}`);
    const hasOtherFigure = (words: string) => unsupportedFigure(ofHead.without(words), figures) !== undefined;
    if (hasOtherFigure(finding) || hasOtherFigure(title)) return "figures";
    const scale = first.scale ? text.slice(first.scale.start, first.scale.end) : "";
    if (losesScale(finding, scale) || losesScale(title, scale)) return "figures";

    const passage = passages[first.passage];
    const headings = readWords(passage?.headings.join(". ") ?? "");
    const excerptWords = readWords(excerptText);
    const told = readWords(finding);
    const own = new Set([...told.content].filter((stem) => !headWords.content.has(stem)));
    if (
      shareFrom(told.content, excerptWords.content, headWords.content, headings.content) < MIN_FINDING_SHARE ||
      shareFrom(own, excerptWords.content) < MIN_QUOTED_SHARE
    ) {
      return "words";
    }
    const known = [excerptText, headText, passage?.headings.join(". ") ?? "", first.speaker ?? ""].join(". ");
    const around = passage ? passage.units.map(({ start, end }) => text.slice(start, end)).join(" ") : "";
    if (unknownName(finding, `${known} ${around}`) !== undefined) return "names";
    const sentences = splitSentences(finding, 0, finding.length).map(({ start, end }) =>
      readWords(finding.slice(start, end)),
    );
    const quoted = cited.map(({ start, end }) => readWords(text.slice(start, end)));
    if (changedMeaning(sentences, quoted) !== undefined) return "meaning";

    const about = [told.content, excerptWords.content, headWords.content, headings.content];
    const isAbout = (words: string) =>
      shareFrom(readWords(words).content, ...about) >= MIN_TITLE_SHARE && !hasOtherFigure(words);
    if (!isAbout(title)) return "words";
    const questions = insight.questions
      .slice(0, 2 * MAX_QUESTIONS)
      .flatMap((question) => checkedQuestion(question) ?? [])
      .filter((question, at, all) => isAbout(question) && all.indexOf(question) === at)
      .slice(0, MAX_QUESTIONS);
    if (questions.length < MIN_QUESTIONS) return "questions";
    const phrase = checkedPhrase(insight.keywords);
    questions.push(phrase !== undefined && isAbout(phrase) ? phrase : title);
    return { title, finding, excerpts, questions, passage: first.passage };
  };
}

/**
 * The excerpts, with what gives the scale and names the columns of a cited row, as far as there is room for them; undefined
 * when they are too many or too long together.
 */
function withHeader(text: string, cited: readonly Unit[]): Span[] | undefined {
  const header = cited.flatMap((unit) => unit.header ?? []).slice(0, 1);
  const scale = cited.flatMap((unit) => unit.scale ?? []).slice(0, 1);
  for (const over of [[...scale, ...header], scale, header, []]) {
    const excerpts = toExcerpts(text, [...over, ...cited]);
    if (fits(excerpts)) return excerpts;
  }
  return undefined;
}

const fits = (excerpts: readonly Span[]) =>
  excerpts.length <= MAX_EXCERPTS &&
  excerpts.reduce((sum, { start, end }) => sum + end - start, 0) <= MAX_EXCERPTS_LENGTH;

/** "2024-01-31" also as "January 31, 2024", which is how a finding says it. */
function longDate({ publishedDate }: DocumentHead): string {
  if (publishedDate === null) return "";
  return new Date(`${publishedDate}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
