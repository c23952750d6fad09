import type { Clock } from "#kit/clock.ts";
import type { Standing } from "./rate-limit.ts";
import type { AccountState } from "./upstreams.ts";

/** Whose account an operation is charged to, as it was when that was asked for. */
export interface Spender extends AccountState {
  /** Null for who signed in and sent no key. */
  keyId: string | null;
  /** When it was asked for, in milliseconds since 1970. */
  loadedAtMs: number;
}

/** The monthly allowance of each account over its free keys. */
export interface Allowance {
  /** Where the account stands: exceeded when nothing is left. */
  standing(spender: Spender): Standing;
  /** Takes one for an operation about to be carried out; undefined when nothing is left. */
  reserve(spender: Spender): Reservation | undefined;
}

export interface Reservation {
  /** The operation was not carried out: its place is free again. */
  giveBack(): void;
}

interface Month {
  name: string;
  used: number;
}

/**
 * Counts in this process, on top of what the account service had recorded when it was asked. What is under way
 * counts as used, so that callers at once never overshoot.
 */
export function createMemoryAllowance(options: { clock: Clock; perMonth: number; maxAccounts?: number }): Allowance {
  const { clock, perMonth, maxAccounts = 50_000 } = options;
  const months = new Map<string, Month>();

  const monthOf = (spender: Spender, now: number): Month => {
    const name = monthName(now);
    let month = months.get(spender.accountId);
    if (month?.name !== name) month = { name, used: 0 };
    // A count that was read last month says nothing about this one.
    if (monthName(spender.loadedAtMs) === name) month.used = Math.max(month.used, spender.countedThisMonth);
    months.delete(spender.accountId);
    months.set(spender.accountId, month);
    if (months.size > maxAccounts) {
      for (const leastRecent of months.keys()) {
        months.delete(leastRecent);
        break;
      }
    }
    return month;
  };

  return {
    standing(spender) {
      const now = clock.now();
      const { used } = monthOf(spender, now);
      const startsAtMs = startOfMonth(now, 0);
      const resetAtMs = startOfMonth(now, 1);
      return {
        policy: "month",
        limit: perMonth,
        remaining: Math.max(perMonth - used, 0),
        isExceeded: used >= perMonth,
        windowSeconds: (resetAtMs - startsAtMs) / 1000,
        resetAtMs,
      };
    },
    reserve(spender) {
      const month = monthOf(spender, clock.now());
      if (month.used >= perMonth) return undefined;
      month.used += 1;
      return {
        giveBack() {
          month.used -= 1;
        },
      };
    },
  };
}

const monthName = (time: number) => new Date(time).toISOString().slice(0, 7);

function startOfMonth(time: number, monthsAhead: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsAhead, 1);
}
