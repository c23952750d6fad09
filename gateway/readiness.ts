import { setTimeout as pause } from "node:timers/promises";
import { Health } from "#gen/health/v1/health_pb.ts";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { type Channel, createGrpcClient } from "#kit/grpc/client.ts";

/** Whether callers should be sent here. */
export interface Readiness {
  /** Resolves, soon, to undefined when this gateway is ready, and else to a sentence that says why not. */
  problem(): Promise<string | undefined>;
}

/** How long a service may take to say that it is there. */
const ANSWER_MS = 2_000;
/** Whoever asks for readiness waits less than a second: so much for services, and then what was known before counts. */
const WAIT_MS = 500;
/** However often readiness is asked for, services are asked once in that time. */
const FRESH_MS = 1_000;

/**
 * Ready is a gateway whose services have all answered since its start, and of which one still does: while another is away,
 * what needs it gets a clear error here, and would get none at all if no gateway were ready.
 */
export function createReadiness(deps: {
  /** Resolves when the service answers, by its name. */
  services: Record<string, () => Promise<void>>;
  draining: AbortSignal;
  clock: Clock;
}): Readiness {
  const { draining, clock } = deps;
  const services = Object.entries(deps.services);
  const met = new Set<string>();
  const there = new Set<string>();
  let asking: Promise<unknown> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  const ask = async ([name, answers]: (typeof services)[number]) => {
    try {
      await answers();
      met.add(name);
      there.add(name);
    } catch {
      there.delete(name);
    }
  };
  const refresh = async () => {
    if (!asking && clock.now() - askedAt >= FRESH_MS) {
      askedAt = clock.now();
      asking = Promise.all(services.map(ask)).finally(() => {
        asking = undefined;
      });
    }
    await Promise.race([asking, pause(WAIT_MS, undefined, { ref: false })]);
  };

  return {
    async problem() {
      if (draining.aborted) return "This gateway is about to end: send requests to another one.";
      await refresh();
      const awaited = services.map(([name]) => name).filter((name) => !met.has(name));
      if (awaited.length > 0) return `This gateway is starting: it waits for ${awaited.join(", ")}.`;
      return there.size > 0 ? undefined : "No service answers this gateway. Try again in a few seconds.";
    },
  };
}

/** Asks a service whether it is there, and not whether its databases are: without them it still answers. */
export function reach(channel: Channel): () => Promise<void> {
  const health = createGrpcClient(Health, channel, ANSWER_MS);
  return async () => {
    try {
      await health.check({});
    } catch (err) {
      if (err instanceof DomainError && AWAY.has(err.kind)) throw err;
    }
  };
}

const AWAY: ReadonlySet<string> = new Set(["unavailable", "deadline"]);
