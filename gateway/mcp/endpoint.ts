import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import type { Spender } from "../allowance.ts";
import type { Core } from "../core.ts";
import type { Pacer } from "../pacer.ts";
import { Exhausted, rateLimitHeaders, type Standing } from "../rate-limit.ts";
import { callerSignal } from "../rest/caller-signal.ts";
import { acceptJsonOnly } from "../rest/json-body.ts";
import { observedTools } from "../telemetry/observe-tools.ts";
import { createMcpAdmission } from "./admission.ts";
import { createOriginCheck } from "./origin.ts";
import { createSearchWebTool } from "./search-web-tool.ts";
import { createMcpServing, type McpCaller } from "./server.ts";
import { isToolCall, refusalOf } from "./tool-call.ts";
import { withAnswer } from "./tool-result.ts";
import { createDatabaseTools } from "./tools.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose account pays, once the caller was admitted. */
    spender: Spender | null;
    /** Where the caller's bucket stands. */
    standing: Standing | null;
    /** The caller's bucket is empty, which a tool call is told in a result. */
    refusal: Exhausted | null;
  }
}

const EXAMPLE = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}';

/** The headers of MCP's HTTP transport that say what a message is. */
const MESSAGE_HEADERS = ["mcp-protocol-version", "mcp-method", "mcp-name"];

/** JSON-RPC's code for what is no message. */
const INVALID_REQUEST = -32_600;

/** MCP by streamable HTTP without sessions: a message a request, answered in its response, by any replica. */
export function mcpEndpoint(app: FastifyInstance, core: Core): void {
  const { errors, operations, clock, log } = core;
  const admit = createMcpAdmission(core);
  const checkOrigin = createOriginCheck({ publicUrl: core.publicUrl });
  const serving = createMcpServing({
    tools: observedTools([...createDatabaseTools(core), createSearchWebTool(core)], core.telemetry),
    operations,
    countRefusal: core.countRefusal,
    clock,
    log,
  });

  app.decorateRequest("spender", null);
  app.decorateRequest("standing", null);
  app.decorateRequest("refusal", null);
  acceptJsonOnly(app, EXAMPLE);
  app.setErrorHandler(async (err, request, reply) => {
    // An empty bucket is told before what else is wrong.
    const { status, detail } = await errors.tell(request.refusal ?? err, request, reply);
    const error = { jsonrpc: "2.0", id: null, error: { code: INVALID_REQUEST, message: detail } };
    return reply.code(status).send({ ...(status === 400 && error), detail });
  });
  app.addHook("onRequest", async (request, reply) => {
    checkOrigin(request);
    try {
      // A tenth of a millisecond too, with what follows on it until the body is read: many messages often arrive in one turn.
      request.spender = await core.pacer.run(() =>
        admit(request, (standing) => {
          request.standing = standing;
          reply.headers(rateLimitHeaders(standing, clock.now()));
        }),
      );
    } catch (err) {
      // Only the body shows whether it is a tool call.
      if (!(err instanceof Exhausted)) throw err;
      request.refusal = err;
    }
  });

  app.post("/mcp", { schema: { hide: true } }, async (request, reply) => {
    const message = messageOf(request.body);
    const caller = callerOf(request, reply, message);
    // The SDK takes a tenth of a millisecond: that of many messages at once goes into several turns of the event loop.
    const response = await core.pacer.run(() => serving.serve(toWeb(request), message, caller));
    return answer(reply, response, caller, core.pacer);
  });
}

function messageOf(body: unknown): object {
  // A batch would be many calls for the price of one request; the protocol has had none since 2025-06-18.
  if (Array.isArray(body)) throw new DomainError("invalid", "Batches are not possible: send each message by itself.");
  if (typeof body === "object" && body !== null) return body;
  throw noMessage();
}

const noMessage = () => new DomainError("invalid", `The body must be a JSON-RPC message, for example ${EXAMPLE}.`);

function callerOf(request: FastifyRequest, reply: FastifyReply, message: object): McpCaller {
  const signal = callerSignal(reply);
  const { refusal, spender, standing } = request;
  if (refusal) {
    if (!isToolCall(message) || refusalOf(message)) throw refusal;
    return { refusal, signal };
  }
  if (!spender || !standing) throw new DomainError("internal", "an MCP message is served to who was not admitted");
  return { spender, standing, signal };
}

/** What the SDK reads of a request. Every answer is JSON, whatever else the caller would take. */
function toWeb(request: FastifyRequest): Request {
  const headers = new Headers({ accept: "application/json, text/event-stream", "content-type": "application/json" });
  for (const name of MESSAGE_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  return new Request("http://localhost/mcp", { method: "POST", headers });
}

async function answer(
  reply: FastifyReply,
  response: Response,
  { answer: toolAnswer }: McpCaller,
  pacer: Pacer,
): Promise<FastifyReply> {
  reply.code(response.status);
  const type = response.headers.get("content-type");
  if (type !== null) reply.type(type);
  if (response.body === null) return reply.send();
  if (type?.startsWith("application/json")) {
    const json = await response.text();
    // Ours says what a message looks like. Other errors stay as they are: clients read no more than JSON-RPC has.
    if (response.status === 400 && JSON.parse(json).error?.code === INVALID_REQUEST) throw noMessage();
    return reply.send(toolAnswer ? await pacer.run(() => withAnswer(json, toolAnswer)) : json);
  }
  return reply.send(Readable.fromWeb(response.body as ReadableStream));
}
