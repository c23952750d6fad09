import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { promtool } from "./promtool.ts";
import { unknownTo } from "./queries.ts";

const FILE = "charts/research-insights/alerts/research-insights.yaml";
const RULES = readFileSync(FILE, "utf8");
const NAMES = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

/** Series by their names and labels, as promtool writes values: "0+6x60" rises by 6 in each of 60 minutes. */
type Series = Record<string, string>;
/** Several are situations of their own. */
interface Case {
  fires: Series | Series[];
  staysQuiet: Series | Series[];
}

const build = (process: string) => `insights_build_info{process="${process}",instance="a"}`;
const RUNS = Object.fromEntries(
  ["gateway", "search", "document", "account", "worker"].map((one) => [build(one), "1x180"]),
);
/** An install in a namespace, all of whose processes are heard of; each may be otherwise. */
const install = (namespace: string, otherwise: Record<string, string> = {}) =>
  Object.fromEntries(
    ["gateway", "search", "document", "account", "worker"].map((one) => [
      `insights_build_info{process="${one}",namespace="${namespace}"}`,
      otherwise[one] ?? "1x180",
    ]),
  );
const waiting = (namespace: string) => `insights_jobs{state="pending",namespace="${namespace}"}`;
const requests = (status: string, error: string) =>
  `http_server_request_duration_seconds_count{http_response_status_code="${status}"${error && `,error_type="${error}"`}}`;
const searches = (le: string) =>
  `http_server_request_duration_seconds_bucket{http_route="/api/insights/search",le="${le}"}`;
const calls = (code: string) =>
  `rpc_server_call_duration_seconds_count{job="search",rpc_method="S/Search",rpc_response_status_code="${code}"}`;
const tools = (tool: string, error: string) =>
  `mcp_server_operation_duration_seconds_count{gen_ai_tool_name="${tool}"${error && `,error_type="${error}"`}}`;
const store = (error: string) =>
  `db_client_operation_duration_seconds_count{db_system_name="mysql"${error && `,error_type="${error}"`}}`;
const endpoint = (peer: string, error: string) =>
  `http_client_request_duration_seconds_count{peer="${peer}"${error && `,error_type="${error}"`}}`;
const documents = (outcome: string) => `insights_ingest_documents_total{outcome="${outcome}"}`;
const PENDING = 'insights_jobs{state="pending"}';
const INDEXED = 'insights_index_entries{kind="insights"}';
const WAITING = 'insights_usage_stream_events{state="waiting"}';
const gateway = (metric: string) => `${metric}{instance="a",job="gateway"}`;
const worker = (metric: string) => `${metric}{instance="w",job="worker"}`;
const CERTIFICATE = "insights_certificate_expiration_timestamp_seconds";
const WORKER = 'insights_build_info{process="worker",instance="w"}';

