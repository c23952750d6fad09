/** What passes between the event loop and a connection's thread. */
export interface ThreadOptions {
  path: string;
  readOnly: boolean;
  busyTimeoutMs: number;
  /** A file that has tables has one of these, or is another program's: nothing is then written to it. */
  tables?: string[];
}

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export interface StatementResult {
  rows: unknown[];
  changes: number;
  insertId?: number;
}

export interface Task {
  id: number;
  statements: Statement[];
  /** All statements in one transaction, or each by itself. */
  atomic: boolean;
  /** When the first of an atomic task changes nothing, the others are not run, and have no result. */
  isConditional?: boolean;
  close?: boolean;
}

export interface Failure {
  message: string;
  /** SQLite's extended result code. */
  errcode?: number | undefined;
}

export interface Reply {
  id: number;
  results?: StatementResult[];
  failure?: Failure;
}
