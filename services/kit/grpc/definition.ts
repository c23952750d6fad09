import { type DescMethod, type DescService, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import type { MethodDefinition, ServiceDefinition } from "@grpc/grpc-js";

/** Bytes of one message at most: a long filing's insights with their passages take a few MiB, an original file up to 64. */
export const MESSAGE_LIMIT_BYTES = 72 * 1024 * 1024;

/** A method as grpc-js takes it: our messages, serialised by protobuf-es. */
export function toMethodDefinition(method: DescMethod): MethodDefinition<Message, Message> {
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    originalName: method.localName,
    requestStream: false,
    responseStream: false,
    requestSerialize: (message) => Buffer.from(toBinary(method.input, message)),
    requestDeserialize: (bytes) => fromBinary(method.input, bytes),
    responseSerialize: (message) => Buffer.from(toBinary(method.output, message)),
    responseDeserialize: (bytes) => fromBinary(method.output, bytes),
  };
}

/** A service as grpc-js takes it. Every method is unary (buf lint sees to that). */
export const toServiceDefinition = (service: DescService): ServiceDefinition =>
  Object.fromEntries(service.methods.map((method) => [method.localName, toMethodDefinition(method)]));
