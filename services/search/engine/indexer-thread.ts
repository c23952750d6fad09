import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { DomainError, messageOf } from "#kit/errors.ts";
import { unpacked } from "../checked-document.ts";
import { openBundledEmbedder } from "../embedding/bundled-embedder.ts";
import type { Embedder } from "../embedding/embedder.ts";
import { analyseDocument, embedDocument } from "./analyse-document.ts";
import { analysisFingerprint } from "./analysis-fingerprint.ts";
import { type Collection, createCollections } from "./collections.ts";
import { explained } from "./explained.ts";
import { createImage, type Image } from "./image.ts";
import type { Compacted, IndexerAnswer, IndexerData, IndexerTask, Model } from "./indexer-tasks.ts";
import { type StoredDocuments, storeDocuments } from "./stored-documents.ts";
import { serveThread } from "./thread.ts";
import type { View } from "./view.ts";

/** The collection that searches see. */
interface Active {
  collection: Collection;
  documents: StoredDocuments;
  image: Image;
}

const { path, threads, compactAboveRows } = workerData as IndexerData;
const db = new DatabaseSync(path, { timeout: 5_000 });
// As the kit's connections: survives a killed process without an fsync a commit.
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
const collections = createCollections(db);
let active: Active | undefined;
let building: { collection: Collection; documents: StoredDocuments } | undefined;
let bundled: Embedder | undefined;
let viewsSent = 0;

const tell = serveThread<IndexerTask, IndexerAnswer, Compacted>(parentPort, (task) =>
  explained(path, () => carryOut(task)),
);

async function carryOut(task: IndexerTask): Promise<IndexerAnswer> {
  switch (task.kind) {
    case "active":
      return { kind: "active", collection: collections.active() };
    case "open":
      return { kind: "view", view: open(task.model) };
    case "view":
      return { kind: "view", view: nextView(opened().image, true) };
    case "stage":
      return stage(task);
    case "publish":
      return publish(task.docId, task.version);
    case "collect":
      opened().documents.collect(task.keys);
      return { kind: "done" };
    case "build":
      return build(task.model, task.run);
    case "missing": {
      const { documents } = built();
      return { kind: "missing", next: documents.nextMissing(task.after), progress: documents.progress() };
    }
    case "fill":
      if (building?.collection.id === task.collection) fill(building.documents, task);
      return { kind: "done" };
    case "activate":
      return { kind: "activated", ...activate() };
    case "drop":
      collections.dropOrphans();
      return { kind: "done" };
  }
}

function opened(): Active {
  if (!active) throw new DomainError("unavailable", "the index is not open: run `insights reindex`");
  return active;
}

function built() {
  if (!building) throw new DomainError("internal", "no collection is being built");
  return building;
}

function nextView(from: Image, whole: boolean): View {
  const view = from.view(whole);
  viewsSent = view.number + 1;
  return view;
}

function open(model: Model): View {
  const analysis = analysisFingerprint();
  const collection = collections.active() ?? collections.create({ ...model, analysis }, "active", "");
  if (collection.fingerprint !== model.fingerprint) {
    throw new DomainError(
      "unavailable",
      `the index was made with another embedding model ("${collection.name}" ${collection.fingerprint}, not ` +
        `"${model.name}" ${model.fingerprint}): run \`insights reindex\`, or start with that model again`,
    );
  }
  // Made before the analysis was noted down: nothing is known against it.
  if (collection.analysis === "") collections.noteAnalysis(collection.id, analysis);
  else if (collection.analysis !== analysis) {
    throw new DomainError(
      "unavailable",
      `the index was made with another analysis of texts (${collection.analysis}, not ${analysis}): ` +
        "run `insights reindex`, or start the version that made it again",
    );
  }
  collections.dropOrphans();
  const documents = storeDocuments(db, collection);
  documents.collect();
  active = { collection, documents, image: loadImage(collection, documents) };
  return nextView(active.image, true);
}

/** All published documents, in new columns. */
function loadImage(collection: Collection, documents: StoredDocuments): Image {
  const loaded = createImage({ collection, threads, firstView: viewsSent });
  for (const document of documents.published()) loaded.add(document);
  loaded.index();
  return loaded;
}

