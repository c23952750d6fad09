import { inflateSync } from "node:zlib";
import { DomainError } from "#kit/errors.ts";

/** Bytes to which a stream of a page, a font or an index may grow. Those of real documents stay below a tenth of it. */
const MAX_STREAM = 64 * 1024 * 1024;
/** No deflate stream grows more than this: smaller ones need no look. */
const MAX_RATIO = 1032;
const MAX_LOOKS = 1_000;

/**
 * Refuses a PDF with a stream that would fill the memory when unpacked. Pictures are passed over: they are never
 * unpacked. Streams that were packed twice are followed.
 */
export function refuseBombs(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let looks = 0;
  for (let at = buffer.indexOf("stream"); at >= 0; at = buffer.indexOf("stream", at + 6)) {
    if (buffer.toString("latin1", at - 3, at) === "end") continue;
    const dictionary = buffer.toString("latin1", Math.max(0, at - 600), at);
    const filters = dictionary.slice(dictionary.lastIndexOf("obj") + 1).match(/\/Fl(?:ateDecode)?\b/g)?.length ?? 0;
    if (filters === 0 || /\/Subtype\s*\/Image/.test(dictionary)) continue;
    const start = at + (buffer[at + 6] === 13 ? 8 : 7);
    const stop = buffer.indexOf("endstream", start);
    const end = stop < 0 ? buffer.length : stop;
    if ((end - start) * MAX_RATIO ** filters < MAX_STREAM) continue;
    if (++looks > MAX_LOOKS) throw bomb();
    let data = buffer.subarray(start, end);
    for (let i = 0; i < Math.min(filters, 4); i++) {
      const unpacked = unpack(data);
      if (unpacked === undefined) break;
      data = unpacked;
    }
    at = end - 6;
  }
}

function unpack(data: Buffer): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: MAX_STREAM });
  } catch (err) {
    if (err instanceof Error && "code" in err && err.code === "ERR_BUFFER_TOO_LARGE") throw bomb();
    // Damaged streams are the reader's to judge.
    return undefined;
  }
}

const bomb = () => new DomainError("invalid", "the PDF unpacks to more than memory can hold: print it to a new PDF");
