import type { DocumentRecord, FoundInsight, InsightRecord } from "../upstreams.ts";

/** An insight as a search shows it. */
export const insightFields = (insight: FoundInsight) => ({
  insight_id: insight.insightId,
  title: insight.title,
  insight: insight.insight,
  excerpts: insight.excerpts,
  doc_id: insight.docId,
  doc_title: insight.docTitle,
  source_url: insight.sourceUrl,
  source_name: insight.sourceName,
  published_date: insight.publishedDate,
  score: insight.score,
  matched_by: insight.matchedBy,
  matched_question: insight.matchedQuestion,
  matched_words: insight.matchedWords,
});

export const documentFields = (document: DocumentRecord) => ({
  doc_id: document.docId,
  document_url: document.documentUrl,
  article_title: document.articleTitle,
  summary: document.summary,
  source_name: document.sourceName,
  authors: document.authors,
  published_date: document.publishedDate,
  extracted_at: new Date(document.extractedAt).toISOString(),
  extraction_status: document.extractionStatus,
  ingested_at: new Date(document.ingestedAt).toISOString(),
});

/** An insight inside its document. */
export const documentInsightFields = ({ insightId, title, insight, excerpts }: InsightRecord) => ({
  insight_id: insightId,
  title,
  insight,
  excerpts,
});
