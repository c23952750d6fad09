/** Turns texts into vectors. Another model makes other vectors: an index holds those of one fingerprint. */
export interface Embedder {
  /** Name under which its tokens are accounted; "bundled" for the model that comes with the project. */
  readonly model: string;
  /** Changes whenever the same text would get another vector. */
  readonly fingerprint: string;
  /** Numbers in a vector. */
  readonly dim: number;
  /** What the model wants before a text that searches, and before one that is searched; empty for most. */
  readonly prompts: Prompts;
  /**
   * One vector of length 1 for each text; all zeros for a text that the model knows nothing of. Rejects with `cancelled`
   * when the signal fires, and with `unavailable` when the model cannot be used.
   */
  embed(texts: string[], signal?: AbortSignal): Promise<Embedded>;
}

export interface Embedded {
  vectors: Float32Array[];
  /** Tokens that the model read. */
  inputTokens: number;
}

export interface Prompts {
  query: string;
  document: string;
}

export const NO_PROMPTS: Prompts = { query: "", document: "" };

/** The longest vectors that an index takes. */
export const DIMENSIONS_MAX = 4096;

/** Scales a vector to length 1 in place; all zeros stay zeros. */
export function toUnit(vector: Float32Array): Float32Array {
  let square = 0;
  const { length: dim } = vector;
  for (let at = 0; at < dim; at++) {
    const value = vector[at] ?? 0;
    square += value * value;
  }
  const length = Math.sqrt(square);
  if (length > 0) for (let at = 0; at < dim; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

/** unit(text + weight · title): a text's vector drawn towards that of its title. Both are of length 1 or zero. */
export function withTitle(text: Float32Array, title: Float32Array, weight: number): Float32Array {
  return toUnit(text.map((value, at) => value + weight * (title[at] ?? 0)));
}
