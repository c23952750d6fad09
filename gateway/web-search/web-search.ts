/** A search of the public web by a service that the operator chose. */
export interface WebSearch {
  /** Its name, as SEARCH_WEB_PROVIDER has it. */
  provider: string;
  /**
   * What the service found, its best first. Rejects with `exhausted` when the service wants fewer requests,
   * `deadline` when it takes too long, `cancelled` when the signal fires, and `unavailable` for all else.
   */
  search(query: string, limit: number, signal: AbortSignal): Promise<WebAnswer>;
}

export interface WebAnswer {
  results: WebResult[];
  /** What a service wrote that does not answer with a list. */
  text?: string;
}

/** A page as the service describes it: nobody has checked a word of it. */
export interface WebResult {
  title: string;
  url: string;
  snippet: string;
  /** YYYY-MM-DD. */
  published_date: string | null;
}
