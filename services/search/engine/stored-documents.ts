import type { DatabaseSync } from "node:sqlite";
import { DomainError } from "#kit/errors.ts";
import { packed } from "../checked-document.ts";
import type { IndexedDocument, PackedDocument } from "../ports.ts";
import { type Collection, codesTable } from "./collections.ts";
import {
  type AnalysedDocument,
  type CodedVectors,
  decodeVectors,
  decodeWords,
  encodeVectors,
  encodeWords,
} from "./document-codec.ts";
import { decodeTexts, encodeTexts } from "./document-texts.ts";
import type { StoredDocument } from "./image.ts";
import { inTransaction } from "./transaction.ts";

export type State = "staged" | "published" | "replaced";

/** A document that a collection is still to have. */
export interface MissingDocument {
  key: number;
  /** In shared memory: it goes through the event loop on its way to the model. */
  document: PackedDocument;
}

export interface Progress {
  /** Documents that searches see, or will once they are published. */
  documents: number;
  documentsDone: number;
  /** Bytes of their stored texts. */
  bytes: number;
  bytesDone: number;
  /** Documents whose texts the index did not keep: a version before collections took them in. */
  withoutTexts: number;
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
  /** The next document after that key, by key, that the collection has nothing of yet. */
  nextMissing(after: number): MissingDocument | undefined;
  /** Stores what the collection's maker made of a document. */
  fill(key: number, words: AnalysedDocument, vectors: CodedVectors): void;
  /** How much of the index the collection has. */
  progress(): Progress;
}

/** As one collection has them: its number, and how many numbers are in a vector of it. */
export function storeDocuments(db: DatabaseSync, { id, dim }: Pick<Collection, "id" | "dim">): StoredDocuments {
  const codes = codesTable(id);
  const stored = `select id, source_name, published_date, words, vectors
    from search_document join ${codes} on document = id`;
  const select = db.prepare("select id, state from search_document where doc_id = ? and version = ?");
  const insertDocument = db.prepare(
    `insert into search_document (doc_id, version, state, title, document_url, source_name, published_date)
     values (?, ?, 'staged', ?, ?, ?, ?)`,
  );
  const insertCodes = db.prepare(`insert or replace into ${codes} (document, vectors, words) values (?, ?, ?)`);
  const insertTexts = db.prepare("insert into search_texts (document, texts) values (?, ?)");
  const insertInsight = db.prepare(
    `insert into search_insight (document, ordinal, insight_id, title, insight, excerpts, questions)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare("delete from search_document where id = ?");
  const older = db.prepare("select id from search_document where doc_id = ? and version < ? and state <> 'replaced'");
  const setState = db.prepare("update search_document set state = ? where id = ?");
  const publishedVersion = db.prepare("select version from search_document where doc_id = ? and state = 'published'");

  const missing = db.prepare(
    `select id, doc_id, version, title, document_url, source_name, published_date, texts
     from search_document join search_texts on document = id
     where id > ? and ${CURRENT} and not exists (select 1 from ${codes} where document = id) order by id limit 1`,
  );
  const insightsOf = db.prepare(
    "select insight_id, title, insight, excerpts from search_insight where document = ? order by ordinal",
  );

  const readDocument = (row: Record<string, unknown>): PackedDocument => {
    const { passages, questions, passageOf } = decodeTexts(toBytes(row["texts"]));
    return {
      docId: String(row["doc_id"]),
      version: Number(row["version"]),
      title: String(row["title"]),
      documentUrl: String(row["document_url"]),
      sourceName: String(row["source_name"]),
      publishedDate: row["published_date"] === null ? null : String(row["published_date"]),
      content: packed({
        passages,
        insights: insightsOf.all(Number(row["id"])).map((insight, ordinal) => ({
          insightId: String(insight["insight_id"]),
          title: String(insight["title"]),
          insight: String(insight["insight"]),
          excerpts: JSON.parse(String(insight["excerpts"])),
          questions: questions[ordinal] ?? [],
          passage: passageOf[ordinal] ?? 0,
        })),
      }),
    };
  };
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
        insertTexts.run(key, encodeTexts(document));
        for (const [ordinal, one] of document.insights.entries()) {
          const [excerpts, questions] = [one.excerpts, one.questions].map((texts) => JSON.stringify(texts));
          insertInsight.run(key, ordinal, one.insightId, one.title, one.insight, excerpts ?? "", questions ?? "");
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
      const rows = db.prepare(`${stored} where state = 'published' order by id`).iterate();
      for (const row of rows) yield toStored(row);
    },
    load(key) {
      const row = db.prepare(`${stored} where id = ?`).get(key);
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
    nextMissing(after) {
      const row = missing.get(after);
      return row && { key: Number(row["id"]), document: readDocument(row) };
    },
    fill: (key, words, vectors) => void insertCodes.run(key, encodeVectors(vectors), encodeWords(words)),
    progress() {
      const sums = db.prepare(PROGRESS(codes)).get() ?? {};
      const count = (name: string) => Number(sums[name] ?? 0);
      return {
        documents: count("documents"),
        documentsDone: count("documents_done"),
        bytes: count("bytes"),
        bytesDone: count("bytes_done"),
        withoutTexts: count("without_texts"),
      };
    },
  };
}

const CURRENT = "state in ('staged', 'published')";

const PROGRESS = (codes: string) => `
  select count(*) as documents, count(c.document) as documents_done,
    sum(length(t.texts)) as bytes, sum(iif(c.document is null, 0, length(t.texts))) as bytes_done,
    count(*) - count(t.document) as without_texts
  from search_document d left join search_texts t on t.document = d.id left join ${codes} c on c.document = d.id
  where d.${CURRENT}`;

function toBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new DomainError("unavailable", "the index is damaged: restore a backup, or run `insights reindex`");
}
