import { explainFields, type Row, rowSchema, unknownFields } from "./metadata.ts";

export type ReadRow = { row: Row; unknown: string[] } | { reason: string; documentUrl?: string | undefined };

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads one line of a JSON Lines file as a document, or says what is wrong with it and what to do. */
export function readRow(bytes: Uint8Array): ReadRow {
  // Valid JSON has no zero byte; UTF-16 has one beside every letter of English.
  if (bytes.includes(0))
    return { reason: "it has zero bytes, as UTF-16 has. Convert the file with iconv -f UTF-16 -t UTF-8." };
  let line: string;
  try {
    line = UTF8.decode(bytes);
  } catch {
    return { reason: "it is not UTF-8 text. Convert the file, for example with iconv -f WINDOWS-1252 -t UTF-8." };
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (err) {
    return { reason: `it is not JSON (${explainJson(err)}). Every line must be one whole JSON object.` };
  }
  const read = rowSchema.safeParse(value);
  if (read.success) return { row: read.data, unknown: unknownFields(value, rowSchema) };
  return { reason: `${explainFields(read.error)}. Correct the row.`, documentUrl: urlOf(value) };
}

/** The first sentence of the parser's message, without the piece of the line that it quotes. */
function explainJson(err: unknown): string {
  const message = err instanceof Error ? err.message : String(err);
  return message.split(/, (?:\.\.\.)?"|\n/, 1)[0]?.slice(0, 120) ?? "";
}

/** The URL of a row that is otherwise wrong: the failure is listed under it. */
function urlOf(value: unknown): string | undefined {
  const read = rowSchema.shape.document_url.safeParse(
    typeof value === "object" && value !== null && "document_url" in value ? value.document_url : undefined,
  );
  return read.success ? read.data : undefined;
}
