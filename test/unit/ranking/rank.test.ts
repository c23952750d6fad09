import assert from "node:assert/strict";
import { analyse, analyseQuery } from "../../../services/search/analysis/analyse.ts";
import { createKinFinder } from "../../../services/search/analysis/kin.ts";
import { kindOfWord } from "../../../services/search/analysis/word-kinds.ts";
import { createMatchedWords } from "../../../services/search/engine/matched-words.ts";
import type { Candidate, ResolvedQuery } from "../../../services/search/ranking/candidate.ts";
import { createFeatures, FEATURES } from "../../../services/search/ranking/features.ts";
import { probability } from "../../../services/search/ranking/probability.ts";
import { createScorer, LEAST_SCORE, scoreCandidate, selectCandidates } from "../../../services/search/ranking/rank.ts";

const numberOf = new Map<string, number>();
const words = (text: string) =>
  analyse(text).map((word) => {
    const known = numberOf.get(word) ?? numberOf.size;
    numberOf.set(word, known);
    return known;
  });

function resolve(text: string): ResolvedQuery {
  const query = analyseQuery(text);
  const termIds = query.terms.map((term) => numberOf.get(term) ?? -1);
  const kinds = [...numberOf.keys()].map(kindOfWord);
  const idOf = (word: string) => numberOf.get(word) ?? -1;
  const finder = createKinFinder();
  for (const word of numberOf.keys()) finder.add(word);
  const sameIds = query.same.map((words) => words.map(idOf));
  const kinIds = query.terms.map((term) => finder.kinOf(term).map(idOf));
  return { ...query, termIds, sameIds, kinIds, idf: termIds.map(() => 2), idOf, kinds };
}

const candidate = (given: Partial<Candidate>): Candidate => ({
  cosine: { finding: 0.5, bestQuestion: 0.5, passage: 0.5 },
  bm25: 5,
  title: words("Mill output, 2031"),
  finding: words("Output of the Northmark mills rose by 12 percent in 2031."),
  excerpts: [],
  bestQuestion: [],
  passage: words("The mills of Northmark were busy. Output rose by 12 percent."),
  document: words("Northmark Chronicle, yearly report 2031"),
  period: undefined,
  betterSiblings: 0,
  ...given,
});

const feature = (text: string, given: Candidate, name: (typeof FEATURES)[number]) =>
  createFeatures(resolve(text))(given)[FEATURES.indexOf(name)];

describe("the least score that is shown", () => {
  it("is more than that of an insight without any evidence", () => {
    assert.ok(LEAST_SCORE > probability(FEATURES.map(() => 0)));
  });
});

describe("the candidates of a search", () => {
  it("come from both sides, the best of both together first", () => {
    const keyword = [
      { row: 1, bm25: 10 },
      { row: 2, bm25: 9 },
    ];
    const dense = [
      { row: 2, cosine: 0.8 },
      { row: 3, cosine: 0.9 },
    ];
    assert.deepEqual(selectCandidates(keyword, dense), [2, 3, 1]);
  });

  it("are three of a passage at most before those of all others", () => {
    const keyword = Array.from({ length: 8 }, (_, row) => ({ row, bm25: 100 - row }));
    assert.deepEqual(
      selectCandidates(keyword, [], (row) => (row < 6 ? 0 : row)),
      [0, 1, 2, 6, 7, 3, 4, 5],
    );
  });

  it("are none of nothing, and never a row twice", () => {
    assert.deepEqual(selectCandidates([], []), []);
    assert.deepEqual(selectCandidates([{ row: 7, bm25: 0 }], [{ row: 7, cosine: -1 }]), [7]);
  });
});

