import { statSync } from "node:fs";
import { resolve } from "node:path";
import { DomainError } from "#kit/errors.ts";

/** Which model makes the vectors, as threads are told. */
export type ModelChoice =
  | { kind: "bundled" }
  /** An absolute path: a folder with model.onnx and its tokenizer. */
  | { kind: "onnx"; folder: string }
  | { kind: "endpoint"; name: string; endpoint: Endpoint };

/** An OpenAI-compatible server of embeddings. */
export interface Endpoint {
  url: string;
  apiKey?: string | undefined;
}

/** Which embedding model is wished, and where models are that are no files. */
export interface EmbeddingSettings {
  /** As `chooseModel` understands it. Absent: the model that the index was made with, the bundled one for a new index. */
  name?: string | undefined;
  endpoint?: Endpoint | undefined;
}

export const BUNDLED = "bundled";

/** Longer names are of no folder and of no model. Characters. */
const NAME_LENGTH_MAX = 4_096;

/**
 * What EMBEDDING_MODEL and `--model` mean: "bundled", a folder, or, where there is an endpoint, the name of one of its
 * models. Throws `invalid` with the remedy when it is none of these.
 */
export function chooseModel(name: string, endpoint: Endpoint | undefined): ModelChoice {
  if (name === BUNDLED) return { kind: "bundled" };
  if (name.length > NAME_LENGTH_MAX) throw new DomainError("invalid", "the embedding model's name is too long");
  if (isFolder(name)) return { kind: "onnx", folder: resolve(name) };
  if (/^[./~]/.test(name)) {
    throw new DomainError("invalid", `${name} is no folder: give one with model.onnx and its tokenizer`);
  }
  if (endpoint) return { kind: "endpoint", name, endpoint };
  throw new DomainError(
    "invalid",
    `the embedding model "${name}" is neither "${BUNDLED}" nor a folder: for a model of an endpoint, set EMBEDDING_URL`,
  );
}

/** As `chooseModel` understands it again. */
export function nameOf(choice: ModelChoice): string {
  if (choice.kind === "bundled") return BUNDLED;
  return choice.kind === "onnx" ? choice.folder : choice.name;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The model that an index was made with. Throws `unavailable` when it is no longer there. */
export function modelBefore(
  { kind, name }: { kind: ModelChoice["kind"]; name: string },
  endpoint: Endpoint | undefined,
): ModelChoice {
  if (kind === "bundled") return { kind };
  if (kind === "onnx") return { kind, folder: name };
  if (endpoint) return { kind, name, endpoint };
  throw new DomainError(
    "unavailable",
    `the index was made with the endpoint's embedding model "${name}": set EMBEDDING_URL, or run \`insights reindex --model ${BUNDLED}\``,
  );
}
