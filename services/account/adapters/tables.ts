import type { ApiKey } from "../ports.ts";

/** The tables of `migrations/`, as Kysely sees them. Numbers are integers, flags 0 or 1. */
export interface AccountTables {
  account: { account_id: string; issuer: string; subject: string; email: string | null; created_at: number };
  account_link: { issuer: string; subject: string; account_id: string; created_at: number };
  api_key: {
    key_id: string;
    account_id: string;
    name: string;
    prefix: string;
    hash: Uint8Array;
    tier: string;
    is_active: number;
    created_at: number;
    last_used_at: number | null;
  };
  usage_request: { event_id: string; account_id: string; key_id: string | null; operation: string; time: number };
  usage_token: {
    event_id: string;
    request_id: string;
    model: string;
    input_tokens: number;
    output_tokens: number;
  };
  usage_day: {
    account_id: string;
    day: number;
    operation: string;
    request_count: number;
    counted: number;
    input_tokens: number;
    output_tokens: number;
  };
}

export const toApiKey = (row: Omit<AccountTables["api_key"], "hash">): ApiKey => ({
  keyId: row.key_id,
  accountId: row.account_id,
  name: row.name,
  prefix: row.prefix,
  tier: row.tier,
  isActive: row.is_active === 1,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});
