import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { bucketOfAddress } from "./address.ts";
import type { Authenticator } from "./auth.ts";
import type { CachedKey } from "./key-cache.ts";
import {
  bucketOf,
  Exhausted,
  type Limiter,
  rateLimitHeaders,
  type Standing,
  secondsUntilReset,
  takeOne,
  toStanding,
} from "./rate-limit.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller's key, once it was admitted. */
    key: CachedKey | null;
  }
}

/** Requests a minute by tier. */
export type Tiers = { free: number } & Record<string, number>;

/** Who sends a request, whatever protocol it comes by. */
export interface Caller {
  rawKey: string | undefined;
  /** Where that protocol carries the key, for the sentence of a refusal. */
  keyPlace: string;
  address: string | undefined;
}

export interface Admission {
  /**
   * The caller's key, when it is active and its bucket has something left; throws `unauthenticated` or `Exhausted` for
   * everybody else. `tell` hears where the caller stands before that, also before a refusal.
   */
  admit(caller: Caller, tell: (standing: Standing) => void): Promise<CachedKey>;
  /** The same for a request of the REST API: lets it pass with its key, and tells by headers. */
  byKey(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Lets everybody pass and tells them where their address stands. */
  byAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Where an address stands after one more request. */
  countAddress(address: string | undefined): Promise<Standing>;
}

const IN_THE_HEADER = "in the X-API-Key header";

export function createAdmission(deps: {
  authenticator: Authenticator;
  limiter: Limiter;
  tiers: Tiers;
  clock: Clock;
}): Admission {
  const { authenticator, limiter, tiers, clock } = deps;

  const countAddress = (address: string | undefined) =>
    takeOne(limiter, "address", bucketOfAddress(address), tiers.free, clock.now());

  const authenticate = async ({ rawKey, keyPlace, address }: Caller, tell: (standing: Standing) => void) => {
    try {
      return await authenticator.authenticate(rawKey, address, keyPlace);
    } catch (err) {
      tell(await countAddress(address));
      throw err;
    }
  };

  const admit = async (caller: Caller, tell: (standing: Standing) => void) => {
    const keyId = authenticator.keyIdOf(caller.rawKey);
    // Beside the look-up of the key, in one round trip with it: a revoked key only spends what is its own.
    const early = keyId === undefined ? undefined : limiter.take(bucketOf("key", keyId), 1);
    const [key, taken] = early
      ? await Promise.all([authenticate(caller, tell), early])
      : [await authenticate(caller, tell)];
    const now = clock.now();
    // A tier that nobody configured gets the least.
    const limit = tiers[key.tier] ?? tiers.free;
    const standing = toStanding("key", limit, taken ?? (await limiter.take(bucketOf("key", key.keyId), 1)), now);
    tell(standing);
    if (standing.isExceeded) {
      const seconds = secondsUntilReset(standing, now);
      throw new Exhausted(
        `Rate limit exceeded: this key may send ${standing.limit} requests a minute. Try again in ${seconds} s.`,
        standing,
        // A tier that nobody configured has no name here: names are labels of metrics.
        key.tier in tiers ? key.tier : undefined,
      );
    }
    return key;
  };

  const byHeaders = (reply: FastifyReply) => (standing: Standing) => {
    reply.headers(rateLimitHeaders(standing, clock.now()));
  };

  return {
    admit,
    countAddress,
    async byAddress(request, reply) {
      byHeaders(reply)(await countAddress(request.ip));
    },
    async byKey(request, reply) {
      const header = request.headers["x-api-key"];
      const rawKey = Array.isArray(header) ? header.join() : header;
      request.key = await admit({ rawKey, keyPlace: IN_THE_HEADER, address: request.ip }, byHeaders(reply));
    },
  };
}

/** What every app that admits callers has on its requests from the start. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest("key", null);
  app.decorateRequest("challenge", 'ApiKey realm="research-insights"');
}

/** The key of a request that was let pass. */
export function keyOf(request: FastifyRequest): CachedKey {
  if (!request.key) throw new DomainError("internal", `${request.url} is served without asking for a key`);
  return request.key;
}
