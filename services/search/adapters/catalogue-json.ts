import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** As in the embedded index: the document service bounds what it sends. */
const BYTES_MAX = 1024 * 1024 * 1024;

/** JSON as the catalogue keeps it. */
export const packJson = (json: string): Promise<Buffer> => deflate(json);

export const unpackJson = async (packed: Buffer): Promise<string> =>
  (await inflate(packed, { maxOutputLength: BYTES_MAX })).toString();
