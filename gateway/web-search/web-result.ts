import { day } from "../arguments.ts";
import type { WebResult } from "./web-search.ts";

const TITLE_LIMIT = 300;
const SNIPPET_LIMIT = 1_000;
const URL_LIMIT = 2_000;

/** What services call the parts of a result. */
const NAMES = {
  title: ["title", "name"],
  url: ["url", "link", "href"],
  snippet: ["content", "description", "snippet", "text", "summary"],
  date: ["publishedDate", "published_date", "page_age", "date"],
};

/** The results of a list from outside: what has no web address is left out, and so is a page that is there already. */
export function toWebResults(list: unknown, limit: number): WebResult[] {
  const results = new Map<string, WebResult>();
  for (const item of Array.isArray(list) ? list : []) {
    if (results.size >= limit) break;
    const result = toWebResult(item);
    if (result && !results.has(result.url)) results.set(result.url, result);
  }
  return [...results.values()];
}

function toWebResult(item: unknown): WebResult | undefined {
  const url = webAddress(textOf(item, NAMES.url));
  if (url === undefined) return undefined;
  const date = day().safeParse(textOf(item, NAMES.date).slice(0, 10)).data;
  return {
    title: oneLine(textOf(item, NAMES.title), TITLE_LIMIT),
    url,
    snippet: oneLine(textOf(item, NAMES.snippet), SNIPPET_LIMIT),
    published_date: date ?? null,
  };
}

function textOf(item: unknown, names: string[]): string {
  if (typeof item !== "object" || item === null) return "";
  for (const name of names) {
    const value: unknown = Reflect.get(item, name);
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

function webAddress(text: string): string | undefined {
  const url = text.length > URL_LIMIT ? null : URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:") || url.username || url.password) return undefined;
  return url.href;
}

/** What nobody sees, but a model reads: text may be hidden in it. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** What is shown of text from outside: no markup, nothing that cannot be seen, so many characters. */
const visible = (text: string): string =>
  // First what cannot be seen: without it, something may be a tag. And what stood around a tag may be one without it.
  text
    .slice(0, 200_000)
    .replaceAll(INVISIBLE, "")
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, "")
    .replaceAll(/<(?=[a-z/!?])/gi, "< ")
    .toWellFormed();

const oneLine = (text: string, limit: number): string => cut(visible(text).replaceAll(/[\p{Cc}\s]+/gu, " "), limit);

export const severalLines = (text: string, limit: number): string =>
  cut(visible(text).replaceAll(/[^\P{Cc}\n]+/gu, " "), limit);

function cut(text: string, limit: number): string {
  const trimmed = text.trim();
  return trimmed.length <= limit ? trimmed : `${trimmed.slice(0, limit).toWellFormed()}…`;
}
