import type { DocumentHead } from "../../../services/document/extract/extraction.ts";

/** Heads of documents for the tests of extraction: a central bank's, a company's and one of its releases. */
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
export const RELEASE: DocumentHead = {
  title: "Tarn earnings release, 2031",
  sourceName: "SEC EDGAR filings",
  publishedDate: "2031-09-30",
  authors: ["Tarn"],
  documentUrl: "https://example.org/tarn",
};
