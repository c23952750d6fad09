import { BODY_LIMIT_BYTES } from "../errors.ts";

/** What an operation may answer, for the OpenAPI description. */
interface Answer {
  description: string;
  headers: Record<string, HeaderSchema>;
  content: { "application/json": { schema: object; example: unknown } };
}

interface HeaderSchema {
  description: string;
  type: "integer" | "string";
}

const number = (description: string): HeaderSchema => ({ type: "integer", description });
const text = (description: string): HeaderSchema => ({ type: "string", description });

/** On every answer, whatever its status. */
const RATE_LIMIT_HEADERS = {
  "X-RateLimit-Limit": number("Requests allowed in the window"),
  "X-RateLimit-Remaining": number("Requests left in the window"),
  "X-RateLimit-Reset": number("Unix timestamp, in seconds, at which the window resets"),
  RateLimit: text(
    "What is left (r) and the seconds until the window resets (t), as draft-ietf-httpapi-ratelimit-headers-11",
  ),
  "RateLimit-Policy": text("The quota (q) and the window in seconds (w), as draft-ietf-httpapi-ratelimit-headers-11"),
};
const RETRY_AFTER = { "Retry-After": number("Seconds to wait before trying again") };

/** A successful answer. The example is made up. */
export const success = (description: string, schema: object, example: unknown): Answer => ({
  description,
  headers: RATE_LIMIT_HEADERS,
  content: { "application/json": { schema, example } },
});

/** A successful answer without a body. */
export const noContent = (description: string) => ({ description, type: "null", headers: RATE_LIMIT_HEADERS });

const failure = (description: string, detail: string, headers: Record<string, HeaderSchema> = {}): Answer => ({
  description,
  headers: { ...RATE_LIMIT_HEADERS, ...headers },
  content: { "application/json": { schema: { $ref: "Error#" }, example: { detail } } },
});

/** A part that is needed is away. */
export const degraded = (schema: object, example: unknown): Answer => ({
  description: "A needed part is away; `detail` names it",
  headers: { ...RATE_LIMIT_HEADERS, ...RETRY_AFTER },
  content: { "application/json": { schema, example } },
});

const FAILURES = {
  400: failure(
    "Malformed JSON, or a parameter that is invalid, unknown or given twice",
    "limit must be a whole number from 1 to 100.",
  ),
  401: failure("Missing or invalid API key", "Missing API key: send one in the X-API-Key header.", {
    "WWW-Authenticate": text("How to authenticate"),
  }),
  404: failure("The identifier is unknown", "Document not found"),
  413: failure("The body is too large", `The body is larger than ${BODY_LIMIT_BYTES} bytes: send less.`),
  429: failure(
    "Rate limit or monthly allowance exceeded; wait until the time in X-RateLimit-Reset",
    "Rate limit exceeded: this key may send 100 requests a minute. Try again in 42 s.",
    RETRY_AFTER,
  ),
  500: failure(
    "Transient server error; retry with exponential backoff",
    "The service cannot answer at the moment. Try again in a few seconds, waiting longer each time.",
    RETRY_AFTER,
  ),
};

/** The errors that an operation may answer. */
export const failures = (...statuses: (keyof typeof FAILURES)[]): Record<string, Answer> =>
  Object.fromEntries(statuses.map((status) => [status, FAILURES[status]]));

const SESSION_FAILURES = {
  ...FAILURES,
  400: failure(
    "Malformed JSON, or a parameter that is invalid, unknown or given twice",
    "name is empty: send a label of 1 to 100 characters.",
  ),
  401: failure("Missing or invalid session token", "Invalid session token: it has expired. Sign in again.", {
    "WWW-Authenticate": text("How to authenticate"),
  }),
  404: failure("The account has no such key", "API key not found"),
  409: failure("The account has as many keys as it may", "The account has 1000 API keys, revoked ones included."),
  429: failure(
    "Rate limit exceeded; wait until the time in X-RateLimit-Reset",
    "Rate limit exceeded: this account may send 100 requests a minute. Try again in 42 s.",
    RETRY_AFTER,
  ),
};

/** The same for an operation that takes a session token. */
export const sessionFailures = (...statuses: (keyof typeof SESSION_FAILURES)[]): Record<string, Answer> =>
  Object.fromEntries(statuses.map((status) => [status, SESSION_FAILURES[status]]));
