import { createHash } from "node:crypto";
import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { z } from "zod";
import { createBoundedFetch } from "#kit/bounded-fetch.ts";
import { DomainError } from "#kit/errors.ts";
import { DIMENSIONS_MAX, type Embedded, type Embedder, NO_PROMPTS, toUnit } from "./embedder.ts";
import type { Endpoint } from "./model-choice.ts";

/** How patient a caller of the endpoint is. A search waits for its query, nobody for a document. */
export interface Patience {
  /** For one attempt. */
  attemptMs: number;
  /** For all attempts of one request, with the pauses between them. */
  requestMs: number;
  /** Attempts after the first; the pauses between them grow, unless the endpoint says how long to wait. */
  retries: number;
}
export const FOR_QUERIES: Patience = { attemptMs: 2_000, requestMs: 4_000, retries: 2 };
export const FOR_DOCUMENTS: Patience = { attemptMs: 60_000, requestMs: 300_000, retries: 8 };

/** Of one request. */
const TEXTS_MAX = 128;
const CHARACTERS_MAX = 100_000;
/** An answer of 128 vectors of 4,096 numbers has 12 MB. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;
/** Requests under way at a time. */
const AT_A_TIME = 4;
/** What lies behind is cut: the models that are offered read about 8,000 tokens, ordinary passages have 300. */
const TEXT_LENGTH_MAX = 8_000;
/** Models with less room refuse what is too long: half of it is sent, down to this. */
const TEXT_LENGTH_MIN = 400;

const responseSchema = z.object({
  data: z.array(z.object({ index: z.number().int().min(0), embedding: z.array(z.number()).max(DIMENSIONS_MAX) })),
  usage: z.object({ prompt_tokens: z.number().int().min(0).nullish() }).nullish(),
});

/**
 * A model of an OpenAI-compatible endpoint. `dim`: numbers in its vectors, if that is known; else it is asked once. Errors
 * are `unavailable` and name the setting that is wrong, never the key.
 */
export async function openEndpointEmbedder(options: {
  name: string;
  endpoint: Endpoint;
  patience: Patience;
  dim?: number | undefined;
}): Promise<Embedder> {
  const { name, endpoint, patience } = options;
  const client = new OpenAI({
    baseURL: toBaseUrl(endpoint.url),
    // The client insists on a key; servers of one's own often want none.
    apiKey: endpoint.apiKey ?? "none",
    organization: null,
    project: null,
    timeout: patience.attemptMs,
    maxRetries: patience.retries,
    logLevel: "off",
    fetch: createBoundedFetch(RESPONSE_BYTES_MAX),
  });

  const create = async (texts: string[], signal: AbortSignal): Promise<unknown> => {
    for (let input = texts; ; ) {
      try {
        return await client.embeddings.create({ model: name, input, encoding_format: "float" }, { signal });
      } catch (err) {
        const half = Math.floor(Math.max(...input.map(({ length }) => length)) / 2);
        if (!mayBeTooLong(err) || half < TEXT_LENGTH_MIN) throw err;
        input = input.map((text) => cut(text, half));
      }
    }
  };

  const ask = async (input: string[], dim: number | undefined, signal?: AbortSignal): Promise<Embedded> => {
    const ends = AbortSignal.any([AbortSignal.timeout(patience.requestMs), ...(signal ? [signal] : [])]);
    try {
      return toEmbedded(await create(input, ends), input.length, dim);
    } catch (err) {
      throw signal?.aborted ? new DomainError("cancelled", "The caller left before the answer") : explain(err, options);
    }
  };

  const probe = options.dim === undefined ? await ask(["dimensions"], undefined) : undefined;
  const dim = options.dim ?? probe?.vectors[0]?.length ?? 0;
  return {
    model: name,
    // The endpoint does not say which weights are behind the name.
    fingerprint: createHash("sha256").update(`endpoint ${name} ${dim}`).digest("hex").slice(0, 16),
    dim,
    prompts: NO_PROMPTS,
    async embed(texts, signal) {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dim));
      const waiting = [...batches(texts)];
      let inputTokens = 0;
      const work = async () => {
        for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
          const found = await ask(
            batch.map((at) => cut(texts[at] ?? "", TEXT_LENGTH_MAX)),
            dim,
            signal,
          );
          for (const [place, at] of batch.entries()) vectors[at] = found.vectors[place] ?? new Float32Array(dim);
          inputTokens += found.inputTokens;
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, work));
      return { vectors, inputTokens };
    },
  };
}

