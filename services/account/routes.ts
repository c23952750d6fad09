import { type Timestamp, timestampDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type AccountRef as AccountRefMessage, AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import type { UsageEvent as UsageEventMessage } from "#gen/insights/account/v1/usage_pb.ts";
import { DomainError } from "#kit/errors.ts";
import { type Route, route } from "#kit/grpc/server.ts";
import type { AccountRef, Accounts } from "./accounts.ts";
import type { ApiKey, UsageEvent } from "./ports.ts";
import type { UsageSums } from "./usage.ts";

/** The account service over gRPC: translation only. */
export const accountRoutes = (accounts: Accounts): Route =>
  route(AccountService, {
    async checkKey({ keyHash }) {
      const { countedThisMonth, ...key } = await accounts.checkKey(keyHash);
      return { key: fromKey(key), countedThisMonth: BigInt(countedThisMonth) };
    },
    async checkAccount({ account }) {
      const { countedThisMonth, ...found } = await accounts.checkAccount(toNamedRef(account));
      return { ...found, countedThisMonth: BigInt(countedThisMonth) };
    },
    async createKey({ account, name, tier }) {
      const { rawKey, ...key } = await accounts.createKey({
        account: toNamedRef(account),
        name,
        tier: tier || undefined,
      });
      return { key: fromKey(key), rawKey };
    },
    async listKeys({ account }) {
      return { keys: (await accounts.listKeys(toRef(account))).map(fromKey) };
    },
    async revokeKey({ keyId, account }) {
      await accounts.revokeKey(keyId, toRef(account));
      return {};
    },
    async setKeyTier({ keyId, tier }) {
      return { key: fromKey(await accounts.setKeyTier(keyId, tier)) };
    },
    async recordUsage({ events }) {
      const isOperators = ({ accountId, keyId }: UsageEventMessage) => accountId === "" && keyId === "";
      const operatorId = events.some(isOperators) ? await accounts.accountIdOf({ operator: true }) : "";
      await accounts.recordUsage(
        events.map((event) => toEvent(isOperators(event) ? { ...event, accountId: operatorId } : event)),
      );
      return {};
    },
    async checkReady() {
      await accounts.check();
      return {};
    },
    async verifyUsage() {
      const { events, faults } = await accounts.verifyUsage();
      const { requestCount, inputTokens, outputTokens } = events;
      return {
        requestCount: BigInt(requestCount),
        inputTokens: BigInt(inputTokens),
        outputTokens: BigInt(outputTokens),
        faults,
      };
    },
    async getUsage({ account, days }) {
      const { startDate, endDate, daily, operations } = await accounts.getUsage(toRef(account), days || undefined);
      return { startDate, endDate, daily: daily.map(fromSums), operations: operations.map(fromSums) };
    },
  });

/** Undefined when the field is unset. A reference without a form is refused: it must not widen a call to all accounts. */
function toRef(ref: AccountRefMessage | undefined): AccountRef | undefined {
  if (!ref) return undefined;
  switch (ref.by.case) {
    case "accountId":
      return { accountId: ref.by.value };
    case "email":
      return { email: ref.by.value };
    case "operator":
      if (ref.by.value) return { operator: true };
      break;
    case "identity": {
      const { issuer, subject, email } = ref.by.value;
      return { identity: { issuer, subject, email: email || null } };
    }
  }
  throw new DomainError("invalid", "account: name it by account_id, email, operator or identity");
}

function toNamedRef(message: AccountRefMessage | undefined): AccountRef {
  const ref = toRef(message);
  if (!ref) throw new DomainError("invalid", "account: name it by account_id, email, operator or identity");
  return ref;
}

const fromKey = (key: ApiKey) => ({
  keyId: key.keyId,
  accountId: key.accountId,
  name: key.name,
  prefix: key.prefix,
  tier: key.tier,
  isActive: key.isActive,
  createTime: timestampFromMs(key.createdAt),
  ...(key.lastUsedAt === null ? {} : { lastUseTime: timestampFromMs(key.lastUsedAt) }),
});

const toEvent = (event: UsageEventMessage): UsageEvent => ({
  eventId: event.eventId,
  accountId: event.accountId,
  keyId: event.keyId || null,
  operation: event.operation,
  time: toMs(event.time),
  tokens: event.tokens.map(({ eventId, model, inputTokens, outputTokens }) => ({
    eventId,
    model,
    inputTokens: Number(inputTokens),
    outputTokens: Number(outputTokens),
  })),
});

/** NaN when unset: the use case refuses it. */
const toMs = (time: Timestamp | undefined): number => (time ? timestampDate(time).getTime() : Number.NaN);

const fromSums = (sums: UsageSums) => ({
  name: sums.name,
  inputTokens: BigInt(sums.inputTokens),
  outputTokens: BigInt(sums.outputTokens),
  requestCount: BigInt(sums.requestCount),
});
