import { DomainError, type Kind } from "#kit/errors.ts";
import { Exhausted, type Standing } from "./rate-limit.ts";

/** The largest body that is read, in bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Seconds after which a caller may try again what failed for the moment. */
export const RETRY_SECONDS = 2;

export const WRONG_CONTENT_TYPE = "Wrong content type: send JSON with Content-Type: application/json.";

/** What a caller gets for an error. */
export interface HttpError {
  status: number;
  detail: string;
  /** Seconds for `Retry-After`. */
  retryAfter?: number;
  /** Where the caller stands, when that is the reason. */
  standing?: Standing;
  /** Something is wrong on our side: the operator wants to see the cause. */
  isOurs: boolean;
}

const STATUS: Record<Kind, number> = {
  invalid: 400,
  unauthenticated: 401,
  denied: 403,
  notFound: 404,
  conflict: 409,
  exhausted: 429,
  unavailable: 500,
  deadline: 500,
  cancelled: 500,
  unimplemented: 500,
  internal: 500,
};

const TRANSIENT = "The service cannot answer at the moment. Try again in a few seconds, waiting longer each time.";
const BUG = "Internal error. Try again in a few seconds; if it stays, tell the operator.";

/** The only place where errors become HTTP. What is ours is shown in general words: no host, no SQL, no stack. */
export function toHttp(err: unknown): HttpError {
  if (err instanceof DomainError) {
    const status = STATUS[err.kind];
    // Nobody is left to read this.
    if (err.kind === "cancelled") return { ...ours(TRANSIENT), isOurs: false };
    if (status >= 500) return ours(err.kind === "internal" || err.kind === "unimplemented" ? BUG : TRANSIENT);
    const standing = err instanceof Exhausted ? err.standing : undefined;
    return { status, detail: err.message, isOurs: false, ...(standing && { standing }) };
  }
  return fromFramework(err) ?? ours(BUG);
}

const ours = (detail: string): HttpError => ({ status: 500, detail, retryAfter: RETRY_SECONDS, isOurs: true });

/** What Fastify finds wrong with a request before we see it, by its error code. */
const FRAMEWORK: Record<string, { status: number; detail: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    detail: `The body is larger than ${BODY_LIMIT_BYTES} bytes: send less.`,
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 400, detail: WRONG_CONTENT_TYPE },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, detail: "The body is not as long as Content-Length says." },
  FST_ERR_BAD_URL: { status: 400, detail: "The path is not valid: percent-encode it as UTF-8." },
};

function fromFramework(err: unknown): HttpError | undefined {
  if (!(err instanceof Error) || !("code" in err) || typeof err.code !== "string") return undefined;
  const known = FRAMEWORK[err.code];
  if (known) return { ...known, isOurs: false };
  // The body's stream broke: the caller is gone or stopped half-way.
  if (err.code === "ECONNRESET" || err.code === "ECONNABORTED") {
    return { status: 400, detail: "The body ended early: send all of it.", isOurs: false };
  }
  const isTheirs = "statusCode" in err && typeof err.statusCode === "number" && err.statusCode < 500;
  return isTheirs
    ? { status: 400, detail: "The request is not valid: see /api/openapi.json.", isOurs: false }
    : undefined;
}
