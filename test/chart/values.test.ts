import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import { ALIKE, chartValues, DESCRIBED, valuesTable } from "../support/values-table.ts";
import { SCHEMAS } from "./processes.ts";
import {
  CHART,
  containerOf,
  helmAsync,
  NAMESPACE,
  parseManifests,
  RELEASE,
  render,
  VALUES_FILES,
  WORKLOADS,
} from "./rendered.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  definitions?: Record<string, Schema>;
}

const SCHEMA = JSON.parse(readFileSync(`${CHART}/values.schema.json`, "utf8")) as Schema;
const VALUES = parse(readFileSync(`${CHART}/values.yaml`, "utf8")) as Record<string, unknown>;

const resolved = (schema: Schema): Schema =>
  schema.$ref ? (SCHEMA.definitions?.[schema.$ref.replace("#/definitions/", "")] ?? {}) : schema;

/** The paths that a schema knows, but those of settings, and of what is as in Kubernetes. */
function pathsOf(schema: Schema, above: string[] = []): string[] {
  const { properties } = resolved(schema);
  if (!properties || above.at(-1) === "env" || /^#\/definitions\/(resources|peers)$/.test(schema.$ref ?? ""))
    return [above.join(".")];
  return Object.entries(properties).flatMap(([name, one]) => pathsOf(one, [...above, name]));
}

/** The paths of values, as far down as the schema says. */
const atPath = (values: unknown, path: string[]): unknown =>
  path.reduce(
    (at: unknown, name) => (at === null || typeof at !== "object" ? undefined : Reflect.get(at, name)),
    values,
  );

const valuesIn = (file: string) => parse(readFileSync(file, "utf8")) as Record<string, unknown>;

describe("the chart's values", () => {
  it("are those of the schema, and the schema's are values", () => {
    const known = pathsOf(SCHEMA).filter((path) => path !== "global");
    assert.ok(known.length > 150);
    const missing = known.filter((path) => atPath(VALUES, path.split(".")) === undefined);
    assert.deepEqual(missing, []);
    for (const { path, standard } of chartValues()) {
      if (standard === undefined) continue;
      const isKnown = known.some(
        (one) => `${path.join(".")}.`.startsWith(`${one}.`) || one.startsWith(`${path.join(".")}.`),
      );
      assert.ok(isKnown, path.join("."));
    }
  });

  it("allow no unknown key at any depth", () => {
    const open: string[] = [];
    const walk = (schema: Schema, path: string) => {
      const { properties, additionalProperties } = resolved(schema);
      if (!properties) return;
      if (additionalProperties !== false) open.push(path);
      for (const [name, one] of Object.entries(properties)) walk(one, `${path}.${name}`);
    };
    walk(SCHEMA, "");
    assert.deepEqual(open, []);
  });

  it("are each described where they stand, components by the first one", () => {
    const undescribed = chartValues().filter(
      ({ path: [first = "", ...more], about, standard }) =>
        about === "" && standard !== undefined && !(ALIKE.includes(first) && more.length > 0),
    );
    assert.deepEqual(
      undescribed.map(({ path }) => path.join(".")),
      [],
    );
  });

  it("of all components have one shape, and jobs a part of it", () => {
    const shape = (component: string) => Object.keys(VALUES[component] as object).filter((key) => key !== "service");
    for (const component of WORKLOADS) assert.deepEqual(shape(component), shape(DESCRIBED), component);
    for (const key of shape("jobs")) assert.ok(shape(DESCRIBED).includes(key), key);
  });

  it("let a component have every setting of its process that no other value makes, and none that one makes", () => {
    const secret = /_(API_KEY|TOKEN|HEADERS)$|^(MYSQL|REDIS)_URL$/;
    for (const component of WORKLOADS) {
      const made = new Set(
        VALUES_FILES.flatMap((file) => {
          const own = Object.keys((atPath(valuesIn(file), [component, "env"]) ?? {}) as object);
          const env = containerOf(render("--values", file), component).env as { name: string }[];
          return env.map(({ name }) => name).filter((name) => !own.includes(name));
        }),
      );
      const all = [...Object.keys(SCHEMAS[component]?.shape ?? {})];
      const own = Object.keys(resolved(SCHEMA.properties?.[component]?.properties?.["env"] ?? {}).properties ?? {});
      for (const name of own) assert.ok(all.includes(name) && !secret.test(name), `${component} ${name}`);
      // The level of logs can be set for all and for one, the threads of workers have a value from the start.
      const both = ["LOG_LEVEL", "WORKER_THREADS"];
      const free = all.filter((name) => !made.has(name) || both.includes(name));
      assert.deepEqual(own.toSorted(), [...new Set(free)].toSorted(), component);
    }
  });

  it("are each set by one of ci/, and there make a difference", async function () {
    this.timeout(600_000);
    const files = VALUES_FILES.map(valuesIn);
    const paths = pathsOf(SCHEMA).filter((path) => path !== "global");
    const least = valuesIn(`${CHART}/ci/minimal.yaml`);
    const idle: string[] = [];
    const check = async (path: string) => {
      for (const values of files) {
        const steps = path.split(".");
        const value = atPath(values, steps);
        if (value === undefined) continue;
        if (standsOnlyThere(value, values, await outcome(values), await outcome(least))) return;
        const without = structuredClone(values);
        Reflect.deleteProperty(atPath(without, steps.slice(0, -1)) as object, steps.at(-1) ?? "");
        if ((await outcome(without)) !== (await outcome(values))) return;
      }
      idle.push(path);
    };
    const queue = paths.filter((path) => !ALIKE.includes(path.split(".")[0] ?? ""));
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let path = queue.shift(); path !== undefined; path = queue.shift()) await check(path);
      }),
    );
    assert.deepEqual(idle, []);
  });

  it("are in the table of the chart's README (node test/support/values-table.ts prints it)", () => {
    assert.ok(readFileSync(`${CHART}/README.md`, "utf8").includes(valuesTable()));
  });
});

/** A text of one value that comes out, and does not come out otherwise, needs no other proof. */
const standsOnlyThere = (value: unknown, values: unknown, made: string, otherwise: string): boolean =>
  typeof value === "string" &&
  value.length >= 6 &&
  stringify(values).split(value).length === 2 &&
  made.includes(JSON.stringify(value).slice(1, -1)) &&
  !otherwise.includes(value);

const outcomes = new Map<string, Promise<string>>();

/** What the chart makes of values, but keys that are made anew each time; or that it refuses them. */
function outcome(values: unknown): Promise<string> {
  const text = stringify(values);
  const made = outcomes.get(text) ?? renderFrom(text);
  outcomes.set(text, made);
  return made;
}

async function renderFrom(values: string): Promise<string> {
  try {
    const text = await helmAsync(["template", RELEASE, CHART, "--namespace", NAMESPACE, "--values", "-"], values);
    return JSON.stringify(
      parseManifests(text).map((one) => (one.kind === "Secret" ? certified(one.data?.["tls.crt"] ?? "") : one)),
    );
  } catch {
    return "refused";
  }
}

/** What is the same of two certificates that were made alike. */
function certified(base64: string) {
  const { subject, subjectAltName, validFromDate, validToDate } = new X509Certificate(Buffer.from(base64, "base64"));
  return { subject, subjectAltName, days: Math.round((validToDate.getTime() - validFromDate.getTime()) / 86_400_000) };
}
