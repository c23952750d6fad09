import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { DomainError, messageOf } from "#kit/errors.ts";
import { openBundledEmbedder } from "../embedding/bundled-embedder.ts";
import type { EmbeddingUsage, IndexedDocument } from "../ports.ts";
import { analyseDocument, embedDocument } from "./analyse-document.ts";
import { analysisFingerprint } from "./analysis-fingerprint.ts";
import { explained } from "./explained.ts";
import { createImage, type Image } from "./image.ts";
import { storeDocuments } from "./stored-documents.ts";
import { serveThread } from "./thread.ts";
import type { View } from "./view.ts";

/** The one thread that writes: embeds and analyses documents, keeps them in the database, fills the columns. */
export type IndexerTask =
  | { kind: "open" }
  | { kind: "stage"; document: IndexedDocument }
  | { kind: "publish"; docId: string; version: number }
  /** The present state with the whole dictionary, for a search thread that starts. */
  | { kind: "view" }
  /** No search reads these documents any more. */
  | { kind: "collect"; keys: number[] };

export type IndexerAnswer =
  | { kind: "view"; view: View; modelFingerprint: string }
  | { kind: "staged"; usage: EmbeddingUsage }
  /** No view: it was published before. */
  | { kind: "published"; view?: View; replaced: number[] }
  | { kind: "done" };

/** Told without being asked: the columns were built anew without the rows of replaced documents, or could not be. */
export type Compacted = { view: View } | { problem: string };

export interface IndexerData {
  path: string;
  /** How many search threads share the columns. */
  threads: number;
  /** The columns are built anew when more than this many rows, and a third of all, are of replaced documents. */
  compactAboveRows: number;
}

const { path, threads, compactAboveRows } = workerData as IndexerData;
const embedder = openBundledEmbedder();
const db = new DatabaseSync(path, { timeout: 5_000 });
// As the kit's connections: survives a killed process without an fsync a commit.
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
const documents = storeDocuments(db, embedder.dim);
let image: Image | undefined;
let viewsSent = 0;

const tell = serveThread<IndexerTask, IndexerAnswer, Compacted>(parentPort, (task) =>
  explained(path, () => carryOut(task)),
);

async function carryOut(task: IndexerTask): Promise<IndexerAnswer> {
  switch (task.kind) {
    case "open":
      documents.checkMaker({
        model: embedder.model,
        modelFingerprint: embedder.fingerprint,
        analysisFingerprint: analysisFingerprint(),
      });
      documents.collect();
      image = loadImage();
      return { kind: "view", view: nextView(image, true), modelFingerprint: embedder.fingerprint };
    case "view":
      return { kind: "view", view: nextView(opened(), true), modelFingerprint: embedder.fingerprint };
    case "stage":
      return { kind: "staged", usage: await stage(task.document) };
    case "publish":
      return publish(task.docId, task.version);
    case "collect":
      documents.collect(task.keys);
      return { kind: "done" };
  }
}

function opened(): Image {
  if (!image) throw new DomainError("internal", "the index is not open");
  return image;
}

function nextView(from: Image, whole: boolean): View {
  const view = from.view(whole);
  viewsSent = view.number + 1;
  return view;
}

/** All published documents, in new columns. */
function loadImage(): Image {
  const loaded = createImage({ dim: embedder.dim, threads, firstView: viewsSent });
  for (const document of documents.published()) loaded.add(document);
  loaded.index();
  return loaded;
}

async function stage(document: IndexedDocument): Promise<EmbeddingUsage> {
  const { docId, version } = document;
  refuseOlder(docId, version);
  if (documents.find(docId, version)?.state === "published") return { model: embedder.model, inputTokens: 0 };
  const { vectors, inputTokens } = await embedDocument(document, embedder);
  documents.stage(document, analyseDocument(document), vectors);
  return { model: embedder.model, inputTokens };
}

function publish(docId: string, version: number): IndexerAnswer {
  const columns = opened();
  const found = documents.find(docId, version);
  if (!found || found.state === "replaced") {
    refuseOlder(docId, version);
    throw new DomainError("notFound", `version ${version} of document ${docId} was never staged`);
  }
  refuseOlder(docId, version);
  // Published, but not seen: the thread was stopped between the two. Then only the second step is missing.
  if (found.state === "published" && columns.has(found.key)) return { kind: "published", replaced: [] };
  // Columns first, where it is not seen yet: what does not fit must not become the version that the database shows.
  columns.add(documents.load(found.key));
  const replaced = publishStored(columns, found.key, docId, version);
  for (const key of replaced) columns.remove(key);
  columns.index();
  const { rows, aliveRows } = columns.size();
  if (rows - aliveRows > Math.max(compactAboveRows, rows / 3)) setImmediate(compact);
  return { kind: "published", view: nextView(columns, false), replaced };
}

/** Returns the keys of the versions that were replaced. */
function publishStored(columns: Image, key: number, docId: string, version: number): number[] {
  try {
    return documents.publish(docId, version);
  } catch (err) {
    columns.remove(key);
    throw err;
  }
}

function refuseOlder(docId: string, version: number): void {
  const published = documents.publishedVersion(docId);
  if (published === undefined || published <= version) return;
  throw new DomainError("conflict", `document ${docId} is published in version ${published}, newer than ${version}`);
}

/** Searches go on with the old columns meanwhile; documents that come wait. */
function compact(): void {
  const { rows, aliveRows } = opened().size();
  if (rows === aliveRows) return;
  try {
    image = loadImage();
    tell({ view: nextView(image, true) });
  } catch (err) {
    // The old columns are whole: the next replacement tries again.
    tell({ problem: messageOf(err) });
  }
}
