import { type DescMethod, type DescService, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import type { MethodDefinition, ServiceDefinition } from "@grpc/grpc-js";

/** Bytes of one message at most: a long filing's insights with their passages take a few MiB, an original file up to 64. */
export const MESSAGE_LIMIT_BYTES = 72 * 1024 * 1024;

/** Trailer that names the kind of a `DomainError`: a code alone may also come from gRPC itself. */
export const KIND_KEY = "error-kind";

/** The route of a method. */
export const toPath = (method: DescMethod): string => `/${method.parent.typeName}/${method.name}`;

/** A message in its wire form, without copying it once more. */
export function toBytes(schema: DescMethod["input"], message: Message): Buffer {
  const bytes = toBinary(schema, message);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A service as a grpc-js server takes it: messages in, bytes out. Every method is unary (buf lint sees to that). */
export const toServiceDefinition = (service: DescService): ServiceDefinition =>
  Object.fromEntries(service.methods.map((method) => [method.localName, toMethodDefinition(method)]));

/** Answers are serialised before grpc-js sees them, so that one that cannot be is reported with its cause. */
const toMethodDefinition = (method: DescMethod): MethodDefinition<Message, Buffer> => ({
  path: toPath(method),
  originalName: method.localName,
  requestStream: false,
  responseStream: false,
  requestSerialize: (message) => toBytes(method.input, message),
  requestDeserialize: (bytes) => fromBinary(method.input, bytes),
  responseSerialize: (bytes) => bytes,
  responseDeserialize: (bytes) => bytes,
});
