import assert from "node:assert/strict";
import { hashOf } from "../../../services/search/analysis/word-hash.ts";
import { openBundledEmbedder } from "../../../services/search/embedding/bundled-embedder.ts";
import { createColumn } from "../../../services/search/engine/columns.ts";
import { createFinder } from "../../../services/search/engine/find.ts";
import { bandsOf, createSharing, createSiblings, sharedWords } from "../../../services/search/engine/siblings.ts";
import type { IndexedDocument } from "../../../services/search/ports.ts";
import { processorMs } from "../../support/processor-time.ts";
import { imageOf } from "./documents.ts";

const SAME = "The board of the harbour agreed to keep the toll for barges at four crowns a tonne until further notice";
const embedder = openBundledEmbedder();

/** Minutes of one month that quote the same decision as those of every other month. */
function minutes(month: number, insights = 1): IndexedDocument {
  const date = `2031-${String(month).padStart(2, "0")}-15`;
  return {
    docId: `doc_${month}`,
    version: 1,
    title: `Harbour minutes, ${date}`,
    documentUrl: `https://example.org/minutes/${month}`,
    sourceName: month % 2 === 0 ? "Northern Harbour Authority" : "Southern Harbour Authority",
    publishedDate: date,
    passages: [`${SAME}. Traffic was ordinary.`],
    insights: Array.from({ length: insights }, (_, at) => ({
      insightId: `ins_${month}_${at}`,
      title: "Toll for barges",
      insight: `${SAME}.`,
      excerpts: [SAME],
      questions: [],
      passage: 0,
    })),
  };
}

/** Another statement about the same matter. */
const other: IndexedDocument = {
  ...minutes(1),
  docId: "doc_other",
  title: "Survey of harbour skippers, 2031-01-15",
  documentUrl: "https://example.org/survey",
  passages: ["Skippers of barges said that the toll of the harbour of four crowns is too high for coal."],
  insights: [
    {
      insightId: "ins_other",
      title: "Toll for barges too high",
      insight: "Skippers of barges said that the toll of the harbour of four crowns is too high for coal.",
      excerpts: ["Skippers of barges said that the toll of the harbour of four crowns is too high for coal."],
      questions: [],
      passage: 0,
    },
  ],
};

async function search(documents: IndexedDocument[], query: string, filter: { since?: string } = {}) {
  const view = (await imageOf(documents)).view(true);
  const finder = createFinder(0);
  finder.show(view);
  const { vectors } = await embedder.embed([query]);
  const hits = finder.find({ query, limit: 100, ...filter }, vectors[0] ?? new Float32Array(embedder.dim));
  const owners = documents.flatMap(({ insights, docId }) => insights.map(() => docId));
  return hits.map(({ row, score }) => ({ docId: owners[row] ?? "", score }));
}
const ids = (hits: { docId: string }[]) => hits.map(({ docId }) => docId);

