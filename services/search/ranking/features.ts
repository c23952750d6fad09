import { type Period, readPeriods } from "../analysis/periods.ts";
import { isFigure, NO_KIND } from "../analysis/word-kinds.ts";
import type { Candidate, ResolvedQuery } from "./candidate.ts";
import { namesTime, periodFit } from "./period-fit.ts";
import { createTermTable } from "./term-table.ts";

/**
 * What `createFeatures` measures, in its order. All of it is absolute: nothing depends on other candidates, on a filter or a
 * limit. Cosines are -1 to 1, all else 0 to 1.
 */
export const FEATURES = [
  /** Cosines of the query with the passage, with title and finding, with the nearest question. */
  "cosinePassage",
  "cosineFinding",
  "cosineQuestion",
  /** BM25 of the keyword field as a share of what no text can exceed: every term of the query without end. */
  "bm25",
  /**
   * Share of the query's idf that the passage and the insight hold; the same of title, finding and excerpts alone, and of the
   * title alone. Of what only a word of the same root stands for, a part.
   */
  "covered",
  "coveredByInsight",
  "coveredByTitle",
  /** 1 where the title holds every word of the query: somebody asks for just that. Else 0. */
  "allInTitle",
  /** BM25 of the passage under the document's title, as a share of what no text can exceed; words of the same root count in part. */
  "passageBm25",
  /** Share of the query's word pairs that stand near each other, in order, in the passage or the insight; the same of the title alone. */
  "pairs",
  "pairsInTitle",
  /**
   * Shares of the query's years and names that are found nowhere; 0 where it has none: nothing is missing. The same of its
   * other numbers told nothing that the words do not.
   */
  "yearsMissing",
  "namesMissing",
  /**
   * How well the document's period fits what the query asks about, or, where that is less than a year, one that the insight
   * names; 0 where the query names none.
   */
  "periodFits",
  /** Share of numbers among the finding's words, 1 from three in ten on: figures are what people look for. */
  "figures",
  /** 0 where no insight of another document quotes the same and fits better, towards 1 the more do. */
  "siblingsBetter",
] as const;

/** What a term's weight in the engine's BM25, of k1 1.2, tends to when it is repeated without end, in idf. */
const BM25_CEILING = 2.2;
/** Words of a pair may have two others between them, such as "of the". */
const NEAR = 3;

/** Words of an ordinary passage: BM25 wants an average, and it must be the same in every index. */
const PASSAGE_LENGTH = 120;
/** BM25's k1 and b for passages, and how often a word of the document's title counts; measured on the development sets. */
const K1 = 2;
const B = 0.9;
const TITLE_REPEATS = 3;
/** What a word of the same root counts of the word itself. */
const KIN = 0.3;

/** Months after the first. */
const HALF_A_YEAR = 5;

/** A finding of which this share is numbers holds nothing else. */
const MOST_FIGURES = 0.3;

const INSIGHT = 1;
const PASSAGE = 2;
const DOCUMENT = 4;
const TITLE = 8;

