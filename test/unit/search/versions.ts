import type { IndexedDocument } from "../../../services/search/ports.ts";

/** Version of one document: `size` insights whose ids begin with the version's number. */
export const version = (number: number, size = 8): IndexedDocument => ({
  docId: "doc_versions",
  version: number,
  title: "Lithium letter",
  documentUrl: "https://example.org/lithium",
  sourceName: "Battery Desk",
  publishedDate: "2022-02-02",
  passages: ["Lithium was dear, then cheap."],
  insights: Array.from({ length: size }, (_, at) => ({
    insightId: `${number}_${at}`,
    title: `Lithium price ${at}`,
    insight: `Lithium cost ${at} in issue ${number}.`,
    excerpts: ["Lithium was dear"],
    questions: [`What did lithium cost in week ${at}?`, `Was lithium ${at} dear?`, `Lithium price of week ${at}`],
    passage: 0,
  })),
});
