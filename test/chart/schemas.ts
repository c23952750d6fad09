import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

type Schema = Record<string, unknown>;
interface Definition extends Schema {
  "x-kubernetes-group-version-kind"?: { group: string; version: string; kind: string }[];
}

const QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
const INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";

/**
 * Makes kubeconform's schemas from Kubernetes' own description of its API and from definitions of further kinds; strict:
 * a field that the API server would drop or refuse is an error. Returns how many. The folder is there whole or not at all.
 */
export function writeSchemas(from: { swagger: string; definitions: string[]; folder: string }): number {
  mkdirSync(dirname(from.folder), { recursive: true });
  const folder = mkdtempSync(`${from.folder}.`);
  const all = [...builtIn(from.swagger), ...from.definitions.flatMap((file) => custom(file))];
  for (const { group, version, kind, schema } of all) {
    const suffix = group ? `-${group.split(".")[0]}` : "";
    writeFileSync(join(folder, `${kind}${suffix}-${version}.json`.toLowerCase()), JSON.stringify(schema));
  }
  rmSync(from.folder, { recursive: true, force: true });
  renameSync(folder, from.folder);
  return all.length;
}

interface Kind {
  group: string;
  version: string;
  kind: string;
  schema: Schema;
}

function builtIn(swagger: string): Kind[] {
  const { definitions } = JSON.parse(readFileSync(swagger, "utf8")) as { definitions: Record<string, Definition> };
  const all: Record<string, Schema> = {};
  for (const [name, definition] of Object.entries(definitions)) all[name] = nullable(strict(definition));
  all[QUANTITY] = { anyOf: [{ type: "string" }, { type: "number" }] };
  all[INT_OR_STRING] = { anyOf: [{ type: "string" }, { type: "integer" }] };
  return Object.entries(definitions).flatMap(([name, definition]) => {
    const kinds = definition["x-kubernetes-group-version-kind"] ?? [];
    const [only] = kinds;
    // Those of several groups, such as DeleteOptions, are in no manifest.
    if (!only || kinds.length > 1) return [];
    const needed = [...referred(name, all)].sort();
    const schema = { ...all[name], definitions: Object.fromEntries(needed.map((one) => [one, all[one]])) };
    return [{ ...only, schema: named(schema, only) }];
  });
}

/** The kinds of a CustomResourceDefinition. */
function custom(file: string): Kind[] {
  const { spec } = parse(readFileSync(file, "utf8"), { maxAliasCount: -1 }) as {
    spec: { group: string; names: { kind: string }; versions: { name: string; schema: { openAPIV3Schema: Schema } }[] };
  };
  return spec.versions.map(({ name: version, schema: { openAPIV3Schema } }) => {
    const its = { group: spec.group, version, kind: spec.names.kind };
    const schema = strict(openAPIV3Schema);
    (schema["properties"] as Record<string, Schema>)["metadata"] = { type: "object" };
    return { ...its, schema: named(schema, its) };
  });
}

function named(schema: Schema, { group, version, kind }: { group: string; version: string; kind: string }): Schema {
  const constants = {
    apiVersion: { type: "string", enum: [group ? `${group}/${version}` : version] },
    kind: { type: "string", enum: [kind] },
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...schema,
    properties: { ...(schema["properties"] as Schema), ...constants },
    required: [...new Set([...((schema["required"] as string[]) ?? []), "apiVersion", "kind"])],
  };
}

/** Objects have the fields that are described and no other, but where the API keeps whatever it gets. */
function strict(schema: Schema): Schema {
  const made: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith("x-kubernetes-") || key === "description" || key === "default") continue;
    made[key] = key === "properties" ? eachOf(value as Record<string, Schema>, strict) : within(value);
  }
  if (schema["x-kubernetes-int-or-string"]) return { anyOf: [{ type: "string" }, { type: "number" }] };
  if (made["properties"] && made["additionalProperties"] === undefined) {
    made["type"] ??= "object";
    made["additionalProperties"] = schema["x-kubernetes-preserve-unknown-fields"] === true;
  }
  return made;
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return value !== null && typeof value === "object" ? strict(value as Schema) : value;
}

/** The API server drops nulls in optional places, which templates write. */
function nullable(schema: Schema): Schema {
  const properties = schema["properties"] as Record<string, Schema> | undefined;
  if (!properties) return schema;
  const required = new Set((schema["required"] as string[]) ?? []);
  const made = Object.entries(properties).map(([name, one]) => [
    name,
    required.has(name) ? one : { anyOf: [one, { type: "null" }] },
  ]);
  return { ...schema, properties: Object.fromEntries(made) };
}

const eachOf = (schemas: Record<string, Schema>, change: (schema: Schema) => Schema) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));

/** The definitions that one refers to, itself included. */
function referred(name: string, all: Record<string, Schema>, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, other = ""] of JSON.stringify(all[name]).matchAll(/"#\/definitions\/([^"]+)"/g))
    referred(other, all, found);
  return found;
}
