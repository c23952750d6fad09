/** A response of 128 vectors of 4,096 numbers has 12 MB. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024;

/** As `fetch`, but the body of the answer ends with an error beyond 32 MiB, and redirections are not followed: a key is sent. */
export async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: "error" });
  if (!answer.body) return answer;
  let bytes = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        bytes += chunk.byteLength;
        if (bytes > RESPONSE_BYTES_MAX) out.error(new Error("the answer is too large"));
        else out.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
}
