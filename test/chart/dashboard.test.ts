import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { promtool } from "./promtool.ts";
import { unknownTo } from "./queries.ts";

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string; datasource: { uid: string } }[];
}
const dashboard: {
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown }[] };
  annotations: { list: { expr: string }[] };
} = JSON.parse(readFileSync("charts/research-insights/dashboards/research-insights.json", "utf8"));

/** As Grafana asks it, with its variables filled in. */
const filled = (expr: string) => expr.replaceAll("$__rate_interval", "2m").replaceAll("$namespace", ".*");
const { panels, templating, annotations } = dashboard;
const EXPRESSIONS = [
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...annotations.list.map(({ expr }) => expr),
];

describe("chart: the dashboard", () => {
  it("asks what Prometheus understands", function () {
    const rules = EXPRESSIONS.map((expr, at) => ({ record: `panel:${at}`, expr: filled(expr) }));
    assert.equal(promtool(this, ["check", "rules"], { groups: [{ name: "dashboard", rules }] }), undefined);
  });

  it("asks for metrics and labels that there are", () => {
    assert.notEqual(EXPRESSIONS.length, 0);
    assert.deepEqual(unknownTo(EXPRESSIONS), []);
  });

  it("has legends of labels that their queries keep", () => {
    for (const { expr, legendFormat } of panels.flatMap(({ targets = [] }) => targets)) {
      const kept = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(/,\s*/) ?? ["job", "instance"];
      for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        assert.ok(kept.includes(label), `${label} of ${expr}`);
    }
  });

  it("lets the reader choose the data source and the namespace, in every panel", () => {
    assert.deepEqual(
      templating.list.map(({ name, type }) => [name, type]),
      [
        ["datasource", "datasource"],
        ["namespace", "query"],
      ],
    );
    for (const { expr, datasource } of panels.flatMap(({ targets = [] }) => targets)) {
      assert.equal(datasource.uid, "$" + "{datasource}");
      assert.ok(expr.includes('namespace=~"$namespace"'), expr);
    }
  });

  it("has its rows, and panels beside each other and not on one another", () => {
    assert.ok(dashboard.schemaVersion >= 39, "Grafana 11 and newer");
    assert.deepEqual(
      panels.filter(({ type }) => type === "row").map(({ title }) => title),
      ["Traffic", "Errors", "Latency", "Limits and usage", "Ingestion", "Index", "Stores and endpoints", "Processes"],
    );
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = gridPos;
      assert.ok(x + w <= 24, title);
      for (let column = x; column < x + w; column += 1) {
        for (let line = y; line < y + h; line += 1) {
          const place = `${column},${line}`;
          assert.ok(!taken.has(place), `${title} lies on another panel`);
          taken.add(place);
        }
      }
    }
  });
});
