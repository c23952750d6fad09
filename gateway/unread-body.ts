import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** How long a caller may go on sending what nobody reads, and how long nothing may come of it. */
const ARRIVAL_MS = 10_000;
const IDLE_MS = 1_000;

/**
 * A caller who is refused unread is sending still: if the connection ends with the answer, the rest of the body meets a
 * closed door, and many clients see that in place of the answer. So the answer goes out at once, whole by its length, and
 * the connection ends when the body is there.
 */
export function endAfterBody(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const isText = typeof payload === "string" || Buffer.isBuffer(payload);
    if (!isText || !isUnread(request) || !willClose(reply)) return done(null, payload);
    reply.header("content-length", Buffer.byteLength(payload));
    done(null, Readable.from(thenBody(payload, request), { objectMode: false }));
  });
}

const isUnread = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0);

/** With any other connection Node reads what is left before the next request. */
const willClose = (reply: FastifyReply): boolean =>
  !reply.raw.shouldKeepAlive || reply.getHeader("connection") === "close";

async function* thenBody(answer: string | Buffer, { raw }: FastifyRequest): AsyncIterable<string | Buffer> {
  yield answer;
  if (!raw.complete) await arrival(raw);
}

async function arrival(body: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, ARRIVAL_MS);
  const idle = setTimeout(resolve, IDLE_MS);
  body.on("data", () => idle.refresh());
  for (const event of ["end", "close", "error"]) body.once(event, () => resolve());
  body.resume();
  await promise;
  clearTimeout(late);
  clearTimeout(idle);
}
