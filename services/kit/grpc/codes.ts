import { status } from "@grpc/grpc-js";
import type { Kind } from "../errors.ts";

/** The gRPC code of each kind of error. */
export const CODE: Record<Kind, status> = {
  invalid: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  denied: status.PERMISSION_DENIED,
  notFound: status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  exhausted: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
  deadline: status.DEADLINE_EXCEEDED,
  cancelled: status.CANCELLED,
  unimplemented: status.UNIMPLEMENTED,
  internal: status.INTERNAL,
};

const KIND = new Map(Object.entries(CODE).map(([kind, code]) => [code, kind as Kind]));

/** The kind of error that a gRPC code stands for. */
export const kindOf = (code: status): Kind => KIND.get(code) ?? "internal";
