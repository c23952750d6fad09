import { randomUUIDv7 } from "node:crypto";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import type { Allowance, Spender } from "./allowance.ts";
import type { Pacer } from "./pacer.ts";
import { Exhausted, type Standing } from "./rate-limit.ts";
import type { TokenEvent } from "./upstreams.ts";
import type { RecordUsage } from "./usage.ts";

/** What callers are charged for or counted by. */
export type Operation = "search" | "explore_message" | "list_filter_options" | "list_documents" | "get_document";

/** The operations that the monthly allowance counts. */
const COUNTED: ReadonlySet<Operation> = new Set(["search", "explore_message"]);

export interface Operations {
  /** Throws `Exhausted` when the account has nothing left for this operation. Takes nothing. */
  admit(spender: Spender, operation: Operation): void;
  /** Where the account stands with its allowance; undefined when it has none for this operation. */
  standing(spender: Spender, operation: Operation): Standing | undefined;
  /**
   * Carries an operation out and answers when its usage is durable. An operation that found nothing
   * (`notFound`) was carried out; one that failed otherwise is not recorded and leaves the allowance as it was. When
   * recording fails, so does the operation: nothing is given away unrecorded.
   */
  carryOut<Answer>(
    spender: Spender,
    operation: Operation,
    work: () => Promise<Answer>,
    tokensOf?: (answer: Answer) => Omit<TokenEvent, "eventId">[],
  ): Promise<Answer>;
}

export function createOperations(deps: {
  allowance: Allowance;
  record: RecordUsage;
  pacer: Pacer;
  clock: Clock;
}): Operations {
  const { allowance, record, pacer, clock } = deps;
  const isCounted = (spender: Spender, operation: Operation) => spender.tier === "free" && COUNTED.has(operation);

  const recordOne = async (spender: Spender, operation: Operation, tokens: Omit<TokenEvent, "eventId">[]) => {
    try {
      const event = {
        eventId: randomUUIDv7(),
        accountId: spender.accountId,
        keyId: spender.keyId,
        operation,
        time: clock.now(),
        tokens: tokens.map((token) => ({ eventId: randomUUIDv7(), ...token })),
      };
      await record(event, isCounted(spender, operation));
    } catch (cause) {
      throw new DomainError("unavailable", `The usage of ${operation} could not be recorded`, { cause });
    }
  };

  return {
    standing: (spender, operation) => (isCounted(spender, operation) ? allowance.standing(spender) : undefined),
    admit(spender, operation) {
      if (!isCounted(spender, operation)) return;
      const standing = allowance.standing(spender);
      if (standing.isExceeded) throw exhausted(standing);
    },
    async carryOut(spender, operation, work, tokensOf) {
      const isFromAllowance = isCounted(spender, operation);
      const reservation = isFromAllowance ? allowance.reserve(spender) : undefined;
      if (isFromAllowance && !reservation) throw exhausted(allowance.standing(spender));
      try {
        const answer = await foundOr(work, () => recordOne(spender, operation, []));
        await recordOne(spender, operation, tokensOf?.(answer) ?? []);
        // All whose usage one commit recorded would send their answers in the same turn of the event loop.
        return await pacer.run(() => answer);
      } catch (err) {
        if (!(err instanceof DomainError && err.kind === "notFound")) reservation?.giveBack();
        throw err;
      }
    },
  };
}

function exhausted(standing: Standing): Exhausted {
  const start = new Date(standing.resetAtMs).toISOString().slice(0, 10);
  return new Exhausted(
    `The free tier's monthly allowance of ${standing.limit} searches is used up. ` +
      `It starts anew on ${start} (UTC); ask the operator for a higher tier to go on before.`,
    standing,
    "free",
  );
}

async function foundOr<Answer>(work: () => Promise<Answer>, onNotFound: () => Promise<void>): Promise<Answer> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof DomainError && err.kind === "notFound") await onNotFound();
    throw err;
  }
}
