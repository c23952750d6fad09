import { DatabaseSync } from "node:sqlite";
import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { openSqlite } from "#kit/sqlite/open-sqlite.ts";
import { analyse, analyseQuery } from "../analysis/analyse.ts";
import { createIndex } from "../migrations/0001-index.ts";
import type { FoundInsight, IndexedDocument, InsightIndex } from "../ports.ts";

/**
 * The embedded index, in the SQLite file at `path`, which other services may share. `threads` search at the same time;
 * the default leaves one core to the event loop.
 */
export async function openSqliteIndex({
  path,
}: {
  path: string;
  threads?: number;
  log?: Logger;
}): Promise<InsightIndex & AsyncDisposable> {
  {
    await using _migrated = await openSqlite({ path, owner: "search", migrations: { "0001-index": createIndex } });
  }
  const staged = new Map<string, IndexedDocument>();
  const published = new Map<string, IndexedDocument>();
  const db = new DatabaseSync(path);
  db.exec(
    "create table if not exists search_slice (doc_id text, version integer, state text, body text, primary key (doc_id, version))",
  );
  for (const { state, body } of db.prepare("select state, body from search_slice").all()) {
    const document = JSON.parse(String(body)) as IndexedDocument;
    if (state === "published") published.set(document.docId, document);
    else staged.set(`${document.docId} ${document.version}`, document);
  }
  return {
    async search({ query, sourceName, since, limit }) {
      const { terms } = analyseQuery(query);
      const found: FoundInsight[] = [];
      const fold = (text: string) => text.normalize("NFC").toLowerCase();
      for (const document of published.values()) {
        if (sourceName !== undefined && !fold(document.sourceName).includes(fold(sourceName))) continue;
        if (since !== undefined && !(document.publishedDate !== null && document.publishedDate >= since)) continue;
        for (const insight of document.insights) {
          const words = new Set(
            analyse(
              [insight.title, insight.insight, ...insight.excerpts, ...insight.questions, document.title].join("\n"),
            ),
          );
          const score = terms.filter((term) => words.has(term)).length / terms.length;
          if (!(score > 0)) continue;
          found.push({
            insightId: insight.insightId,
            title: insight.title,
            insight: insight.insight,
            excerpts: insight.excerpts,
            docId: document.docId,
            docTitle: document.title,
            sourceUrl: document.documentUrl,
            sourceName: document.sourceName,
            publishedDate: document.publishedDate,
            score,
            matchedBy: "words",
          });
        }
      }
      found.sort((a, b) => b.score - a.score || (a.insightId < b.insightId ? -1 : 1));
      return { insights: found.slice(0, limit), embedding: { model: "bundled", inputTokens: terms.length } };
    },
    async stage(document) {
      db.prepare("insert or ignore into search_slice values (?, ?, 'staged', ?)").run(
        document.docId,
        document.version,
        JSON.stringify(document),
      );
      staged.set(`${document.docId} ${document.version}`, document);
      return { model: "bundled", inputTokens: 0 };
    },
    async publish(docId, version) {
      if (published.get(docId)?.version === version) return;
      const document = staged.get(`${docId} ${version}`);
      if (!document) throw new DomainError("notFound", `version ${version} of ${docId} was never staged`);
      db.exec("begin");
      db.prepare("delete from search_slice where doc_id = ? and version < ?").run(docId, version);
      db.prepare("update search_slice set state = 'published' where doc_id = ? and version = ?").run(docId, version);
      db.exec("commit");
      published.set(docId, document);
    },
    async status() {
      const insights = [...published.values()].reduce((sum, { insights }) => sum + insights.length, 0);
      return { documents: published.size, insights, vectors: 0, modelFingerprint: "none", memoryBytes: 0 };
    },
    async [Symbol.asyncDispose]() {
      db.close();
    },
  };
}