describe("insights that quote the same statement", () => {
  const all = [other, ...Array.from({ length: 9 }, (_, at) => minutes(at + 1))];

  it("follow behind what is different, the newest before them all where the query tells none apart", async () => {
    const found = ids(await search(all, "toll for barges in the harbour"));
    assert.equal(found[0], "doc_9");
    assert.equal(found[1], "doc_other");
    assert.deepEqual(new Set(found), new Set(ids(all)));
  });

  it("are led by the one of the month that the query names", async () => {
    for (const [query, docId] of [
      ["toll for barges in March 2031", "doc_3"],
      ["harbour toll 2031-06", "doc_6"],
    ] as const) {
      assert.equal(ids(await search(all, query))[0], docId, query);
    }
  });

  it("are led by the one of the publisher that the query names", async () => {
    assert.equal(ids(await search(all, "Northern Harbour Authority toll for barges"))[0], "doc_8");
  });

  it("have the same score under any filter, and scores fall down the list", async () => {
    const query = "toll for barges in the harbour";
    const unfiltered = await search(all, query);
    const scoreOf = new Map(unfiltered.map(({ docId, score }) => [docId, score]));
    const filtered = await search(all, query, { since: "2031-04-01" });
    assert.equal(filtered.length, 6);
    for (const { docId, score } of filtered) assert.equal(score, scoreOf.get(docId), docId);
    for (const [at, { score }] of unfiltered.entries()) assert.ok(score <= (unfiltered[at - 1]?.score ?? 1));
  });

  it("come behind those whose document is nearer to the month that the query names", async () => {
    const finder = createFinder(0);
    finder.show((await imageOf(all)).view(true));
    const query = "toll for barges in March 2031";
    const { vectors } = await embedder.embed([query]);
    const { rows } = finder.candidates({ query, limit: 100 }, vectors[0] ?? new Float32Array(embedder.dim));
    const better = new Map(rows.map(({ row, candidate }) => [all[row]?.docId, candidate.betterSiblings]));
    // Minutes of April and May are those that appear with what March was about; March names it.
    assert.equal(better.get("doc_3"), 0);
    assert.ok((better.get("doc_9") ?? 0) > (better.get("doc_6") ?? 9));
    assert.equal(better.get("doc_9"), 8);
  });

  it("cost nothing once the others are gone", async () => {
    const image = await imageOf([minutes(1), minutes(2)]);
    const finder = createFinder(0);
    const query = { query: "toll for barges", limit: 10 };
    const { vectors } = await embedder.embed([query.query]);
    const better = () =>
      finder
        .candidates(query, vectors[0] ?? new Float32Array(embedder.dim))
        .rows.map(({ candidate }) => candidate.betterSiblings);
    finder.show(image.view(true));
    assert.deepEqual(better().sort(), [0, 1]);
    image.remove(2);
    finder.show(image.view(false));
    assert.deepEqual(better(), [0]);
  });

  it("are no siblings within one document, nor where a figure differs much or little is said", async () => {
    const view = (await imageOf([minutes(1, 2)])).view(true);
    const finder = createFinder(0);
    finder.show(view);
    const { vectors } = await embedder.embed(["toll"]);
    const { rows } = finder.candidates({ query: "toll", limit: 10 }, vectors[0] ?? new Float32Array(embedder.dim));
    assert.deepEqual(
      rows.map(({ candidate }) => candidate.betterSiblings),
      [0, 0],
    );
  });

  it("are told apart alike in whatever order their documents came, also where neither date nor words of the query do", async () => {
    const undated = [1, 2, 3, 4, 5].map((month) => ({ ...minutes(month), publishedDate: null }));
    // Alike in more than four of five words: whether they meet is a matter of hashes.
    const nearly = ["barge", "crane", "grain", "pilot", "quay", "rope", "tide"].flatMap((stem, at) =>
      ["", "b"].map((end) => {
        const quote = Array.from({ length: 40 }, (_, word) => `${stem}${word}${word < 4 ? end : ""}`).join(" ");
        const { insights, ...document } = minutes(6 + 2 * at + end.length);
        return {
          ...document,
          publishedDate: null,
          insights: insights.map((one) => ({ ...one, excerpts: [quote] })),
        };
      }),
    );
    const betterOf = async (documents: IndexedDocument[]) => {
      const finder = createFinder(0);
      finder.show((await imageOf(documents)).view(true));
      const { vectors } = await embedder.embed(["toll"]);
      const { rows } = finder.candidates({ query: "toll", limit: 100 }, vectors[0] ?? new Float32Array(embedder.dim));
      return new Map(rows.map(({ row, candidate }) => [documents[row]?.docId ?? "", candidate.betterSiblings]));
    };
    const all = [...undated, ...nearly];
    const first = await betterOf(all);
    assert.deepEqual(undated.map(({ docId }) => first.get(docId)).sort(), [0, 1, 2, 3, 4]);
    assert.ok(nearly.some(({ docId }) => first.get(docId) === 1));
    const sorted = (better: Map<string, number>) => [...better].sort();
    for (const order of [all.toReversed(), [...all.slice(9), ...all.slice(0, 9)]])
      assert.deepEqual(sorted(await betterOf(order)), sorted(first));
  });

  // Quotes that differ most share a hash of one, and none of the other.
  for (const stem of ["ship", "barge"]) {
    it(`are the same groups in whatever order they came, also when what links two comes last: ${stem}`, () => {
      const words = Array.from({ length: 40 }, (_, at) => `${stem}${at}`);
      const changed = (from: number, to: number) =>
        words.map((word, at) => (at >= from && at < to ? `${word}b` : word));
      // The first and the third have four of five words of the second and fourth, and fewer of each other.
      const said = [changed(0, 4), words, changed(36, 40), [...words], changed(0, 40)];
      for (const order of [
        [0, 1, 2, 3, 4],
        [0, 2, 1, 3, 4],
        [4, 2, 0, 3, 1],
        [1, 4, 3, 2, 0],
      ]) {
        const groups = groupsOf(order.map((at) => said[at] ?? []));
        const groupOf = (at: number) => (groups[order.indexOf(at)] ?? []).map((row) => order[row]).sort();
        for (const at of [0, 1, 2, 3]) assert.deepEqual(groupOf(at), [0, 1, 2, 3], `${order}`);
        assert.deepEqual(groupOf(4), []);
      }
    });
  }

  it("are found among very many that quote them too, and in little time", () => {
    const words = Array.from({ length: 30 }, (_, at) => `word${at}`);
    const took = processorMs(() => {
      const quotes = Array.from({ length: 20_000 }, () => words);
      assert.equal(groupsOf(quotes, 1)[0]?.length, 20_000);
    });
    assert.ok(took < 5_000);
  });
});

