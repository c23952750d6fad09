import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./daemons.ts";
import type { Component } from "./pods.ts";
import type { Release } from "./release.ts";

/** Callers that never wait would be refused for calling often. */
export const ENTERPRISE_WITHOUT_LIMIT = { RATE_LIMIT_ENTERPRISE: "1000000", RATE_LIMIT_FREE: "1000000" };

export const scale = (release: Release, component: Component, replicas: number): Promise<string> =>
  release.kubectl("scale", `deployment/ri-research-insights-${component}`, `--replicas=${replicas}`);

/** Until all pods are ready and none is on its way out. */
export const onlyReady = (release: Release): Promise<true> =>
  until("all pods are ready and none is ending", 240, async () =>
    (await release.pods()).every(({ isReady, isEnding }) => isReady && !isEnding) ? true : undefined,
  );

/** Documents as JSON Lines, those of the corpus that have fewer characters than `limit`; without a corpus the samples. */
export function rowsOfCorpus(limit: number): string[] {
  const corpus = process.env["CORPUS_DIR"];
  const file = corpus ? join(corpus, "corpus/documents.jsonl") : "services/document/samples/documents.jsonl";
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .filter((row) => row.length < limit);
}
