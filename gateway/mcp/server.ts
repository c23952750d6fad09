import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import { VERSION } from "#kit/version.ts";
import type { Spender } from "../allowance.ts";
import { shown } from "../arguments.ts";
import { toHttp } from "../errors.ts";
import type { Operations } from "../operations.ts";
import type { Exhausted, Standing } from "../rate-limit.ts";
import type { CountRefusal } from "../telemetry/refusals.ts";
import { argumentsOf, refusalOf } from "./tool-call.ts";
import { failed, succeeded, type ToolAnswer } from "./tool-result.ts";
import type { Tool } from "./tools.ts";

/**
 * Whom a message comes from: a caller who was admitted, or one whose bucket is empty and who is to be told by a tool.
 * `answer`: what a tool answered, for `withAnswer`.
 */
export type McpCaller = { signal: AbortSignal; answer?: ToolAnswer } & (
  | { spender: Spender; standing: Standing }
  | { refusal: Exhausted }
);

/** A message and who sent it. */
interface Asked {
  message: object;
  caller: McpCaller;
}

export interface McpServing {
  /** Answers one message, in either protocol era. The body of the request is given apart, parsed. */
  serve(request: Request, message: object, caller: McpCaller): Promise<Response>;
}

const INSTRUCTIONS =
  "A database of insights from primary-source financial and economic documents. Start with search_insights, one focused concept a call; cite source_url and quote the excerpts. search_web is for what the database does not have.";

/** The tools never change while a process lives; a client need not ask for them again for so long. */
const TOOLS_TTL_MS = 300_000;

export function createMcpServing(deps: {
  tools: Tool[];
  operations: Operations;
  countRefusal: CountRefusal;
  clock: Clock;
  log: Logger;
}): McpServing {
  const { operations, countRefusal, clock, log } = deps;
  const tools = new Map(deps.tools.map((tool) => [tool.listed.name, tool]));
  const listed = deps.tools.map((tool) => tool.listed);
  /** The SDK makes a server for each request; this tells it for whom, and what the caller has sent. */
  const asked = new WeakMap<Request, Asked>();

  const callTool = async (name: string, { message, caller }: Asked): Promise<CallToolResult> => {
    try {
      if ("refusal" in caller) throw caller.refusal;
      const tool = tools.get(name);
      if (!tool) {
        const names = listed.map((one) => one.name).join(", ");
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${shown(name)}: use ${names}.`);
      }
      const { spender, standing, signal } = caller;
      operations.admit(spender, tool.operation);
      caller.answer = await tool.call(argumentsOf(message), spender, signal);
      return succeeded([standing, operations.standing(spender, tool.operation)]);
    } catch (err) {
      if (err instanceof ProtocolError) throw err;
      countRefusal(err);
      if (toHttp(err).isOurs) log.error({ err, tool: name }, "a tool failed");
      return failed(err, clock.now());
    }
  };

  const serverFor = (one: Asked | undefined): Server => {
    if (!one) throw new Error("a message is served without a caller");
    const server = new Server(
      { name: "research-insights", title: "Research Insights", version: VERSION },
      {
        capabilities: { tools: {} },
        instructions: INSTRUCTIONS,
        cacheHints: {
          "tools/list": { ttlMs: TOOLS_TTL_MS, cacheScope: "public" },
          "server/discover": { ttlMs: TOOLS_TTL_MS, cacheScope: "public" },
        },
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools: listed }));
    server.setRequestHandler("tools/call", ({ params }) => callTool(params.name, one));
    return server;
  };

  const onerror = (err: Error) => log.debug({ err }, "an MCP message was refused");
  const modern = createMcpHandler(({ requestInfo }) => serverFor(requestInfo && asked.get(requestInfo)), {
    legacy: "reject",
    onerror,
  });

  /** The SDK's own way to serve the era before 2026 answers with a stream of one event: JSON is cheaper for both ends. */
  const serveLegacy = async (request: Request, message: object, caller: McpCaller) => {
    await using server = disposable(serverFor({ message, caller }));
    // No session: any replica answers any message.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    server.onerror = onerror;
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  };

  return {
    async serve(request, message, caller) {
      const refused = refusalOf(message);
      if (refused) return Response.json(refused);
      if (await isLegacyRequest(request, message)) return serveLegacy(request, message, caller);
      asked.set(request, { message, caller });
      return modern.fetch(request, { parsedBody: message });
    },
  };
}

const disposable = (server: Server) => Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
