import assert from "node:assert/strict";
import { type Progress, progressLine, showProgress, span } from "../../../services/cli/ingest/progress.ts";

const progress = (more: Partial<Progress> = {}): Progress => ({
  documents: 200,
  bytes: 10_000_000,
  complete: 48,
  unchanged: 0,
  failed: 2,
  insights: 1_500,
  workedBytes: 2_500_000,
  unchangedBytes: 0,
  ...more,
});

describe("progress of an ingestion", () => {
  it("says how much is done, how fast, and how long the rest takes by its bytes", () => {
    assert.equal(
      progressLine(progress(), 10_000),
      "50/200 documents, 2 failed, 1,500 insights, 0.25 MB/s, 150 insights/s, 30 s left",
    );
  });

  it("reckons by documents where bytes are not known", () => {
    assert.match(progressLine(progress({ bytes: 0, workedBytes: 0 }), 10_000), /30 s left$/);
  });

  it("does not take documents that were there already for speed", () => {
    const resumed = progress({ documents: 1_000, unchanged: 800, bytes: 50_000_000, unchangedBytes: 40_000_000 });
    assert.match(progressLine(resumed, 10_000), /^850\/1,000 documents, 800 unchanged, .* 0\.25 MB\/s, .* 30 s left$/);
  });

  it("promises nothing before there is anything to go by, nor when all is done", () => {
    assert.match(progressLine(progress({ complete: 0, failed: 0, workedBytes: 0, insights: 0 }), 1_000), /estimating$/);
    assert.doesNotMatch(progressLine(progress({ complete: 198 }), 10_000), /left|estimating/);
  });

  it("never fills a terminal's line, so that it is redrawn and not repeated", () => {
    for (const columns of [1, 20, 80, 200]) assert.ok(progressLine(progress(), 10_000, columns).length < columns);
  });

  it("keeps the bar, the speed and the remaining time on a terminal of 80 columns, and more where there is room", () => {
    const long = progress({ documents: 12_000, complete: 2_000, unchanged: 500, insights: 15_000 });
    assert.match(progressLine(long, 10_000, 80), /^\[#+\.+\] 2,502\/12,000 documents, .*1,500 insights\/s, 30 s left$/);
    assert.match(progressLine(progress(), 10_000, 40), /^\[#+\.+\] 50\/200 documents, 30 s left$/);
    assert.match(
      progressLine(long, 10_000, 140),
      /^\[#{6}\.{18}\] .* 500 unchanged, 2 failed, 15,000 insights, 0\.25 MB\/s,/,
    );
  });

  it("is one line redrawn on a terminal", () => {
    const written: string[] = [];
    const shown = showProgress({ write: (text) => written.push(text), columns: () => 80 }, () => 0);
    shown.show(progress());
    shown.show(progress());
    shown.end();
    assert.equal(written.length, 3);
    for (const text of written) {
      assert.ok(text.startsWith("\r\x1b[2K"));
      assert.ok(!text.includes("\n"));
    }
  });

  it("is a line every ten seconds where there is no terminal", () => {
    const written: string[] = [];
    let now = 0;
    const shown = showProgress({ write: (text) => written.push(text), columns: () => undefined }, () => now);
    for (; now < 35_000; now += 1_000) shown.show(progress());
    shown.end();
    assert.equal(written.length, 3);
    for (const text of written) {
      assert.equal(text.indexOf("\n"), text.length - 1);
      assert.ok(!text.includes("\x1b"));
    }
  });

  it("says time spans as people do", () => {
    assert.deepEqual([0.2, 89, 150, 5_400, 9_000].map(span), ["1 s", "89 s", "3 min", "1 h 30 min", "2 h 30 min"]);
  });
});
