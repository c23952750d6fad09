import assert from "node:assert/strict";
import { openBundledEmbedder } from "../../../services/search/embedding/bundled-embedder.ts";
import {
  BUNDLED_ANCHORS,
  measureAnchors,
  SAME_SCALE,
  scaleOf,
  toScale,
} from "../../../services/search/embedding/cosine-scale.ts";
import type { Embedder } from "../../../services/search/embedding/embedder.ts";
import { toUnit } from "../../../services/search/embedding/embedder.ts";

/** A model whose texts all point into much the same direction: its cosines are high, and close together. */
const narrow = (embedder: Embedder): Embedder => ({
  ...embedder,
  dim: embedder.dim + 1,
  async embed(texts) {
    const { vectors, inputTokens } = await embedder.embed(texts);
    return { vectors: vectors.map((vector) => toUnit(Float32Array.from([...vector, 2]))), inputTokens };
  },
});

describe("scale of cosines", () => {
  const bundled = openBundledEmbedder();
  const near = (found: number, wanted: number) =>
    assert.ok(Math.abs(found - wanted) < 0.001, `${found}, not ${wanted}`);

  it("has the bundled model's anchors as they are measured", async () => {
    const { related, unrelated } = await measureAnchors(bundled);
    near(related, BUNDLED_ANCHORS.related);
    near(unrelated, BUNDLED_ANCHORS.unrelated);
  });

  it("gives another model's cosines the place that the bundled model's have", async () => {
    const anchors = await measureAnchors(narrow(bundled));
    assert.ok(anchors.unrelated > 0.7);
    const scale = scaleOf(anchors);
    near(toScale(anchors.related, scale), BUNDLED_ANCHORS.related);
    near(toScale(anchors.unrelated, scale), BUNDLED_ANCHORS.unrelated);
    // (c + 4) / 5 is what the narrow model makes of a cosine.
    near(toScale((0.4 + 4) / 5, scale), 0.4);
  });

  it("stays within -1 and 1, and keeps 0, which stands for no vector", () => {
    const scale = scaleOf({ related: 0.8, unrelated: 0.7 });
    assert.deepEqual([toScale(0, scale), toScale(1, scale), toScale(-1, scale)], [0, 1, -1]);
  });

  it("leaves the cosines of a model that tells nothing apart as they are", () => {
    assert.deepEqual(scaleOf({ related: 0.5, unrelated: 0.49 }), SAME_SCALE);
  });
});
