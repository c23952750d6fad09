import assert from "node:assert/strict";
import { showLine, timedShare } from "../../../services/cli/reindex/progress.ts";

describe("progress of a reindex", () => {
  const counts = (documentsDone: number, bytesDone: number) => ({
    documents: 40n,
    documentsDone: BigInt(documentsDone),
    bytes: 1_000n,
    bytesDone: BigInt(bytesDone),
  });

  it("says how far it is, how fast, and how long the rest takes", () => {
    let nowMs = 0;
    const say = timedShare(() => nowMs);
    assert.equal(say(counts(4, 200)), "4/40 documents, estimating");
    nowMs = 10_000;
    assert.equal(say(counts(14, 400)), "14/40 documents, 1.0 documents/s, 30 s left");
  });

  it("draws one line on a terminal, within its width, and clears it at the end", () => {
    const written: string[] = [];
    const line = showLine({ write: (text) => written.push(text), columns: () => 40 });
    line.show("14/40 documents, 1.0 documents/s, 30 s left", 0.5);
    line.end();
    assert.equal(written[0], "\r\x1b[2K[############............] 14/40 docume");
    assert.equal(written[1], "\r\x1b[2K");
  });

  it("writes a line every ten seconds where there is no terminal", () => {
    let nowMs = 0;
    const written: string[] = [];
    const screen = { write: (text: string) => void written.push(text), columns: () => undefined };
    const line = showLine(screen, () => nowMs);
    for (; nowMs < 25_000; nowMs += 1_000) line.show(`at ${nowMs}`, 0.5);
    line.end();
    assert.deepEqual(written, ["at 10000\n", "at 20000\n"]);
  });
});
