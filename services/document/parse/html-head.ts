import { dateIn } from "./dates.ts";
import type { Block, ParsedDocument } from "./parsed-document.ts";
import { repairMojibake } from "./repair-mojibake.ts";
import { textHead } from "./text-head.ts";

/** Gathers what a page's head says of it, while its tags pass by. */
export interface HtmlHead {
  open(name: string, attributes: Record<string, string>): void;
  text(words: string): void;
  close(name: string): void;
  finish(text: string, blocks: readonly Block[]): ParsedDocument["head"];
}

const TITLE = ["citation_title", "og:title", "dcterms.title", "dc.title"];
const PUBLISHER = [
  "og:site_name",
  "citation_publisher",
  "dcterms.publisher",
  "dc.publisher",
  "publisher",
  "application-name",
  "apple-mobile-web-app-title",
];
const DATE = [
  "article:published_time",
  "citation_publication_date",
  "citation_date",
  "dcterms.issued",
  "dc.date.issued",
  "dc.date",
  "dcterms.date",
  "publish-date",
  "date",
];
const AUTHOR = ["citation_author", "dc.creator", "dcterms.creator", "author"];
const MAX_META = 200;
/** Filings are published by the SEC, whoever wrote them. */
export const SEC_SOURCE = "SEC EDGAR filings";
/** An author that is the publisher, or no name at all. */
const NO_PERSON =
  /\b(?:bank|board|office|department|reserve|ministry|commission|committee|agency|inc|corp|group|team|webmaster|admin|staff|fund|bureau|service)\b|https?:|@|\d/i;

export function createHtmlHead(): HtmlHead {
  const metas = new Map<string, string[]>();
  const times = new Set<string>();
  let title = "";
  let isTitle = false;
  // What a filing with inline XBRL says of itself.
  const facts = new Map<string, string>();
  let open: string | undefined;
  const first = (names: string[]): string | undefined =>
    names.map((name) => metas.get(name)?.[0]).find((value) => value);
  return {
    open(name, attributes) {
      if (name === "title" && title === "") isTitle = true;
      const fact =
        name === "ix:nonnumeric"
          ? /^dei:(EntityRegistrantName|DocumentType)$/.exec(attributes["name"] ?? "")?.[1]
          : undefined;
      if (fact && !facts.has(fact)) {
        open = fact;
        facts.set(fact, "");
      }
      if (name === "time" && attributes["datetime"] && times.size < 20) times.add(attributes["datetime"].slice(0, 10));
      if (name !== "meta" || metas.size >= MAX_META) return;
      const key = (attributes["name"] ?? attributes["property"])?.toLowerCase();
      const value = tidy(attributes["content"] ?? "");
      if (key && value) metas.set(key, [...(metas.get(key) ?? []).slice(0, 20), value]);
    },
    text(words) {
      if (isTitle && title.length < 500) title += words;
      const fact = open && facts.get(open);
      if (open && fact !== undefined && fact.length < 200) facts.set(open, fact + words);
    },
    close(name) {
      if (name === "title") isTitle = false;
      if (name === "ix:nonnumeric") open = undefined;
    },
    finish(text, blocks) {
      const visible = textHead(
        text,
        blocks.filter((block) => block.role !== "navigation"),
      );
      const company = tidy(facts.get("EntityRegistrantName") ?? "");
      const form = tidy(facts.get("DocumentType") ?? "");
      const sourceName = company && form ? SEC_SOURCE : first(PUBLISHER);
      const meta = dateIn(first(DATE) ?? "");
      const only = times.size === 1 ? dateIn([...times][0] ?? "") : undefined;
      const publishedDate = meta ?? visible.publishedDate ?? only;
      const authors = AUTHOR.flatMap((name) => metas.get(name) ?? []).filter(
        (author) => !NO_PERSON.test(author) && author !== sourceName && author.length < 80,
      );
      const best =
        bestTitle(text, blocks, [...TITLE.map((name) => metas.get(name)?.[0] ?? ""), tidy(title)]) ?? visible.title;
      return {
        ...(best ? { title: best } : {}),
        ...(sourceName && sourceName.length <= 120 ? { sourceName } : {}),
        ...(publishedDate ? { publishedDate } : {}),
        ...(authors.length > 0 ? { authors: [...new Set(authors)] } : {}),
      };
    },
  };
}

/** The page's own title, as far as one stands there; the site's name at its end is no part of it. */
function bestTitle(text: string, blocks: readonly Block[], declared: string[]): string | undefined {
  const titles = declared.filter((title) => title.length >= 4 && !/^[\w-]+\.\w{2,4}$|^[a-z]+-\d{6,8}$/.test(title));
  const headings = blocks.filter(
    (block) => block.kind === "heading" && block.level === 1 && block.role !== "navigation",
  );
  const [heading] = headings;
  const words = heading && text.slice(heading.start, heading.end);
  if (headings.length === 1 && words && words.length >= 12) return words;
  return titles[0] ?? words;
}

const tidy = (words: string): string => repairMojibake(words.slice(0, 1000)).text.replace(/\s+/g, " ").trim();
