import {
  create,
  createFileRegistry,
  type DescFile,
  type DescMethod,
  type DescService,
  type FileRegistry,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponseSchema,
} from "#gen/grpc/reflection/v1/reflection_pb.ts";

/** Twenty bytes ask for thirty thousand, without a key; tools ask for each file and each symbol once. */
const QUESTIONS_A_CALL = 100;

type Answer = Pick<MessageInitShape<typeof ServerReflectionResponseSchema>, "messageResponse">;

/**
 * What tools ask to find out what they can call: https://github.com/grpc/grpc/blob/master/doc/server-reflection.md. It
 * shows the methods for which `isServed` holds, and no other.
 */
export function addReflection(
  router: ConnectRouter,
  services: readonly DescService[],
  isServed: (method: DescMethod) => boolean,
): void {
  const registry = describe(services, isServed);
  const names = services.map(({ typeName }) => ({ name: typeName }));
  const answer = ({ case: what, value }: ServerReflectionRequest["messageRequest"]): Answer => {
    switch (what) {
      case "listServices":
        return { messageResponse: { case: "listServicesResponse", value: { service: names } } };
      case "fileByFilename":
        return ofFile(registry.getFile(value), value);
      case "fileContainingSymbol":
        return ofFile(fileOf(registry, value), value);
      default:
        return notFound("There are no extensions here: ask for a file or a symbol.");
    }
  };
  router.service(ServerReflection, {
    async *serverReflectionInfo(requests) {
      let asked = 0;
      for await (const request of requests) {
        asked += 1;
        if (asked > QUESTIONS_A_CALL) {
          throw new ConnectError(
            `At most ${QUESTIONS_A_CALL} questions a call: make another one.`,
            Code.ResourceExhausted,
          );
        }
        yield { validHost: request.host, originalRequest: request, ...answer(request.messageRequest) };
      }
    },
  });
}

/** The files of the services and all that these import, without the methods that are not served. */
function describe(services: readonly DescService[], isServed: (method: DescMethod) => boolean): FileRegistry {
  const served = new Set(services.flatMap(({ methods }) => methods.filter(isServed).map(nameOf)));
  const file = withImports(services.map(({ file }) => file)).map(({ proto }) => ({
    ...proto,
    service: proto.service.map((service) => ({
      ...service,
      method: service.method.filter(({ name }) => served.has(`${proto.package}.${service.name}.${name}`)),
    })),
  }));
  return createFileRegistry(create(FileDescriptorSetSchema, { file }));
}

const nameOf = (method: DescMethod) => `${method.parent.typeName}.${method.name}`;

/** Imports come first. */
function withImports(files: readonly DescFile[], found = new Set<DescFile>()): DescFile[] {
  for (const file of files) {
    if (found.has(file)) continue;
    withImports(file.dependencies, found);
    found.add(file);
  }
  return [...found];
}

/** Of a message, an enum or a service, or of a field, a value or a method of one. */
function fileOf(registry: FileRegistry, symbol: string): DescFile | undefined {
  const whole = registry.get(symbol);
  if (whole) return whole.file;
  const dot = symbol.lastIndexOf(".");
  const parent = registry.get(symbol.slice(0, dot));
  const name = symbol.slice(dot + 1);
  switch (parent?.kind) {
    case "service":
      return parent.methods.some((method) => method.name === name) ? parent.file : undefined;
    case "message":
      return parent.members.some((member) => member.name === name) ? parent.file : undefined;
    case "enum":
      return parent.values.some((value) => value.name === name) ? parent.file : undefined;
    default:
      return undefined;
  }
}

function ofFile(file: DescFile | undefined, asked: string): Answer {
  if (!file) return notFound(`Not found: ${asked}. Ask for the list of services first.`);
  const fileDescriptorProto = withImports([file]).map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { messageResponse: { case: "fileDescriptorResponse", value: { fileDescriptorProto } } };
}

const notFound = (errorMessage: string): Answer => ({
  messageResponse: { case: "errorResponse", value: { errorCode: Code.NotFound, errorMessage } },
});
