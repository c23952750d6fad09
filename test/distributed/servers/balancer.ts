import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Hands each new connection to the next of the hosts that it knows of, as a ClusterIP does, and leaves it there. */
export interface Balancer extends AsyncDisposable {
  port: number;
}

export async function startBalancer(hosts: () => readonly string[], port: number): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const known = hosts();
    const far = connect({ host: known[turn++ % known.length] ?? "", port, allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay();
      from.on("error", () => to.resetAndDestroy());
      from.once("close", () => {
        open.delete(from);
        if (!to.writableEnded) to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
