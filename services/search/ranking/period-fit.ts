import type { Period, Periods } from "../analysis/periods.ts";

/** Minutes, accounts and statistics of a period appear that many months after it. */
const APPEARS_WITHIN = 2;
/** Months after which a text that is off the period counts for a third of one that is in it. */
const FADES_IN = 6;

/**
 * How well a text's period fits what a query asks about: 1 within one of its periods, less with each month before or after,
 * 0 where either names none. `appearsLater`: the period is when something was published, not what it is about.
 */
export function periodFit({ periods, months }: Periods, period: Period | undefined, appearsLater: boolean): number {
  if (!period) return 0;
  let nearest = Number.POSITIVE_INFINITY;
  const late = appearsLater ? APPEARS_WITHIN : 0;
  for (const { first, last } of periods) {
    const gap = period.first > last + late ? period.first - last - late : Math.max(0, first - period.last);
    if (gap < nearest) nearest = gap;
  }
  if (periods.length > 0) return Math.exp(-nearest / FADES_IN);
  // A month without a year is that of any year; what is as wide as a year says nothing of it.
  if (period.last - period.first > 3) return 0;
  for (let month = period.first; month <= period.last; month++) if (months.includes(month % 12)) return 1;
  return 0;
}

export const namesTime = ({ periods, months }: Periods): boolean => periods.length + months.length > 0;
