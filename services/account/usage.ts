import { DomainError } from "#kit/errors.ts";
import { DAY_MS, type DayRange, DIFFERENCES_MAX, type LedgerComparison, type UsageRow } from "./ports.ts";

export interface UsageSums {
  /** The day as YYYY-MM-DD (UTC), or the operation's name. */
  name: string;
  inputTokens: number;
  outputTokens: number;
  requestCount: number;
}

/** Usage over a range of days. The sum of `daily` is the sum of `operations` is `total`. */
export interface UsageReport {
  days: number;
  /** YYYY-MM-DD. */
  startDate: string;
  /** YYYY-MM-DD: today. */
  endDate: string;
  total: Omit<UsageSums, "name">;
  /** Every day of the range, zeros included, oldest first. */
  daily: UsageSums[];
  /** Every operation that occurs, by name. */
  operations: UsageSums[];
}

const MAX_DAYS = 365;
const DEFAULT_DAYS = 30;

/** The last `days` days, today included. Throws `invalid` outside 1 to 365. */
export function usageRange(now: number, days = DEFAULT_DAYS): DayRange {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw new DomainError("invalid", `days: must be a whole number from 1 to ${MAX_DAYS}`);
  }
  const lastDay = Math.floor(now / DAY_MS);
  return { firstDay: lastDay - days + 1, lastDay };
}

/** Turns sums by day and operation into the report. */
export function summarise({ firstDay, lastDay }: DayRange, rows: readonly UsageRow[]): UsageReport {
  const days = lastDay - firstDay + 1;
  const daily = Array.from({ length: days }, (_, offset) => zero(toDate(firstDay + offset)));
  const operations = new Map<string, UsageSums>();
  const total = zero("total");
  for (const row of rows) {
    const operation = operations.get(row.operation) ?? zero(row.operation);
    operations.set(row.operation, operation);
    for (const sums of [daily[row.day - firstDay], operation, total]) {
      if (!sums) throw new DomainError("internal", `usage of day ${row.day} came for ${firstDay} to ${lastDay}`);
      sums.inputTokens += row.inputTokens;
      sums.outputTokens += row.outputTokens;
      sums.requestCount += row.requestCount;
    }
  }
  const { name: _, ...totals } = total;
  return {
    days,
    startDate: toDate(firstDay),
    endDate: toDate(lastDay),
    total: totals,
    daily,
    operations: [...operations.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const zero = (name: string): UsageSums => ({ name, inputTokens: 0, outputTokens: 0, requestCount: 0 });

const toDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** What is wrong with the ledger, a sentence each. */
export function faultsOf({ differences, strayTokens, overcounted }: LedgerComparison): string[] {
  const faults = differences.map(({ accountId, day, operation, requestCount, inputTokens, outputTokens }) => {
    const excess = [
      `${requestCount} operations`,
      `${inputTokens} input tokens`,
      `${outputTokens} output tokens`,
    ].filter((text) => !text.startsWith("0 "));
    return `usage of account ${accountId} on ${toDate(day)}, ${operation}: the sum less the events is ${excess.join(", ")}`;
  });
  if (differences.length >= DIFFERENCES_MAX)
    faults.push(`usage: only the first ${DIFFERENCES_MAX} differences are shown`);
  if (strayTokens > 0) faults.push(`usage: ${strayTokens} model calls belong to no operation`);
  if (overcounted > 0) faults.push(`usage: in ${overcounted} sums more counts against an allowance than there is`);
  return faults;
}
