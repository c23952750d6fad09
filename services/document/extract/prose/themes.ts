import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { PALE_THEME, SAYS_NO_THING } from "../grammar/measures.ts";
import { oneLine } from "../passages.ts";

/** What a block is about, as far as a label or a heading in front of it says. */
export interface Theme {
  /** "wheat", "Coal markets". */
  name: string;
  /** It is set in front of its own paragraphs, so that every sentence of them is about it. */
  isLabel: boolean;
  /** Where the text says it. */
  named: Span;
}

/** "WHEAT: The outlook": a label in capitals over its own and the next paragraphs. */
const CAPITAL_LABEL = /^(?:[•▪●■–-] )?(\p{Lu}[\p{Lu}&, -]{2,40}): (?=\S)/u;
/** "• Coal production. We forecast": a label of one item. */
const ITEM_LABEL = /^[•▪●■–-] (\p{Lu}[\p{L} ,&’'.-]{2,50}?)[.:] (?=\p{Lu})/u;
const FEWEST_LABELS = 3;
const MOST_WORDS = 6;
/** So much of a block is looked at for words of its theme. */
const MOST_READ = 3_000;

/** Headings that say where one is in a document and not what it is about, and words of forms and charts. */
const NO_THEME =
  /\b(?:summary|introduction|conclusions?|overview|appendix|annex|contents|references|notes?|sources?|box|figure|chart|table|total|other|item|part|highlights?|risks?|implications|discussion|background|contact|results|release|report|committees?)\b|\d|[:;=$%@/|]|\.$/i;

/** "Rice - Norden Oats - Sutherland": what the lines of a chart are. */
const LEGEND = / [-–] .+ [-–] /;

/**
 * The themes that labels and headings set over the blocks of a document: a label until the next one or a heading, a heading
 * over the text behind it. Only what the text itself speaks of: charts and columns leave words that look like headings.
 */
export function readThemes({ text, blocks }: ParsedDocument): ReadonlyMap<Block, Theme> {
  const themes = new Map<Block, Theme>();
  const opening = (block: Block) => oneLine(text.slice(block.start, Math.min(block.end, block.start + 120)));
  const isProse = ({ kind, role }: Block) => !role && (kind === "paragraph" || kind === "listItem");
  const labelOf = (block: Block) => CAPITAL_LABEL.exec(opening(block))?.[1];
  const hasLabels = blocks.filter((block) => isProse(block) && labelOf(block)).length >= FEWEST_LABELS;
  const within = (block: Block, label: string): Span => {
    const start = Math.max(block.start, text.indexOf(label, block.start));
    return { start, end: Math.min(block.end, start + label.length) };
  };
  let open: Theme | undefined;
  for (const block of blocks) {
    if (block.role || (block.kind !== "heading" && !isProse(block))) continue;
    const line = opening(block);
    if (block.kind === "heading") {
      if (isTheme(line))
        open = { name: inLowerCase(line), isLabel: false, named: { start: block.start, end: block.end } };
      else if (open?.isLabel) open = undefined;
      continue;
    }
    const label = hasLabels ? labelOf(block) : undefined;
    if (label !== undefined) open = { name: label.toLowerCase(), isLabel: true, named: within(block, label) };
    const item = ITEM_LABEL.exec(line)?.[1];
    const own =
      item !== undefined && isTheme(item)
        ? { name: inLowerCase(item), isLabel: true, named: within(block, item) }
        : open;
    if (own && saysTheme(text.slice(block.start, Math.min(block.end, block.start + MOST_READ)), own))
      themes.set(block, own);
  }
  return themes;
}

const isTheme = (heading: string) =>
  heading.split(" ").length <= MOST_WORDS &&
  /^\p{Lu}/u.test(heading) &&
  !NO_THEME.test(heading) &&
  !LEGEND.test(heading) &&
  tellingWords(heading).length > 0;

/** "WHEAT" as "wheat", "Coal markets" as it is. */
const inLowerCase = (heading: string) =>
  heading === heading.toUpperCase() && heading.length > 4 ? heading.toLowerCase() : heading;

/** Whether a text says a theme: one of its telling words. */
export function saysTheme(text: string, { name }: Theme): boolean {
  const said = text.toLowerCase();
  return tellingWords(name).some((one) => said.includes(one.replace(/(?:ies|es|s)$/, "")));
}

/** The thing that a theme names, short enough to stand in front of a measure: "coal" of "Coal markets". Empty where it has several. */
export function thingOf({ name }: Theme): string {
  const words = tellingWords(name);
  const isOne = words.length > 0 && words.length <= 2 && !/[,&]| and /.test(name);
  const thing = words.join(" ");
  // "Oil agreements" are no goods.
  if (!isOne || words.some((one) => one.length < 3) || /(?:ment|tion|sion|ity|ism|ance|ing|cy)s?$/.test(thing))
    return "";
  return thing.replace(/(?<=\p{L}{3}[^asui])s$/u, "");
}

const tellingWords = (name: string) =>
  (name.toLowerCase().match(/[\p{L}.]{3,}/gu) ?? []).filter((one) => !PALE_THEME.test(one) && !SAYS_NO_THING.test(one));
