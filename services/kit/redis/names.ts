/** Names of what the processes of an install share in Redis. */

/** The state of a key, as the account service gave it; "?" for one that it does not know; `ASK` after a change. */
export const stateName = (keyHash: Uint8Array): string =>
  `insights:key:${Buffer.from(keyHash.buffer, keyHash.byteOffset, keyHash.byteLength).toString("base64url")}`;

/** In place of a key's state: ask the account service, and remember nothing. It outlives every answer from before the change. */
export const ASK = "ask";
export const ASK_SECONDS = 60;

/** Counted operations of an account in a month, YYYY-MM. */
export const usedName = (accountId: string, month: string): string => `insights:used:${accountId}:${month}`;

/** Usage events on their way to the ledger. */
export const USAGE_STREAM = "insights:usage";
export const USAGE_GROUP = "ledger";
