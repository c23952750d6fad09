import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "./server.ts";

type Json = Record<string, unknown>;

/** What REST answers, which must be 200; with a body, to POST. */
export async function rest(url: string, path: string, key: string, body?: object): Promise<Json> {
  const headers = { "x-api-key": key, ...(body && { "content-type": "application/json" }) };
  const post = body && { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url + path, { headers, ...post });
  assert.equal(response.status, 200);
  return (await response.json()) as Json;
}

const LEDGER_MS = 20_000;

/** How often the ledger has each operation of an account, once it has `total` of them: behind Redis that is a moment later. */
export async function countedOf(installation: Installation, email: string, total: number): Promise<Json> {
  for (const lateMs = Date.now() + LEDGER_MS; ; await pause(100)) {
    const usage = (await installation.insights("usage", "--email", email)) as Json;
    if (Number(usage["total_requests"]) < total && Date.now() < lateMs) continue;
    const operations = usage["operations"] as Json[];
    return Object.fromEntries(operations.map((row) => [row["operation"], row["request_count"]]));
  }
}
