import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A span as OTLP's JSON has it, with its process. */
export interface ReceivedSpan {
  process: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string>;
  links: { traceId: string }[];
}

/** A collector of traces on this machine. */
export interface OtlpReceiver extends AsyncDisposable {
  url: string;
  spans: ReceivedSpan[];
  headers: IncomingHttpHeaders[];
  /** All that was sent, as text. */
  text(): string;
  /** Resolves when the spans that came so far satisfy. */
  until(isEnough: (spans: ReceivedSpan[]) => boolean): Promise<ReceivedSpan[]>;
}

/** `status`: what it answers with. */
export async function receiveTraces(status = 200): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Body;
    bodies.push(body);
    headers.push(request.headers);
    if (request.url === "/v1/traces") spans.push(...spansOf(body));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
    server.emit("received");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    text: () => JSON.stringify(bodies),
    async until(isEnough) {
      while (!isEnough(spans)) await once(server, "received");
      return spans;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface Body {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, "attributes" | "process"> & { attributes: Attribute[] })[] }[];
  }[];
}

const spansOf = ({ resourceSpans }: Body): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        links: span.links ?? [],
        process: toRecord(resource.attributes)["service.name"] ?? "",
        attributes: toRecord(span.attributes),
      })),
    ),
  );

const toRecord = (attributes: Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
