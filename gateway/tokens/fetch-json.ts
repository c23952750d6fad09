/** How much and how long is read of what an identity provider answers. */
export interface FetchLimits {
  timeoutMs: number;
  limitBytes: number;
}

/**
 * The JSON of an address, without following a redirect: who answers there was chosen by the operator, where a redirect
 * leads was not. Rejects when it takes longer or is larger than the limits.
 */
export async function fetchJson(url: URL, { timeoutMs, limitBytes }: FetchLimits): Promise<unknown> {
  const response = await fetch(url, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url.href} answered with status ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > limitBytes) throw new Error(`${url.href} answered with more than ${limitBytes} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}
