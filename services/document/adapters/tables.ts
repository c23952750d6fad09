import type { Generated } from "kysely";
import type { JobState } from "../job-ports.ts";

/** The tables of `migrations/`. Columns that hold JSON are strings here. */
export interface Tables {
  document: {
    doc_id: string;
    version: number;
    indexed_version: number;
    document_url: string;
    article_title: string;
    summary: string;
    source_name: string;
    authors: string;
    published_date: string | null;
    extracted_at: number;
    ingested_at: number;
    content_hash: string;
    original_hash: string;
    insight_count: number;
  };
  source: { name: string; folded: string };
  document_text: { doc_id: string; text: string; text_hash: string; repairs: string };
  insight: {
    doc_id: string;
    ordinal: number;
    insight_id: string;
    version: number;
    title: string;
    finding: string;
    excerpts: string;
    questions: string;
    passage: string;
  };
  job: {
    version: Generated<number>;
    job_id: string;
    batch_id: string;
    doc_id: string;
    document_url: string;
    media_type: string;
    given: string;
    content_hash: string;
    original_hash: string;
    content_bytes: number;
    state: JobState;
    attempts: number;
    deaths: number;
    reason: string;
    insights: number;
    not_before: number;
    owner: string | null;
    token: string | null;
    leased_until: number;
    created_at: number;
    updated_at: number;
  };
  earlier_batch: { batch_id: string; job_id: string };
  model_answer: { answer_key: string; answer: string; used_at: number };
  model_call: {
    call_id: string;
    model: string;
    input_tokens: number;
    output_tokens: number;
    is_estimated: number;
    called_at: number;
  };
  model_day: { day: number; tokens: number };
  job_content: { job_id: string; part: number; bytes: Uint8Array };
}

/** Jobs that wait or are being worked on. */
export const OPEN = ["pending", "extracting", "indexing"] as const satisfies JobState[];
