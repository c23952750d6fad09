import { isUtf8 } from "node:buffer";
import { setTimeout } from "node:timers/promises";
import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { UniversalHandler } from "@connectrpc/connect/protocol";
import { BODY_LIMIT_BYTES } from "../errors.ts";

type UniversalRequest = Parameters<UniversalHandler>[0];

/**
 * A handler that says of a body what is wrong with it. Connect would call one that is too large exhausted, as if a wait
 * would help, and bytes that are no message an error of ours.
 */
export const withCheckedBody = (handler: UniversalHandler): UniversalHandler => {
  const { methodKind, input } = handler.method;
  return Object.assign(async (request: UniversalRequest) => {
    if (!isStream(request.body)) return handler(request);
    let isRead = false;
    const bounded = upToLimit(request.body, () => {
      isRead = true;
    });
    const body = methodKind === "unary" ? whole(bounded, input, request.header.get("content-type") ?? "") : bounded;
    const response = await handler({ ...request, body });
    if (!isRead && request.httpVersion.startsWith("1")) await letArrive(bounded);
    const message = response.trailer?.get("grpc-message");
    if (message) response.trailer?.set("grpc-message", toGrpcMessage(decodeURIComponent(message)));
    return response;
  }, handler);
};

/** What fits into HTTP/2 headers: percent-encoded, a unit of text takes up to nine bytes. */
const GRPC_MESSAGE_MAX = 1_000;

/**
 * A sentence as the header "grpc-message". Connect encodes every reserved character, and grpc-js decodes none: its users
 * would read "%3A" for a colon.
 */
export const toGrpcMessage = (sentence: string): string =>
  encodeURI(sentence.slice(0, GRPC_MESSAGE_MAX).toWellFormed());

const isStream = (body: UniversalRequest["body"]): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

const ARRIVAL_MS = 1_000;

/**
 * A caller who is refused unread is sending still: if the connection is one to be closed after the answer, the rest of the
 * body would meet a closed door, and the caller see that in place of the answer.
 */
async function letArrive(body: AsyncIterable<Uint8Array>): Promise<void> {
  const drain = async () => {
    for await (const _ of body);
  };
  const late = new AbortController();
  const patience = setTimeout(ARRIVAL_MS, undefined, { signal: late.signal });
  await Promise.race([drain(), patience]).catch(() => undefined);
  late.abort();
}

async function* upToLimit(body: AsyncIterable<Uint8Array>, onRead: () => void): AsyncIterable<Uint8Array> {
  onRead();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) {
      throw invalid(`The body is larger than ${BODY_LIMIT_BYTES} bytes: send less.`);
    }
    yield chunk;
  }
}

async function* whole(body: AsyncIterable<Uint8Array>, input: DescMessage, type: string): AsyncIterable<Uint8Array> {
  const chunks = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const message = messageIn(bytes, type);
  if (message && /json/i.test(type)) {
    // Connect would put a replacement character in the place of every wrong byte.
    if (!isUtf8(message)) throw invalid("The body is not UTF-8: encode it as UTF-8.");
  } else if (message) refuseMalformed(message, input);
  yield bytes;
}

const HEAD_BYTES = 5;

/** The message in a body; undefined where Connect has to say what is wrong with its frame. */
function messageIn(bytes: Buffer, type: string): Buffer | undefined {
  if (/^application\/(?:proto|json)/i.test(type)) return bytes;
  const isOneFrame = bytes.length >= HEAD_BYTES && bytes.readUInt32BE(1) === bytes.length - HEAD_BYTES;
  return isOneFrame && bytes.readUInt8(0) === 0 ? bytes.subarray(HEAD_BYTES) : undefined;
}

function refuseMalformed(message: Buffer, input: DescMessage): void {
  try {
    fromBinary(input, message);
  } catch {
    throw invalid(`The message is no ${input.typeName}: make the client from this server's proto files.`);
  }
}

const invalid = (sentence: string) => new ConnectError(sentence, Code.InvalidArgument);
