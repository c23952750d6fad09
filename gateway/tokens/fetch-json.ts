import { createBoundedFetch } from "#kit/bounded-fetch.ts";

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
  const response = await createBoundedFetch(limitBytes)(url, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 200) return response.json();
  await response.body?.cancel();
  throw new Error(`${url.href} answered with status ${response.status}`);
}