describe("the words that two quotes share", () => {
  it("are counted by dictionary numbers as by sets of words, for each of many quotes", () => {
    const sharing = createSharing();
    // Few distinct words, some of them often; in later quotes words that came into the dictionary since.
    const quoteAt = (seed: number) =>
      Uint32Array.from({ length: (seed * 7) % 40 }, (_, at) => ((seed * 31 + at * at * 17) % 23) * (1 + seed * 40));
    for (let seed = 0; seed < 60; seed++) {
      const quote = quoteAt(seed);
      sharing.compare(quote);
      for (const other of [quoteAt(seed + 1), quote, quote.subarray(3), quoteAt(seed), Uint32Array.of(0, 0, 5_000)])
        assert.equal(sharing.with(other), sharedWords(quote, other), `quote ${seed}`);
    }
  });

  it("have the hashes that stored rows of an index have", () => {
    assert.deepEqual(bandsOf(Uint32Array.from([1, 2, 3, 4, 5, 6, 7, 8])), [1_490_028_129, 298_072_059]);
    assert.deepEqual(bandsOf(new Uint32Array()), [3_860_579_723, 2_805_273_152]);
  });
});

/** Of each of the first `count` quotes the rows of its group, itself included; none where it has no group. */
function groupsOf(quotes: string[][], count = quotes.length): number[][] {
  const columns = {
    rowGroup: createColumn("rowGroup"),
    rowSibling: createColumn("rowSibling"),
    groupHead: createColumn("groupHead"),
  };
  const dictionary = [...new Set(quotes.flat())];
  const numbers = new Map(dictionary.map((word, at) => [word, at]));
  const numbered = new Map(quotes.map((quote) => [quote, Uint32Array.from(quote, (word) => numbers.get(word) ?? 0)]));
  const siblings = createSiblings(
    columns,
    (row) => numbered.get(quotes[row] ?? []) ?? new Uint32Array(),
    (word) => hashOf(dictionary[word] ?? ""),
  );
  for (const row of quotes.keys()) siblings.meet(row);
  return quotes.slice(0, count).map((_, row) => {
    const rows: number[] = [];
    const group = columns.rowGroup.array[row] ?? 0;
    if (group === 0) return rows;
    for (let next = columns.groupHead.array[group - 1] ?? 0; next > 0; next = columns.rowSibling.array[next - 1] ?? 0)
      rows.push(next - 1);
    return rows;
  });
}
