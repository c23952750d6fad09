import { readFileSync } from "node:fs";
import { isMap, isScalar, parseDocument, type YAMLMap } from "yaml";

const CHART = new URL("../../charts/research-insights/", import.meta.url);

/** A value of the chart: its path, what it is unless it is set, and the comment before it. */
export interface ChartValue {
  path: string[];
  standard: unknown;
  about: string;
}

/** Components have one shape, which is described once; jobs have a part of it. */
export const DESCRIBED = "gateway";
export const ALIKE = ["search", "document", "account", "worker", "jobs"];

/**
 * Every value of values.yaml. A map whose keys are all the operator's own, such as labels, is one value; so is one that is
 * written in a line.
 */
export function chartValues(): ChartValue[] {
  const document = parseDocument(readFileSync(new URL("values.yaml", CHART), "utf8"));
  if (!isMap(document.contents)) throw new Error("values.yaml is no map");
  return valuesOf(document.contents, []);
}

function valuesOf(map: YAMLMap, above: string[]): ChartValue[] {
  return map.items.flatMap(({ key, value }, at) => {
    if (!isScalar(key)) throw new Error(`a key under ${above.join(".")} is no name`);
    const path = [...above, String(key.value)];
    // The comment of a map's first key is the map's own.
    const comment = key.commentBefore ?? (at === 0 ? map.commentBefore : undefined) ?? "";
    const about = (comment.split(/\n *\n/).at(-1) ?? "").trim();
    if (isMap(value) && !value.flow && value.items.length > 0)
      return [{ path, standard: undefined, about }, ...valuesOf(value, path)];
    const standard = isMap(value) || !isScalar(value) ? (value as { toJSON(): unknown }).toJSON() : value.value;
    return [{ path, standard, about }];
  });
}

/** The values as the chart's README has them: components by the first one, under "COMPONENT". */
export function valuesTable(): string {
  const rows = chartValues()
    .filter(({ path: [first = ""] }) => !ALIKE.includes(first))
    .filter(({ standard, about }) => standard !== undefined || about !== "")
    .map(({ path, standard, about }) => {
      const isComponent = path[0] === DESCRIBED && path[1] !== "service";
      const name = [isComponent ? "COMPONENT" : path[0], ...path.slice(1)].join(".");
      return `| \`${name}\` | ${shown(standard)} | ${about.replace(/\n\s*/g, " ").replaceAll("|", "\\|")} |`;
    });
  return ["| value | default | what it is |", "|---|---|---|", ...rows].join("\n");
}

function shown(standard: unknown): string {
  if (standard === "" || standard === null || standard === undefined) return "";
  return `\`${typeof standard === "string" ? standard : JSON.stringify(standard)}\``;
}

if (import.meta.main) process.stdout.write(`${valuesTable()}\n`);
