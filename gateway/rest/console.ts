import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { text } from "../arguments.ts";
import { sessionOf } from "../session-admission.ts";
import type { ApiKeyRecord, ConsoleUpstream, Owner, UsageReport, UsageSums } from "../upstreams.ts";
import { noContent, sessionFailures, success } from "./answers.ts";
import { callerSignal } from "./caller-signal.ts";
import { EXAMPLES } from "./examples.ts";
import { inputSchema, readBody, readQuery, wholeNumberText } from "./validation.ts";

/** A body that is right. */
export const KEY_EXAMPLE = '{"name": "laptop"}';

/** What making a key takes. */
const keyBody = z.strictObject({
  name: text(1, 100, "send a label of 1 to 100 characters")
    .refine((name) => !/[\t\n\r]/.test(name), { error: "has a line break or a tab: remove it" })
    .meta({ description: "Label of the key" }),
});
const keyBodySchema = inputSchema(keyBody, { name: { minLength: 1, maxLength: 100, examples: ["laptop"] } });

/** What the usage report takes. */
const usageQuery = z.strictObject({
  days: wholeNumberText(1, 365).default(30).meta({ description: "How many days, today included (UTC)" }),
});
const usageQuerySchema = inputSchema(usageQuery, {
  days: { type: "integer", minimum: 1, maximum: 365, default: 30 },
});

const noParameters = z.strictObject({});

const KEYS = "/console/content/me/api-keys";
const SHARED = { tags: ["console"], security: [{ SessionToken: [] }] };

/** What somebody who has signed in does with their own account; the account service holds the rules. */
export function consoleRest(app: FastifyInstance, { console }: { console: ConsoleUpstream }): void {
  app.post(
    KEYS,
    {
      schema: {
        ...SHARED,
        operationId: "create_api_key",
        summary: "Make an API key",
        description: "The answer is the only place where the key itself is ever shown.",
        body: keyBodySchema,
        response: {
          201: success("The key, shown this once", { $ref: "NewApiKey#" }, EXAMPLES.createKey),
          ...sessionFailures(400, 401, 409, 413, 429, 500),
        },
      },
    },
    async (request, reply) => {
      readQuery(noParameters, request);
      const { name } = readBody(keyBody, request.body, KEY_EXAMPLE);
      const { rawKey, ...key } = await console.createKey(ownerOf(request), name, { signal: callerSignal(reply) });
      reply.code(201);
      return { ...toKey(key), raw_key: rawKey };
    },
  );

  app.get(
    KEYS,
    {
      schema: {
        ...SHARED,
        operationId: "list_api_keys",
        summary: "List API keys",
        description: "The keys of the account, newest first; revoked ones too, inactive.",
        response: {
          200: success("The keys, newest first", { type: "array", items: { $ref: "ApiKey#" } }, EXAMPLES.listKeys),
          ...sessionFailures(400, 401, 429, 500),
        },
      },
    },
    async (request, reply) => {
      readQuery(noParameters, request);
      return (await console.listKeys(ownerOf(request), { signal: callerSignal(reply) })).map(toKey);
    },
  );

  app.delete<{ Params: { key_id: string } }>(
    `${KEYS}/:key_id(^.+$)`,
    {
      schema: {
        ...SHARED,
        operationId: "revoke_api_key",
        summary: "Revoke an API key",
        description: "It is refused on its very next request. Revoking it again changes nothing.",
        params: {
          type: "object",
          properties: { key_id: { type: "string", description: "Identifier of the key" } },
          required: ["key_id"],
        },
        response: {
          204: noContent("The key is revoked"),
          ...sessionFailures(400, 401, 404, 429, 500),
        },
      },
    },
    async (request, reply) => {
      readQuery(noParameters, request);
      await console.revokeKey(ownerOf(request), request.params.key_id, { signal: callerSignal(reply) });
      return reply.code(204).send();
    },
  );

  app.get(
    "/console/content/me/usage",
    {
      schema: {
        ...SHARED,
        operationId: "usage",
        summary: "Report usage",
        description: "Operations and tokens of the account, by day and by operation.",
        querystring: usageQuerySchema,
        response: {
          200: success("The report", { $ref: "UsageReport#" }, EXAMPLES.usage),
          ...sessionFailures(400, 401, 429, 500),
        },
      },
    },
    async (request, reply) => {
      const { days } = readQuery(usageQuery, request);
      return toReport(days, await console.usage(ownerOf(request), days, { signal: callerSignal(reply) }));
    },
  );
}

function ownerOf(request: FastifyRequest): Owner {
  const { issuer, subject, email } = sessionOf(request);
  return { issuer, subject, email };
}

const toKey = (key: ApiKeyRecord) => ({
  key_id: key.keyId,
  name: key.name,
  prefix: key.prefix,
  tier: key.tier,
  is_active: key.isActive,
  created_at: new Date(key.createdAt).toISOString(),
  last_used_at: key.lastUsedAt === null ? null : new Date(key.lastUsedAt).toISOString(),
});

const toSums = ({ inputTokens, outputTokens, requestCount }: UsageSums) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  request_count: requestCount,
});

function toReport(days: number, { startDate, endDate, daily, operations }: UsageReport) {
  const sum = (field: "inputTokens" | "outputTokens" | "requestCount") =>
    daily.reduce((total, one) => total + one[field], 0);
  const total = { inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") };
  return {
    days,
    start_date: startDate,
    end_date: endDate,
    total_input_tokens: total.inputTokens,
    total_output_tokens: total.outputTokens,
    total_tokens: total.inputTokens + total.outputTokens,
    total_requests: sum("requestCount"),
    daily: daily.map((one) => ({ date: one.name, ...toSums(one) })),
    operations: operations.map((one) => ({ operation: one.name, ...toSums(one) })),
  };
}
