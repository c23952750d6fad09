/** Where the processes of the product begin. */
export const ENTRY = {
  account: "services/account/main.ts",
  document: "services/document/main.ts",
  search: "services/search/main.ts",
  worker: "services/document/worker.ts",
  gateway: "gateway/main.ts",
} as const;
export type Role = keyof typeof ENTRY;
