import assert from "node:assert/strict";
import { z } from "zod";
import { openGateway } from "./open-gateway.ts";

const headers = z.record(z.string(), z.object({ description: z.string(), schema: z.object({ type: z.string() }) }));
const media = z.object({
  "application/json": z.object({ schema: z.record(z.string(), z.unknown()), example: z.unknown() }),
});
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), description: z.string(), schema: z.looseObject({}) }))
    .optional(),
  requestBody: z
    .object({ required: z.boolean(), content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) })
    .optional(),
  responses: z.record(z.string(), z.object({ description: z.string().min(1), headers, content: z.optional(media) })),
});
/** What OpenAPI 3.1 demands of a document, as far as ours uses it. */
const description = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  components: z.object({
    securitySchemes: z.object({
      ApiKey: z.object({ type: z.literal("apiKey"), in: z.literal("header"), name: z.literal("X-API-Key") }),
      SessionToken: z.object({ type: z.literal("http"), scheme: z.literal("bearer") }),
    }),
    schemas: z.record(
      z.string(),
      z.object({ type: z.string(), required: z.array(z.string()), properties: z.record(z.string(), z.unknown()) }),
    ),
  }),
  paths: z.record(
    z.string().regex(/^\/(api|console)\//),
    z.strictObject({ get: operation.optional(), post: operation.optional(), delete: operation.optional() }),
  ),
});

async function read(publicUrl?: string) {
  await using gateway = await openGateway({ publicUrl });
  const response = await gateway.send({ method: "GET", url: "/api/openapi.json" });
  assert.equal(response.statusCode, 200);
  return description.parse(response.json());
}

