import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import type { Admission, Tiers } from "./admission.ts";
import { Exhausted, type Limiter, rateLimitHeaders, secondsUntilReset, takeOne } from "./rate-limit.ts";
import { bearerOf, type Identity, type TokenVerifier } from "./tokens/token-verifier.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who sent a session token, once they were admitted. */
    session: Identity | null;
    /** What WWW-Authenticate says when the answer is 401. */
    challenge: string;
  }
}

const MISSING =
  "Missing session token: send one as Authorization: Bearer TOKEN. The console takes no API key; keys are for /api.";

/** Lets the bearer of a session token with something left in its bucket pass; throws for everybody else. */
export type SessionAdmission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Requests are counted by whom the token stands for; what has no good token, by address. */
export function createSessionAdmission(deps: {
  sessions: TokenVerifier;
  admission: Pick<Admission, "byAddress">;
  limiter: Limiter;
  tiers: Tiers;
  clock: Clock;
}): SessionAdmission {
  const { sessions, admission, limiter, tiers, clock } = deps;

  const verify = async (request: FastifyRequest): Promise<Identity> => {
    const token = bearerOf(request.headers.authorization);
    // RFC 6750, section 3.
    const challenge = 'Bearer realm="research-insights console"';
    request.challenge = token === undefined ? challenge : `${challenge}, error="invalid_token"`;
    if (token === undefined) throw new DomainError("unauthenticated", MISSING);
    return sessions.verify(token);
  };

  return async (request, reply) => {
    let session: Identity;
    try {
      session = await verify(request);
    } catch (err) {
      await admission.byAddress(request, reply);
      throw err;
    }
    // Hashed: whoever issues tokens chooses these names, and they are counted beside other things.
    const bucket = hash("sha256", JSON.stringify([session.issuer, session.subject]), "base64url");
    const now = clock.now();
    const standing = await takeOne(limiter, "account", bucket, tiers.free, now);
    reply.headers(rateLimitHeaders(standing, now));
    if (standing.isExceeded) {
      const [most, seconds] = [standing.limit, secondsUntilReset(standing, now)];
      const sentence = `Rate limit exceeded: this account may send ${most} requests a minute. Try again in ${seconds} s.`;
      throw new Exhausted(sentence, standing);
    }
    request.session = session;
  };
}

/** Who sent a request that was let pass. */
export function sessionOf(request: FastifyRequest): Identity {
  if (!request.session) throw new DomainError("internal", `${request.url} is served without asking for a session`);
  return request.session;
}
