import { dateIn } from "./dates.ts";
import type { Block, ParsedDocument } from "./parsed-document.ts";

const DATELINE =
  /^(?:(?:for release|released?|published|publication date|date(?: of (?:release|publication))?|issued)\b.{0,40}?[:,]?\s*)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:\d{1,2}\s+\p{L}{3,9}\.?,?\s+\d{4}|\p{L}{3,9}\.?\s+\d{1,2},?\s+\d{4}|\d{4}-\d\d-\d\d)(?:\s+(?:at\s+)?\d.{0,30})?$/iu;
const NO_TITLE =
  /^(?:for (?:immediate )?release|embargo|press release|news release|united states$|table of contents|contents|page \d|confidential|draft)/i;

/**
 * What a text says of itself in its first lines: a title that stands alone before anything else, and a date that is a
 * line by itself. Everything doubtful is left out.
 */
export function textHead(text: string, blocks: readonly Block[]): ParsedDocument["head"] {
  const first = blocks.slice(0, 8).filter((block) => block.end - block.start <= 300);
  const date = first.map((block) => text.slice(block.start, block.end)).find((words) => DATELINE.test(words));
  const title = first.find((block) => {
    const words = text.slice(block.start, block.end);
    return (
      block.kind === "heading" &&
      block.role === undefined &&
      !DATELINE.test(words) &&
      !NO_TITLE.test(words) &&
      words.length >= 8 &&
      words.length <= 160 &&
      /^["“]?\p{L}/u.test(words) &&
      !/[.:;]$|--|NEWSWIRE/.test(words)
    );
  });
  const publishedDate = date && dateIn(date);
  return {
    ...(title ? { title: text.slice(title.start, title.end).replace(/\s+/g, " ") } : {}),
    ...(publishedDate ? { publishedDate } : {}),
  };
}
