const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NAME =
  "(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const MONTH_FIRST = new RegExp(`\\b${NAME}\\s+(\\d{1,2}),?\\s+((?:19|20)\\d\\d)\\b`, "i");
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+${NAME},?\\s+((?:19|20)\\d\\d)\\b`, "i");
const ISO = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)/;

/** The first full date in `text` as YYYY-MM-DD; undefined when it has none that is a real day. */
export function dateIn(text: string): string | undefined {
  const iso = ISO.exec(text);
  if (iso) return toIso(iso[1], Number(iso[2]), Number(iso[3]));
  const monthFirst = MONTH_FIRST.exec(text);
  const dayFirst = DAY_FIRST.exec(text);
  if (monthFirst && (!dayFirst || monthFirst.index <= dayFirst.index)) {
    return toIso(monthFirst[3], monthNumber(monthFirst[1]), Number(monthFirst[2]));
  }
  return dayFirst ? toIso(dayFirst[3], monthNumber(dayFirst[2]), Number(dayFirst[1])) : undefined;
}

/** A day written without separators, as SEC headers do: 19950331. */
export function dateOfDigits(digits: string): string | undefined {
  const found = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(digits.trim());
  return found ? toIso(found[1], Number(found[2]), Number(found[3])) : undefined;
}

const monthNumber = (name: string | undefined): number => MONTHS.indexOf((name ?? "").slice(0, 3).toLowerCase()) + 1;

function toIso(year: string | undefined, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
