/** One line of a file, without its line end. */
export interface Line {
  /** From 1; empty lines count too, so that an editor finds it. */
  number: number;
  /** Length without the line end. */
  lengthBytes: number;
  /** Undefined when the line is longer than the limit: it was counted and let go. */
  bytes: Uint8Array | undefined;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Splits a stream into lines and holds at most `limitBytes` of a line, and one chunk, in memory. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let lengthBytes = 0;
  let number = 1;
  const add = (part: Uint8Array) => {
    lengthBytes += part.length;
    if (lengthBytes <= limitBytes) parts.push(part);
    else parts = [];
  };
  const take = (): Line => {
    const line = withoutReturn({ number, lengthBytes, bytes: lengthBytes <= limitBytes ? joined(parts) : undefined });
    parts = [];
    lengthBytes = 0;
    number++;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (lengthBytes > 0) yield take();
}

const joined = (parts: Uint8Array[]): Uint8Array => (parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));

function withoutReturn(line: Line): Line {
  if (line.bytes?.at(-1) !== CARRIAGE_RETURN) return line;
  return { ...line, lengthBytes: line.lengthBytes - 1, bytes: line.bytes.subarray(0, -1) };
}
