import { InvalidArgumentError } from "commander";

/** Parses an option that is a whole number from `min` to `max`. */
export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

/** Parses an option that is a calendar day. */
export function calendarDay(value: string): string {
  if (isCalendarDay(value)) return value;
  throw new InvalidArgumentError("It must be a calendar day as YYYY-MM-DD.");
}

/** Parses an option that must say something. */
export function words(value: string): string {
  if (value.trim()) return value.trim();
  throw new InvalidArgumentError("It must not be empty.");
}

/** Collects an option that may be given several times. */
export const several = (value: string, before: string[] = []): string[] => [...before, words(value)];

/** True for a day that exists, written as YYYY-MM-DD. */
export function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  // 30 February parses in some engines as 1 March: only a day that comes back as written exists.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
