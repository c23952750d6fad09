/** An answer is longer than anything that was asked for. */
export class AnswerTooLarge extends Error {}

/**
 * A `fetch` whose answers end with `AnswerTooLarge` beyond the limit, so that no server fills the memory. It follows no
 * redirection: a key may be sent, and where it leads nobody chose. With "manual" its status is the answer, for callers who
 * name it and do not follow it themselves.
 */
export const createBoundedFetch =
  (limitBytes: number, redirect: "error" | "manual" = "error") =>
  async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(url, { ...init, redirect });
    if (!answer.body) return answer;
    let bytes = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          bytes += chunk.byteLength;
          if (bytes > limitBytes) out.error(new AnswerTooLarge(`an answer of more than ${limitBytes} bytes`));
          else out.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  };
