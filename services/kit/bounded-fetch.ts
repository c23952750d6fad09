/**
 * A `fetch` whose answers end with an error beyond the limit, and which follows no redirection: a key may be sent, and where
 * it leads nobody chose.
 */
export const createBoundedFetch =
  (limitBytes: number) =>
  async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(url, { ...init, redirect: "error" });
    if (!answer.body) return answer;
    let bytes = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          bytes += chunk.byteLength;
          if (bytes > limitBytes) out.error(new Error(`the answer is larger than ${limitBytes} bytes`));
          else out.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  };
