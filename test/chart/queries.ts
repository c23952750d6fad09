import { METRICS, toPrometheus } from "../support/metrics-table.ts";

/** What Prometheus adds to every series, and what a query gives itself. */
const OF_PROMETHEUS = ["namespace", "job", "instance", "le"];

const FUNCTIONS =
  /\b(?:sum|max|min|count|rate|increase|changes|absent|group|time|last_over_time|label_replace|histogram_quantile|by|on|and|or|unless|offset|label_values)\b/g;

/** Names of metrics and labels in queries that no process has: renamed in one place and not in the other. */
export function unknownTo(queries: readonly string[]): string[] {
  const labelsOf = new Map<string, Set<string>>();
  for (const [{ name, kind, labels }] of METRICS) {
    const names = kind === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name];
    for (const one of names) labelsOf.set(one, new Set([...labels.map(toPrometheus), ...OF_PROMETHEUS]));
  }
  return queries.flatMap((query) => {
    const bare = query.replace(/"[^"]*"/g, '""').replace(/\$\{?\w+\}?/g, "");
    const groups = [...bare.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
    const selectors = [
      ...bare
        .replace(/\b(?:by|on) \([^)]*\)/g, "")
        .replace(/\[[^\]]*\]/g, "")
        .replace(FUNCTIONS, "")
        .matchAll(/\b([a-z_][a-z0-9_]{3,})\b(?:\{([^}]*)\})?/g),
    ];
    const known = new Set(selectors.flatMap(([, name = ""]) => [...(labelsOf.get(name) ?? [])]));
    return [
      ...selectors.flatMap(([, name = "", inside = ""]) => {
        const labels = labelsOf.get(name);
        if (!labels) return [`${name} is no metric`];
        const asked = [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label);
        return asked.filter((label) => !labels.has(label)).map((label) => `${name} has no label ${label}`);
      }),
      ...groups
        .filter((label) => label !== "" && !known.has(label))
        .map((label) => `nothing has the label ${label}: ${query}`),
    ];
  });
}
