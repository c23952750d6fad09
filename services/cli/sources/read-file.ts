import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { DomainError } from "#kit/errors.ts";
import { grouped } from "../table.ts";
import { DOCUMENT_LIMIT_BYTES, explainSystemError } from "./source.ts";

/**
 * The bytes of a regular file. Throws an `invalid` error whose message says what is wrong with it and what to do, without
 * its name. A pipe or device is never waited for.
 */
export async function readRegularFile(path: string, limitBytes = DOCUMENT_LIMIT_BYTES): Promise<Uint8Array> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile()) throw notRegular();
    if (stat.size === 0) throw new DomainError("invalid", "is empty. Fetch it again.");
    if (stat.size > limitBytes) throw tooLong(stat.size, limitBytes);
    const content = Buffer.alloc(stat.size);
    let length = 0;
    while (length < content.length) {
      const { bytesRead } = await file.read(content, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return content.subarray(0, length);
  } catch (err) {
    if (err instanceof DomainError) throw err;
    // What opening a socket is answered with.
    if (err instanceof Error && "code" in err && err.code === "ENXIO") throw notRegular();
    throw new DomainError("invalid", explainSystemError(err), { cause: err });
  }
}

function tooLong(bytes: number, limitBytes: number): DomainError {
  return new DomainError(
    "invalid",
    `is ${grouped(bytes)} bytes long, and a document may have ${grouped(limitBytes)}. Split it, or ingest its text only.`,
  );
}

export const notRegular = (): DomainError =>
  new DomainError(
    "invalid",
    "is not a regular file but a folder, pipe, socket or device. Copy its content into a file.",
  );
