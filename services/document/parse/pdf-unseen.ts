import { type getDocumentProxy, getResolvedPDFJS } from "unpdf";

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

/** What decides whether letters can be seen: in which way and colour they are painted. */
interface Paint {
  /** PDF's text rendering mode: 3 and 7 paint nothing. */
  mode: number;
  fill: string;
  alpha: number;
}

/** Of a page's text more than this cannot be meant to be hidden: it is what was recognized under a picture of it. */
const MOST_UNSEEN = 0.5;

/**
 * Which of a page's pieces of text nobody sees who looks at it: painted with nothing, or white on a page without a
 * coloured ground. None where the page's painting cannot be told piece by piece.
 */
export async function unseenOf(page: Page, pieces: readonly string[]): Promise<ReadonlySet<number>> {
  const shown = await shownText(page);
  const hidden = shown.flatMap(({ isSeen, text }) => Array.from(text, () => !isSeen));
  const count = hidden.filter(Boolean).length;
  const words = pieces.map(bare);
  if (count === 0 || count > hidden.length * MOST_UNSEEN) return NONE;
  // The reader gives the pieces in the order in which they are painted, in its own cut.
  if (words.join("") !== shown.map(({ text }) => text).join("")) return NONE;
  const unseen = new Set<number>();
  let at = 0;
  for (const [number, word] of words.entries()) {
    const length = Array.from(word).length;
    const own = hidden.slice(at, at + length);
    if (length > 0 && own.filter(Boolean).length > length / 2) unseen.add(number);
    at += length;
  }
  return unseen;
}

export const NONE: ReadonlySet<number> = new Set();

const bare = (text: string): string => text.normalize("NFKC").replace(/\s+/g, "");

async function shownText(page: Page): Promise<{ text: string; isSeen: boolean }[]> {
  const { OPS } = await getResolvedPDFJS();
  const fills = new Set<unknown>([OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke]);
  const { fnArray, argsArray } = await page.getOperatorList();
  const shown: { text: string; isSeen: boolean }[] = [];
  const kept: Paint[] = [];
  let paint: Paint = { mode: 0, fill: "#000000", alpha: 1 };
  let isWhite = true;
  for (const [at, op] of fnArray.entries()) {
    const args = (argsArray[at] ?? []) as unknown[];
    if (op === OPS.save || op === OPS.paintFormXObjectBegin) kept.push({ ...paint });
    else if (op === OPS.restore || op === OPS.paintFormXObjectEnd) paint = kept.pop() ?? paint;
    else if (op === OPS.setTextRenderingMode) paint.mode = Number(args[0]);
    else if (op === OPS.setFillRGBColor) paint.fill = String(args[0]);
    else if (op === OPS.setFillColorN) paint.fill = "pattern";
    else if (op === OPS.setGState) paint.alpha = alphaIn(args[0]) ?? paint.alpha;
    else if (op === OPS.shadingFill || (op === OPS.constructPath && fills.has(args[0]) && paint.fill !== WHITE)) {
      isWhite = false;
    } else if (op === OPS.showText) {
      const isSeen = paint.mode % 4 !== 3 && paint.alpha > 0 && !(isWhite && paint.mode === 0 && paint.fill === WHITE);
      shown.push({ text: bare(glyphsOf(args[0])), isSeen });
    }
  }
  return shown;
}

const WHITE = "#ffffff";

/** A graphics state is a list of settings, "ca" among them for how opaque what is filled is. */
function alphaIn(state: unknown): number | undefined {
  const settings = Array.isArray(state) ? (state as unknown[]) : [];
  const found = settings.find((one): one is [string, number] => Array.isArray(one) && one[0] === "ca");
  return found?.[1];
}

/** Numbers between the glyphs say how far they stand apart. */
const glyphsOf = (glyphs: unknown): string =>
  Array.isArray(glyphs)
    ? glyphs
        .map((glyph: { unicode?: string } | number) => (typeof glyph === "object" ? (glyph?.unicode ?? "") : ""))
        .join("")
    : "";