const ALWAYS = ["RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

describe("gateway: the OpenAPI description", () => {
  it("is version 0.1.0 and names every path with the statuses that it answers", async () => {
    const { info, paths } = await read();
    assert.equal(info.version, "0.1.0");
    const statuses = Object.entries(paths).map(([path, methods]) => [
      path,
      Object.entries(methods).map(([method, one]) => [method, Object.keys(one?.responses ?? {}).join()]),
    ]);
    assert.deepEqual(Object.fromEntries(statuses), {
      "/api/openapi.json": [["get", "200,500"]],
      "/api/health": [["get", "200,500,503"]],
      "/api/insights/search": [["post", "200,400,401,413,429,500"]],
      "/api/documents": [["get", "200,400,401,429,500"]],
      "/api/documents/filters": [["get", "200,400,401,429,500"]],
      "/api/documents/{doc_id}": [["get", "200,400,401,404,429,500"]],
      "/console/content/me/api-keys": [
        ["get", "200,400,401,429,500"],
        ["post", "201,400,401,409,413,429,500"],
      ],
      "/console/content/me/api-keys/{key_id}": [["delete", "204,400,401,404,429,500"]],
      "/console/content/me/usage": [["get", "200,400,401,429,500"]],
    });
  });

  it("every answer describes the rate-limit headers and has an example; 429 and 500 have Retry-After", async () => {
    const { paths } = await read();
    for (const one of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      for (const [status, answer] of Object.entries(one?.responses ?? {})) {
        const names = Object.keys(answer.headers);
        for (const name of ALWAYS) assert.ok(names.includes(name), `${one?.operationId} ${status} ${name}`);
        assert.equal(names.includes("Retry-After"), ["429", "500", "503"].includes(status));
        const json = answer.content?.["application/json"];
        assert.equal(json?.example === undefined, status === "204");
        if (status >= "400" && status !== "503") {
          assert.deepEqual(json?.schema, { $ref: "#/components/schemas/Error" });
        }
      }
    }
  });

  it("every reference leads somewhere", async () => {
    const whole = await read();
    for (const [, name] of JSON.stringify(whole.paths).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(name && name in whole.components.schemas, name);
    }
  });

  it("names the fields, bounds and defaults of a search and of the list", async () => {
    const { paths } = await read();
    const body = paths["/api/insights/search"]?.post?.requestBody?.content["application/json"]?.schema;
    const { properties, required, additionalProperties } = z
      .looseObject({ properties: z.record(z.string(), z.looseObject({})) })
      .parse(body);
    assert.deepEqual([required, additionalProperties], [["query"], false]);
    assert.deepEqual(Object.keys(properties), ["query", "source_name", "since", "limit"]);
    assert.deepEqual([properties["query"]?.["minLength"], properties["query"]?.["maxLength"]], [1, 1_000]);
    const { minimum, maximum, default: standard } = properties["limit"] ?? {};
    assert.deepEqual([minimum, maximum, standard], [1, 100, 20]);
    const parameters = paths["/api/documents"]?.get?.parameters ?? [];
    assert.deepEqual(
      parameters.map(({ name }) => name),
      ["source_name", "since", "limit"],
    );
    const { type, ...bounds } = parameters[2]?.schema ?? {};
    assert.deepEqual([type, bounds], ["integer", { minimum: 1, maximum: 200, default: 50 }]);
  });

  it("asks for a session token in the console, and describes its answers as they are", async () => {
    const { paths, components } = await read();
    const operations = Object.entries(paths).filter(([path]) => path.startsWith("/console/"));
    for (const [, methods] of operations) {
      for (const one of Object.values(methods)) assert.deepEqual(one?.security, [{ SessionToken: [] }]);
    }
    const keys = paths["/console/content/me/api-keys"];
    const exampleOf = (one: z.infer<typeof operation> | undefined, status: string) =>
      one?.responses[status]?.content?.["application/json"].example;
    const fieldsOf = (name: string) => components.schemas[name]?.required.toSorted();
    const [listed] = z.array(z.looseObject({})).parse(exampleOf(keys?.get, "200"));
    assert.deepEqual(Object.keys(listed ?? {}).toSorted(), fieldsOf("ApiKey"));
    const made = z.looseObject({}).parse(exampleOf(keys?.post, "201"));
    assert.deepEqual(Object.keys(made).toSorted(), fieldsOf("NewApiKey"));
    const report = z.looseObject({}).parse(exampleOf(paths["/console/content/me/usage"]?.get, "200"));
    assert.deepEqual(Object.keys(report).toSorted(), fieldsOf("UsageReport"));
  });

  it("asks for a key everywhere but at health and here", async () => {
    const { paths, security } = await read();
    assert.deepEqual(security, [{ ApiKey: [] }]);
    const open = Object.entries(paths).filter(([, { get }]) => get?.security?.length === 0);
    assert.deepEqual(open.map(([path]) => path).sort(), ["/api/health", "/api/openapi.json"]);
  });

  it("examples of answers have exactly the fields of their schemas", async () => {
    const { paths, components } = await read();
    const example = (path: string) =>
      paths[path]?.[path.endsWith("search") ? "post" : "get"]?.responses["200"]?.content?.["application/json"].example;
    const { insights } = z.object({ insights: z.array(z.looseObject({})) }).parse(example("/api/insights/search"));
    const one = z
      .object({ document: z.looseObject({}), insights: z.array(z.looseObject({})) })
      .parse(example("/api/documents/{doc_id}"));
    assert.deepEqual(
      Object.keys(insights[0] ?? {}).sort(),
      [...(components.schemas["Insight"]?.required ?? [])].sort(),
    );
    assert.deepEqual(Object.keys(one.document).sort(), [...(components.schemas["Document"]?.required ?? [])].sort());
    assert.deepEqual(
      Object.keys(one.insights[0] ?? {}).sort(),
      [...(components.schemas["DocumentInsight"]?.required ?? [])].sort(),
    );
  });

  it("what a search answers has exactly the described fields", async () => {
    await using gateway = await openGateway();
    const { components } = description.parse((await gateway.get("/api/openapi.json")).json());
    const { insights } = (await gateway.search({ query: "q" })).json();
    assert.deepEqual(
      Object.keys(insights[0]).sort(),
      Object.keys(components.schemas["Insight"]?.properties ?? {}).sort(),
    );
  });

  it("names PUBLIC_URL as the server", async () => {
    assert.deepEqual((await read("https://api.example.org")).servers, [{ url: "https://api.example.org" }]);
  });
});
