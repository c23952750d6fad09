import { dateOfDigits } from "./dates.ts";
import { createDocumentBuilder } from "./document-builder.ts";
import { markFurniture } from "./furniture.ts";
import { SEC_SOURCE } from "./html-head.ts";
import { readHtml } from "./parse-html.ts";
import { readText } from "./parse-text.ts";
import type { Block, ParsedDocument, Span } from "./parsed-document.ts";

/** One document of a submission: its type, and where its text stands. */
interface Part extends Span {
  type: string;
}

const OPENING =
  /^\s*(?:-----BEGIN PRIVACY-ENHANCED MESSAGE-----|<SEC-(?:DOCUMENT|HEADER)>|<(?:IMS-)?DOCUMENT>\s*<TYPE>)/;
/** The tags of a submission and of its old tables, none of which a reader is meant to see. */
const TAGS =
  /<\/?(?:PAGE|TABLE|CAPTION|S|C|FN|F\d{1,2}|DOCUMENT|TEXT|SEC-DOCUMENT|SEC-HEADER|IMS-DOCUMENT|IMS-HEADER|TYPE|SEQUENCE|FILENAME|DESCRIPTION|ACCEPTANCE-DATETIME|R|I|B|U|CENTER|XBRL|PDF|MULTIPLIER|ARTICLE|LEGEND)>/gi;
// Old plain filings have <TABLE>, but none of these.
const HTML = /<(?:html|body|div|p|td|font)[\s>]/i;
const NO_TEXT = /^(?:GRAPHIC|ZIP|EXCEL|XML|JSON|EX-101|EX-27)/i;
/** What may stand before the root of XML: its declaration, comments, the type of the document. */
const XML_PROLOG = /^(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->|<![a-z][^>]*>)*/is;
const MAX_PARTS = 2_000;

/** Whether a text is a full submission to the SEC: a header and documents between tags. */
export const isSecSubmission = (text: string): boolean =>
  OPENING.test(text.slice(0, 2000)) && text.includes("<DOCUMENT>");

/**
 * Reads a full submission. One of plain documents is stored as it is, its tags passed over; one with HTML is put together
 * from what its documents show. Attachments that are no text are left out and reported.
 */
export function parseSecSubmission(text: string): ParsedDocument {
  const parts = partsOf(text);
  const isPlain = parts.every(
    (part) => !HTML.test(text.slice(part.start, Math.min(part.end, part.start + 20_000))) && !isAttachment(text, part),
  );
  const document = isPlain ? readPlain(text, parts) : readMixed(text, parts);
  return { ...document, head: { ...headOf(text, document, parts[0]?.type) } };
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (let at = text.indexOf("<DOCUMENT>"); at >= 0 && parts.length < MAX_PARTS; ) {
    const next = text.indexOf("<DOCUMENT>", at + 10);
    const stop = next < 0 ? text.length : next;
    const head = text.slice(at, Math.min(stop, at + 2000));
    const body = head.indexOf("<TEXT>");
    const close = text.lastIndexOf("</TEXT>", stop);
    const start = body < 0 ? at + 10 : at + body + 6;
    parts.push({
      type: /<TYPE>([^\n<]{1,40})/.exec(head)?.[1]?.trim() ?? "",
      start,
      end: close > start ? close : stop,
    });
    at = next;
  }
  return parts;
}

function isAttachment(text: string, part: Part): boolean {
  const start = text.slice(part.start, Math.min(part.end, part.start + 20_000));
  return NO_TEXT.test(part.type) || /^\s*(?:begin \d{3} |<PDF>|<XML>)/i.test(start) || isOtherXml(start);
}

/** Whether XML begins that is no page: inline XBRL is a page, though submissions wrap it as they do the data of XBRL. */
function isOtherXml(start: string): boolean {
  const wrapping = /^\s*(?:<XBRL>\s*)?(?=<\?xml)/i.exec(start)?.[0];
  return wrapping !== undefined && !/^<html[\s>]/i.test(start.slice(wrapping.length).replace(XML_PROLOG, ""));
}

/** The text as it came; what stands outside the documents belongs to the form. */
function readPlain(text: string, parts: readonly Part[]): ParsedDocument {
  // Tags become white space of the same length, so that every offset holds in the text as it came.
  const { blocks, tables } = readText(text.replace(TAGS, (tag) => " ".repeat(tag.length)));
  markFurniture(text, blocks);
  for (const block of blocks)
    if (!parts.some((part) => block.start >= part.start && block.end <= part.end)) block.role = "boilerplate";
  return { text, blocks, tables, head: {}, repairs: [] };
}

function readMixed(text: string, parts: readonly Part[]): ParsedDocument {
  const builder = createDocumentBuilder();
  const repairs: string[] = [];
  let left = 0;
  for (const part of parts) {
    const body = text.slice(part.start, part.end);
    if (isAttachment(text, part)) left++;
    else if (HTML.test(body.slice(0, 20_000))) {
      const html = readHtml(body);
      repairs.push(...html.repairs);
      builder.addParsed(html);
    } else builder.addParsed({ ...readText(body.replace(TAGS, (tag) => " ".repeat(tag.length))), text: body });
  }
  const { text: built, blocks, tables } = builder.finish();
  markFurniture(built, blocks);
  if (left > 0) repairs.push(`Left out ${left} attachments that are no text, such as pictures and data files.`);
  return { text: built, blocks, tables, head: {}, repairs };
}

function headOf(text: string, document: ParsedDocument, firstType: string | undefined): ParsedDocument["head"] {
  const header = text.slice(0, 20_000);
  const field = (name: string) => new RegExp(`${name}:[ \\t]*([^\\n]{1,120})`).exec(header)?.[1]?.trim();
  const company = field("COMPANY CONFORMED NAME") ?? registrantOf(document);
  const form = field("CONFORMED SUBMISSION TYPE") ?? firstType;
  const filed = field("FILED AS OF DATE");
  const publishedDate = filed && dateOfDigits(filed);
  return {
    sourceName: SEC_SOURCE,
    ...(company && form ? { title: `${company} Form ${form}` } : {}),
    ...(publishedDate ? { publishedDate } : {}),
  };
}

/** The company by the line that the form asks for. */
function registrantOf({ text, blocks }: { text: string; blocks: readonly Block[] }): string | undefined {
  const at = blocks
    .slice(0, 80)
    .findIndex((block) => /^\(exact name of registrant/i.test(text.slice(block.start, block.start + 40)));
  const block = blocks[at - 1];
  const name = block && text.slice(block.start, block.end).trim();
  return name && name.length <= 100 && !name.includes("\n") ? name : undefined;
}
