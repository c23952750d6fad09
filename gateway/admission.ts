import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { bucketOfAddress } from "./address.ts";
import type { Authenticator } from "./auth.ts";
import type { CachedKey } from "./key-cache.ts";
import {
  bucketOf,
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

export interface Admission {
  /** Lets a caller with an active key and something left in its bucket pass; throws for everybody else. */
  byKey(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Lets everybody pass and tells them where their address stands. */
  byAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Where an address stands after one more request. */
  countAddress(address: string | undefined): Promise<Standing>;
}

export function createAdmission(deps: {
  authenticator: Authenticator;
  limiter: Limiter;
  tiers: Tiers;
  clock: Clock;
}): Admission {
  const { authenticator, limiter, tiers, clock } = deps;

  const countAddress = (address: string | undefined) =>
    takeOne(limiter, "address", bucketOfAddress(address), tiers.free, clock.now());

  const byAddress = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(rateLimitHeaders(await countAddress(request.ip), clock.now()));
  };

  const rawKeyOf = ({ headers: { "x-api-key": rawKey } }: FastifyRequest) =>
    Array.isArray(rawKey) ? rawKey.join() : rawKey;

  const authenticate = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await authenticator.authenticate(rawKeyOf(request), request.ip);
    } catch (err) {
      await byAddress(request, reply);
      throw err;
    }
  };

  return {
    byAddress,
    countAddress,
    async byKey(request, reply) {
      const keyId = authenticator.keyIdOf(rawKeyOf(request));
      // Beside the look-up of the key, in one round trip with it: a revoked key only spends what is its own.
      const early = keyId === undefined ? undefined : limiter.take(bucketOf("key", keyId), 1);
      const [key, taken] = early
        ? await Promise.all([authenticate(request, reply), early])
        : [await authenticate(request, reply)];
      const now = clock.now();
      // A tier that nobody configured gets the least.
      const limit = tiers[key.tier] ?? tiers.free;
      const standing = toStanding("key", limit, taken ?? (await limiter.take(bucketOf("key", key.keyId), 1)), now);
      reply.headers(rateLimitHeaders(standing, now));
      if (standing.isExceeded) {
        const seconds = secondsUntilReset(standing, now);
        reply.header("retry-after", String(seconds));
        throw new DomainError(
          "exhausted",
          `Rate limit exceeded: this key may send ${standing.limit} requests a minute. Try again in ${seconds} s.`,
        );
      }
      request.key = key;
    },
  };
}

/** The key of a request that `byKey` let pass. */
export function keyOf(request: FastifyRequest): CachedKey {
  if (!request.key) throw new DomainError("internal", `${request.url} is served without asking for a key`);
  return request.key;
}
