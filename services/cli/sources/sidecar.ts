import { access } from "node:fs/promises";
import { parse } from "node:path";
import type { z } from "zod";
import { DomainError } from "#kit/errors.ts";
import { explainFields, sidecarSchema, unknownFields } from "./metadata.ts";
import { readRegularFile } from "./read-file.ts";

export type Sidecar = z.infer<typeof sidecarSchema>;

const SIDECAR_LIMIT_BYTES = 1024 * 1024;

/** True for the name of a file that describes another. */
export const isSidecar = (name: string): boolean => name.toLowerCase().endsWith(".meta.json");

/** The names that a description of `path` may have, the first that is there counts: "a.pdf.meta.json", "a.meta.json". */
export function sidecarPaths(path: string): string[] {
  const { dir, name } = parse(path);
  return [`${path}.meta.json`, `${dir ? `${dir}/` : ""}${name}.meta.json`];
}

/**
 * What the file beside a document says of it; undefined when there is none. Throws an `invalid` error that names the file
 * and the field when it is wrong: metadata that somebody wrote down must not be lost over a misspelling.
 */
export async function readSidecar(path: string): Promise<Sidecar | undefined> {
  for (const candidate of sidecarPaths(path)) {
    if (await exists(candidate)) return await parseSidecar(candidate);
  }
  return undefined;
}

async function parseSidecar(path: string): Promise<Sidecar> {
  const { base } = parse(path);
  const wrong = (sentence: string) => new DomainError("invalid", `is described by ${base}, which ${sentence}`);
  let content: Uint8Array;
  try {
    content = await readRegularFile(path, SIDECAR_LIMIT_BYTES);
  } catch (err) {
    throw err instanceof DomainError ? wrong(err.message) : err;
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    throw wrong("is not JSON in UTF-8. Correct it.");
  }
  const read = sidecarSchema.safeParse(value);
  if (!read.success) throw wrong(`is wrong: ${explainFields(read.error)}. Correct it.`);
  const [unknown] = unknownFields(value, sidecarSchema);
  if (unknown === undefined) return read.data;
  throw wrong(`has a field "${unknown}" that is not known; known are ${Object.keys(sidecarSchema.shape).join(", ")}.`);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
