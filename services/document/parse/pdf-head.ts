import type { Block, ParsedDocument } from "./parsed-document.ts";
import { textHead } from "./text-head.ts";

const NO_TITLE =
  /^(?:microsoft word|untitled|document\d*|slide \d|powerpoint|print|layout \d)|\.(?:docx?|pdf|indd|xlsx?|pptx?|qxd)$|^[\w-]*$/i;

/**
 * What a PDF says of itself: its own first page before its properties, which often hold the name of a template or of the
 * person at the keyboard; authors and publisher are therefore never taken from them.
 */
export function pdfHead(text: string, blocks: readonly Block[], info: Record<string, unknown>): ParsedDocument["head"] {
  const shown = blocks.filter((block) => block.page === 1);
  const head = textHead(text, shown);
  const declared = typeof info["Title"] === "string" ? info["Title"].replace(/\s+/g, " ").trim() : "";
  const isSane = declared.length >= 8 && declared.length <= 200 && !NO_TITLE.test(declared);
  const largest = shown.find(
    (block) => block.kind === "heading" && (block.level ?? 9) <= 2 && isTitle(text.slice(block.start, block.end)),
  );
  const title = isSane
    ? declared
    : largest
      ? text.slice(largest.start, largest.end)
      : head.title && isTitle(head.title)
        ? head.title
        : undefined;
  const { title: _, ...rest } = head;
  return { ...rest, ...(title ? { title } : {}) };
}

const isTitle = (words: string): boolean =>
  words.length >= 8 && !words.includes("\ufffd") && !/\b(?:press|news) release\b/i.test(words);
