import { createHash } from "node:crypto";
import { mock } from "node:test";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { DomainError } from "#kit/errors.ts";
import { buildGateway } from "../../../gateway/app.ts";
import { type Core, createCore, type GatewayDeps } from "../../../gateway/core.ts";
import { createMemoryKeyCache, type KeyCache } from "../../../gateway/key-cache.ts";
import { createMemoryLimiter } from "../../../gateway/limiters/memory-limiter.ts";
import type { Identity } from "../../../gateway/tokens/token-verifier.ts";
import type { FoundInsight, KeyState, Upstreams, UsageEvent } from "../../../gateway/upstreams.ts";

/** 2026-03-10T12:00:00Z. */
export const NOON = Date.UTC(2026, 2, 10, 12);

export const keyNamed = (name: string) => `fri_${name.padEnd(32, "x")}`;
export const KEY = keyNamed("main");
export const hashOf = (rawKey: string) => createHash("sha256").update(rawKey).digest();

export const INSIGHT: FoundInsight = {
  insightId: "ins_1",
  title: "Tonnage forecast for the north quay",
  insight: "The harbour office expects tonnage at the north quay to rise by 4 percent in 2026.",
  excerpts: ["Tonnage at the “north quay” will rise by 4 percent.", "Line\nbreak \\ and 🚢"],
  docId: "doc_1",
  docTitle: "Quay review",
  sourceUrl: "https://harbour.example/quay",
  sourceName: "Harbour Office",
  publishedDate: "2026-01-31",
  score: 0.75,
  matchedBy: "question",
  matchedQuestion: "How much will tonnage at the north quay rise in 2026?",
  matchedWords: ["tonnage", "quay"],
};

export const DOCUMENT = {
  docId: "doc_1",
  documentUrl: "https://harbour.example/quay",
  articleTitle: "Quay review",
  summary: "Tonnage rises.",
  sourceName: "Harbour Office",
  authors: [],
  publishedDate: null,
  extractedAt: Date.UTC(2026, 1, 1, 8, 30, 0, 5),
  extractionStatus: "complete",
  ingestedAt: Date.UTC(2026, 1, 1, 8, 29),
};

export const TOKEN = "token-of-ada";
export const ADA: Identity = { issuer: "https://login.example", subject: "ada", email: null, clientId: null };

export const KEY_RECORD = {
  keyId: "0b9e2c1a-4f6d-4b0e-9a57-2d1c7f3e8a60",
  name: "laptop",
  prefix: "fri_mainxxxx",
  tier: "free",
  isActive: true,
  createdAt: Date.UTC(2026, 2, 1, 8, 30, 0, 5),
  lastUsedAt: null,
};

/** A gateway on fakes of its upstreams that a test reads and changes. */
export interface TestGateway extends AsyncDisposable {
  core: Core;
  app: FastifyInstance;
  clock: { time: number; now(): number };
  /** What checkKey knows: by raw key. */
  accounts: Map<string, KeyState>;
  keys: KeyCache;
  upstreams: Upstreams;
  /** Whom tokens stand for, by token. */
  sessions: Map<string, Identity>;
  /** All that was recorded. */
  recorded: UsageEvent[];
  /** What was logged, line by line, but for the line that each request has. */
  logged: string[];
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** A search with the key that every test gateway knows. */
  search(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/**
 * Time that a test moves by setting `time`, from NOON on. It is the process's own Date, because the limiter's library
 * reads that; a root hook gives it back after each test.
 */
export function handClock(): { time: number; now(): number } {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: NOON });
  return {
    get time() {
      return Date.now();
    },
    set time(now) {
      mock.timers.setTime(now);
    },
    now: () => Date.now(),
  };
}
afterEach(() => mock.timers.reset());

export const keyState = (change: Partial<KeyState> = {}): KeyState => ({
  keyId: "key-1",
  accountId: "account-1",
  tier: "free",
  isActive: true,
  countedThisMonth: 0,
  ...change,
});

export async function openGateway(change: Partial<GatewayDeps> = {}): Promise<TestGateway> {
  const clock = handClock();
  const accounts = new Map([[KEY, keyState()]]);
  const recorded: UsageEvent[] = [];
  const logged: string[] = [];
  const keys = createMemoryKeyCache({ clock });
  const sessions = new Map([[TOKEN, ADA]]);
  const upstreams: Upstreams = {
    search: {
      search: async () => ({ insights: [INSIGHT], embedding: { model: "bundled", inputTokens: 7 } }),
      check: async () => undefined,
    },
    documents: {
      list: async () => [DOCUMENT],
      async get(docId) {
        if (docId !== "doc_1") throw new DomainError("notFound", "Document not found");
        return { document: DOCUMENT, insights: [INSIGHT] };
      },
      sourceNames: async () => ["Harbour Office", "Ministry of Tides"],
      check: async () => undefined,
    },
    accounts: {
      async checkKey(hash) {
        for (const [rawKey, state] of accounts) if (hashOf(rawKey).equals(hash)) return state;
        throw new DomainError("notFound", "API key not found");
      },
      checkAccount: async ({ issuer, subject }) => ({
        accountId: `account of ${subject} at ${issuer}`,
        tier: "free",
        countedThisMonth: 0,
      }),
      recordUsage: async (events) => void recorded.push(...events),
      check: async () => undefined,
    },
    console: {
      createKey: async (_owner, name) => ({ ...KEY_RECORD, name, rawKey: KEY }),
      listKeys: async () => [KEY_RECORD],
      async revokeKey(_owner, keyId) {
        if (keyId !== KEY_RECORD.keyId) throw new DomainError("notFound", "API key not found");
      },
      usage: async () => ({ startDate: "2026-03-10", endDate: "2026-03-10", daily: [], operations: [] }),
    },
  };
  const core = createCore({
    upstreams,
    limiter: createMemoryLimiter({ windowMs: 60_000, maxKeys: 1_000 }),
    keys,
    sessions: {
      async verify(token) {
        const session = sessions.get(token);
        if (!session) throw new DomainError("unauthenticated", "Invalid session token: it is unknown.");
        return session;
      },
    },
    tiers: { free: 100, pro: 1_000, enterprise: 10_000 },
    freeMonthlyAllowance: 10_000,
    trustedProxies: [],
    clock,
    log: pino(
      { level: "debug" },
      { write: (line: string) => void (line.includes('"msg":"request"') || logged.push(line)) },
    ),
    ...change,
  });
  const app = await buildGateway(core);
  const send = (options: InjectOptions) => app.inject(options);
  return {
    core,
    app,
    clock,
    accounts,
    keys,
    sessions,
    upstreams,
    recorded,
    logged,
    send,
    search: (body, headers = {}) =>
      send({
        method: "POST",
        url: "/api/insights/search",
        headers: { "x-api-key": KEY, "content-type": "application/json", ...headers },
        payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    get: (url, headers = {}) => send({ method: "GET", url, headers: { "x-api-key": KEY, ...headers } }),
    async [Symbol.asyncDispose]() {
      await app.close();
      // The root hook belongs to the first file of a mocha worker that loads this one: another file's tests must not be
      // left with a Date that stands still.
      mock.timers.reset();
    },
  };
}

/** The refusal's sentence, after checking that the body is `{detail}` and nothing else. */
export function detailOf(response: LightMyRequestResponse): string {
  const body: { detail: string } = response.json();
  if (Object.keys(body).join() !== "detail" || typeof body.detail !== "string") throw new Error(response.body);
  return body.detail;
}
