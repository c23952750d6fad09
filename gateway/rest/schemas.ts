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

const keyCore = {
  key_id: { type: "string", format: "uuid", description: "Identifier used to revoke" },
  name: { type: "string", description: "Label chosen by the caller" },
  prefix: { type: "string", description: "The first 12 characters of the key" },
  tier: { type: "string", description: "`free`, `pro` or `enterprise`" },
  is_active: { type: "boolean", description: "False once revoked" },
  created_at: { type: "string", format: "date-time", description: "When it was made (UTC)" },
  last_used_at: { type: ["string", "null"], format: "date-time", description: "Null until the first use (UTC)" },
} as const;

export const apiKeySchema = {
  $id: "ApiKey",
  title: "ApiKey",
  type: "object",
  description: "An API key, without the key itself",
  required: Object.keys(keyCore),
  properties: keyCore,
} as const;

export const newApiKeySchema = {
  $id: "NewApiKey",
  title: "NewApiKey",
  type: "object",
  description: "An API key as it is shown once",
  required: [...Object.keys(keyCore), "raw_key"],
  properties: { ...keyCore, raw_key: { type: "string", description: "The key itself; it cannot be shown again" } },
} as const;

const count = (description: string) => ({ type: "integer", minimum: 0, description }) as const;
const sums = {
  input_tokens: count("Tokens read"),
  output_tokens: count("Tokens written"),
  total_tokens: count("Both together"),
  request_count: count("Operations carried out"),
} as const;
const day = (description: string) => ({ type: "string", format: "date", description }) as const;
const listOf = (description: string, name: string, field: object) =>
  ({
    type: "array",
    description,
    items: { type: "object", required: [name, ...Object.keys(sums)], properties: { [name]: field, ...sums } },
  }) as const;

const usageFields = {
  days: count("How many days, today included (UTC)"),
  start_date: day("First day"),
  end_date: day("Last day: today"),
  total_input_tokens: count("Tokens read"),
  total_output_tokens: count("Tokens written"),
  total_tokens: count("Both together"),
  total_requests: count("Operations carried out"),
  daily: listOf("Every day of the range, oldest first", "date", day("The day")),
  operations: listOf("Every operation that occurs, by name", "operation", { type: "string" }),
} as const;

export const usageReportSchema = {
  $id: "UsageReport",
  title: "UsageReport",
  type: "object",
  description: "Usage of the account; the totals are the sums of `daily` and of `operations`",
  required: Object.keys(usageFields),
  properties: usageFields,
} as const;
