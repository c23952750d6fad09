import { createHash } from "node:crypto";
import { analyseDocument } from "./analyse-document.ts";

/** Something for every rule of the analysis, and for how a document describes itself. */
const PROBE = [
  "The Bank's forecasts were revised downwards: companies’ earnings, generalizations, ponies, relational hopping.",
  "FY2031 FY31 fy 2031 Q1FY20 2031Q3 3Q31 Q32031 1H25 FY2019Q1",
  "1,234,567.50 3.00 5% 5 percent 5 per cent ５％ 75bp 3.5x 10bn 2nd 2030,2031",
  "PP&E R&D U.S. e.g. cost-of-living and/or México Mexi\u0301co ﬁnance İstanbul 金利 ราคา 🌵 O’Neill's",
  `${"a".repeat(100)} example.org 2.0.1 ß Straße Ω`,
  "10-K 8-K 10K 20-F 5-year 12-b",
  "capex EPS R&D PPE BP 25bps",
  "labour programmes stabilisation arise centred modelling",
  "fore\u00adcast 4¼ 2031³ m² CO₂",
].join("\n");

/** Changes whenever the same text would be indexed under other words, as far as the probe shows it. */
export function analysisFingerprint(): string {
  const { words, tokens, ends } = analyseDocument({
    docId: "probe",
    version: 1,
    title: "Probe letter",
    documentUrl: "https://example.org/probe",
    sourceName: "Probe's Office of Northern Trade & Tariffs, Federal Reserve",
    publishedDate: "2031-03-09",
    passages: [PROBE],
    insights: [
      {
        insightId: "probe",
        title: "One",
        insight: "Two",
        excerpts: ["Three", "Four"],
        questions: ["Five?"],
        passage: 0,
      },
    ],
  });
  const indexed = JSON.stringify([words, [...tokens], [...ends]]);
  return createHash("sha256").update(indexed).digest("hex").slice(0, 16);
}
