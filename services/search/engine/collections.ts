import type { DatabaseSync } from "node:sqlite";
import { DomainError } from "#kit/errors.ts";
import type { CosineScale } from "../embedding/cosine-scale.ts";
import type { ModelChoice } from "../embedding/model-choice.ts";
import { inTransaction } from "./transaction.ts";

/** What makes vectors and words of texts: the embedding model and the text analysis. */
export interface Maker {
  kind: ModelChoice["kind"];
  /** "bundled", a folder, or an endpoint's name of a model. */
  name: string;
  fingerprint: string;
  /** Numbers in a vector. */
  dim: number;
  analysis: string;
  cosines: CosineScale;
}

/** What one maker made of the documents, in a table of its own. */
export interface Collection extends Maker {
  id: number;
  /** Which run of a reindex builds or built it. */
  run: string;
}

/** The collections of an index: one that is searched, at most one that is being built. */
export interface Collections {
  active(): Collection | undefined;
  building(): Collection | undefined;
  /** Makes an empty one. */
  create(maker: Maker, state: "active" | "building", run: string): Collection;
  /** Notes another run for a collection that is being built. */
  takeOver(id: number, run: string): void;
  /** Notes what analysed the words of a collection that is older than this note. */
  noteAnalysis(id: number, analysis: string): void;
  /** The collection that is being built takes the place of the active one, which is there no more. */
  activate(id: number): void;
  /** Removes what is being built. */
  abandon(): void;
  /** Drops tables of codes that no collection owns: a killed process leaves them. */
  dropOrphans(): void;
}

export const codesTable = (collection: number): string => `search_codes_${collection}`;

export function createCollections(db: DatabaseSync): Collections {
  const inState = db.prepare("select * from search_collection where state = ?");
  const insert = db.prepare(
    `insert into search_collection (state, kind, name, fingerprint, dim, analysis, scale, shift, run)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = (state: string) => {
    const row = inState.get(state);
    return row && toCollection(row);
  };
  return {
    active: () => find("active"),
    building: () => find("building"),
    create: (maker, state, run) =>
      inTransaction(db, () => {
        const { kind, name, fingerprint, dim, analysis, cosines } = maker;
        const { scale, shift } = cosines;
        const { lastInsertRowid } = insert.run(state, kind, name, fingerprint, dim, analysis, scale, shift, run);
        const id = Number(lastInsertRowid);
        db.exec(`create table ${codesTable(id)} (
          document integer primary key references search_document (id) on delete cascade,
          vectors blob not null,
          words blob not null
        )`);
        return { ...maker, id, run };
      }),
    takeOver: (id, run) => void db.prepare("update search_collection set run = ? where id = ?").run(run, id),
    noteAnalysis: (id, analysis) =>
      void db.prepare("update search_collection set analysis = ? where id = ?").run(analysis, id),
    activate: (id) =>
      inTransaction(db, () => {
        db.exec("delete from search_collection where state = 'active'");
        db.prepare("update search_collection set state = 'active' where id = ?").run(id);
      }),
    abandon: () => db.exec("delete from search_collection where state = 'building'"),
    dropOrphans() {
      const owned = new Set(
        db
          .prepare("select id from search_collection")
          .all()
          .map(({ id }) => codesTable(Number(id))),
      );
      const tables = db
        .prepare("select name from sqlite_schema where type = 'table' and name glob 'search_codes_*'")
        .all();
      for (const { name } of tables) if (!owned.has(String(name))) db.exec(`drop table ${String(name)}`);
    },
  };
}

/** The collection that searches see, of an index that was made. */
export function activeCollection(db: DatabaseSync): Collection {
  const collection = createCollections(db).active();
  if (!collection) throw new DomainError("internal", "the index has no collection");
  return collection;
}

function toCollection(row: Record<string, unknown>): Collection {
  return {
    id: Number(row["id"]),
    kind: toKind(row["kind"]),
    name: String(row["name"]),
    fingerprint: String(row["fingerprint"]),
    dim: Number(row["dim"]),
    analysis: String(row["analysis"]),
    cosines: { scale: Number(row["scale"]), shift: Number(row["shift"]) },
    run: String(row["run"]),
  };
}

function toKind(kind: unknown): ModelChoice["kind"] {
  if (kind === "bundled" || kind === "onnx" || kind === "endpoint") return kind;
  throw new DomainError("unavailable", "the index names a kind of embedding model that this version does not know");
}
