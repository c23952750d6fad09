import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mediaTypeOf, parse } from "../../../services/document/parse/parse.ts";
import type { ParsedDocument } from "../../../services/document/parse/parsed-document.ts";
import { withCorpus } from "../../support/corpus.ts";
import { assertCovered, assertSound, rowLabelled } from "./parsed.ts";

/** Facts that a reader of an original can check: what stands in a row, and under which column. */
interface Facts {
  file: string;
  head: ParsedDocument["head"];
  pages?: number;
  minTables?: number;
  /** Label of a row, label of a column, figure. The row is the first one with this label. */
  cells?: [string, RegExp, string][];
  repairs?: RegExp[];
}

const ORIGINALS: Facts[] = [
  {
    file: "boe_mpc_2024-02.html",
    head: { title: "Bank Rate maintained at 5.25% - February 2024", publishedDate: "2024-02-01" },
  },
  {
    file: "ecb_account_2025-11.html",
    head: { title: "Meeting of 29-30 October 2025", sourceName: "European Central Bank", publishedDate: "2025-11-27" },
  },
  {
    file: "fed_speech_yellen_2017-01-18.htm",
    head: { sourceName: "Board of Governors of the Federal Reserve System", publishedDate: "2017-01-18" },
  },
  {
    file: "fomc_minutes_2025-10_mojibake.html",
    head: { title: "FOMC Minutes, October 28-29, 2025" },
    repairs: [/Repaired 16 characters that were encoded twice/],
  },
  { file: "sec_8k_buckle_ixbrl.html", head: { sourceName: "SEC EDGAR filings" }, minTables: 3 },
  {
    file: "sec_1995_full_submission.txt",
    head: { title: "PAGE AMERICA GROUP, INC. Form S-3/A", sourceName: "SEC EDGAR filings" },
    minTables: 1,
  },
  {
    file: "banxico_minutes_broken_ligatures.pdf",
    head: { title: "Minutes number 109" },
    pages: 26,
    repairs: [/ligatures/],
  },
  { file: "rbi_mpc_minutes_2024-08.pdf", head: { publishedDate: "2024-08-22" }, pages: 14 },
  {
    file: "costco_earnings_2023q1.pdf",
    head: { title: "Costco Wholesale Corporation Reports First Quarter Fiscal Year 2023 Operating Results" },
    pages: 4,
    minTables: 4,
    cells: [
      ["Net sales", /November 20, 2022$/, "$ 53,437"],
      ["Interest expense", /November 21, 2021$/, "(39)"],
      ["Merchandise inventories", /August 28, 2022$/, "17,907"],
      ["TOTAL EQUITY", /November 20, 2022$/, "21,476"],
    ],
    repairs: [/Restored 22 ligatures/],
  },
  {
    file: "eia_steo_2025-11.pdf",
    head: { title: "Short-Term Energy Outlook" },
    pages: 15,
    cells: [
      ["Brent crude oil spot price", /^2026$/, "$55"],
      ["Coal", /^2025$/, "17%"],
    ],
  },
  {
    file: "bls_cpi_2025-07.pdf",
    head: { title: "Consumer Price Index - July 2025" },
    pages: 38,
    minTables: 20,
    cells: [
      ["All items", /Unadjusted indexes Jul\. 2025$/, "323.048"],
      ["All items", /Unadjusted percent change Jul\. 2024- Jul\. 2025$/, "2.7"],
      ["Energy", /Unadjusted percent change Jul\. 2024- Jul\. 2025$/, "-1.6"],
    ],
  },
  {
    file: "usda_wasde_2025-11.pdf",
    head: { title: "World Agricultural Supply and Demand Estimates" },
    pages: 40,
    minTables: 30,
    cells: [
      ["Yield per Harvested Acre", /^2025\/26 Proj\. Nov$/, "53.3"],
      ["2024/25 (Est.) Beginning Stocks", /^White$/, "85"],
    ],
  },
];

withCorpus("the original documents", "corpus/originals", (folder) => {
  for (const facts of ORIGINALS) {
    it(`${facts.file} keeps its facts in their places`, async () => {
      const bytes = new Uint8Array(readFileSync(join(folder, facts.file)));
      const mediaType = mediaTypeOf(bytes, facts.file);
      assert(mediaType);
      const document = await parse({ bytes, mediaType, name: facts.file });
      assertSound(document);
      assert.deepEqual({ ...document.head, ...facts.head }, document.head);
      if (facts.pages)
        assert.equal(
          document.blocks.reduce((last, { page = 0 }) => Math.max(last, page), 0),
          facts.pages,
        );
      assert(document.tables.length >= (facts.minTables ?? 0), `${document.tables.length} tables`);
      for (const [label, column, figure] of facts.cells ?? []) {
        const { values } = rowLabelled(document, label);
        const found = values.filter(([name]) => column.test(name)).map(([, value]) => value);
        assert.deepEqual(found, [figure], `${label}: ${JSON.stringify(values)}`);
      }
      for (const repair of facts.repairs ?? [])
        assert(
          document.repairs.some((each) => repair.test(each)),
          String(document.repairs),
        );
    }).timeout(60_000);
  }
});

withCorpus("the documents of the corpus", "corpus/documents.jsonl", (file) => {
  it("are all read, stored as they came, and sound", async () => {
    const documents = readFileSync(file, "utf8").trim().split("\n");
    assert.equal(documents.length, 193);
    for (const line of documents) {
      const { text } = JSON.parse(line);
      const document = await parse({ bytes: new TextEncoder().encode(text), mediaType: "text/plain", name: "row" });
      assert.equal(document.text, text);
      assertSound(document);
      assertCovered(document);
    }
  }).timeout(60_000);
});