/** `http://host`, `http://host/v1` and `http://host/v1/embeddings` are the same endpoint. */
function toBaseUrl(given: string): string {
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, "").replace(/\/embeddings$/, "");
  url.pathname = path === "" ? "/v1" : path;
  return url.href;
}

/** Positions of texts that are asked for together. Those without words get no vector: endpoints refuse them. */
function* batches(texts: string[]): Generator<number[]> {
  let batch: number[] = [];
  let characters = 0;
  for (const [at, text] of texts.entries()) {
    if (text.trim() === "") continue;
    const length = Math.min(text.length, TEXT_LENGTH_MAX);
    if (batch.length === TEXTS_MAX || (batch.length > 0 && characters + length > CHARACTERS_MAX)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(at);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

/** Half a character at the end would be no text. */
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

const mayBeTooLong = (err: unknown): boolean => err instanceof APIError && (err.status === 400 || err.status === 413);

function toEmbedded(answer: unknown, count: number, dim: number | undefined): Embedded {
  const read = responseSchema.safeParse(answer);
  if (!read.success) throw strange("something else than a list of vectors");
  const vectors: Float32Array[] = [];
  for (const { index, embedding } of read.data.data) vectors[index] = Float32Array.from(embedding);
  if (read.data.data.length !== count) throw strange(`${read.data.data.length} vectors for ${count} texts`);
  if (Object.keys(vectors).length !== count || vectors.length !== count) {
    throw strange("two vectors for the same text, or one for a text that was not sent");
  }
  const wanted = dim ?? vectors[0]?.length ?? 0;
  const other = vectors.find(({ length }) => length === 0 || length !== wanted);
  if (other) {
    throw strange(
      `vectors of ${other.length} numbers, not ${wanted}: another model is behind the name now. Run \`insights reindex\``,
    );
  }
  if (!vectors.every((vector) => vector.every(Number.isFinite))) throw strange("numbers that are none");
  // One text may say nothing to a model; a model to which no text says anything would end the search by meaning unseen.
  if (count > 1 && vectors.every((vector) => vector.every((value) => value === 0))) throw strange("nothing but zeros");
  return { vectors: vectors.map(toUnit), inputTokens: read.data.usage?.prompt_tokens ?? 0 };
}

const strange = (what: string) =>
  new DomainError("unavailable", `the embedding endpoint (EMBEDDING_URL) answered with ${what}`);

function explain(err: unknown, { name, endpoint }: { name: string; endpoint: Endpoint }): DomainError {
  if (err instanceof DomainError) return err;
  const unavailable = (message: string) => new DomainError("unavailable", message);
  if (err instanceof APIUserAbortError || err instanceof APIConnectionTimeoutError) {
    return unavailable("the embedding endpoint (EMBEDDING_URL) did not answer in time");
  }
  if (!(err instanceof APIError)) return unavailable("the embedding endpoint (EMBEDDING_URL) answered with no JSON");
  const { status } = err;
  if (status === undefined) return unavailable("the embedding endpoint (EMBEDDING_URL) cannot be reached");
  if (status === 401 || status === 403) {
    const remedy = endpoint.apiKey === undefined ? "wants a key: set EMBEDDING_API_KEY" : "refuses EMBEDDING_API_KEY";
    return unavailable(`the embedding endpoint (EMBEDDING_URL) ${remedy}`);
  }
  if (status === 404) {
    return unavailable(
      `EMBEDDING_URL has no embeddings there, or no model "${name}": compare it with the endpoint's list`,
    );
  }
  if (status === 429) return unavailable("the embedding endpoint (EMBEDDING_URL) is asked too often: try again later");
  return unavailable(`the embedding endpoint (EMBEDDING_URL) answered with HTTP ${status}`);
}
