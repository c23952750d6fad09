import { type Code, type ContextValues, createContextKey, createContextValues } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What the handlers of a call are given of its HTTP side. */
    rpcValues: ContextValues | null;
  }
}

/** The HTTP side of a call. */
export interface HttpCall {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The bytes of its answer, where they are not Connect's to write. */
  answer?: Uint8Array;
  /** gRPC's code of what it ended with, as soon as that is known. */
  outcome?: Code;
}

const HTTP_CALL = createContextKey<HttpCall | undefined>(undefined);

export const valuesOf = (call: HttpCall): ContextValues => createContextValues().set(HTTP_CALL, call);

/** The call that these values were made of. */
export function callOf(values: ContextValues): HttpCall {
  const call = values.get(HTTP_CALL);
  if (!call) throw new DomainError("internal", "a call without its HTTP request");
  return call;
}