/** Reads a query once; then measures candidates of it. The array is the same at each call: copy what must last. */
export function createFeatures(query: ResolvedQuery): (candidate: Candidate) => Float64Array {
  const table = createTermTable(query);
  const features = new Float64Array(FEATURES.length);
  const terms = query.terms.length;
  // Of each term, then of the words akin to each.
  const seenIn = new Uint8Array(2 * terms);
  const counts = new Uint16Array(2 * terms);
  const pairSeen = new Uint8Array(query.bigrams.length);
  const total = query.idf.reduce((sum, idf) => sum + idf, 0) || 1;

  const read = (words: ArrayLike<number>, field: number) => {
    let lastAt = -1;
    let lastPlace = -1;
    for (let place = 0; place < words.length; place++) {
      const entry = table.entryOf(words[place] ?? -1);
      if (entry < 0) continue;
      // Another word for a term is as good as the term.
      const at = entry < 2 * terms ? entry : entry - 2 * terms;
      seenIn[at] = (seenIn[at] ?? 0) | field;
      if (field === PASSAGE) counts[at] = (counts[at] ?? 0) + 1;
      else if (field === DOCUMENT) counts[at] = (counts[at] ?? 0) + TITLE_REPEATS;
      if (at >= terms) continue;
      if (lastAt >= 0 && place - lastPlace <= NEAR) {
        const pair = table.pairOf(lastAt, at);
        if (pair >= 0) pairSeen[pair] = (pairSeen[pair] ?? 0) | field;
      }
      lastAt = at;
      lastPlace = place;
    }
  };
  const covered = (fields: number) => {
    let sum = 0;
    for (let at = 0; at < terms; at++) {
      if ((seenIn[at] ?? 0) & fields) sum += query.idf[at] ?? 0;
      else if ((seenIn[terms + at] ?? 0) & fields) sum += KIN * (query.idf[at] ?? 0);
    }
    return sum / total;
  };
  const passageBm25 = (length: number) => {
    const saturation = K1 * (1 - B + (B * length) / PASSAGE_LENGTH);
    let sum = 0;
    for (let at = 0; at < terms; at++) {
      const count = (counts[at] ?? 0) + KIN * (counts[terms + at] ?? 0);
      if (count > 0) sum += ((query.idf[at] ?? 0) * count) / (count + saturation);
    }
    return sum / total;
  };
  const missing = (positions: number[]) => {
    if (positions.length === 0) return 0;
    let count = 0;
    for (const at of positions) if (seenIn[at] === 0) count++;
    return count / positions.length;
  };

  const hasTime = namesTime(query.time);
  // A plain year stands in nearly every finding of its time: yearsMissing says what that tells.
  const isNarrow =
    query.time.months.length > 0 || query.time.periods.some(({ first, last }) => last - first <= HALF_A_YEAR);
  let kinds = new Uint16Array(256);
  /** The array is the same at each call. */
  const kindsOf = (words: ArrayLike<number>) => {
    if (words.length > kinds.length) kinds = new Uint16Array(words.length * 2);
    for (let place = 0; place < words.length; place++) kinds[place] = query.kinds[words[place] ?? -1] ?? NO_KIND;
    return kinds.subarray(0, words.length);
  };
  const fitOf = (period: Period | undefined, title: ArrayLike<number>, finding: ArrayLike<number>) => {
    let best = periodFit(query.time, period, true);
    if (!isNarrow) return best;
    for (const words of [title, finding]) {
      if (best === 1) return best;
      for (const named of readPeriods(kindsOf(words)).periods)
        best = Math.max(best, periodFit(query.time, named, false));
    }
    return best;
  };
  const shareOfFigures = (words: ArrayLike<number>) => {
    let figures = 0;
    for (let place = 0; place < words.length; place++) {
      if (isFigure(query.kinds[words[place] ?? -1] ?? NO_KIND)) figures++;
    }
    return figures / Math.max(1, words.length);
  };

  return ({ cosine, bm25, title, finding, excerpts, passage, document, period, betterSiblings }) => {
    seenIn.fill(0);
    pairSeen.fill(0);
    counts.fill(0);
    read(title, TITLE);
    for (const words of [finding, excerpts]) read(words, INSIGHT);
    read(passage, PASSAGE);
    let pairs = 0;
    let pairsInTitle = 0;
    for (const seen of pairSeen) {
      if (seen !== 0) pairs++;
      if (seen & TITLE) pairsInTitle++;
    }
    read(document, DOCUMENT);
    features[0] = cosine.passage;
    features[1] = cosine.finding;
    features[2] = cosine.bestQuestion;
    features[3] = bm25 / (BM25_CEILING * total);
    features[4] = covered(TITLE | INSIGHT | PASSAGE);
    features[5] = covered(TITLE | INSIGHT);
    features[6] = covered(TITLE);
    features[7] = terms > 0 && seenIn.subarray(0, terms).every((fields) => fields & TITLE) ? 1 : 0;
    features[8] = passageBm25(passage.length + TITLE_REPEATS * document.length);
    features[9] = pairs / Math.max(1, pairSeen.length);
    features[10] = pairsInTitle / Math.max(1, pairSeen.length);
    features[11] = missing(query.years);
    features[12] = missing(query.names);
    features[13] = hasTime ? fitOf(period, title, finding) : 0;
    features[14] = Math.min(1, shareOfFigures(finding) / MOST_FIGURES);
    features[15] = betterSiblings / (betterSiblings + 1);
    return features;
  };
}
