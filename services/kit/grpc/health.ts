import { Server, ServerCredentials } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import { DomainError } from "../errors.ts";
import type { Lifecycle } from "../lifecycle.ts";

/**
 * Serves `grpc.health.v1` and nothing else, in plain text: whoever starts and stops processes has no certificate. The
 * service "" says whether to send it work; `liveness` whether the process turns, whatever the rest does.
 */
export async function serveHealth(
  address: string,
  { started, draining }: Pick<Lifecycle, "started" | "draining">,
): Promise<{ port: number } & AsyncDisposable> {
  const server = new Server();
  const health = new HealthImplementation({ "": "NOT_SERVING", liveness: "SERVING" });
  health.addToServer(server);
  void started.then(() => draining.aborted || health.setStatus("", "SERVING"));
  draining.addEventListener("abort", () => health.setStatus("", "NOT_SERVING"), { once: true });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (cause, bound) => {
      const sentence = `Cannot listen on ${address}: set HEALTH_PORT or HOST to another one.`;
      if (cause) reject(new DomainError("unavailable", sentence, { cause }));
      else resolve(bound);
    });
  });
  return {
    port,
    // Whoever watches would hold up the end.
    [Symbol.asyncDispose]: async () => server.forceShutdown(),
  };
}
