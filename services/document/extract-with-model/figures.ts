/** A number of a text, with what it says of its size and sign. */
export interface Figure {
  /** Without separators and needless zeros: "1,234.50" is "1234.5". */
  value: string;
  /** "percent", "points" (percentage points), "basis", "thousand", "million", "billion", "trillion", or empty. */
  unit: string;
  /** In brackets or behind a minus sign. */
  isNegative: boolean;
}

const NUMBER = /(?<![\d.])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<!\d)\.\d+/g;
const WORD_NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORD_NUMBER = new RegExp(
  `(?<!\\p{L})(?:(${TENS.join("|")})(?:[- ](${WORD_NUMBERS.slice(1, 10).join("|")}))?|(${WORD_NUMBERS.slice(2, 20).join("|")}))(?!\\p{L})`,
  "giu",
);

/** What follows a number and belongs to it, most telling first. */
const UNITS: [RegExp, string][] = [
  [/^[\s-]{0,2}(?:percentage[\s-]points?|ppts?\b|pp\b)/i, "points"],
  [/^[\s-]{0,2}(?:basis[\s-]points?|bps?\b)/i, "basis"],
  [/^\s{0,2}(?:%|(?:percent|per\s{1,2}cent|pct)(?!age))/i, "percent"],
  [/^[\s-]{0,2}thousands?\b/i, "thousand"],
  [/^(?:[\s-]{0,2}millions?\b|\s?mn\b|m(?![\p{L}\d]))/iu, "million"],
  [/^(?:[\s-]{0,2}billions?\b|\s?bn\b|b(?![\p{L}\d]))/iu, "billion"],
  [/^(?:[\s-]{0,2}trillions?\b|\s?tn\b)/i, "trillion"],
];

/** The figures of a text, in order, those written as words too ("one" is mostly none). Linear. */
export function readFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const found of text.matchAll(NUMBER)) {
    const end = found.index + found[0].length;
    figures.push({
      value: canonical(found[0]),
      unit: unitAfter(text, end),
      isNegative: isNegative(text, found.index, end),
    });
  }
  for (const { 0: word, 1: tens, 2: ones, 3: small, index } of text.matchAll(WORD_NUMBER)) {
    const value = small
      ? WORD_NUMBERS.indexOf(small.toLowerCase())
      : (TENS.indexOf((tens ?? "").toLowerCase()) + 2) * 10 +
        Math.max(0, WORD_NUMBERS.indexOf((ones ?? "").toLowerCase()));
    figures.push({ value: String(value), unit: unitAfter(text, index + word.length), isNegative: false });
  }
  return figures;
}

function canonical(number: string): string {
  const [whole = "", decimals = ""] = number.replace(/,/g, "").split(".");
  const fraction = decimals.replace(/0+$/, "");
  const integer = whole.replace(/^0+(?=\d)/, "");
  return fraction === "" ? integer || "0" : `${integer || "0"}.${fraction}`;
}

/** Longer than any unit with what may stand before it. */
const UNIT_REACH = 24;

function unitAfter(text: string, end: number): string {
  // "(9.3) %"
  const after = text.slice(end, end + UNIT_REACH).replace(/^\)/, "");
  return UNITS.find(([pattern]) => pattern.test(after))?.[1] ?? "";
}

function isNegative(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 4), start).replace(/[$€£¥]\s?$/, "");
  const after = text.slice(end, end + 3);
  if (/\(\s?$/.test(before) && /^\s?%?\s?\)/.test(after)) return true;
  // A minus sign, and not the dash of a range or of a name such as "COVID-19".
  return /(?:^|[\s(|$€£])[-−–]\s?$/.test(before);
}

/** Words of a loss, a fall or a payment: beside them a figure in brackets is told without its sign. */
const FALLING =
  /\b(?:loss(?:es)?|lost|los(?:e|ing)|deficits?|negative|minus|outflows?|outlays?|shortfall|below|under|less|lower\w*|fewer|worse\w*|weak\w*|f[ae]ll(?:s|en|ing)?|decreas\w+|declin\w+|drop\w*|down\w*|reduc\w+|contract\w*|shr[aiu]nk\w*|cut\w*|slip\w*|slid\w*|slow\w*|eas(?:e|ed|ing)|us(?:e|ed|es|ing)|paid|pay\w*|repa\w+|repurchas\w+|purchas\w+|expens\w+|costs?|charg\w+|impair\w+|writ\w+|deduct\w+|offset\w*|expenditures?|invest\w+|dividends?|provisions?|allowances?|depreciation|amortization|benefit|narrow\w*|unfavou?rable|adverse)\b/i;

const SCALES =
  /\b(thousand|million|billion|trillion)s?\b|\b(percentage points?)|\b(basis points?)|\b(?:percent|per cent|pct)\b|%/gi;

/** What figures may be taken from. */
export interface FigureSource {
  figures: ReadonlyMap<string, readonly Figure[]>;
  /** Units that the text names anywhere, as a table's header does for all of its cells. */
  units: ReadonlySet<string>;
  isFalling: boolean;
}

export function readFigureSource(text: string): FigureSource {
  const figures = new Map<string, Figure[]>();
  for (const figure of readFigures(text)) {
    const same = figures.get(figure.value);
    if (same) same.push(figure);
    else figures.set(figure.value, [figure]);
  }
  return { figures, units: unitsOf(text), isFalling: FALLING.test(text) };
}

function unitsOf(text: string): ReadonlySet<string> {
  const units = new Set<string>();
  for (const [, scale, points, basis] of text.matchAll(SCALES)) {
    units.add(scale ? scale.toLowerCase() : points ? "points" : basis ? "basis" : "percent");
  }
  return units;
}

/**
 * The first figure of `text` that its sources do not bear out: it stands nowhere in them, in another unit or scale, or
 * with the other sign and no word that says so. Undefined when all are borne out.
 */
export function unsupportedFigure(text: string, source: FigureSource): Figure | undefined {
  const isFalling = FALLING.test(text);
  const units = unitsOf(text);
  return readFigures(text).find((figure) => {
    const same = (source.figures.get(figure.value) ?? []).filter(({ unit }) =>
      isSameUnit(figure.unit, unit, units, source),
    );
    if (same.length === 0) return true;
    if (figure.isNegative) return !same.some(({ isNegative }) => isNegative) && !source.isFalling;
    return same.every(({ isNegative }) => isNegative) && !isFalling;
  });
}

/**
 * A unit may be left to another figure of a list ("3 and 4 percent") or to the table's header, and never changed or lost:
 * "$4.5" is not "$4.5 billion". `said`: all units of what is told.
 */
const isSameUnit = (told: string, written: string, said: ReadonlySet<string>, { units }: FigureSource): boolean =>
  told === written || (told === "" && said.has(written)) || (written === "" && units.has(told));

const SCALE = /\b(?:thousand|million|billion|trillion)s?\b/i;
const MONEY = /[$€£¥]\s?\(?\d|\b(?:USD|EUR|GBP|JPY|dollars|euros|pounds)\b/i;
/** What is told of each share or ton is on no scale, nor what a table excepts. */
const OF_EACH = /\bper\b|\ba share\b|\bEPS\b|\beach\b/i;

/** Whether money of a table "(in millions)" is told as if it were single dollars. */
export const losesScale = (told: string, scale: string): boolean =>
  SCALE.test(scale) && MONEY.test(told) && !SCALE.test(told) && !OF_EACH.test(told);
