import type { DatabaseSync } from "node:sqlite";
import { DomainError } from "#kit/errors.ts";
import type { IndexedDocument } from "../ports.ts";
import {
  type AnalysedDocument,
  type CodedVectors,
  decodeVectors,
  decodeWords,
  encodeVectors,
  encodeWords,
} from "./document-codec.ts";
import type { StoredDocument } from "./image.ts";

export type State = "staged" | "published" | "replaced";

/** What makes vectors and words of texts: the embedding model and the text analysis. */
export interface Maker {
  /** Name of the model. */
  model: string;
  modelFingerprint: string;
  analysisFingerprint: string;
}

/** The documents of the index in its database; each change is one transaction. */
export interface StoredDocuments {
  find(docId: string, version: number): { key: number; state: State } | undefined;
  /** Version that searches see. */
  publishedVersion(docId: string): number | undefined;
  /** Stores a version as staged, in place of what was staged under it. */
  stage(document: IndexedDocument, words: AnalysedDocument, vectors: CodedVectors): void;
  /** Makes a staged version the published one. Returns the keys of the versions that it replaced. */
  publish(docId: string, version: number): number[];
  /** All that is published, in the order in which it was staged. */
  published(): Iterable<StoredDocument>;
  load(key: number): StoredDocument;
  /** Drops replaced versions: those given, or all. */
  collect(keys?: number[]): void;
  /** Remembers what makes vectors and words of texts, or throws `unavailable` when something else made those of the index. */
  checkMaker(maker: Maker): void;
}

const STORED = `select id, source_name, published_date, words, vectors
  from search_document join search_codes on document = id`;

/** `dim`: numbers in a vector. */
export function storeDocuments(db: DatabaseSync, dim: number): StoredDocuments {
  const select = db.prepare("select id, state from search_document where doc_id = ? and version = ?");
  const insertDocument = db.prepare(
    `insert into search_document (doc_id, version, state, title, document_url, source_name, published_date)
     values (?, ?, 'staged', ?, ?, ?, ?)`,
  );
  const insertCodes = db.prepare("insert into search_codes (document, vectors, words) values (?, ?, ?)");
  const insertInsight = db.prepare(
    "insert into search_insight (document, ordinal, insight_id, title, insight, excerpts) values (?, ?, ?, ?, ?, ?)",
  );
  const remove = db.prepare("delete from search_document where id = ?");
  const older = db.prepare("select id from search_document where doc_id = ? and version < ? and state <> 'replaced'");
  const setState = db.prepare("update search_document set state = ? where id = ?");
  const publishedVersion = db.prepare("select version from search_document where doc_id = ? and state = 'published'");

  const find = (docId: string, version: number) => {
    const row = select.get(docId, version);
    return row && { key: Number(row["id"]), state: row["state"] as State };
  };
  const toStored = (row: Record<string, unknown>): StoredDocument => ({
    key: Number(row["id"]),
    sourceName: String(row["source_name"]),
    publishedDate: row["published_date"] === null ? null : String(row["published_date"]),
    words: decodeWords(toBytes(row["words"])),
    vectors: decodeVectors(toBytes(row["vectors"]), dim),
  });

  return {
    find,
    publishedVersion(docId) {
      const row = publishedVersion.get(docId);
      return row && Number(row["version"]);
    },
    stage: (document, words, vectors) =>
      inTransaction(db, () => {
        const before = find(document.docId, document.version);
        if (before) remove.run(before.key);
        const { docId, version, title, documentUrl, sourceName, publishedDate } = document;
        const { lastInsertRowid: key } = insertDocument.run(
          docId,
          version,
          title,
          documentUrl,
          sourceName,
          publishedDate,
        );
        insertCodes.run(key, encodeVectors(vectors), encodeWords(words));
        for (const [ordinal, { insightId, title: heading, insight, excerpts }] of document.insights.entries()) {
          insertInsight.run(key, ordinal, insightId, heading, insight, JSON.stringify(excerpts));
        }
      }),
    publish: (docId, version) =>
      inTransaction(db, () => {
        const key = find(docId, version)?.key ?? 0;
        const replaced = older.all(docId, version).map((row) => Number(row["id"]));
        for (const before of replaced) setState.run("replaced", before);
        setState.run("published", key);
        return replaced;
      }),
    *published() {
      const rows = db.prepare(`${STORED} where state = 'published' order by id`).iterate();
      for (const row of rows) yield toStored(row);
    },
    load(key) {
      const row = db.prepare(`${STORED} where id = ?`).get(key);
      if (!row) throw new DomainError("internal", `document ${key} of the index is gone`);
      return toStored(row);
    },
    collect(keys) {
      if (keys)
        inTransaction(db, () => {
          for (const key of keys) remove.run(key);
        });
      else db.exec("delete from search_document where state = 'replaced'");
    },
    checkMaker({ model, modelFingerprint, analysisFingerprint }) {
      const known = db.prepare("select name, fingerprint, analysis from search_model").get();
      if (!known) {
        db.prepare("insert into search_model (name, fingerprint, analysis) values (?, ?, ?)").run(
          model,
          modelFingerprint,
          analysisFingerprint,
        );
        return;
      }
      const { name, fingerprint, analysis } = known;
      if (fingerprint !== modelFingerprint) {
        throw new DomainError(
          "unavailable",
          `the index was made with another embedding model ("${name}" ${fingerprint}, not "${model}" ` +
            `${modelFingerprint}): run \`insights reindex\`, or start with that model again`,
        );
      }
      // Made before the analysis was noted down: nothing is known against it.
      if (analysis === "") db.prepare("update search_model set analysis = ?").run(analysisFingerprint);
      else if (analysis !== analysisFingerprint) {
        throw new DomainError(
          "unavailable",
          `the index was made with another analysis of texts (${analysis}, not ${analysisFingerprint}): ` +
            "run `insights reindex`, or start the version that made it again",
        );
      }
    },
  };
}

function inTransaction<Result>(db: DatabaseSync, change: () => Result): Result {
  db.exec("begin immediate");
  try {
    const result = change();
    db.exec("commit");
    return result;
  } catch (err) {
    // A full disk has already rolled back; then there is no transaction to end.
    if (db.isTransaction) db.exec("rollback");
    throw err;
  }
}

function toBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new DomainError("unavailable", "the index is damaged: restore a backup, or run `insights reindex`");
}