const CASES: Record<string, Case> = {
  InsightsProcessMissing: {
    fires: [
      install("a", { search: "1x30" }),
      // While another install has one.
      { ...install("a", { account: "1x30" }), ...install("b") },
      { ...install("a", { worker: "_x180" }), [waiting("a")]: "4x180" },
      // The whole install of two, and the only one.
      { ...install("b"), 'insights_build_info{process="gateway",namespace="a"}': "1x150" },
      install("a", { gateway: "1x30", search: "1x30", document: "1x30", account: "1x30", worker: "1x30" }),
    ],
    staysQuiet: [
      { ...install("a"), ...install("b") },
      // No worker, on purpose or between two jobs; and an install of one process.
      { ...install("a", { worker: "_x180" }), [waiting("a")]: "0x180" },
      { ...install("a"), 'insights_build_info{process="all-in-one",namespace="laptop"}': "1x180" },
    ],
  },
  InsightsProcessRestarting: {
    fires: { ...RUNS, [gateway("process_start_time_seconds")]: "0+300x180" },
    // One upgrade; and another program that starts all the time.
    staysQuiet: {
      ...RUNS,
      [gateway("process_start_time_seconds")]: "100x110 900x70",
      'process_start_time_seconds{instance="other"}': "0+300x180",
    },
  },
  InsightsRequestsFail: {
    fires: { [requests("200", "")]: "0+90x180", [requests("500", "500")]: "0+10x180" },
    // Callers' mistakes, whatever their number.
    staysQuiet: {
      [requests("200", "")]: "0+90x180",
      [requests("400", "")]: "0+90x180",
      [requests("500", "500")]: "0+2x180",
    },
  },
  InsightsToolsFail: {
    fires: { [tools("search_insights", "")]: "0+90x180", [tools("search_insights", "unavailable")]: "0+10x180" },
    staysQuiet: [
      {
        [tools("search_insights", "")]: "0+90x180",
        [tools("search_insights", "invalid")]: "0+90x180",
        [tools("search_insights", "internal")]: "0+2x180",
      },
      { [tools("search_web", "unavailable")]: "0+90x180" },
    ],
  },
  InsightsCallsFail: {
    fires: { [calls("OK")]: "0+90x180", [calls("UNAVAILABLE")]: "0+10x180" },
    staysQuiet: { [calls("OK")]: "0+90x180", [calls("NOT_FOUND")]: "0+90x180", [calls("UNAVAILABLE")]: "0+1x180" },
  },
  InsightsSearchSlow: {
    fires: { [searches("1")]: "0+50x180", [searches("2.5")]: "0+60x180", [searches("+Inf")]: "0+100x180" },
    staysQuiet: { [searches("1")]: "0+99x180", [searches("2.5")]: "0+99x180", [searches("+Inf")]: "0+100x180" },
  },
  InsightsRedisAway: {
    fires: { [gateway("insights_redis_connected")]: "1x100 0x80" },
    // A connection that is made anew.
    staysQuiet: { [gateway("insights_redis_connected")]: "1x100 0 1x80" },
  },
  InsightsStoreErrors: {
    fires: { [store("")]: "0+90x180", [store("ECONNREFUSED")]: "0+10x180" },
    // Of two who write the same at once one is told so.
    staysQuiet: { [store("")]: "0+90x180", [store("ER_DUP_ENTRY")]: "0+50x180", [store("ECONNREFUSED")]: "0+1x180" },
  },
  InsightsEndpointErrors: {
    fires: { [endpoint("embedding", "")]: "0+60x180", [endpoint("embedding", "429")]: "0+40x180" },
    staysQuiet: { [endpoint("embedding", "")]: "0+60x180", [endpoint("other", "404")]: "0+60x180" },
  },
  InsightsUsageBehind: { fires: { [WAITING]: "20000x180" }, staysQuiet: { [WAITING]: "500x100 20000x5 500x80" } },
  InsightsIngestionStalled: {
    fires: { [PENDING]: "40x180", [documents("complete")]: "100x180" },
    staysQuiet: { [PENDING]: "40x180", [documents("complete")]: "0+1x180" },
  },
  InsightsIngestionFails: {
    fires: { [documents("failed")]: "0+1x180", [documents("complete")]: "0+2x180" },
    // Two of two are no trend.
    staysQuiet: { [documents("failed")]: "0x130 2x50", [documents("complete")]: "0x180" },
  },
  InsightsIndexShrank: { fires: { [INDEXED]: "8000x140 3000x40" }, staysQuiet: { [INDEXED]: "8000x140 6000x40" } },
  InsightsEventLoopLate: {
    fires: { ...RUNS, [gateway("nodejs_eventloop_delay_p99_seconds")]: "0.4x180" },
    // Nobody waits for a worker's event loop.
    staysQuiet: { [WORKER]: "1x180", [worker("nodejs_eventloop_delay_p99_seconds")]: "0.4x180" },
  },
  InsightsCertificateEnds: {
    // Tests begin in 1970: in 13 days, in 15.
    fires: { [gateway(CERTIFICATE)]: `${13 * 86_400}x180`, [worker(CERTIFICATE)]: `${90 * 86_400}x180` },
    staysQuiet: { [gateway(CERTIFICATE)]: `${15 * 86_400}x180` },
  },
  InsightsHeapFull: {
    fires: {
      ...RUNS,
      [gateway("v8js_memory_heap_used_bytes")]: "95x180",
      [gateway("v8js_memory_heap_limit_bytes")]: "100x180",
    },
    staysQuiet: {
      ...RUNS,
      [gateway("v8js_memory_heap_used_bytes")]: "80x180",
      [gateway("v8js_memory_heap_limit_bytes")]: "100x180",
    },
  },
  InsightsManyRefusedKeys: {
    fires: { 'insights_refusals_total{reason="unauthenticated"}': "0+600x180" },
    staysQuiet: {
      'insights_refusals_total{reason="unauthenticated"}': "0+60x180",
      'insights_refusals_total{reason="rate",tier="free"}': "0+6000x180",
    },
  },
};

const [BEFORE = "", ...EACH] = RULES.split(/(?=^ {6}- alert: )/m);
/** The file with that alert alone: with all of them each test would take fifteen times as long. */
const aloneIn = (name: string) => BEFORE + EACH.find((rule) => rule.startsWith(`      - alert: ${name}\n`));

/** For Prometheus' own test of the rules: whether an alert fires after nearly three hours. */
const ruleTest = (name: string, series: Series, isFiring: boolean) => ({
  name: `${name} ${isFiring ? "fires" : "stays quiet"}`,
  interval: "1m",
  input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) > bool 0`,
      eval_time: "170m",
      exp_samples: isFiring ? [{ labels: "{}", value: 1 }] : [],
    },
  ],
});

describe("chart: alerts", () => {
  it("each has a case in which it fires and one in which it does not", () => {
    assert.deepEqual(Object.keys(CASES).toSorted(), NAMES.toSorted());
  });

  for (const [name, { fires, staysQuiet }] of Object.entries(CASES)) {
    it(`${name} fires when it should, and not when it should not`, function () {
      const tests = [
        ...[fires].flat().map((series) => ruleTest(name, series, true)),
        ...[staysQuiet].flat().map((series) => ruleTest(name, series, false)),
      ];
      const file = { rule_files: ["rule.yaml"], evaluation_interval: "1m", tests };
      assert.equal(promtool(this, ["test", "rules"], file, { "rule.yaml": aloneIn(name) }), undefined);
    });
  }

  it("are rules to Prometheus, all of them in one file", function () {
    assert.equal(promtool(this, ["check", "rules", FILE], { groups: [] }), undefined);
  });

  it("each says what it is, how bad, and where to read on", () => {
    for (const rule of EACH) {
      for (const field of ["severity: (critical|warning)", "summary: ", "description: ", "runbook_url: "])
        assert.match(rule, new RegExp(field), rule);
    }
  });

  it("the runbook has a row for each, and no other", () => {
    const section = readFileSync("charts/research-insights/README.md", "utf8")
      .split("## Alerts\n")[1]
      ?.split("\n## ")[0];
    const rows = [...(section ?? "").matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(rows.toSorted(), NAMES.toSorted());
  });

  it("ask for metrics and labels that there are", () => {
    assert.deepEqual(unknownTo([...RULES.matchAll(/expr: (\|\n(?: {10}.*\n)+|.*)/g)].map(([, expr = ""]) => expr)), []);
  });
});
