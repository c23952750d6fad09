import type { Embedder } from "./embedder.ts";
import { PAIRS } from "./probe-pairs.ts";

/**
 * Makes the cosines of a model comparable with those of the bundled one, for which the score was fitted: cosine x scale +
 * shift. Models differ in what they give to texts that have nothing to do with each other, and to a question and its answer.
 */
export interface CosineScale {
  scale: number;
  shift: number;
}

export const SAME_SCALE: CosineScale = { scale: 1, shift: 0 };

/** Mean cosines over the probe. */
export interface Anchors {
  /** Of a query and the text that answers it. */
  related: number;
  /** Of a query and a text that answers another one. */
  unrelated: number;
}

/** What the bundled model gives; a test compares. */
export const BUNDLED_ANCHORS: Anchors = { related: 0.668, unrelated: 0.0895 };

/** A model that tells texts apart so little is none. */
const LEAST_DISTANCE = 0.02;

export async function measureAnchors(embedder: Embedder, signal?: AbortSignal): Promise<Anchors> {
  const { query, document } = embedder.prompts;
  const texts = [...PAIRS.map((pair) => query + pair.query), ...PAIRS.map((pair) => document + pair.text)];
  const { vectors } = await embedder.embed(texts, signal);
  const sums = { related: 0, unrelated: 0 };
  for (let asked = 0; asked < PAIRS.length; asked++) {
    for (let given = 0; given < PAIRS.length; given++) {
      const cosine = dot(vectors[asked], vectors[PAIRS.length + given]);
      sums[asked === given ? "related" : "unrelated"] += cosine;
    }
  }
  return { related: sums.related / PAIRS.length, unrelated: sums.unrelated / (PAIRS.length * (PAIRS.length - 1)) };
}

/** The line through both anchors. The bundled model's own scale where a model tells nothing apart. */
export function scaleOf({ related, unrelated }: Anchors): CosineScale {
  const distance = related - unrelated;
  if (distance < LEAST_DISTANCE) return SAME_SCALE;
  const scale = (BUNDLED_ANCHORS.related - BUNDLED_ANCHORS.unrelated) / distance;
  return { scale, shift: BUNDLED_ANCHORS.unrelated - scale * unrelated };
}

/** 0 stays 0: it stands for a vector that is not there. */
export function toScale(cosine: number, { scale, shift }: CosineScale): number {
  return cosine === 0 ? 0 : Math.max(-1, Math.min(1, cosine * scale + shift));
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (let at = 0; at < (a?.length ?? 0); at++) sum += (a?.[at] ?? 0) * (b?.[at] ?? 0);
  return sum;
}
