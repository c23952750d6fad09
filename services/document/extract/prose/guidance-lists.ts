import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { MAX_TITLE_WORDS, phraseOf, sizeOf } from "../grammar/shape.ts";
import { oneLine, type PassageParts } from "../passages.ts";
import { WORTH_FINDING } from "./select.ts";
import type { Listing } from "./stand-in.ts";

/** A longer paragraph leads into no list. */
const LONGEST_LEAD = 240;
const LONGEST_ITEM = 260;
/** What a company expects is looked for as much as what its best sentences tell. */
const WORTH = WORTH_FINDING + 0.8;

const YEAR = "(?:19|20)\\d\\d";
/** "Harlow is providing the following guidance for FY31.", "Consistent with its guidance for 2031, it continues to expect:" */
const LEAD = new RegExp(
  `\\b(?:guidance|outlook)\\b[^.:]{0,40}? for (?:the )?((?:fiscal(?: year)? |full[- ]year |Q[1-4] |(?:first|second|third|fourth) quarter of (?:fiscal )?)?(?:FY ?\\d\\d|${YEAR}))\\b[^:]{0,90}[.:]$`,
);
/** "is the following", "continues to expect", "providing the following". */
const LISTS = /\bfollowing\b|\bcontinues? to expect:$|\bexpects?:$|\bas follows:$/;
/** "Ferry sales decline of 3% to 6%, which remains unchanged" */
const ITEM =
  /^(?:an? |the )?(\p{L}[\p{L}\d &-]{2,70}?) (?:of|in the range of|between) ((?:(?:approximately|about|up to) )?[$€£(]?\d.*)$/iu;
const MOVED = /^(.+) (decline|decrease|increase|growth|improvement|expansion)$/;

/** What a company's lists of guidance say, an insight an item: "Harlow's FY31 guidance for ferry sales is a decline of 3% to 6%." */
export function guidanceIn(
  { text, blocks }: ParsedDocument,
  parts: readonly PassageParts[],
  context: Context,
): { passage: number; worth: number; listing: Listing }[] {
  if (context.company === undefined) return [];
  return blocks.flatMap((block, at) => {
    if (block.kind !== "paragraph" || block.role || block.end - block.start > LONGEST_LEAD) return [];
    const lead = oneLine(text.slice(block.start, block.end));
    const period = LISTS.test(lead) ? (LEAD.exec(lead)?.[1] ?? "") : "";
    if (period === "") return [];
    return itemsBehind(text, blocks, at + 1).flatMap((item) => {
      const listing = listingOf(text, block, item, period, context);
      const passage = parts.findIndex(({ start, end }) => item.start >= start && item.end <= end);
      return listing && passage >= 0 ? [{ passage, worth: WORTH, listing }] : [];
    });
  });
}

/** The items of a list, also where several stand on one line; without the last where the paragraph behind it goes on with it. */
function itemsBehind(text: string, blocks: readonly Block[], from: number): Span[] {
  const items: Span[] = [];
  let at = from;
  for (let block = blocks[at]; block?.kind === "listItem" && !block.role; at += 1, block = blocks[at]) {
    const whole = text.slice(block.start, block.end);
    for (const { 0: found, index } of whole.matchAll(/[^•]+/g)) {
      const said = /^\s*((?:(?!\n\s*\n)[^•])*?)(?:;? and|[;.])?\s*(?:$|\n\s*\n)/.exec(found)?.[1] ?? "";
      const start = block.start + index + found.indexOf(said);
      if (said !== "" && said.length <= LONGEST_ITEM) items.push({ start, end: start + said.length });
    }
  }
  const next = blocks[at];
  return next?.kind === "paragraph" && /^\p{Ll}/u.test(text.slice(next.start, next.start + 1))
    ? items.slice(0, -1)
    : items;
}

function listingOf(text: string, lead: Span, item: Span, period: string, context: Context): Listing | undefined {
  const { company = "", called = company, attribution } = context;
  const said = oneLine(text.slice(item.start, item.end)).replace(/(?<=\p{L})\d(?= (?:of|in|between) )/u, "");
  const [, named = "", value = ""] = ITEM.exec(said) ?? [];
  const [, moving = "", change = ""] = MOVED.exec(named) ?? [];
  const measure = lowered(moving || named);
  if (measure === "") return undefined;
  const is =
    change === ""
      ? value
      : `${/^(?:growth|improvement|expansion)$/.test(change) ? "" : /^[aeio]/.test(change) ? "an " : "a "}${change} of ${value}`;
  const title = titleFor(measure, called, period);
  if (title === undefined) return undefined;
  const article = /(?:rate|margin|ratio)$/.test(measure) ? "the " : "";
  const sentence = `${company}'s ${period} guidance for ${article}${measure} is ${is}.`;
  return {
    title,
    finding: attribution === "" ? sentence : `${attribution}: ${sentence}`,
    excerpts: [{ start: lead.start, end: lead.end }, item],
    questions: [
      `What is ${company}'s ${period} guidance for ${article}${measure}?`,
      `What ${measure} did ${company} expect for ${period}?`,
      phraseOf([called, period, measure, "guidance"], []),
    ],
  };
}

/** "ferry sales" of "Ferry sales", but "EPS", "GAAP EPS". */
const lowered = (name: string) => (/^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name);

/** With as much of the measure as there is room for, and without the company where there is none. */
function titleFor(measure: string, company: string, period: string): string | undefined {
  const short = measure
    .replace(/^(?:enterprise|total|consolidated|annual) /, "")
    .replace("effective income tax rate", "effective tax rate");
  for (const one of [`${company} ${measure}`, `${company} ${short}`, measure, short]) {
    const title = `${one} guidance, ${period}`;
    if (sizeOf(title) <= MAX_TITLE_WORDS)
      return /^\p{Ll}\p{Lu}/u.test(title) ? title : title.charAt(0).toUpperCase() + title.slice(1);
  }
  return undefined;
}
