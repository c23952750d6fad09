import type { FastifyRequest } from "fastify";
import type { Caller } from "../admission.ts";
import { bearerOf } from "../tokens/token-verifier.ts";

const CHALLENGE = 'Bearer realm="research-insights"';

/**
 * Who sends a request to the MCP endpoint, and how they are told to authenticate (RFC 6750, section 3). The bearer token
 * is an API key: what does not look like one is refused without a look-up.
 */
export function bearerCaller(request: FastifyRequest): Caller {
  const { authorization } = request.headers;
  request.challenge = authorization === undefined ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
  return { rawKey: bearerOf(authorization), keyPlace: "as Authorization: Bearer KEY", address: request.ip };
}
