/** What the figures of a table count, as far as its words say. */
export interface Unit {
  scale: "" | "thousand" | "million" | "billion";
  /** "$", "€" or "£" where they are money; else empty. */
  currency: string;
  /** "metric tons", "bushels", "dollars per barrel"; else empty. */
  counted: string;
  isPercent: boolean;
  /** The scale of shares, which may be another than that of the rest; empty where it is not said. */
  shares: Unit["scale"];
}

export const NO_UNIT: Unit = { scale: "", currency: "", counted: "", isPercent: false, shares: "" };

const SCALE =
  /\b(?:in ?)?(thousands?|millions?|billions?)\b|\b1,000(?= [\p{L}\d])|\b(mil|bil|thous)\.|(?:[$€£¥]|USD|EUR|GBP|RMB|CNY|CHF|SEK|DKK|NOK|JPY|INR|CAD|AUD) ?[’']? ?(000s?|mm?|mn|bn)\b/iu;
const CURRENCY =
  /(?:US|\b(?:A|C|NZ|HK|NT|S|R))?[$€£¥]|\b(?:(?:Canadian|Australian|New Zealand|Hong Kong|Singapore|NT) )?dollars?\b|\beuros?\b|\byen\b|\bcents\b|\b(?:USD|EUR|GBP|RMB|CNY|CHF|SEK|DKK|NOK|JPY|INR|CAD|AUD)(?![a-ln-z])/i;
const COUNTED =
  /\b((?:metric|short|long) tons|tonnes|tons|bushels|acres|hectares|pounds|hundredweight|(?:480-?\s?(?:lb\.?|pounds?) )?bales|barrels(?: per day)?|gallons|head|dozen|litres|kilowatthours|(?:kilo|mega|giga)watts?|shares|units|people|persons|employees)\b/i;
const RATE =
  /(?:\b((?:(?:million|billion|thousand) )?(?:dollars|cents|bushels|pounds|kilograms|(?:metric |short )?tons|tonnes|barrels|cubic feet|cubic meters|gallons|kilowatthours|US\$|\$))|([$¢]|US\$))\s?(?:per|\/|a) ?(barrel|bbl|bushel|bu|acre|ac|pound|lb|ton|short ton|metric ton|mt|tonne|hundredweight|cwt|gallon|gal|mmbtu|million btu|million British thermal units?|harvested acre|kilowatthour|kwh|day|month|year|share|hectare|ha|dozen|doz|kg|dmtu|toz)\b\.?/i;

/** Reads "(Dollars in millions, except per share data)", "Million Bushels", "dollars per barrel". */
export function readUnit(words: string): Unit {
  if (words === "") return NO_UNIT;
  const rate = rateIn(words);
  if (rate) return { ...NO_UNIT, counted: rate };
  // What follows "except" is on no scale.
  const [main = "", except = ""] = words.split(/,? (?:except|unless)\b/i);
  const isPercent = /\bper ?cent(?:age)?s?\b|%/i.test(main);
  const found = SCALE.exec(main);
  const scale = scaleOf(found?.[0] ?? "");
  const money = CURRENCY.exec(main)?.[0] ?? "";
  const whole = /\bas a per ?cent(?:age)? (of [\p{L} ]{3,40})/iu.exec(main)?.[1]?.trim() ?? "";
  const counted = isPercent ? whole : (COUNTED.exec(main)?.[1] ?? "").toLowerCase();
  return {
    scale: isPercent ? "" : scale,
    currency: money === "" ? "" : signOf(money),
    counted: money !== "" || counted === "shares" ? "" : counted,
    isPercent,
    shares: sharesScale(words, main, except) ?? scale,
  };
}

/** "shares in thousands", "shares which are reflected in thousands"; empty where only an exception is made for shares. */
function sharesScale(words: string, main: string, except: string): Unit["scale"] | undefined {
  const own = /\bshares\b,?[^,()]{0,40}?\bin (thousands|millions|billions)/i.exec(words)?.[1];
  if (own) return scaleOf(own);
  const isExcepted = /\bshares?\b/i.test(except.replace(/per[- ]?(?:common )?share/gi, ""));
  return isExcepted ? "" : /\band shares\b/i.test(main) ? scaleOf(main) : undefined;
}

/** "(Percent change from a year earlier)", "% y/y": figures that are no levels, but changes, and from when. */
export function changeIn(unit: string): { from: string } | undefined {
  const found = CHANGED.exec(unit);
  if (!found) return undefined;
  const short = (found[2] ?? "").charAt(0).toLowerCase();
  return { from: short === "" ? (found[1] ?? "").toLowerCase().trimEnd() : (EARLIER.get(short) ?? "") };
}

const CHANGED =
  /(?:\bper ?cent(?:age)?|%),? (?:(?:rates? of )?(?:changes?|growth)\b( from (?:an? |the )?[a-z]+(?: [a-z]+)?)?|(y\/y|yoy|q\/q|qoq|m\/m|mom)(?![a-z]))/i;
const EARLIER = new Map([
  ["y", " from a year earlier"],
  ["q", " from the quarter before"],
  ["m", " from the month before"],
]);
/** In a table of changes too it is told as it stands: a rate is hardly ever given by how much it changed. */
export const IS_CHANGE_OR_RATE = /\b(?:changes?|growth|inflation|rates?|ratio|contributions?)\b/i;

/** "dollars per barrel", "$/bu", "bushels/acre" as words; empty where there is none. */
export function rateIn(words: string): string {
  const rate = RATE.exec(words);
  if (!rate) return "";
  const over = OVER.get((rate[3] ?? "").toLowerCase()) ?? (rate[3] ?? "").toLowerCase();
  const what = (rate[1] ?? rate[2] ?? "").toLowerCase();
  if (over === "share") return "";
  return `${/^(?:\$|us\$)$/.test(what) ? "dollars" : what === "¢" ? "cents" : what} per ${over}`;
}

const OVER = new Map([
  ["bbl", "barrel"],
  ["bu", "bushel"],
  ["ac", "acre"],
  ["lb", "pound"],
  ["mt", "metric ton"],
  ["kg", "kilogram"],
  ["dmtu", "dry metric ton unit"],
  ["toz", "troy ounce"],
  ["cwt", "hundredweight"],
  ["gal", "gallon"],
  ["mmbtu", "million Btu"],
  ["million btu", "million Btu"],
  ["million british thermal units", "million Btu"],
  ["million british thermal unit", "million Btu"],
  ["kwh", "kilowatthour"],
  ["ha", "hectare"],
  ["doz", "dozen"],
]);

function scaleOf(found: string): Unit["scale"] {
  if (/thous|1,000|000/i.test(found)) return "thousand";
  if (/mil|(?:[$€£¥]|[A-Z]{3}) ?[’']?m[mn]?\b/i.test(found)) return "million";
  return /bil|bn/i.test(found) ? "billion" : "";
}

const SIGNS: [RegExp, string][] = [
  [/€|eur/i, "€"],
  [/£|gbp/i, "£"],
  [/¥|jpy|yen/i, "¥"],
  [/^(?:C\$|Canadian|CAD)/i, "C$"],
  [/^(?:A\$|Australian|AUD)/i, "A$"],
  [/^(?:NZ\$|New Zealand)/i, "NZ$"],
  [/^(?:HK\$|Hong Kong)/i, "HK$"],
  [/^(?:NT\$|NT )/i, "NT$"],
  [/^(?:S\$|Singapore)/i, "S$"],
  [/^R\$/, "R$"],
  [/^(?:RMB|CNY)/i, "RMB "],
];

/** A currency as it stands before its figure: a sign, or a code with a space. */
function signOf(money: string): string {
  const sign = SIGNS.find(([pattern]) => pattern.test(money))?.[1];
  return sign ?? (/^(?:CHF|SEK|DKK|NOK|INR)/i.test(money) ? `${money.toUpperCase()} ` : "$");
}

/** What a row's label says of its own figures. */
export interface RowUnit {
  kind: "perShare" | "shares" | "percent" | "own" | "count" | "table";
  unit: Unit;
  /** The label without its unit. */
  label: string;
}

const PER_SHARE = /\bper (?:common |ordinary |diluted |basic |average )*(?:share|unit)\b|\bEPS\b/i;
const SHARES =
  /\beffect of (?:potentially )?dilutive|\bdilutive (?:effect|securities|shares|potential)|^(?:[\w-]+ ){0,4}shares\b(?! (?:repurchase|based))|weighted[- ]average (?:number|common|diluted|basic|shares|outstanding)/i;
const MONEY =
  /\b(?:proceeds|payments?|purchases?|repurchase[sd]?|issuances?|issued|sale|value|tax|withheld|compensation|cost)\b/i;
/** Neither money nor goods, whatever the table's other rows are. */
const NO_UNIT_KNOWN = /\b(?:days|turnover|multiple|times|ratio|index|rank|stores|count)\b/i;
const PERCENT =
  /%|\bper ?cent(?:age)?\b|\bas a (?:share|percentage) of\b|\bmargin\b(?! (?:loans?|calls?|deposits?))|\btax rate\b/i;
const COUNT =
  /\bnumber of\b|\bheadcount\b|^(?!.*\b(?:sales|receipts|proceeds|revenues?|cost|cash)\b).*\b(?:employees|stores|restaurants|votes|patents|customers)$/i;
/** Over "Basic" and "Diluted" it counts shares, though it goes on with what is computed of them. */
const WEIGHTED = /\bweighted[- ]average (?:number of )?(?:common )?shares\b/i;
/** Money of all shares, or a share's own value. */
const NOT_PER_SHARE = /\bpar value\b|\bcalculation\b|\bcomputation\b|\bused (?:in|to)\b/i;
const LABEL_UNIT =
  /\s*\(((?:mil|bil|thous)\. [a-z. ]{3,20}|[^()]{0,30}(?: per |\/)[^()]{2,30}|(?:in )?(?:millions|thousands|billions)[^()]{0,30}|(?:million|billion|thousand) [a-z ]{3,30}|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|JPY|[$€£¥]) ?(?:m|mn|bn|million|billion))\)/i;

/** Which unit holds for a row: what its own words say before what stands over the table. */
export function unitOfRow(label: string, over: string, unit: Unit): RowUnit {
  const own = LABEL_UNIT.exec(label);
  if (own?.[1] && !PER_SHARE.test(own[1])) {
    const read = readUnit(own[1]);
    if (read.counted !== "" || read.currency !== "")
      return { kind: "own", unit: read, label: label.replace(own[0], "").trim() };
    if (read.scale !== "" && SHARES.test(label))
      return { kind: "shares", unit: { ...NO_UNIT, shares: read.scale }, label: label.replace(own[0], "").trim() };
    if (read.scale !== "")
      return { kind: "table", unit: { ...read, currency: unit.currency }, label: label.replace(own[0], "").trim() };
  }
  const tail = /^(.{3,60}?) ((?:US)?[$¢]\/[a-z]{1,8})$/i.exec(label);
  if (tail?.[1] && tail[2] && rateIn(tail[2]) !== "")
    return { kind: "own", unit: { ...NO_UNIT, counted: rateIn(tail[2]) }, label: tail[1] };
  const both = `${over} ${label}`;
  // "Shares used in calculation (000s)", under a table in millions: it is told in neither.
  if (/\(000['’]?s\)/i.test(both)) return { kind: "shares", unit: { ...unit, shares: "" }, label };
  if (SHARES.test(label) && !MONEY.test(label)) return { kind: "shares", unit, label };
  if (WEIGHTED.test(over) && !MONEY.test(label)) return { kind: "shares", unit, label };
  if (PER_SHARE.test(both) && !/\bshares outstanding\b/i.test(label) && !NOT_PER_SHARE.test(label))
    return { kind: "perShare", unit, label };
  if ((SHARES.test(label) || SHARES.test(over)) && !MONEY.test(both)) return { kind: "shares", unit, label };
  if (PERCENT.test(label)) return { kind: "percent", unit, label };
  return { kind: COUNT.test(label) ? "count" : "table", unit, label };
}

/** "Gross margin 36,413": what is left of sales in money, by its sign or its thousands. */
const isMoneyMargin = (value: string, { kind, label, unit }: RowUnit): boolean =>
  kind === "percent" &&
  !unit.isPercent &&
  /\bmargin$/i.test(label) &&
  !/%|per ?cent|\brate\b/i.test(label) &&
  /^[($€£ -]*(?:[$€£]|\d{1,3},\d{3})/.test(value) &&
  !value.includes("%");

const SPENT =
  /^(?:capital expenditures|(?:purchases?|repurchases?|repayments?|acquisitions?) of|payments? (?:of|for|on)|(?:cash )?dividends paid|additions to property)\b(?!.*(?:\(|\bnet\b|\bproceeds\b|\bsales?\b))/i;

const FIGURE =
  /^((?:US)?[$€£¥])? ?([-−–+]?)(\(?)((?:US)?[$€£])?([-−–]?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,]*))(\)?) ?(%|x)?(\)?)(?: (thousand|million|billion|trillion))?$/;

/**
 * A figure with its unit in words: "$(75) million", "4.6%", "901 million bushels". Undefined where the table does not
 * say what it counts: without its unit a figure says nothing. `isShare` of a column of per cent.
 */
export function sayFigure(value: string, row: RowUnit, isShare: boolean): string | undefined {
  const found = FIGURE.exec(value);
  if (!found) return undefined;
  const { unit } = row;
  const kind = isMoneyMargin(value, row) ? "table" : row.kind;
  const sign = found[1] ?? found[4] ?? "";
  // What is spent is in brackets in a statement of cash flows, and yet no loss.
  const isSpent = found[3] === "(" && kind === "table" && SPENT.test(row.label);
  const digits = isSpent ? (found[5] ?? "") : `${found[2]}${found[3]}${found[5]}${found[3] ? ")" : ""}`;
  // "$5.8 billion" says all of itself; under another scale it cannot be told which holds.
  if (found[9])
    return sign === "" || (unit.scale !== "" && unit.scale !== found[9]) ? undefined : `${sign}${digits} ${found[9]}`;
  // "As a percentage of total revenues" over the table holds for the rows that show the sign, too.
  if (found[7] === "%") return unit.isPercent && unit.counted !== "" ? `${digits}% ${unit.counted}` : `${digits}%`;
  if (found[7] === "x") return `${digits} times`;
  const isMillions = (found[5] ?? "").split(",").length > 2;
  if (isShare || kind === "percent" || (unit.isPercent && sign === "")) {
    if (sign !== "") return undefined;
    if (!isShare && unit.isPercent) return [digits, "percent", unit.counted].filter((part) => part !== "").join(" ");
    return isShare || /(?:^|\D)%|per ?cent/i.test(row.label) ? `${digits} percent` : undefined;
  }
  if (kind === "perShare") {
    const currency = sign || unit.currency;
    return currency !== "" && /\.\d\d/.test(digits) ? `${currency}${digits}` : undefined;
  }
  if (kind === "shares") {
    const scale = unit.shares;
    // Millions on a scale of millions are more shares than there are; without a scale it cannot be told.
    return sign !== "" || scale === "" || (isMillions && scale !== "thousand")
      ? undefined
      : `${digits} ${scale} shares`;
  }
  if (kind === "count" && sign === "") return unit.scale === "" ? digits : undefined;
  if (sign === "" && NO_UNIT_KNOWN.test(row.label)) return undefined;
  // "C$" over the table says which dollars a sign beside a figure means.
  const currency = unit.currency.endsWith(sign) ? unit.currency : sign;
  const dollars = /^dollars per (.+)$/.exec(unit.counted);
  if (dollars) return `$${digits} per ${dollars[1]}`;
  if (unit.counted !== "" && sign === "")
    return [digits, unit.scale, unit.counted].filter((part) => part !== "").join(" ");
  if (currency === "") return undefined;
  // "0.24" on a scale of millions is what a share has of it.
  if (unit.scale !== "" && unit.scale !== "billion" && /^\(?0?\.\d\d\)?$/.test(digits)) return undefined;
  // "$ 2,757" with the table's scale out of sight may be millions.
  if (unit.scale === "") return isMillions ? `${currency}${digits}` : undefined;
  return isMillions && unit.scale !== "thousand" ? undefined : `${currency}${digits} ${unit.scale}`;
}
