import { createLocalJWKSet, errors, type JWTVerifyGetKey, type LocalJWKSet } from "jose";
import { z } from "zod";
import type { Clock } from "#kit/clock.ts";
import { DomainError, messageOf } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { fetchJson } from "./fetch-json.ts";
import { isSafeAddress } from "./issuer-url.ts";

const LIMITS = { timeoutMs: 5_000, limitBytes: 256 * 1024 };
/** Keys that are older are asked for again: a key that the issuer has withdrawn is good for no longer. */
const FRESH_MS = 10 * 60_000;
/** Keys that could not be asked for again are good for so long: an outage of the issuer is not ours. */
const STALE_MS = 24 * 60 * 60_000;
/** Between two times that the issuer is asked, whatever tokens come in. */
const COOLDOWN_MS = 30_000;
/** The same while there is no key at all. */
const RETRY_MS = 5_000;
const MOST_KEYS = 100;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MOST_KEYS) });

/**
 * The keys of an issuer, found by OpenID Connect Discovery. An unknown key id has them fetched again, at most once in
 * `COOLDOWN_MS`, and all who wait share one fetch. Rejects with `unavailable` when a token cannot be judged because the
 * issuer is away.
 */
export function createIssuerKeys({
  issuer,
  clock,
  log,
  limits = LIMITS,
}: {
  issuer: string;
  clock: Clock;
  log: Logger;
  limits?: typeof LIMITS;
}): JWTVerifyGetKey {
  let known: { find: LocalJWKSet; atMs: number } | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let loading: Promise<void> | undefined;

  const load = async () => {
    askedAtMs = clock.now();
    try {
      known = { find: createLocalJWKSet(await fetchKeySet(issuer, limits)), atMs: askedAtMs };
      failure = undefined;
    } catch (cause) {
      failure = cause;
      // The cause of a failed fetch is where the reason is.
      const reason = cause instanceof Error && cause.cause ? messageOf(cause.cause) : messageOf(cause);
      log.warn({ issuer, reason }, "the keys of the identity provider cannot be fetched");
    }
  };
  /** Asks the issuer, unless that was done less than `atLeastMs` ago. */
  const refresh = async (atLeastMs: number) => {
    if (!loading && clock.now() - askedAtMs < atLeastMs) return;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    await loading;
  };
  const unavailable = () =>
    new DomainError("unavailable", `the keys of ${issuer} cannot be fetched`, { cause: failure });

  return async (header, token) => {
    if (!known) await refresh(RETRY_MS);
    else if (clock.now() - known.atMs > FRESH_MS) await refresh(COOLDOWN_MS);
    if (!known || clock.now() - known.atMs > STALE_MS) throw unavailable();
    try {
      return await known.find(header, token);
    } catch (err) {
      if (!(err instanceof errors.JWKSNoMatchingKey)) throw err;
      await refresh(COOLDOWN_MS);
      // It may be a key that is newer than what we could fetch.
      if (failure !== undefined) throw unavailable();
      return known.find(header, token);
    }
  };
}

async function fetchKeySet(issuer: string, limits: typeof LIMITS) {
  // OpenID Connect Discovery 1.0, section 4.1: the path of the issuer stays, without a slash at its end.
  const address = new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const metadata = metadataSchema.parse(await fetchJson(address, limits));
  if (metadata.issuer !== issuer) throw new Error(`${address.href} is the metadata of another issuer`);
  if (!isSafeAddress(metadata.jwks_uri)) throw new Error("jwks_uri is neither https nor on this machine");
  const { keys } = keySetSchema.parse(await fetchJson(new URL(metadata.jwks_uri), limits));
  return { keys };
}
