import assert from "node:assert/strict";
import { createOpenAiModel, type OpenAiModelOptions } from "../../../services/document/adapters/openai-model.ts";
import { createPatience, PassingFailure } from "../../../services/document/adapters/patience.ts";
import { createSlots } from "../../../services/document/adapters/slots.ts";
import { DomainError } from "../../../services/kit/errors.ts";
import { complete, type ModelServer, openModelServer, respond } from "../../support/model-server.ts";

const QUESTION = {
  instructions: "Be brief.",
  message: "M begins\nRates rose.\nM ends",
  answerSchema: { type: "object" },
};
const KEY = "sk-very-secret-key";

describe("a model behind an OpenAI-compatible endpoint", () => {
  let server: ModelServer;
  const never = new AbortController().signal;
  const open = (other: Partial<OpenAiModelOptions> = {}) =>
    createOpenAiModel({
      ...{ url: server.url, model: "test-model", apiKey: KEY, concurrency: 2, timeoutMs: 2_000, firstPauseMs: 1 },
      ...other,
    });
  const fails = async (options: Partial<OpenAiModelOptions> = {}): Promise<DomainError> => {
    const err = await open(options)
      .complete(QUESTION, never)
      .then(
        () => assert.fail("it answered"),
        (reason: unknown) => reason,
      );
    assert.ok(err instanceof DomainError);
    // What is thrown is logged and shown.
    assert.doesNotMatch(`${err.message} ${JSON.stringify(err)} ${String(err.cause)}`, /very-secret/);
    return err;
  };

  beforeEach(async () => {
    server = await openModelServer(() => "an answer");
  });
  afterEach(() => server[Symbol.asyncDispose]());

  it("is asked with the key, the instructions and the schema, and answers with what it reports", async () => {
    const answer = await open().complete(QUESTION, never);
    assert.deepEqual(answer, { text: "an answer", inputTokens: 1_000, outputTokens: 100, isEstimated: false });
    const [asked] = server.asked;
    assert.equal(asked?.headers.authorization, `Bearer ${KEY}`);
    assert.deepEqual(asked?.body.messages, [
      { role: "system", content: "Be brief." },
      { role: "user", content: QUESTION.message },
    ]);
    assert.equal(asked?.body.response_format?.type, "json_schema");
  });

  it("is sent no key where there is none, and none of the environment's", async () => {
    process.env["OPENAI_API_KEY"] = "from-the-environment";
    try {
      await open({ apiKey: undefined }).complete(QUESTION, never);
    } finally {
      delete process.env["OPENAI_API_KEY"];
    }
    await open({ apiKey: undefined }).complete(QUESTION, never);
    assert.deepEqual(
      server.asked.map(({ headers }) => headers.authorization),
      [undefined, undefined],
    );
  });

  it("that reports no tokens, or nonsense, has them counted and marked", async () => {
    for (const usage of [null, {}, { prompt_tokens: -1, completion_tokens: 1e99 }, { prompt_tokens: "many" }]) {
      server.behave((_, response) => {
        complete(response, "a short answer", usage as object);
        return undefined;
      });
      const { inputTokens, outputTokens, isEstimated } = await open().complete(QUESTION, never);
      assert.deepEqual([inputTokens, outputTokens, isEstimated], [10, 4, true]);
    }
  });

  it("that refuses a form of request is asked in a simpler one, and later in that one at once", async () => {
    server.behave(({ body }, response) => {
      if (body.response_format === undefined && !("temperature" in body)) return "plain";
      respond(response, 400, { error: { message: "unknown parameter" } });
      return undefined;
    });
    const model = open();
    assert.equal((await model.complete(QUESTION, never)).text, "plain");
    const first = server.asked.length;
    assert.equal((await model.complete(QUESTION, never)).text, "plain");
    assert.equal(server.asked.length, first + 1);
  });

  it("with little room keeps to the schema, without a bound for its answer", async () => {
    server.behave(({ body }, response) => {
      if (!("max_tokens" in body) && !("max_completion_tokens" in body)) return JSON.stringify(body.response_format);
      respond(response, 400, { error: { message: "more than 8192", code: "context_length_exceeded" } });
      return undefined;
    });
    assert.match((await open().complete(QUESTION, never)).text, /json_schema/);
  });

  for (const error of [{ code: "context_length_exceeded" }, { code: 400, type: "exceed_context_size_error" }]) {
    it(`with too little room fails for good, and says how much it needs (${Object.values(error).at(-1)})`, async () => {
      server.behave((_, response) => {
        respond(response, 400, { error: { message: "too long", ...error } });
        return undefined;
      });
      const { kind, message } = await fails();
      assert.equal(kind, "invalid");
      assert.match(message, /too long \(400\).*8,000 tokens/);
    });
  }

  it("whose filter holds a question back gives no answer to it, and is not asked in other forms", async () => {
    server.behave((_, response) => {
      respond(response, 400, { error: { message: "flagged", code: "content_filter" } });
      return undefined;
    });
    const { text, inputTokens, outputTokens, isEstimated } = await open().complete(QUESTION, never);
    assert.deepEqual([text, outputTokens, isEstimated], ["", 0, true]);
    assert.ok(inputTokens > 0);
    assert.equal(server.asked.length, 1);
  });

  it("that refuses every form fails for good, and says which settings to look at", async () => {
    server.behave((_, response) => {
      respond(response, 400, { error: { message: `bad key ${KEY}` } });
      return undefined;
    });
    const { kind, message } = await fails();
    assert.equal(kind, "invalid");
    assert.match(message, /every form \(400\).*LLM_MODEL and LLM_URL/);
  });

  for (const [status, kind, pattern] of [
    [401, "denied", /401.*LLM_API_KEY/],
    [402, "denied", /LLM_API_KEY has no credit/],
    [403, "denied", /403.*LLM_API_KEY and LLM_MODEL/],
    [404, "invalid", /"test-model".*404.*LLM_MODEL.*LLM_URL/],
    [307, "invalid", /307.*LLM_URL/],
  ] as const) {
    it(`fails at once on ${status}, naming the setting and never the key`, async () => {
      server.behave((_, response) => {
        respond(response, status, { error: { message: `Incorrect API key provided: ${KEY}` } }, { location: "/v2" });
        return undefined;
      });
      const err = await fails();
      assert.equal(err.kind, kind);
      assert.match(err.message, pattern);
      assert.equal(server.asked.length, 1);
    });
  }

  it("is asked again after an error that may pass", async () => {
    server.behave(({ number }, response) => {
      if (number === 3) return "at last";
      if (number === 1) respond(response, 500, {});
      else response.destroy();
      return undefined;
    });
    assert.equal((await open().complete(QUESTION, never)).text, "at last");
    assert.equal(server.asked.length, 3);
  });

  it("is asked so many times and no more, and the failure says what it was", async () => {
    server.behave((_, response) => {
      respond(response, 503, {});
      return undefined;
    });
    const { kind, message } = await fails({ attempts: 3 });
    assert.equal(kind, "unavailable");
    assert.match(message, /3 times.*status 503.*again/);
    assert.equal(server.asked.length, 3);
  });

  it("is left alone for as long as it asks", async () => {
    const times: number[] = [];
    server.behave(({ number }, response) => {
      times.push(performance.now());
      if (number > 1) return "rested";
      respond(response, 429, {}, { "retry-after": "1" });
      return undefined;
    });
    await open({ timeoutMs: 10_000 }).complete(QUESTION, never);
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 990);
  });

  it("is left alone by everybody when it asks one caller to wait", async () => {
    const patience = createPatience({ totalMs: 10_000, firstPauseMs: 1 });
    const asked = Promise.withResolvers<number>();
    let isRested = false;
    const first = patience.keepTrying(async () => {
      if (isRested) return;
      isRested = true;
      asked.resolve(performance.now());
      throw new PassingFailure("it answers with status 429", 200);
    }, never);
    const from = await asked.promise;
    await new Promise((resolve) => setImmediate(resolve));
    const second = await patience.keepTrying(async () => performance.now(), never);
    assert.ok(second - from >= 190);
    await first;
  });

  it("that asks to be left alone for longer than anybody waits fails at once, saying so", async () => {
    server.behave((_, response) => {
      respond(response, 429, {}, { "retry-after": "86400" });
      return undefined;
    });
    const { kind, message } = await fails();
    assert.equal(kind, "unavailable");
    assert.match(message, /429 and asks to wait 86400 s/);
    assert.equal(server.asked.length, 1);
  });

  it("that never answers is given up at its deadline, and the next call goes on", async () => {
    server.behave(({ number }) => (number === 1 ? new Promise(() => undefined) : "awake"));
    const answer = await open({ timeoutMs: 100, totalMs: 5_000 }).complete(QUESTION, never);
    assert.equal(answer.text, "awake");
    server.behave(() => new Promise(() => undefined));
    const { message } = await fails({ timeoutMs: 50, attempts: 2 });
    assert.match(message, /2 times.*within 0.05 s \(LLM_TIMEOUT_SECONDS\)/);
  });

  it("that drips its answer for ever is given up at its deadline too", async () => {
    const dripping: NodeJS.Timeout[] = [];
    server.behave((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      dripping.push(setInterval(() => response.write(" "), 5));
      return undefined;
    });
    const { message } = await fails({ timeoutMs: 100, attempts: 1 });
    for (const timer of dripping) clearInterval(timer);
    assert.match(message, /once: it did not answer within/);
  });

  it("that sends more than anybody asked for is not read to the end", async () => {
    const closed = Promise.withResolvers<void>();
    server.behave((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.on("close", closed.resolve);
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
      return undefined;
    });
    const answer = await open({ timeoutMs: 10_000 }).complete(QUESTION, never);
    assert.deepEqual([answer.text, answer.isEstimated], ["", true]);
    await closed.promise;
  });

  it("that sends something else than a completion fails, saying where to look", async () => {
    for (const body of ["<html>Welcome</html>", '{"choices": []}', '{"result": "ok"}', "[]"]) {
      server.behave((_, response) => {
        response.writeHead(200, { "content-type": body.startsWith("<") ? "text/html" : "application/json" });
        response.end(body);
        return undefined;
      });
      assert.match((await fails()).message, /no chat completion: check LLM_URL/);
    }
  });

  it("is understood when it gives its words in parts, or its JSON as another type of content", async () => {
    const parts = [
      { type: "text", text: "an " },
      { type: "text", text: "answer" },
    ];
    const bodyOf = (content: unknown) => ({ choices: [{ message: { role: "assistant", content } }] });
    server.behave((_, response) => {
      respond(response, 200, bodyOf(parts));
      return undefined;
    });
    assert.equal((await open().complete(QUESTION, never)).text, "an answer");
    server.behave((_, response) => {
      respond(response, 200, bodyOf("an answer"), { "content-type": "text/plain" });
      return undefined;
    });
    assert.equal((await open().complete(QUESTION, never)).text, "an answer");
  });

  it("is asked again when it sends an error with status 200", async () => {
    server.behave(({ number }, response) => {
      if (number > 1) return "an answer";
      respond(response, 200, { error: { message: "busy", code: 429 } });
      return undefined;
    });
    assert.equal((await open().complete(QUESTION, never)).text, "an answer");
    server.behave((_, response) => {
      respond(response, 200, { error: { message: "busy", code: 429 } });
      return undefined;
    });
    const { kind, message } = await fails({ attempts: 2 });
    assert.equal(kind, "unavailable");
    assert.match(message, /2 times: it answers with status 200 and the error 429 in it/);
  });

  it("that breaks off in the middle of its answer is asked again", async () => {
    server.behave(({ number }, response) => {
      if (number > 1) return "whole";
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"choices": [{"mess');
      return undefined;
    });
    assert.equal((await open().complete(QUESTION, never)).text, "whole");
  });

  it("takes no more calls at a time than is set, and all of them in the end", async () => {
    const slots = createSlots(2);
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const task = () => {
      begun += 1;
      return gate.promise;
    };
    const calls = Array.from({ length: 6 }, () => slots.run(never, task));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(begun, 2);
    gate.resolve();
    await Promise.all(calls);
    assert.equal(begun, 6);
  });

  it("is left when the signal fires, also while it is waited for or while others have their turn", async () => {
    server.behave(() => new Promise(() => undefined));
    const leaving = new AbortController();
    const model = open({ concurrency: 1, timeoutMs: 60_000 });
    const calls = [model.complete(QUESTION, leaving.signal), model.complete(QUESTION, leaving.signal)];
    await server.arrived(1);
    leaving.abort();
    for (const call of calls) {
      await assert.rejects(call, (err: unknown) => err instanceof DomainError && err.kind === "cancelled");
    }
    server.behave(() => "still there");
    assert.equal((await model.complete(QUESTION, never)).text, "still there");
  });
}).timeout(15_000);
