import type { DocumentHead } from "../../../services/document/extract/extraction.ts";

/** Heads of documents for the tests of titles: a central bank's and a company's. */
export const BANK: DocumentHead = {
  title: "Minutes of the Rate Board, June 2031",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: ["Rate Board"],
  documentUrl: "https://example.org/minutes",
};
export const COMPANY: DocumentHead = {
  title: "Harlow 10-K, 2031",
  sourceName: "SEC filings",
  publishedDate: "2032-02-11",
  authors: ["Harlow"],
  documentUrl: "https://example.org/harlow",
};
