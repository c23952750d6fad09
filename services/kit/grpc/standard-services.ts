import { type DescFile, type DescService, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Server } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { HealthImplementation } from "grpc-health-check";

/** What `grpc.health.v1` says of a server. */
export interface Health {
  /** From now on it says "not serving": a balancer sends no more calls here. */
  stop(): void;
}

/**
 * Adds what every gRPC tool asks for: health (https://github.com/grpc/grpc/blob/master/doc/health-checking.md), of the
 * server and of each service, and reflection (https://github.com/grpc/grpc/blob/master/doc/server-reflection.md).
 */
export function addStandardServices(server: Server, services: readonly DescService[]): Health {
  const names = ["", ...services.map(({ typeName }) => typeName)];
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, "SERVING"])));
  health.addToServer(server);
  const files = [...filesOf(services.map(({ file }) => file))].map(({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // What it reads of a package definition.
  const described = { files: { format: "", type: {}, fileDescriptorProtos: files } };
  new ReflectionService(described as never, { services: names.slice(1) }).addToServer(server);
  return {
    stop() {
      for (const name of names) health.setStatus(name, "NOT_SERVING");
    },
  };
}

function filesOf(files: readonly DescFile[], found = new Set<DescFile>()): Set<DescFile> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    filesOf(file.dependencies, found);
  }
  return found;
}
