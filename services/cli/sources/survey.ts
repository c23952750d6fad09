import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { DomainError } from "#kit/errors.ts";
import { grouped } from "../table.ts";
import { isDocument, isJsonLines, KNOWN_FILES, surveyFile } from "./file.ts";
import { listFolder } from "./folder.ts";
import { surveyJsonLines } from "./json-lines.ts";
import { notRegular } from "./read-file.ts";
import { isSidecar, sidecarPaths } from "./sidecar.ts";
import { explainSystemError, type Given, type Survey } from "./source.ts";
import { isUrl, surveyUrl } from "./url.ts";

export interface SurveyOptions {
  given: Given;
  allowPrivate: boolean;
  /** Ends the survey early: what was found by then is returned. */
  signal: AbortSignal;
}

/** Finds the documents behind each argument: a file, a folder or a URL. Nothing is submitted yet. */
export async function survey(args: string[], options: SurveyOptions): Promise<Survey> {
  const found: Survey = { sources: [], failures: [], notes: [] };
  for (const arg of args) {
    if (isUrl(arg)) found.sources.push(surveyUrl(arg, options.given, options.allowPrivate));
    else await surveyPath(arg, options, found);
  }
  return found;
}

async function surveyPath(path: string, options: SurveyOptions, found: Survey): Promise<void> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) await surveyFolder(path, options, found);
    else if (!(await addFile(path, options, found))) {
      const reason = isSidecar(path)
        ? `${path} describes a document. Name the document, and this file is read with it.`
        : `${path} is of a kind that is not known. ${KNOWN_FILES} can be ingested, told by the end of the name.`;
      found.failures.push({ documentUrl: path, reason });
    }
  } catch (err) {
    found.failures.push({ documentUrl: path, reason: `${path} ${explainSystemError(err)}` });
  }
}

async function surveyFolder(folder: string, options: SurveyOptions, found: Survey): Promise<void> {
  const { files, failures } = await listFolder(folder);
  found.failures.push(...failures);
  const skipped: string[] = [];
  const described = new Set<string>();
  for (const file of files) {
    if (isSidecar(file)) continue;
    if (!(await addFile(file, options, found))) skipped.push(file);
    else for (const sidecar of sidecarPaths(file)) described.add(sidecar);
  }
  skipped.push(...files.filter((file) => isSidecar(file) && !described.has(file)));
  if (skipped.length > 0) {
    const names = skipped.slice(0, 5).map((file) => basename(file));
    const rest = skipped.length > names.length ? ` and ${grouped(skipped.length - names.length)} more` : "";
    found.notes.push(
      `${folder}: skipped ${grouped(skipped.length)} of a kind that is not known: ${names.join(", ")}${rest}.`,
    );
  }
  if (skipped.length === files.length && failures.length === 0) {
    found.failures.push({
      documentUrl: folder,
      reason: `${folder} holds no document. ${KNOWN_FILES} can be ingested, told by the end of the name.`,
    });
  }
}

/** Adds the documents of one file; false when its name says that it holds none. */
async function addFile(path: string, { given, signal }: SurveyOptions, found: Survey): Promise<boolean> {
  if (isDocument(path)) {
    found.sources.push(await surveyFile(path, given));
    return true;
  }
  if (!isJsonLines(path)) return false;
  try {
    const stats = await stat(path);
    // Reading a pipe would wait for ever, and a second reading of it would find nothing.
    if (!stats.isFile()) throw notRegular();
    const { source, notes } = await surveyJsonLines(path, path, signal);
    // What was not read to its end may look empty.
    if (signal.aborted) return true;
    if (source.documents === 0) found.failures.push({ documentUrl: path, reason: `${path} is empty. Fetch it again.` });
    else found.sources.push(source);
    found.notes.push(...notes);
  } catch (err) {
    found.failures.push({
      documentUrl: path,
      reason: `${path} ${err instanceof DomainError ? err.message : explainSystemError(err)}`,
    });
  }
  return true;
}
