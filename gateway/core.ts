import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import { NO_TELEMETRY, type Telemetry } from "#kit/telemetry/telemetry.ts";
import { type Admission, createAdmission, type Tiers } from "./admission.ts";
import { createMemoryAllowance } from "./allowance.ts";
import { createAuthenticator } from "./auth.ts";
import { createErrorHandling, type ErrorHandling } from "./error-handler.ts";
import type { KeyCache } from "./key-cache.ts";
import { createMemoryLimiter } from "./limiters/memory-limiter.ts";
import type { McpSignIn } from "./mcp/protected-resource.ts";
import { createOperations, type Operations } from "./operations.ts";
import { createPacer, type Pacer } from "./pacer.ts";
import type { Limiter } from "./rate-limit.ts";
import type { Readiness } from "./readiness.ts";
import { createReads, type Reads } from "./reads.ts";
import { createSessionAdmission, type SessionAdmission } from "./session-admission.ts";
import type { SignIn } from "./sign-in.ts";
import { type CountRefusal, createRefusals } from "./telemetry/refusals.ts";
import type { TokenVerifier } from "./tokens/token-verifier.ts";
import type { Upstreams } from "./upstreams.ts";
import { createUsageRecorder, type RecordUsage } from "./usage.ts";
import type { WebSearch } from "./web-search/web-search.ts";

/** What the gateway needs from outside. */
export interface GatewayDeps {
  upstreams: Upstreams;
  /** Counts requests by key and by address. */
  limiter: Limiter;
  keys: KeyCache;
  /** Whose session tokens open the console. */
  sessions: TokenVerifier;
  /** Whose access tokens open the MCP endpoint; without it, keys alone do. */
  mcpSignIn?: McpSignIn | undefined;
  /** An identity provider to serve beside the API. */
  signIn?: SignIn | undefined;
  /** How usage is recorded, where it is not given to the account service at once; `otherwise` does that. */
  recordUsage?: ((otherwise: RecordUsage) => RecordUsage) | undefined;
  /** Requests a minute by tier. */
  tiers: Tiers;
  /** Counted operations a calendar month (UTC) for each account over its free keys. */
  freeMonthlyAllowance: number;
  /** IP addresses or ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** The address by which callers reach the API, for its description. */
  publicUrl?: string | undefined;
  /** What the tool search_web asks; without it, the tool says what is missing. */
  webSearch?: WebSearch | undefined;
  /** Where the gateway tells what it does; without it, nowhere. */
  telemetry?: Telemetry | undefined;
  /** Where somebody asks whether to send requests here; without it, there are no such paths. */
  readiness?: Readiness | undefined;
  /** Fires when this gateway is about to end, while it still takes requests. */
  draining?: AbortSignal | undefined;
  clock: Clock;
  log: Logger;
}

/** What all that listens has in common: one count of each bucket, one allowance, one way to carry out an operation. */
export interface Core extends GatewayDeps {
  admission: Admission;
  sessionAdmission: SessionAdmission;
  operations: Operations;
  reads: Reads;
  pacer: Pacer;
  errors: ErrorHandling;
  telemetry: Telemetry;
  countRefusal: CountRefusal;
}

export function createCore(deps: GatewayDeps): Core {
  const { upstreams, limiter, keys, tiers, clock, log, telemetry = NO_TELEMETRY } = deps;
  const unknownKeys = createMemoryLimiter({ windowMs: 60_000, maxKeys: 50_000 });
  const authenticator = createAuthenticator({ accounts: upstreams.accounts, keys, unknownKeys, clock });
  const admission = createAdmission({ authenticator, limiter, tiers, clock });
  const sessionAdmission = createSessionAdmission({ sessions: deps.sessions, admission, limiter, tiers, clock });
  const allowance = createMemoryAllowance({ clock, perMonth: deps.freeMonthlyAllowance });
  const pacer = createPacer();
  const direct = createUsageRecorder(upstreams.accounts);
  const record = deps.recordUsage?.(direct) ?? direct;
  const operations = createOperations({ allowance, record, pacer, clock });
  const reads = createReads({ upstreams, operations });
  const countRefusal = createRefusals(telemetry);
  const errors = createErrorHandling({ admission, countRefusal, clock, log });
  return { ...deps, admission, sessionAdmission, operations, reads, pacer, errors, telemetry, countRefusal };
}
