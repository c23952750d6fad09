import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { readLines } from "../../../services/cli/sources/lines.ts";

async function* chunksOf(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function linesOf(content: string, { size = 7, limit = 1_000 } = {}): Promise<(string | undefined)[]> {
  const lines: (string | undefined)[] = [];
  for await (const { bytes } of readLines(chunksOf(Buffer.from(content), size), limit)) {
    lines.push(bytes && Buffer.from(bytes).toString());
  }
  return lines;
}

describe("lines of a stream", () => {
  it("are the same however the stream is cut", async () => {
    const text = fc.array(fc.constantFrom("a", "bb", "é", "\n", "\r\n", "")).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (content, size) => {
        const expected = content.split("\n").map((line) => line.replace(/\r$/, ""));
        if (content.endsWith("\n") || content === "") expected.pop();
        assert.deepEqual(await linesOf(content, { size }), expected);
      }),
    );
  });

  it("beyond the limit are counted and let go, and the next line is whole", async () => {
    const lines = [];
    for await (const line of readLines(chunksOf(Buffer.from(`${"x".repeat(50)}\nnext`), 7), 10)) lines.push(line);
    assert.deepEqual(
      lines.map(({ number, lengthBytes, bytes }) => [number, lengthBytes, bytes && Buffer.from(bytes).toString()]),
      [
        [1, 50, undefined],
        [2, 4, "next"],
      ],
    );
  });

  it("of 400 MB without a line end take no more memory than the limit", async () => {
    async function* endless() {
      for (let i = 0; i < 400; i++) yield Buffer.alloc(1_000_000, "x");
    }
    // What is let go counts only once it is collected, which is asked for here, and swept some time later.
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    collect();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    let chunks = 0;
    const watched = (async function* () {
      for await (const chunk of endless()) {
        yield chunk;
        chunks++;
        if (chunks % 40 !== 0) continue;
        collect();
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }
    })();
    for await (const line of readLines(watched, 4_000_000)) assert.equal(line.bytes, undefined);
    assert.ok(most > 0 && most < 150_000_000, `${most} bytes were held`);
  });
});
