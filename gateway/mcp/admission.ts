import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import type { Spender } from "../allowance.ts";
import type { Core } from "../core.ts";
import { bucketOf, Exhausted, type Standing, secondsUntilReset, toStanding } from "../rate-limit.ts";
import { bearerOf } from "../tokens/token-verifier.ts";
import { metadataUrlOf } from "./protected-resource.ts";

/**
 * Lets the bearer of an API key or of an access token pass, whose bucket has something left; throws for everybody else,
 * who is told how to authenticate (RFC 6750, section 3; RFC 9728, section 5.1). `tell` hears where the caller stands.
 */
export type McpAdmission = (request: FastifyRequest, tell: (standing: Standing) => void) => Promise<Spender>;

const KEY_PLACE = "as Authorization: Bearer KEY";

export function createMcpAdmission(core: Core): McpAdmission {
  const { admission, mcpSignIn, upstreams, keys, limiter, tiers, clock } = core;

  const challengeOf = (request: FastifyRequest, error: string | undefined): string => {
    const url = metadataUrlOf(request, core);
    const parts = [
      'Bearer realm="research-insights"',
      ...(error === undefined ? [] : [`error="${error}"`]),
      ...(url === undefined ? [] : [`resource_metadata="${url}"`]),
      ...(url === undefined || mcpSignIn?.scope === undefined ? [] : [`scope="${mcpSignIn.scope}"`]),
    ];
    return parts.join(", ");
  };

  const byToken = async (token: string, request: FastifyRequest, tell: (standing: Standing) => void) => {
    const identity = await mcpSignIn?.tokens.verify(token).catch(async (err) => {
      tell(await admission.countAddress(request.ip));
      const isDenied = err instanceof DomainError && err.kind === "denied";
      if (isDenied) request.challenge = challengeOf(request, "insufficient_scope");
      throw err;
    });
    if (!identity) throw new DomainError("internal", "a token is verified where nobody can sign in");
    const { issuer, subject, email, clientId } = identity;
    // Hashed: whoever issues tokens chooses these names, and they are counted beside other things.
    const bucket = bucketOf("client", hash("sha256", JSON.stringify([issuer, subject, clientId]), "base64url"));
    const loadedAtMs = clock.now();
    const [account, taken] = await Promise.all([
      upstreams.accounts.checkAccount({ issuer, subject, email }, {}),
      limiter.take(bucket, 1),
    ]);
    const now = clock.now();
    const standing = toStanding("client", tiers[account.tier] ?? tiers.free, taken, now);
    tell(standing);
    if (standing.isExceeded) {
      const [most, seconds] = [standing.limit, secondsUntilReset(standing, now)];
      const sentence = `Rate limit exceeded: this client may send ${most} requests a minute for your account.`;
      throw new Exhausted(
        `${sentence} Try again in ${seconds} s.`,
        standing,
        account.tier in tiers ? account.tier : undefined,
      );
    }
    const counted = account.countedThisMonth;
    const countedThisMonth = (await keys.used?.(account.accountId, counted)) ?? counted;
    return { ...account, countedThisMonth, keyId: null, loadedAtMs };
  };

  return async (request, tell) => {
    request.challenge = challengeOf(request, request.headers.authorization ? "invalid_token" : undefined);
    const bearer = bearerOf(request.headers.authorization);
    // A key says by its first characters that it is one; it is never taken for a token, nor sent anywhere as one.
    if (mcpSignIn && bearer && !bearer.startsWith("fri_")) return byToken(bearer, request, tell);
    const keyPlace = mcpSignIn?.authorizationServer() === undefined ? KEY_PLACE : `${KEY_PLACE}, or sign in`;
    return admission.admit({ rawKey: bearer, keyPlace, address: request.ip }, tell);
  };
}
