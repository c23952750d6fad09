/** What went wrong, in the words of a caller. `gateway/errors.ts` gives each its HTTP status, `grpc/codes.ts` its gRPC code. */
export const KINDS = [
  "invalid",
  "unauthenticated",
  "denied",
  "notFound",
  "conflict",
  "exhausted",
  "unavailable",
  "deadline",
  "cancelled",
  "unimplemented",
  "internal",
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * An error that a caller can act on. Its message names the thing and the remedy and may be shown to callers, except for
 * `unavailable` and `internal`, whose message is for the operator. What must never be shown goes into `cause`.
 */
export class DomainError extends Error {
  readonly kind: Kind;
  constructor(kind: Kind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DomainError";
    this.kind = kind;
  }
}

/** The message of anything thrown. */
export const messageOf = (err: unknown): string => (err instanceof Error ? err.message : String(err));
