/** What a page holds and does not show: hidden, of no size, set beside the page, or in the colour of what is behind it. */

/** Whether an element, as its tag says, is not shown. */
export function isHidden(attributes: Record<string, string>): boolean {
  if ("hidden" in attributes) return true;
  const style = attributes["style"];
  return style !== undefined && (isAway(style) || FAINT.test(style));
}

const END = "\\s*(?:;|!|$)";
/** A length that leaves nothing to see: a point or less. */
const NO_LENGTH = "(?=[\\d.])(?:0*[01]?(?:\\.\\d+)?(?:px|pt)|0*[01]?(?:\\.\\d+)?%|0*(?:\\.0\\d*)?(?:r?em)?)";
const FAR = "-(?:\\d{4,}|\\d{3,}(?:\\.\\d+)?r?em)";

/** Not displayed, cut to nothing, or set beside the page. */
const AWAY = new RegExp(
  [
    "display\\s*:\\s*none",
    "visibility\\s*:\\s*(?:hidden|collapse)",
    "text-indent\\s*:\\s*-\\d{3,}",
    `(?<![\\w-])(?:margin-)?(?:left|top|right|bottom)\\s*:\\s*${FAR}`,
    `transform\\s*:[^;]{0,40}(?:\\bscale(?:3d|[xy])?\\(\\s*0(?:\\.0+)?\\s*[,)]|translate[^(]{0,2}\\([^)]{0,20}${FAR})`,
    "clip(?:-path)?\\s*:\\s*(?:rect\\((?:\\s*[01](?:px)?[\\s,]*){4}\\)|inset\\(\\s*(?:[5-9]\\d|100)%|circle\\(\\s*0)",
  ].join("|"),
  "i",
);
/** Letters of no size, or without ink. */
const FAINT = new RegExp(
  `font-size\\s*:\\s*${NO_LENGTH}${END}|(?<![\\w-])opacity\\s*:\\s*(?:0(?:\\.0+)?|\\.0+)%?${END}`,
  "i",
);
const CUT = /(?<![\w-])overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i;
const OF_NO_SIZE = new RegExp(`(?<![\\w-])(?:max-)?(?:height|width)\\s*:\\s*${NO_LENGTH}${END}`, "i");

const isAway = (style: string): boolean => AWAY.test(style) || (CUT.test(style) && OF_NO_SIZE.test(style));

const COLOUR = "(#[\\da-f]{3,8}|rgba?\\([^)]{3,40}\\)|[a-z]{3,20})";
const INK = new RegExp(`(?:^|[;\\s])color\\s*:\\s*${COLOUR}`, "i");
const BEHIND = new RegExp(`(?:^|[;\\s])background(?:-color)?\\s*:\\s*${COLOUR}`, "i");

/** A colour in one spelling: white, transparent, or as it is written. */
function toColour(written: string): string {
  const colour = written.toLowerCase().replace(/\s+/g, "");
  if (/^(?:white|#f{3,4}|#f{6}(?:f{2})?|rgba?\(255,255,255(?:,(?:1|1\.0+|100%))?\))$/.test(colour)) return "white";
  if (/^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|rgba\([^)]*,0(?:\.0+)?%?\))$/.test(colour)) return "transparent";
  return colour.replace(/^#([\da-f])([\da-f])([\da-f])$/, "#$1$1$2$2$3$3");
}

const inkOf = (attributes: Record<string, string>): string =>
  toColour(INK.exec(attributes["style"] ?? "")?.[1] ?? attributes["color"] ?? "");

/** Whether an element's letters cannot be told from what is behind them, `hasBackground` where that may be of any colour. */
export function isOfOneColour(attributes: Record<string, string>, hasBackground: boolean): boolean {
  const ink = inkOf(attributes);
  if (ink === "") return false;
  const behind = BEHIND.exec(attributes["style"] ?? "")?.[1] ?? attributes["bgcolor"];
  return (
    ink === "transparent" ||
    (ink === "white" && !hasBackground) ||
    (behind !== undefined && ink === toColour(behind) && ink !== "inherit")
  );
}

/** Whether an element may have a background on which white shows: by its tag, by a style sheet, or as what is around it. */
export function hasBackground(attributes: Record<string, string>, around: boolean): boolean {
  const style = attributes["style"] ?? "";
  const given = BEHIND.exec(style)?.[1] ?? attributes["bgcolor"];
  const colour = given === undefined ? undefined : toColour(given);
  if (colour === "white") return /\burl\(|gradient\(/i.test(style);
  if (colour !== undefined && !/^(?:transparent|none|inherit|initial|unset)$/.test(colour)) return true;
  return around || /background/i.test(style.replace(BEHIND, "")) || "class" in attributes || "id" in attributes;
}

/** Of a page's style sheets; rules beyond hide nothing. */
const MAX_SHEET = 200_000;
/** A class or an identifier alone, or of one kind of element: what else selects cannot be told without the tree. */
const SELECTOR = /^[a-z\d]*([.#][\w-]+)$/i;
const NAMES = /[.#][\w-]+/g;
const DISPLAYS = /(?<![\w-])(?:display\s*:\s*(?!none)|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.[1-9]))/i;

/**
 * What a page's own style sheets hide by a class or an identifier. Not what one of their rules shows again, such as the
 * part of a page that opens by a click, nor what only some screens or printers hide; and not by the size or ink of the
 * letters, which what stands inside often has anew.
 */
export function createStyleSheet() {
  let sheet = "";
  let hiding: ReadonlySet<string> | undefined;
  return {
    add(words: string) {
      sheet = `${sheet}${words}`.slice(0, MAX_SHEET);
      hiding = undefined;
    },
    isHidden(attributes: Record<string, string>): boolean {
      if (sheet === "") return false;
      hiding ??= hiddenNames(sheet);
      if (hiding.size === 0) return false;
      const names = (attributes["class"] ?? "").slice(0, 300).split(/\s+/);
      return names.some((name) => hiding?.has(`.${name}`)) || hiding.has(`#${attributes["id"] ?? ""}`);
    },
  };
}

function hiddenNames(sheet: string): Set<string> {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  let depth = 0;
  let at = 0;
  let selectors = "";
  const plain = sheet.replace(/\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g, " ");
  for (const { 0: mark, index } of plain.matchAll(/[{}]/g)) {
    const words = plain.slice(at, index);
    at = index + 1;
    if (mark === "{") {
      depth += 1;
      selectors = words.slice(words.lastIndexOf(";") + 1);
      continue;
    }
    // What stands in a rule of a rule, "@media print { … }", holds at times only.
    const isAlways = depth === 1;
    depth = Math.max(0, depth - 1);
    for (const selector of selectors.split(",")) {
      const name = SELECTOR.exec(selector.trim())?.[1];
      if (isAlways && name !== undefined && isAway(words)) hidden.add(name);
      else if (DISPLAYS.test(words)) for (const [each] of selector.matchAll(NAMES)) shown.add(each);
    }
    selectors = "";
  }
  for (const name of shown) hidden.delete(name);
  return hidden;
}
