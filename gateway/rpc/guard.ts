import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError, type ContextValues, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import { DomainError } from "#kit/errors.ts";
import { CODE } from "#kit/grpc/codes.ts";
import type { Core } from "../core.ts";
import { Exhausted, rateLimitHeaders, secondsUntilReset } from "../rate-limit.ts";
import { bearerOf } from "../tokens/token-verifier.ts";
import { callOf, type HttpCall } from "./call.ts";
import { ALLOWED } from "./methods.ts";

const KEY_PLACE = 'as "x-api-key", or as "authorization" with "Bearer " before it';

const SERVED_NAMES = [...ALLOWED.keys()].map(({ name }) => name).join(", ");

/** gRPC's code of success, which Connect's list of errors has not. */
const OK = 0 as Code;

/** What an error says beside its sentence: headers with Connect, with gRPC trailers, where clients look for them. */
const TOLD = /^(?:x-ratelimit-.*|ratelimit.*|retry-after|www-authenticate)$/;

/** Who may call what, and how an error is said. */
export interface Guard {
  /** Runs before the message is read: lets holders of a key call what is allowed, and whoever asks call what is open. */
  admit(context: HandlerContext): Promise<void>;
  /** Goes around every handler: the only place where errors become gRPC codes. */
  intercept: Interceptor;
}

/** `open`: methods that need no key. */
export function createGuard(core: Core, open: ReadonlySet<DescMethod>): Guard {
  const { admission, operations, pacer, errors, clock } = core;

  const admitted = async (method: DescMethod, { request, reply }: HttpCall) => {
    const operation = ALLOWED.get(method);
    if (!operation) {
      const now = clock.now();
      const standing = await admission.countAddress(request.ip);
      reply.headers(rateLimitHeaders(standing, now));
      // A stream asks as often as it likes, and lasts: no more of them are opened than requests are allowed.
      if (open.has(method) && standing.isExceeded && method.methodKind !== "unary") {
        const seconds = secondsUntilReset(standing, now);
        const sentence = `Rate limit exceeded: too many requests came from here. Try again in ${seconds} s.`;
        throw new Exhausted(sentence, standing);
      }
      if (open.has(method)) return;
      throw new ConnectError(`${method.name} is not served here: use ${SERVED_NAMES}.`, Code.Unimplemented);
    }
    const caller = { rawKey: rawKeyOf(request.headers), keyPlace: KEY_PLACE, address: request.ip };
    request.key = await admission.admit(caller, (standing) => {
      reply.headers(rateLimitHeaders(standing, clock.now()));
    });
    operations.admit(request.key, operation);
  };

  const toRpcError = async (err: unknown, values: ContextValues, signal: AbortSignal) => {
    const told = await tellError(err, values, signal);
    callOf(values).outcome = told.code;
    return told;
  };
  const tellError = async (err: unknown, values: ContextValues, signal: AbortSignal) => {
    if (err instanceof ConnectError) return err;
    const left = whyAborted(err, signal);
    if (left) return left;
    const { request, reply } = callOf(values);
    const { detail } = await errors.tell(err, request, reply);
    const told = Object.entries(reply.getHeaders()).filter(([name]) => TOLD.test(name));
    return new ConnectError(
      detail,
      codeOf(err),
      Object.fromEntries(told.map(([name, value]) => [name, String(value)])),
    );
  };

  return {
    async admit({ method, values, signal }) {
      // All that came in one turn of the event loop would be read and called in it.
      await pacer.run(() => undefined);
      try {
        await admitted(method, callOf(values));
      } catch (err) {
        throw await toRpcError(err, values, signal);
      }
    },
    intercept: (next) => async (request) => {
      try {
        if (!request.stream) refuseUnknownFields(request.message.$unknown ?? []);
        const answer = await next(request);
        callOf(request.contextValues).outcome = OK;
        return answer;
      } catch (err) {
        throw await toRpcError(err, request.contextValues, request.signal);
      }
    },
  };
}

const rawKeyOf = ({ "x-api-key": key, authorization }: HttpCall["request"]["headers"]): string | undefined =>
  key === undefined ? bearerOf(authorization) : String(key);

/** A deadline of the caller's that passed, or a caller who left. An error that has nothing to do with it stays what it is. */
function whyAborted(err: unknown, signal: AbortSignal): ConnectError | undefined {
  if (!signal.aborted || !(err instanceof DomainError && err.kind === "cancelled")) return undefined;
  if (ConnectError.from(signal.reason).code === Code.DeadlineExceeded) {
    return new ConnectError("The deadline passed before the answer: allow more time.", Code.DeadlineExceeded);
  }
  return new ConnectError("The caller left before the answer.", Code.Canceled);
}

/** A service of ours that does not know a method is a bug of ours, and no news about what is served here. */
function codeOf(err: unknown): Code {
  if (!(err instanceof DomainError) || err.kind === "unimplemented") return Code.Internal;
  // gRPC's and Connect's codes are the same numbers.
  return CODE[err.kind] as number as Code;
}

/** A filter that this server does not know would silently widen a search. */
function refuseUnknownFields(unknown: readonly { no: number }[]): void {
  const [field] = unknown;
  if (!field) return;
  throw new DomainError(
    "invalid",
    `Unknown field number ${field.no}: leave it out, or make the client anew from this server's proto files.`,
  );
}
