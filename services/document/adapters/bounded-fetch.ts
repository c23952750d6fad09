/** What an endpoint sent is longer than anything that was asked for. */
export class AnswerTooLarge extends Error {}

/** Four times the longest answer that is read; of twice as much, made to be slow, JSON takes the event loop 15 ms. */
const MAX_BYTES = 256 * 1024;
/** Statuses that have no body; a `Response` with one cannot be made. */
const BODILESS = new Set([101, 204, 205, 304]);

/**
 * fetch, with the whole body read before it resolves: at most 256 KiB, so that no endpoint fills the memory, and under the
 * signal, so that none drips for ever. Does not follow redirections: they would take the request, and maybe its key, to
 * an address that nobody chose.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  const body = await readBounded(response);
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // They speak of the body as it was sent, compressed and in pieces.
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  return new Response(BODILESS.has(status) ? null : body, { status, statusText, headers });
};

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (!body) return new Uint8Array(0);
  for await (const part of body) {
    bytes += part.length;
    // Leaving the loop cancels the stream and closes the connection.
    if (bytes > MAX_BYTES) throw new AnswerTooLarge(`an answer of more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
