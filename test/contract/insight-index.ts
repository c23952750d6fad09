import assert from "node:assert/strict";
import type {
  IndexedDocument,
  IndexedInsight,
  IndexQuery,
  InsightIndex,
  PackedDocument,
} from "../../services/search/ports.ts";

/**
 * A place that an index is kept in. `open` may be called again after the index was disposed: it then finds what was stored.
 */
export interface IndexHome extends AsyncDisposable {
  open(): Promise<InsightIndex & AsyncDisposable>;
}

/** What every index of insights promises, whatever it is kept in. `home` gives an empty place for each case. */
export function insightIndexContract(backend: string, home: () => Promise<IndexHome>): void {
  describe(`InsightIndex on ${backend}`, () => {
    let place: IndexHome;
    let index: InsightIndex & AsyncDisposable;

    beforeEach(async () => {
      place = await home();
      index = await place.open();
    });
    afterEach(async () => {
      await index[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    const put = async (document: IndexedDocument) => {
      await index.stage(document);
      await index.publish(document.docId, document.version);
    };
    const find = async (query: string, rest: Partial<IndexQuery> = {}) =>
      (await index.search({ query, limit: 20, ...rest })).insights;
    const ids = async (query: string, rest: Partial<IndexQuery> = {}) =>
      (await find(query, rest)).map(({ insightId }) => insightId);

    it("answers an empty index with an empty list", async () => {
      assert.deepEqual(await find("copper"), []);
      assert.deepEqual(await find("copper", { sourceName: "x", since: "2000-01-01" }), []);
    });

    it("shows all of an insight, and what its document says of itself", async () => {
      await put(copper());
      const [found] = await find("copper output of Chile");
      assert.ok(found);
      const { score, matchedBy, matchedQuestion: _question, matchedWords: _words, ...rest } = found;
      assert.ok(score > 0 && score <= 1);
      assert.ok(["finding", "question", "passage", "words"].includes(matchedBy));
      assert.deepEqual(rest, {
        insightId: "ins_copper",
        title: "Chilean copper output",
        insight: "Copper output of Chile fell by 4 % in March 2021.",
        excerpts: ["output of copper fell 4 %", "“the lowest since 2017” 🌵"],
        docId: "doc_copper",
        docTitle: "Mining bulletin",
        sourceUrl: "https://example.org/copper",
        sourceName: "Comisión Minera",
        publishedDate: "2021-04-30",
      });
    });

    it("says which question matched, and which words of the query", async () => {
      await put(copper());
      const [asked] = await find("How far did the mines cut back?");
      assert.equal(asked?.matchedBy, "question");
      assert.equal(asked.matchedQuestion, "How far did mines cut back?");
      assert.deepEqual(asked.matchedWords, ["far", "mines", "cut", "back"]);
      const [named] = await find("Falling Copper lemons");
      assert.deepEqual(named?.matchedWords, ["Copper"]);
      assert.equal(named.matchedBy === "question", named.matchedQuestion !== null);
    });

    it("finds nothing for a query about something else", async () => {
      await put(copper());
      for (const query of ["chocolate cake recipe with butter", "qwertyuiop asdfgh", "🦓"]) {
        assert.deepEqual(await find(query), [], query);
      }
    });

    it("says what embedding a query and a document cost", async () => {
      const staged = await index.stage(copper());
      assert.ok(staged.inputTokens > 20);
      assert.notEqual(staged.model, "");
      const { embedding } = await index.search({ query: "copper output", limit: 5 });
      assert.equal(embedding.model, staged.model);
      assert.ok(embedding.inputTokens >= 2 && embedding.inputTokens < 10);
    });

    it("finds by words of the finding, a question, the passage, the publisher and the date", async () => {
      await put(copper());
      await put(lemons());
      for (const query of [
        "fell in March",
        "How far did mines cut back?",
        "drought at the smelters",
        "Comisión Minera",
        "April 2021",
      ]) {
        assert.equal((await ids(query))[0], "ins_copper", query);
      }
    });

    it("hides a staged document until it is published, and shows it to the very next search", async () => {
      await index.stage(copper());
      assert.deepEqual(await find("copper"), []);
      await index.publish("doc_copper", 1);
      assert.deepEqual(await ids("copper"), ["ins_copper"]);
    });

    it("takes a document without insights", async () => {
      await put({ ...copper(), insights: [], passages: [] });
      assert.deepEqual(await find("copper"), []);
      assert.equal((await index.status()).documents, 1);
    });

    it("replaces a document as a whole: old insights go when new ones come", async () => {
      await put(copper());
      await put({
        ...copper(),
        version: 2,
        insights: [insight("ins_new", "Copper exports"), insight("ins_more", "Copper tax")],
      });
      assert.deepEqual((await ids("copper")).sort(), ["ins_more", "ins_new"]);
      assert.deepEqual((await index.status()).insights, 2);
    });

    it("never shows two versions of a document, nor half of one, while it is replaced", async () => {
      const version = (number: number): IndexedDocument => ({
        ...copper(),
        version: number,
        insights: Array.from({ length: 8 }, (_, at) => insight(`ins_${number}_${at}`, "Copper price")),
      });
      await put(version(1));
      let isDone = false;
      const answers: string[][] = [];
      const reader = (async () => {
        while (!isDone) answers.push(await ids("copper price", { limit: 100 }));
      })();
      for (let number = 2; number <= 8; number++) await put(version(number));
      isDone = true;
      await reader;
      for (const answer of answers) {
        assert.equal(answer.length, 8);
        assert.equal(new Set(answer.map((id) => id.split("_")[1])).size, 1);
      }
      assert.ok(answers.length > 0);
    });

    it("takes a document with its content packed, as it takes the same unpacked, and refuses a content that is wrong", async () => {
      const packed = (document: IndexedDocument): PackedDocument => {
        const { passages, insights, ...head } = document;
        const bytes = Buffer.from(JSON.stringify({ passages, insights }));
        const content = new Uint8Array(new SharedArrayBuffer(bytes.length));
        content.set(bytes);
        return { ...head, content };
      };
      await put(copper());
      const search = () => index.search({ query: "copper price", limit: 10 });
      const { insights } = await search();
      assert.notEqual(insights.length, 0);
      const { inputTokens } = await index.stage(packed({ ...copper(), version: 2 }));
      await index.publish("doc_copper", 2);
      assert.ok(inputTokens > 0);
      assert.deepEqual((await search()).insights, insights);
      const [first] = copper().insights;
      assert.ok(first);
      const wrong = { ...copper(), version: 3, insights: [{ ...first, passage: 99 }] };
      await assert.rejects(index.stage(packed(wrong)), { kind: "invalid" });
      const notJson = { ...packed(wrong), content: Buffer.from("[]") };
      await assert.rejects(index.stage(notJson), { kind: "invalid" });
    });

    it("replaces what was staged when a version is staged again", async () => {
      await index.stage(copper());
      await index.stage({ ...copper(), insights: [insight("ins_second", "Copper again")] });
      await index.publish("doc_copper", 1);
      assert.deepEqual(await ids("copper"), ["ins_second"]);
    });

    it("changes nothing when what is published is staged or published again", async () => {
      await put(copper());
      await index.stage({ ...copper(), insights: [insight("ins_late", "Copper late")] });
      await index.publish("doc_copper", 1);
      assert.deepEqual(await ids("copper"), ["ins_copper"]);
      assert.equal((await index.status()).insights, 1);
    });

    it("refuses to publish a version that was never staged, and goes on showing the old one", async () => {
      await put(copper());
      await assert.rejects(index.publish("doc_copper", 2), { kind: "notFound" });
      await assert.rejects(index.publish("doc_other", 1), { kind: "notFound" });
      assert.deepEqual(await ids("copper"), ["ins_copper"]);
    });

    it("refuses a version older than the published one", async () => {
      await put({ ...copper(), version: 3 });
      await assert.rejects(index.stage({ ...copper(), version: 2 }), { kind: "conflict" });
      await assert.rejects(index.publish("doc_copper", 2), { kind: "conflict" });
    });

    it("matches publishers by part, without regard to case or composition", async () => {
      await put(copper());
      await put(lemons());
      for (const sourceName of ["COMISIÓN", "comisio\u0301n min", "sión M"]) {
        assert.deepEqual(await ids("output", { sourceName }), ["ins_copper"], sourceName);
      }
      assert.deepEqual(await ids("output", { sourceName: "100%_'Juice\"" }), ["ins_lemons"]);
    });

    it("takes %, _, *, quotes and backslashes of a publisher for what they are", async () => {
      await put(copper());
      await put(lemons());
      for (const sourceName of ["%", "_", "'", '"']) {
        assert.deepEqual(await ids("output", { sourceName }), ["ins_lemons"], sourceName);
      }
      for (const sourceName of ["*", "\\", "C%a", "Comisi_n", "' or 1=1 --"]) {
        assert.deepEqual(await ids("output", { sourceName }), [], sourceName);
      }
    });

    it("leaves out documents before the day and documents without one", async () => {
      await put(copper());
      await put({ ...lemons(), publishedDate: null });
      assert.deepEqual(await ids("output", { since: "2021-04-30" }), ["ins_copper"]);
      assert.deepEqual(await ids("output", { since: "2021-05-01" }), []);
      assert.deepEqual((await ids("output")).sort(), ["ins_copper", "ins_lemons"]);
    });

    it("gives a query and an insight the same score under any filter and limit", async () => {
      await put(copper());
      await put(lemons());
      for (let at = 0; at < 30; at++) await put(filler(at));
      const all = await find("output fell in March 2021", { limit: 100 });
      const score = all.find(({ insightId }) => insightId === "ins_copper")?.score;
      assert.ok(score !== undefined);
      for (const rest of [{ limit: 1 }, { sourceName: "minera" }, { since: "2021-04-01" }]) {
        assert.equal((await find("output fell in March 2021", rest))[0]?.score, score);
      }
    });

    it("orders by score, 0 to 1, and ties by insight id", async () => {
      const same = ["ins_c", "ins_a", "ins_B", "ins_b"].map((id) => insight(id, "Copper stocks"));
      await put({ ...copper(), insights: [...same, insight("ins_far", "Unrelated wages")] });
      const found = await find("copper stocks");
      assert.deepEqual(
        found.slice(0, 4).map(({ insightId }) => insightId),
        ["ins_B", "ins_a", "ins_b", "ins_c"],
      );
      assert.deepEqual(await ids("copper stocks", { limit: 2 }), ["ins_B", "ins_a"]);
      for (const [at, { score }] of found.entries()) {
        assert.ok(score >= 0 && score <= 1);
        assert.ok(score <= (found[at - 1]?.score ?? 1));
      }
    });

    it("answers with all there is when the limit is above it, and with the limit when there is more", async () => {
      for (let at = 0; at < 30; at++) await put(filler(at));
      assert.equal((await ids("wool auction", { limit: 7 })).length, 7);
      assert.equal((await ids("wool auction", { limit: 100 })).length, 30);
    });

    it("has no insight twice in an answer, however many of its texts match", async () => {
      const many = insight("ins_many", "Copper");
      await put({
        ...copper(),
        insights: [{ ...many, questions: Array.from({ length: 6 }, () => "Where is copper mined?") }],
      });
      assert.deepEqual(await ids("Where is copper mined?"), ["ins_many"]);
    });

    it("answers any text: emoji, other scripts, punctuation only, words it has never seen", async () => {
      await put(copper());
      for (const query of ["🌵🌵", "铜", "?!", "\u0000", "ﬁ\ud800", "zzzzqqqq", "a".repeat(1000), "'; drop table --"]) {
        for (const { score } of await find(query)) assert.ok(score >= 0 && score <= 1);
      }
    });

    it("finds the same after it was made anew, with what was staged and published before", async () => {
      await put(copper());
      await put(lemons());
      await index.stage({ ...copper(), version: 2, insights: [insight("ins_second", "Copper tax")] });
      const before = await find("copper output of Chile");
      for (let isDone = false; !isDone; ) ({ isDone } = await index.reindex({ run: "contract" }));
      assert.deepEqual(await find("copper output of Chile"), before);
      await index.publish("doc_copper", 2);
      assert.deepEqual(await ids("copper tax"), ["ins_second"]);
    });

    it("keeps what was published, and what was staged, when it is opened again", async () => {
      await put(copper());
      await index.stage(lemons());
      await index[Symbol.asyncDispose]();
      index = await place.open();
      assert.deepEqual(await ids("output"), ["ins_copper"]);
      await index.publish("doc_lemons", 1);
      assert.deepEqual((await ids("output")).sort(), ["ins_copper", "ins_lemons"]);
    });

    it("shows the new version only, when it is opened again after a replacement", async () => {
      await put(copper());
      await put({ ...copper(), version: 2, insights: [insight("ins_new", "Copper exports")] });
      const before = await find("copper");
      await index[Symbol.asyncDispose]();
      index = await place.open();
      assert.deepEqual(await find("copper"), before);
    });

    it("rejects a search whose caller has left", async () => {
      await put(copper());
      await assert.rejects(index.search({ query: "copper", limit: 1 }, AbortSignal.abort()), { kind: "cancelled" });
      const controller = new AbortController();
      const answer = index.search({ query: "copper", limit: 1 }, controller.signal);
      controller.abort();
      await assert.rejects(answer, { kind: "cancelled" });
      assert.deepEqual(await ids("copper"), ["ins_copper"]);
    });

    it("counts what is published", async () => {
      await index.stage(lemons());
      await put(copper());
      const { documents, insights, vectors, modelFingerprint } = await index.status();
      assert.deepEqual({ documents, insights, vectors }, { documents: 1, insights: 1, vectors: 4 });
      assert.notEqual(modelFingerprint, "");
    });
  });
}

export function insight(insightId: string, title: string): IndexedInsight {
  return {
    insightId,
    title,
    insight: `${title} were reported for the quarter.`,
    excerpts: [`${title}, as reported`],
    questions: [`What was said of ${title}?`],
    passage: 0,
  };
}

export function copper(): IndexedDocument {
  return {
    docId: "doc_copper",
    version: 1,
    title: "Mining bulletin",
    documentUrl: "https://example.org/copper",
    sourceName: "Comisión Minera",
    publishedDate: "2021-04-30",
    passages: ["In March the output of copper fell 4 %, “the lowest since 2017” 🌵, after a drought at the smelters."],
    insights: [
      {
        insightId: "ins_copper",
        title: "Chilean copper output",
        insight: "Copper output of Chile fell by 4 % in March 2021.",
        excerpts: ["output of copper fell 4 %", "“the lowest since 2017” 🌵"],
        questions: ["How much copper did Chile mine in March 2021?", "How far did mines cut back?"],
        passage: 0,
      },
    ],
  };
}

export function lemons(): IndexedDocument {
  return {
    docId: "doc_lemons",
    version: 1,
    title: "Citrus letter",
    documentUrl: "https://example.org/lemons",
    sourceName: "100%_'Juice\" Board",
    publishedDate: "2019-12-31",
    passages: ["Lemon growers expect output to double by the end of the decade."],
    insights: [
      {
        insightId: "ins_lemons",
        title: "Lemon output forecast",
        insight: "Lemon growers expect their output to double by 2030.",
        excerpts: ["expect output to double"],
        questions: ["When will lemon output double?"],
        passage: 0,
      },
    ],
  };
}

function filler(at: number): IndexedDocument {
  return {
    docId: `doc_wool_${at}`,
    version: 1,
    title: `Wool auction ${at}`,
    documentUrl: `https://example.org/wool/${at}`,
    sourceName: "Wool Exchange",
    publishedDate: `2020-01-${String((at % 28) + 1).padStart(2, "0")}`,
    passages: [`At auction ${at} the wool of the northern farms found buyers.`],
    insights: [insight(`ins_wool_${at}`, `Wool auction ${at}`)],
  };
}
