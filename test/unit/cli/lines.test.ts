import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
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
    // In a process of its own, whose memory nothing else takes or gives back. What is let go counts only once it is collected.
    const child = spawn(process.execPath, ["--expose-gc", "--input-type=module-typescript", "--eval", ENDLESS]);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.match(out, /^\d+$/, err);
    assert.ok(Number(out) >= 1_000_000 && Number(out) < 50_000_000, `${out} bytes were held`);
  });
});

const ENDLESS = `
  import { readLines } from "./services/cli/sources/lines.ts";
  let most = 0;
  async function* endless() {
    for (let i = 1; i <= 400; i++) {
      yield Buffer.alloc(1_000_000, "x");
      if (i % 40 !== 0) continue;
      globalThis.gc();
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
  }
  for await (const line of readLines(endless(), 4_000_000)) if (line.bytes) throw new Error("a line of 400 MB was read");
  process.stdout.write(String(most));
`;
