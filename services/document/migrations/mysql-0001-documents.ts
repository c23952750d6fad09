import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createTables } from "#kit/mysql/create-tables.ts";

/**
 * The tables of the other migrations here, in one step, for MySQL and MariaDB. What is looked up, compared or put in
 * order is VARBINARY: no collation that both servers know tells "a" from "a " and "A", and the order of UTF-8 bytes is
 * that of code points. Lengths are bytes there. Long texts and contents lie in parts, each a message that every server takes.
 */
export const mysqlDocuments: Migration = createTables({
  document: sql`
    doc_id varbinary(64) not null primary key,
    version bigint not null,
    indexed_version bigint not null,
    document_url varchar(2048) not null,
    article_title varchar(500) not null,
    summary longtext not null,
    source_name varbinary(800) not null,
    authors longtext not null,
    published_date varbinary(10),
    extracted_at bigint not null,
    ingested_at bigint not null,
    content_hash varbinary(64) not null,
    original_hash varbinary(64) not null,
    insight_count integer not null,
    key document_order (published_date desc, ingested_at desc, doc_id),
    key document_source (source_name, published_date desc, ingested_at desc, doc_id)`,
  source: sql`
    name varbinary(800) not null primary key,
    folded varbinary(2800) not null`,
  document_text: sql`
    doc_id varbinary(64) not null primary key,
    text_hash varbinary(64) not null,
    repairs longtext not null,
    foreign key (doc_id) references document (doc_id) on delete cascade`,
  document_text_part: sql`
    doc_id varbinary(64) not null,
    part integer not null,
    bytes longblob not null,
    primary key (doc_id, part),
    foreign key (doc_id) references document_text (doc_id) on delete cascade`,
  insight: sql`
    doc_id varbinary(64) not null,
    ordinal integer not null,
    insight_id varbinary(64) not null unique,
    version bigint not null,
    title longtext not null,
    finding longtext not null,
    excerpts longtext not null,
    questions longtext not null,
    passage longtext not null,
    primary key (doc_id, ordinal),
    foreign key (doc_id) references document (doc_id) on delete cascade`,
  job: sql`
    version bigint not null auto_increment primary key,
    job_id varbinary(64) not null unique,
    batch_id varbinary(64) not null,
    doc_id varbinary(64) not null,
    document_url varchar(2048) not null,
    media_type varchar(100) not null,
    given longtext not null,
    content_hash varbinary(64) not null,
    original_hash varbinary(64) not null,
    content_bytes integer not null,
    state varbinary(16) not null,
    attempts integer not null,
    deaths integer not null,
    reason longtext not null,
    insights integer not null,
    not_before bigint not null,
    owner varbinary(800),
    token varbinary(64),
    leased_until bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    key job_turn (state, deaths, version, content_bytes),
    key job_document (doc_id, version),
    key job_batch (batch_id, state, insights, content_bytes),
    key job_change (updated_at desc, version desc)`,
  job_content: sql`
    job_id varbinary(64) not null,
    part integer not null,
    bytes longblob not null,
    primary key (job_id, part),
    foreign key (job_id) references job (job_id) on delete cascade`,
  earlier_batch: sql`
    batch_id varbinary(64) not null,
    job_id varbinary(64) not null,
    primary key (batch_id, job_id),
    foreign key (job_id) references job (job_id) on delete cascade`,
  // Whoever submits locks the row of its document first: see mysql-job-log.ts.
  submission_turn: sql`turn integer not null primary key`,
  model_answer: sql`
    answer_key varbinary(64) not null primary key,
    answer longtext not null,
    used_at bigint not null,
    key model_answer_use (used_at)`,
  model_call: sql`
    call_id varbinary(64) not null primary key,
    model varchar(200) not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    is_estimated integer not null,
    called_at bigint not null`,
  model_day: sql`
    day integer not null primary key,
    tokens bigint not null`,
});
