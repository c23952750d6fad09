import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { IndexedContent, InsightIndex } from "../../../services/document/ports.ts";

/** What an index was told, in its order. */
export type Told = { stage: string; version: number; insightIds: string[] } | { publish: string; version: number };

/** An index that only remembers, in a file, so that it outlives a killed process. */
export function createFileIndex(
  path: string,
): InsightIndex & { told(): Told[]; visible(docId: string): Told | undefined } {
  const tell = (event: Told) => appendFileSync(path, `${JSON.stringify(event)}\n`);
  const told = () =>
    existsSync(path)
      ? readFileSync(path, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Told)
      : [];
  return {
    async stage({ docId, version, content }) {
      const { insights } = JSON.parse(Buffer.from(content).toString()) as IndexedContent;
      tell({ stage: docId, version, insightIds: insights.map(({ insightId }) => insightId) });
      return { model: "test", inputTokens: insights.length };
    },
    async publish(docId, version) {
      const isStaged = told().some((event) => "stage" in event && event.stage === docId && event.version === version);
      if (!isStaged) throw new Error(`version ${version} of ${docId} was never staged`);
      tell({ publish: docId, version });
    },
    told,
    /** The staging whose version was published last. */
    visible(docId) {
      const published = told().findLast((event) => "publish" in event && event.publish === docId);
      return told().findLast(
        (event) => "stage" in event && event.stage === docId && event.version === published?.version,
      );
    },
  };
}
