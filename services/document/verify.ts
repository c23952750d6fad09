import { isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sha256InTurns } from "./hash.ts";
import type { DocumentStore, InsightRecord, StoredText } from "./ports.ts";

/** What one page of the check found. */
export interface VerifiedPage {
  documents: number;
  insights: number;
  excerpts: number;
  /** What is wrong, a sentence each, naming the document. */
  faults: string[];
  /** Where to go on; empty on the last page. */
  nextPageToken: string;
}

/**
 * Checks one page of published documents: that the stored text still has the hash it was stored with, that each excerpt
 * is the text at its offsets, and that no finding and no insight id stands twice in a document.
 */
export async function verifyPage(store: DocumentStore, pageSize: number, after: string): Promise<VerifiedPage> {
  // One more than the page: its presence tells us that there is a next page.
  const ids = await store.idsAfter(after, pageSize + 1);
  const page: VerifiedPage = { documents: 0, insights: 0, excerpts: 0, faults: [], nextPageToken: "" };
  for (const docId of ids.slice(0, pageSize)) {
    page.documents += 1;
    const { insights, excerpts, faults } = await verifyDocument(store, docId);
    page.insights += insights;
    page.excerpts += excerpts;
    page.faults.push(...faults);
    // A page of long documents is many milliseconds of work: others get their turn in between.
    await nextTurn();
  }
  if (ids.length > pageSize) page.nextPageToken = ids[pageSize - 1] ?? "";
  return page;
}

async function verifyDocument(store: DocumentStore, docId: string) {
  for (;;) {
    const text = await store.text(docId);
    const found = await store.get(docId);
    if (!text || !found) {
      const faults = [`${docId}: its ${text ? "document" : "text"} is missing. Ingest it again.`];
      return { insights: 0, excerpts: 0, faults };
    }
    const { document, insights } = found;
    const faults = [...(await textFaults(text)), ...(await insightFaults(decoded(text), insights))];
    // Text and insights are read one after the other: a document that was replaced in between is read again.
    if (faults.length > 0 && (await store.text(docId))?.textHash !== text.textHash) continue;
    return {
      insights: insights.length,
      excerpts: insights.reduce((sum, { excerpts }) => sum + excerpts.length, 0),
      faults: faults.map((fault) => `${docId} (${document.documentUrl}): ${fault}`),
    };
  }
}

const decoded = ({ bytes }: StoredText): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

async function textFaults({ bytes, textHash }: StoredText): Promise<string[]> {
  const hash = await sha256InTurns(bytes);
  const faults: string[] = [];
  if (hash !== textHash) {
    faults.push(`the stored text has the hash ${hash}, not ${textHash} as when it was stored. Ingest it again.`);
  }
  if (!isUtf8(bytes)) faults.push("the stored text is not UTF-8. Ingest it again.");
  return faults;
}

/** Insights checked between two turns of others: a fraction of a millisecond. */
const TURN_INSIGHTS = 500;

async function insightFaults(text: string, insights: InsightRecord[]): Promise<string[]> {
  const faults: string[] = [];
  const findings = new Map<string, string>();
  for (const [at, { insightId, insight, excerpts, passage }] of insights.entries()) {
    if (at % TURN_INSIGHTS === TURN_INSIGHTS - 1) await nextTurn();
    const twin = findings.get(insight);
    if (twin !== undefined) faults.push(`${insightId} has the same finding as ${twin}`);
    findings.set(insight, insightId);
    if (excerpts.length === 0) faults.push(`${insightId} has no excerpt`);
    for (const { text: excerpt, start, end } of excerpts) {
      if (excerpt === "" || text.slice(start, end) !== excerpt) {
        faults.push(`${insightId} has an excerpt that is not the stored text from ${start} to ${end}`);
      }
    }
    if (passage.start < 0 || passage.end > text.length || passage.start >= passage.end) {
      faults.push(`${insightId} has a passage outside the stored text`);
    }
  }
  return faults;
}
