/** Made up for the OpenAPI description; no publisher, document or figure in it is real. */

const document = {
  doc_id: "doc_3f9c1a7e5b2d4860",
  source_name: "Harbour Statistics Office",
  published_date: "2025-03-31",
};

const insight = {
  insight_id: "ins_8d21c4b09e6f7a35",
  title: "Container volume growth in 2025",
  insight:
    "The Harbour Statistics Office expects container volumes to grow by 3.4 percent in 2025, after 2.1 percent in 2024.",
  excerpts: ["Container volumes are expected to grow by 3.4 percent in 2025, after 2.1 percent in 2024."],
};

const documentExample = {
  doc_id: document.doc_id,
  document_url: "https://harbour.example/reviews/spring-2025.html",
  article_title: "Spring review 2025",
  summary: "Container volumes are expected to grow faster in 2025 because freight rates have fallen.",
  source_name: document.source_name,
  authors: ["A. Keel"],
  published_date: document.published_date,
  extracted_at: "2025-04-01T08:30:00.000Z",
  extraction_status: "complete",
  ingested_at: "2025-04-01T08:29:12.000Z",
};

const apiKeyExample = {
  key_id: "0b9e2c1a-4f6d-4b0e-9a57-2d1c7f3e8a60",
  name: "laptop",
  prefix: "fri_Zk3v9QwX",
  tier: "free",
  is_active: true,
  created_at: "2025-04-01T08:30:00.000Z",
  last_used_at: null,
};

const sumsExample = { input_tokens: 12, output_tokens: 0, total_tokens: 12, request_count: 2 };

export const EXAMPLES = {
  search: {
    insights: [
      {
        ...insight,
        doc_id: document.doc_id,
        doc_title: documentExample.article_title,
        source_url: documentExample.document_url,
        source_name: document.source_name,
        published_date: document.published_date,
        score: 0.87,
        matched_by: "question",
        matched_question: "How fast will container volumes grow in 2025?",
        matched_words: ["container", "growth", "2025"],
      },
    ],
  },
  listDocuments: { documents: [documentExample] },
  listFilterOptions: { source_names: ["Harbour Statistics Office", "Ministry of Tides"] },
  getDocument: { document: documentExample, insights: [insight] },
  createKey: { ...apiKeyExample, raw_key: "fri_Zk3v9QwX2mB7tYc0Lr8sNf4HdKp6Ja1U" },
  listKeys: [apiKeyExample],
  usage: {
    days: 1,
    start_date: "2025-04-01",
    end_date: "2025-04-01",
    total_input_tokens: 12,
    total_output_tokens: 0,
    total_tokens: 12,
    total_requests: 2,
    daily: [{ date: "2025-04-01", ...sumsExample }],
    operations: [{ operation: "search", ...sumsExample }],
  },
};