describe("what is measured of a candidate", () => {
  it("counts the query's words that the insight and its passage hold, by idf", () => {
    assert.equal(feature("mills strike", candidate({}), "covered"), 0.5);
    assert.equal(feature("mills strike", candidate({ finding: [], title: [] }), "coveredByInsight"), 0);
  });

  it("counts a word of the same root less than the word, and more than nothing", () => {
    const bare = { title: [], finding: [], document: [] };
    const measured = (passage: string, name: (typeof FEATURES)[number]) => {
      const given = candidate({ ...bare, passage: words(passage) });
      return feature("theory", given, name) ?? Number.NaN;
    };
    for (const name of ["covered", "passageBm25"] as const) {
      assert.equal(measured("a practical guide", name), 0, name);
      assert.ok(measured("a theoretical guide", name) > 0, name);
      assert.ok(measured("a theoretical guide", name) < measured("a theory guide", name), name);
      // What is asked for itself counts for itself alone.
      assert.equal(measured("theoretical and theory", "covered"), 1);
    }
    const own = candidate({ ...bare, passage: [], finding: words("A theoretical guide.") });
    const share = feature("theory", own, "coveredByInsight") ?? Number.NaN;
    assert.ok(share > 0 && share < 1);
  });

  it("takes two words of one root in a query for two", () => {
    words("theory theoretical");
    const given = candidate({ title: [], finding: [], document: [], passage: words("a theoretical guide") });
    assert.equal(feature("theory theoretical", given, "covered"), 0.5);
  });

  it("counts another word for the same as the word itself, and does not say that the word stands there", () => {
    const given = candidate({
      title: words("Harbour fee reduction"),
      finding: words("The Board decided to lower the harbour fee."),
      passage: [],
      document: [],
    });
    assert.equal(feature("harbour fee cut", given, "coveredByInsight"), 1);
    assert.equal(feature("harbour fee cut", given, "coveredByTitle"), 1);
    assert.equal(feature("harbour fee cut", given, "pairsInTitle"), 1);
    assert.equal(feature("harbour fee hike", given, "coveredByInsight"), 2 / 3);
    assert.deepEqual(createMatchedWords(resolve("harbour fee cut"))(given), ["harbour", "fee"]);
  });

  it("counts what the title alone holds of the query's words and pairs", () => {
    const titled = candidate({ title: words("Northmark mill output, 2031"), finding: words("It rose.") });
    assert.equal(feature("mill output strike rose", titled, "coveredByTitle"), 0.5);
    assert.equal(feature("mill output strike", titled, "pairsInTitle"), 0.5);
    assert.equal(feature("mill output strike", titled, "allInTitle"), 0);
    assert.equal(feature("output of the Northmark mill in 2031", titled, "allInTitle"), 1);
    assert.equal(feature("mill output", candidate({ title: [] }), "coveredByTitle"), 0);
    assert.equal(feature("mill output", candidate({ title: [] }), "pairsInTitle"), 0);
    assert.ok(
      scoreCandidate(resolve("Northmark mill output"), titled) >
        scoreCandidate(resolve("Northmark mill output"), { ...titled, title: words("Busy times") }),
    );
  });

  it("counts pairs that stand near each other, in order, and no others", () => {
    assert.equal(feature("Northmark mills", candidate({ passage: [] }), "pairs"), 1);
    assert.equal(feature("mills Northmark", candidate({ passage: [], document: [] }), "pairs"), 0);
    assert.equal(feature("mills of Northmark", candidate({ finding: [] }), "pairs"), 1);
  });

  it("counts years and names as missing only where none of its texts has them", () => {
    const bare = candidate({ title: [], finding: words("Output rose."), passage: [], document: [] });
    const text = "did output of Northmark rise by 12 in 2031";
    for (const name of ["yearsMissing", "namesMissing"] as const) {
      assert.equal(feature(text, candidate({}), name), 0, name);
      assert.equal(feature(text, bare, name), 1, name);
      assert.equal(feature("did output rise", bare, name), 0, name);
    }
  });

  it("measures how well the document's period, or one that the insight names, fits the query's", () => {
    const may = { first: 2031 * 12 + 4, last: 2031 * 12 + 4 };
    const bare = candidate({ title: words("Mill output"), finding: words("Output rose.") });
    assert.equal(feature("mill output May 2031", { ...bare, period: may }, "periodFits"), 1);
    assert.ok((feature("mill output May 2025", { ...bare, period: may }, "periodFits") ?? 1) < 0.1);
    assert.equal(feature("mill output", { ...bare, period: may }, "periodFits"), 0);
    assert.equal(feature("mill output May 2031", bare, "periodFits"), 0);
    const named = candidate({ finding: words("Output rose in May 2025."), period: may });
    assert.equal(feature("mill output May 2025", named, "periodFits"), 1);
  });

  it("counts figures of the finding, years left out", () => {
    assert.equal(feature("output", candidate({ finding: words("Output rose in 2031.") }), "figures"), 0);
    assert.equal(feature("output", candidate({ finding: words("Rows of 12 75 3.5") }), "figures"), 1);
  });

  it("takes a word that the index has never seen for one that is missing", () => {
    assert.equal(feature("mills xylophone", candidate({}), "covered"), 0.5);
  });
});

describe("the score", () => {
  const query = () => resolve("how did output of the Northmark mills change in 2031");

  it("is a probability, and the same whatever was scored before", () => {
    const score = createScorer(query());
    const first = score(candidate({}));
    assert.ok(first > 0 && first < 1);
    score(candidate({ passage: words("nothing of it"), bm25: 0 }));
    assert.equal(score(candidate({})), first);
    assert.equal(scoreCandidate(query(), candidate({})), first);
  });

  it("grows with each kind of evidence", () => {
    const base = scoreCandidate(query(), candidate({}));
    const cosine = { finding: 0.5, bestQuestion: 0.5, passage: 0.5 };
    assert.ok(scoreCandidate(query(), candidate({ cosine: { ...cosine, passage: 0.7 } })) > base);
    assert.ok(scoreCandidate(query(), candidate({ cosine: { ...cosine, finding: 0.7 } })) > base);
    assert.ok(scoreCandidate(query(), candidate({ bm25: 10 })) > base);
    assert.ok(scoreCandidate(query(), candidate({ finding: [], title: [], document: [], passage: [] })) < base);
  });

  it("is lower for one of many that say the same when others fit better, the more the lower", () => {
    const scores = [0, 1, 2, 9].map((betterSiblings) => scoreCandidate(query(), candidate({ betterSiblings })));
    for (const [at, score] of scores.slice(1).entries()) assert.ok(score < (scores[at] ?? 0));
  });

  it("is low where nothing fits", () => {
    const unfit = candidate({
      cosine: { finding: 0.05, bestQuestion: 0.1, passage: 0 },
      bm25: 0,
      title: [],
      finding: words("Rain fell."),
      passage: [],
      document: [],
    });
    assert.ok(scoreCandidate(query(), unfit) < 0.02);
  });

  it("goes by one kind of evidence alone when that is asked for", () => {
    const [weak, strong] = [
      candidate({ bm25: 1 }),
      candidate({ bm25: 2, cosine: { finding: 0, bestQuestion: 0, passage: 0 } }),
    ];
    assert.ok(scoreCandidate(query(), weak, "keyword") < scoreCandidate(query(), strong, "keyword"));
    assert.ok(scoreCandidate(query(), weak, "dense") > scoreCandidate(query(), strong, "dense"));
  });

  it("takes a query whose words all are unknown, and one of 300 words", () => {
    assert.ok(scoreCandidate(resolve("xylophone"), candidate({})) > 0);
    const long = Array.from({ length: 300 }, (_, at) => `word${at}`).join(" ");
    words(long);
    assert.equal(feature(long, candidate({ passage: words(long) }), "pairs"), 1);
  });
});
