import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { DomainError } from "#kit/errors.ts";
import { listenAddress } from "#kit/grpc/addresses.ts";

/** Listens and resolves to "HOST:PORT". Rejects with a sentence that names `setting`, the one that chose the port. */
export async function listen(app: FastifyInstance, host: string, port: number, setting: string): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const why = code === "EADDRINUSE" ? "another program listens there" : `the system said ${String(code)}`;
    const sentence = `Cannot listen on ${host}:${port}: ${why}. Set ${setting} or HOST to another one.`;
    throw new DomainError("unavailable", sentence, { cause });
  }
  const bound = app.server.address() as AddressInfo;
  return listenAddress(bound.address, bound.port);
}
