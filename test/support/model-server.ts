import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as the model sees it. */
export interface Asked {
  /** What the document's text says: the head, and the passages by their number. */
  shown: string;
  passages: Map<number, string[]>;
  /** The request's body as it came. */
  body: { model: string; messages: { role: string; content: string }[]; response_format?: { type: string } } & Record<
    string,
    unknown
  >;
  headers: IncomingMessage["headers"];
  /** From 1. */
  number: number;
}

/** What the server does with one request: the text of an answer, or anything else by hand. */
export type Behaviour = (asked: Asked, response: ServerResponse) => string | undefined | Promise<string | undefined>;

/** A server on loopback that speaks the chat completions protocol, and misbehaves as it is told. */
export interface ModelServer extends AsyncDisposable {
  /** For LLM_URL. */
  url: string;
  asked: Asked[];
  /** For the requests that come from now on. */
  behave(behaviour: Behaviour): void;
  /** Resolves when so many requests have arrived. */
  arrived(count: number): Promise<void>;
}

export async function openModelServer(first: Behaviour = honest): Promise<ModelServer> {
  let behaviour = first;
  const asked: Asked[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request)) as Asked["body"];
    const shown = /begins\n([\s\S]*)\n\S+ ends/.exec(body.messages[1]?.content ?? "")?.[1] ?? "";
    const one: Asked = { shown, passages: passagesOf(shown), body, headers: request.headers, number: asked.length + 1 };
    asked.push(one);
    for (const { count, resolve } of waiting) if (asked.length >= count) resolve();
    const content = await behaviour(one, response);
    if (content !== undefined) complete(response, content);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    behave(next) {
      behaviour = next;
    },
    arrived: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve });
        if (asked.length >= count) resolve();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends a request with an answer of the model; `usage` undefined: tokens are not reported. */
export function complete(response: ServerResponse, content: string, usage: object | undefined = USAGE): void {
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  respond(response, 200, { id: "c", object: "chat.completion", created: 0, model: "m", choices, usage });
}

export const USAGE = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };

export function respond(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function passagesOf(shown: string): Map<number, string[]> {
  const passages = new Map<number, string[]>();
  for (const part of shown.split(/\n\n(?=Passage \d+)/).slice(1)) {
    const [title = "", ...lines] = part.split("\n");
    passages.set(Number(/\d+/.exec(title)?.[0]), lines);
  }
  return passages;
}

export interface Written {
  passage: number;
  title: string;
  finding: string;
  excerpts: string[];
  questions: string[];
  keywords: string;
}

export const toAnswer = (insights: Partial<Written>[]): string => JSON.stringify({ insights });

/** An insight that repeats a sentence, with a title and questions of its words: what a careful model may write. */
export function insightOf(passage: number, sentence: string, other: Partial<Written> = {}): Written {
  const words = (sentence.match(/[\p{L}\p{N}][\p{L}\p{N}.,%]*/gu) ?? []).map((word) => word.replace(/[.,]+$/, ""));
  const topic = words.slice(0, 5).join(" ");
  return {
    passage,
    title: `Model: ${topic}`.slice(0, 80),
    finding: sentence,
    excerpts: [sentence],
    questions: ["What is said of", "How is it with", "Which figure is given for", "What does the source say about"].map(
      (opening) => `${opening} ${words.slice(0, 8).join(" ")}?`,
    ),
    keywords: topic,
    ...other,
  };
}

/** One insight of each passage's first sentence. */
export const honest: Behaviour = ({ passages }) =>
  toAnswer(
    [...passages].flatMap(([passage, lines]) => {
      const sentence = /^[^.]*(?:\.\d[^.]*)*\./.exec(lines.find((line) => line.includes(". ")) ?? lines[0] ?? "")?.[0];
      return sentence ? [insightOf(passage, sentence)] : [];
    }),
  );
