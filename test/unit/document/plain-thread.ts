import { insightIdOf, sha256 } from "../../../services/document/identity.ts";
import type { MadeDocument, RawDocument, Unmade } from "../../../services/document/ingest/made-document.ts";
import type { IndexedContent, InsightRecord } from "../../../services/document/ports.ts";

/** Stands in for the pool's thread without its parsers and models: every line is an insight, and "refuse me" is refused. */
export async function run({ docId, given, content }: RawDocument): Promise<MadeDocument | Unmade> {
  const text = new TextDecoder().decode(content);
  if (text === "refuse me") return { reason: "it cannot be read: repair it" };
  const insights: InsightRecord[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    insights.push({
      insightId: insightIdOf(docId, line, line),
      title: line.slice(0, 20),
      insight: line,
      excerpts: [{ text: line, start, end }],
      questions: [`What about ${line}?`],
      passage: { start, end, heading: "", page: 0 },
    });
    start = end + 1;
  }
  const indexed: IndexedContent = {
    passages: insights.map(({ insight }) => insight),
    insights: insights.map(({ insightId, title, insight, questions }, passage) => ({
      insightId,
      title,
      insight,
      excerpts: [insight],
      questions,
      passage,
    })),
  };
  return {
    head: { ...given, summary: "A summary." },
    text: { bytes: new TextEncoder().encode(text), textHash: sha256(text), repairs: [] },
    insights: [new TextEncoder().encode(JSON.stringify(insights))],
    insightCount: insights.length,
    indexed: new TextEncoder().encode(JSON.stringify(indexed)),
  };
}