async function stage(task: Extract<IndexerTask, { kind: "stage" }>): Promise<IndexerAnswer> {
  const { collection, documents } = opened();
  const { docId, version } = task.document;
  refuseOlder(docId, version);
  if (documents.find(docId, version)?.state === "published") return { kind: "staged", inputTokens: 0 };
  if (task.collection !== collection.id) return { kind: "stale" };
  const document = unpacked(task.document);
  const { vectors, inputTokens } = task.vectors
    ? { vectors: task.vectors, inputTokens: 0 }
    : await embedDocument(document, ownEmbedder());
  documents.stage(document, analyseDocument(document), vectors);
  return { kind: "staged", inputTokens };
}

function ownEmbedder(): Embedder {
  bundled ??= openBundledEmbedder();
  return bundled;
}

function publish(docId: string, version: number): IndexerAnswer {
  const { documents, image } = opened();
  const found = documents.find(docId, version);
  if (!found || found.state === "replaced") {
    refuseOlder(docId, version);
    throw new DomainError("notFound", `version ${version} of document ${docId} was never staged`);
  }
  refuseOlder(docId, version);
  // Published, but not seen: the thread was stopped between the two. Then only the second step is missing.
  if (found.state === "published" && image.has(found.key)) return { kind: "published", replaced: [] };
  // Columns first, where it is not seen yet: what does not fit must not become the version that the database shows.
  image.add(documents.load(found.key));
  const replaced = publishStored(opened(), found.key, docId, version);
  for (const key of replaced) image.remove(key);
  image.index();
  const { rows, aliveRows } = image.size();
  if (rows - aliveRows > Math.max(compactAboveRows, rows / 3)) setImmediate(compact);
  return { kind: "published", view: nextView(image, false), replaced };
}

/** Returns the keys of the versions that were replaced. */
function publishStored({ documents, image }: Active, key: number, docId: string, version: number): number[] {
  try {
    return documents.publish(docId, version);
  } catch (err) {
    image.remove(key);
    throw err;
  }
}

function refuseOlder(docId: string, version: number): void {
  const published = opened().documents.publishedVersion(docId);
  if (published === undefined || published <= version) return;
  throw new DomainError("conflict", `document ${docId} is published in version ${published}, newer than ${version}`);
}

/** Searches go on with the old columns meanwhile; documents that come wait. */
function compact(): void {
  const { collection, documents, image } = opened();
  const { rows, aliveRows } = image.size();
  if (rows === aliveRows) return;
  try {
    active = { collection, documents, image: loadImage(collection, documents) };
    tell({ view: nextView(active.image, true) });
  } catch (err) {
    // The old columns are whole: the next replacement tries again.
    tell({ problem: messageOf(err) });
  }
}

function build(model: Model, run: string): IndexerAnswer {
  const analysis = analysisFingerprint();
  const before = collections.building();
  const isSame = before?.fingerprint === model.fingerprint && before.analysis === analysis;
  if (before && isSame) {
    collections.takeOver(before.id, run);
    building = { collection: { ...before, run }, documents: storeDocuments(db, before) };
  } else {
    building = undefined;
    collections.abandon();
    collections.dropOrphans();
    const collection = collections.create({ ...model, analysis }, "building", run);
    building = { collection, documents: storeDocuments(db, collection) };
  }
  const progress = building.documents.progress();
  if (progress.withoutTexts > 0) {
    throw new DomainError(
      "unavailable",
      `${progress.withoutTexts} of the documents were taken in by a version that did not keep what a new index is made ` +
        "of: ingest them again, then run `insights reindex`",
    );
  }
  return { kind: "building", collection: building.collection.id, progress };
}

function fill(into: StoredDocuments, { document, vectors }: Extract<IndexerTask, { kind: "fill" }>): void {
  const found = into.find(document.docId, document.version);
  if (found && found.state !== "replaced") into.fill(found.key, analyseDocument(unpacked(document)), vectors);
}

/** In one step: before it searches see the old collection, after it the new one. */
function activate(): { view?: View } {
  const { collection, documents } = built();
  if (documents.nextMissing(0)) return {};
  // The columns first: what does not fit into memory must not become what the next start opens.
  const image = loadImage(collection, documents);
  collections.activate(collection.id);
  active = { collection, documents, image };
  building = undefined;
  return { view: nextView(image, true) };
}
