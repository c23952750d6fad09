import { DomainError } from "#kit/errors.ts";

/** What a file's bytes say as text. */
export interface Decoded {
  text: string;
  /** How the bytes were read, where it was not plain UTF-8. */
  repairs: string[];
}

const MARKS: { bytes: number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

/** Encodings of seven bits that switch character sets by an escape. */
const ESCAPING = /^(?:cs)?iso-?2022-?jp$/;

/** Encodings in which every byte means something: they never fail, so they are believed only when declared. */
const SINGLE_BYTE = /^(?:windows-125\d|iso-8859-\d+|latin1|us-ascii|ascii|macintosh|koi8-[ru])$/;

/**
 * Reads text: by its byte order mark, else as UTF-8, else by the charset that it declares, else as windows-1252, which
 * is what files without a declaration mostly are when they are not UTF-8. Throws `invalid` for bytes that are no text.
 */
export function decode(bytes: Uint8Array, declared?: string): Decoded {
  const mark = MARKS.find(({ bytes: start }) => start.every((byte, i) => bytes[i] === byte));
  if (mark) {
    const text = tryDecode(bytes, mark.encoding);
    if (text === undefined) throw wrongEncoding(mark.encoding);
    return { text, repairs: [] };
  }
  if (bytes.subarray(0, 65_536).includes(0)) return decodeWithZeros(bytes);
  const charset = declared?.trim().toLowerCase();
  // Its letters are ASCII between escapes: it would be valid UTF-8, and say nothing.
  if (charset && ESCAPING.test(charset) && bytes.includes(0x1b)) {
    const text = tryDecode(bytes, charset);
    if (text !== undefined) return { text, repairs: [`Read as ${charset}, as declared.`] };
  }
  const utf8 = tryDecode(bytes, "utf-8");
  if (utf8 !== undefined) return { text: utf8, repairs: [] };
  const mixed = decodeMixed(bytes);
  if (mixed) return mixed;
  if (charset && charset !== "utf-8" && charset !== "utf8") {
    const text = tryDecode(bytes, charset);
    if (text !== undefined)
      return { text, repairs: SINGLE_BYTE.test(charset) ? [] : [`Read as ${charset}, as declared.`] };
  }
  const controls = bytes
    .subarray(0, 65_536)
    .reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  if (controls * 100 > Math.min(bytes.length, 65_536)) throw wrongEncoding("text");
  const text = tryDecode(bytes, "windows-1252");
  if (text === undefined) throw wrongEncoding("text");
  return { text, repairs: ["Not valid UTF-8: read as windows-1252."] };
}

/** A character of several bytes in UTF-8, or a byte above ASCII that belongs to none. */
const HIGH_BYTES =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

/**
 * UTF-8 with a few bytes that are none, as where a file was cut inside a character or put together from two: these alone
 * are read as windows-1252. Undefined where no more characters than stray bytes would be UTF-8, as by chance elsewhere.
 */
function decodeMixed(bytes: Uint8Array): Decoded | undefined {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  let characters = 0;
  let strays = 0;
  for (const [found] of latin1.matchAll(HIGH_BYTES)) found.length > 1 ? characters++ : strays++;
  if (characters <= strays) return undefined;
  const windows = new TextDecoder("windows-1252");
  const text = latin1.replace(HIGH_BYTES, (found) => {
    const own = Buffer.from(found, "latin1");
    return found.length > 1 ? own.toString("utf8") : windows.decode(own);
  });
  return { text, repairs: [`Bytes that are not UTF-8 (${strays}): read as windows-1252.`] };
}

/** UTF-16 without its mark shows as text with a zero in every second byte. */
function decodeWithZeros(bytes: Uint8Array): Decoded {
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const encoding = odd > head.length * 0.3 ? "utf-16le" : even > head.length * 0.3 ? "utf-16be" : undefined;
  const text = encoding && tryDecode(bytes, encoding);
  if (!text || !encoding) throw wrongEncoding("text");
  return { text, repairs: [`No byte order mark: read as ${encoding}.`] };
}

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (err) {
    if (err instanceof TypeError || err instanceof RangeError) return undefined;
    throw err;
  }
}

const wrongEncoding = (what: string) =>
  new DomainError(
    "invalid",
    `the file cannot be read as ${what}: save it as UTF-8 text, or submit the original PDF or HTML`,
  );

/** The charset that a page or an XML file declares in its first bytes. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString("latin1");
  return (
    /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{2,30})/i.exec(start)?.[1] ??
    /^<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{2,30})/i.exec(start)?.[1]
  );
}
