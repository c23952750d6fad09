const rateLimit = (description: string) => ({ description, schema: { type: "integer", minimum: 0 } });

/** Described on every answer, whatever its status. */
export const RATE_LIMIT_HEADERS = {
  "X-RateLimit-Limit": rateLimit("Requests allowed in the window"),
  "X-RateLimit-Remaining": rateLimit("Requests left in the window"),
  "X-RateLimit-Reset": rateLimit("Unix timestamp (seconds) at which the window resets"),
};

const ERRORS: Record<number, string> = {
  400: "Malformed JSON or an invalid, unknown or repeated parameter",
  401: "Missing or invalid API key",
  404: "Not found",
  413: "The body is too large",
  429: "Rate limit or monthly allowance exceeded; wait until the time in X-RateLimit-Reset",
  500: "Transient server error; retry with exponential backoff",
};

/** The error answers of an operation, for its schema. */
export const errorAnswers = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: ERRORS[status], $ref: "Error#" }]));
