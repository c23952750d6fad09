/** The shapes of the REST answers, for the OpenAPI description. */

const nullableDay = {
  type: ["string", "null"],
  format: "date",
  description: "Publication date of the source document, YYYY-MM-DD; null when it has none",
} as const;

const excerpts = {
  type: "array",
  items: { type: "string" },
  description: "Verbatim quotes from the source that support the insight",
} as const;

const insightCore = {
  insight_id: { type: "string", description: "Unique insight identifier" },
  title: { type: "string", description: "Short title" },
  insight: { type: "string", description: "The extracted finding, a complete statement" },
  excerpts,
} as const;

export const insightSchema = {
  $id: "Insight",
  title: "Insight",
  type: "object",
  description: "An insight as a search finds it",
  required: [
    "insight_id",
    "title",
    "insight",
    "excerpts",
    "doc_id",
    "doc_title",
    "source_url",
    "source_name",
    "published_date",
    "score",
    "matched_by",
    "matched_question",
    "matched_words",
  ],
  properties: {
    ...insightCore,
    doc_id: { type: "string", description: "Parent document identifier" },
    doc_title: { type: "string", description: "Title of the originating document" },
    source_url: { type: "string", description: "Direct URL to the primary source" },
    source_name: { type: "string", description: "Publishing organization" },
    published_date: nullableDay,
    score: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "Probability that the insight is relevant; never increases down the list",
    },
    matched_by: {
      type: "string",
      enum: ["finding", "question", "passage", "words"],
      description: "What of the insight matched best",
    },
    matched_question: {
      type: ["string", "null"],
      description: "The hypothetical question that matched; null when something else did",
    },
    matched_words: {
      type: "array",
      items: { type: "string" },
      description: "Words of the query that the insight is found by, as they were typed",
    },
  },
} as const;

export const documentSchema = {
  $id: "Document",
  title: "Document",
  type: "object",
  description: "A document of the database",
  required: [
    "doc_id",
    "document_url",
    "article_title",
    "summary",
    "source_name",
    "authors",
    "published_date",
    "extracted_at",
    "extraction_status",
    "ingested_at",
  ],
  properties: {
    doc_id: { type: "string", description: "Document identifier" },
    document_url: { type: "string", description: "URL of the primary source" },
    article_title: { type: "string", description: "Document title" },
    summary: { type: "string", description: "Brief summary" },
    source_name: { type: "string", description: "Publishing organization" },
    authors: { type: "array", items: { type: "string" }, description: "Author names; may be empty" },
    published_date: nullableDay,
    extracted_at: { type: "string", format: "date-time", description: "When insights were extracted (UTC)" },
    extraction_status: { type: "string", description: "`complete` when all insights have been extracted" },
    ingested_at: { type: "string", format: "date-time", description: "When the document entered the database (UTC)" },
  },
} as const;

export const documentInsightSchema = {
  $id: "DocumentInsight",
  title: "DocumentInsight",
  type: "object",
  description: "An insight inside its document",
  required: ["insight_id", "title", "insight", "excerpts"],
  properties: insightCore,
} as const;

export const errorSchema = {
  $id: "Error",
  title: "Error",
  type: "object",
  description: "What went wrong and what to do about it",
  required: ["detail"],
  properties: { detail: { type: "string" } },
} as const;
