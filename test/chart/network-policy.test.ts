import assert from "node:assert/strict";
import { CHART, type KubeObject, NEEDED, ofKind, podsOf, render, selects } from "./rendered.ts";

interface Peer {
  podSelector?: { matchLabels: Record<string, string> };
  namespaceSelector?: unknown;
  ipBlock?: { cidr: string };
}
interface Rule {
  ports: { port: number; protocol: string }[];
  to?: Peer[];
  from?: Peer[];
}
interface Policy {
  podSelector: { matchLabels: Record<string, string> };
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

/** What the product's diagram has, and the smoke test. */
const EDGES = [
  "document -> account:50051",
  "gateway -> account:50051",
  "gateway -> document:50051",
  "gateway -> search:50051",
  "search -> account:50051",
  "smoke -> account:50051",
  "smoke -> gateway:8080",
  "smoke -> gateway:9090",
  "worker -> account:50051",
  "worker -> search:50051",
];

const policyOf = (objects: KubeObject[], labels: Record<string, string>): Policy => {
  const found = ofKind(objects, "NetworkPolicy").filter(({ spec }) => selects(spec.podSelector.matchLabels, labels));
  assert.equal(found.length, 1);
  return found[0]?.spec;
};

/** Whether one of the rules lets a pod of the same namespace through. */
const lets = (rules: Rule[] | undefined, side: "to" | "from", labels: Record<string, string>, port: number): boolean =>
  (rules ?? []).some(
    (rule) =>
      rule.ports.some((one) => one.port === port && one.protocol === "TCP") &&
      (rule[side] === undefined ||
        rule[side].some(({ podSelector }) => podSelector !== undefined && selects(podSelector.matchLabels, labels))),
  );

/** The calls from pod to pod, at any port, that the policies of both let through. */
function edgesOf(objects: KubeObject[]): string[] {
  const pods = [...podsOf(objects)];
  const ports = new Set([8080, 9090, 9464, 50051, 50052, 3306, 6379, 22, 443]);
  const edges = pods.flatMap(([caller, { metadata: from }]) =>
    pods.flatMap(([called, { metadata: to }]) =>
      [...ports].flatMap((port) =>
        lets(policyOf(objects, from.labels).egress, "to", to.labels, port) &&
        lets(policyOf(objects, to.labels).ingress, "from", from.labels, port)
          ? [`${caller} -> ${called}:${port}`]
          : [],
      ),
    ),
  );
  return edges.toSorted();
}

/** Where a component may go outside the product: "PORT" or "PORT CIDR". */
function outsideOf(objects: KubeObject[], component: string): string[] {
  const { metadata } = podsOf(objects).get(component) as { metadata: KubeObject["metadata"] };
  const outside = (policyOf(objects, metadata.labels).egress ?? []).filter(
    ({ to }) => !to?.some(({ podSelector }) => podSelector),
  );
  return outside.flatMap(({ ports, to }) =>
    ports.map(({ port, protocol }) =>
      [protocol, port, ...(to ?? []).map(({ ipBlock }) => ipBlock?.cidr ?? "in")].join(" "),
    ),
  );
}

const DNS = ["UDP 53 in", "TCP 53 in"];

describe("the chart's NetworkPolicies", () => {
  it("let through the calls of the diagram and no other, for both ends", () => {
    const objects = render(...NEEDED);
    for (const { spec } of ofKind(objects, "NetworkPolicy"))
      assert.deepEqual(spec.policyTypes.toSorted(), ["Egress", "Ingress"]);
    assert.deepEqual(edgesOf(objects), EDGES);
  });

  it("do so where callers of the gateway are named too, and still let the smoke test in", () => {
    const objects = render("--values", `${CHART}/ci/external-stores.yaml`);
    assert.deepEqual(edgesOf(objects), EDGES);
    const { metadata } = podsOf(objects).get("gateway") as { metadata: KubeObject["metadata"] };
    const [calls] = policyOf(objects, metadata.labels).ingress ?? [];
    assert.deepEqual(
      calls?.from?.flatMap(({ namespaceSelector }) => namespaceSelector ?? []),
      [{ matchLabels: { "kubernetes.io/metadata.name": "ingress-nginx" } }],
    );
  });

  it("let pods out to the stores that they use and to nothing else", () => {
    const objects = render(...NEEDED);
    const expected = {
      gateway: ["TCP 6379"],
      search: ["TCP 3306", "TCP 19530"],
      document: ["TCP 3306"],
      account: ["TCP 3306", "TCP 6379"],
      worker: ["TCP 3306"],
      migrate: ["TCP 3306"],
      smoke: [],
    };
    for (const [component, ports] of Object.entries(expected))
      assert.deepEqual(outsideOf(objects, component), [...DNS, ...ports], component);
  });

  it("let pods out to addresses and ports that the operator names", () => {
    const objects = render("--values", `${CHART}/ci/external-stores.yaml`);
    const dns = ["UDP 53 169.254.20.10/32", "TCP 53 169.254.20.10/32"];
    assert.deepEqual(outsideOf(objects, "search"), [
      ...dns,
      "TCP 3307 10.1.0.0/16",
      "TCP 19530 10.3.0.0/16",
      "TCP 443 10.3.0.0/16",
    ]);
    assert.deepEqual(outsideOf(objects, "account"), [...dns, "TCP 3307 10.1.0.0/16", "TCP 6380 10.2.0.0/16"]);
  });

  it("let pods out to the ports of pods behind Services, which are not those of the addresses", () => {
    const objects = render("--values", `${CHART}/ci/openshift.yaml`);
    const dns = ["UDP 5353 in", "TCP 5353 in"];
    assert.deepEqual(outsideOf(objects, "gateway"), [...dns, "TCP 6379", "TCP 8443", "TCP 8888", "TCP 4318"]);
    assert.deepEqual(outsideOf(objects, "search"), [...dns, "TCP 3306", "TCP 19530", "TCP 8001", "TCP 4318"]);
    assert.deepEqual(outsideOf(objects, "worker"), [...dns, "TCP 3306", "TCP 8000", "TCP 4318"]);
    assert.deepEqual(outsideOf(objects, "migrate"), [...dns, "TCP 3306"]);
    assert.deepEqual(outsideOf(objects, "smoke"), dns);
  });

  it("let only those out to models, the issuer, web search and the collector that call them", () => {
    const models = render("--values", `${CHART}/ci/models.yaml`);
    assert.deepEqual(outsideOf(models, "worker"), [...DNS, "TCP 3306", "TCP 443 203.0.113.0/24"]);
    assert.deepEqual(outsideOf(models, "document"), [...DNS, "TCP 3306", "TCP 443 203.0.113.0/24"]);
    assert.deepEqual(outsideOf(models, "search"), [...DNS, "TCP 3306", "TCP 19530", "TCP 8080 in"]);
    assert.deepEqual(outsideOf(models, "gateway"), [...DNS, "TCP 6379", "TCP 443"]);
    assert.deepEqual(outsideOf(models, "account"), [...DNS, "TCP 3306", "TCP 6379"]);
    const oidc = render("--values", `${CHART}/ci/oidc.yaml`);
    assert.deepEqual(outsideOf(oidc, "gateway"), [...DNS, "TCP 6379", "TCP 8443 192.0.2.0/24", "TCP 8888 in"]);
    assert.deepEqual(outsideOf(oidc, "search"), [...DNS, "TCP 3306", "TCP 19530"]);
    const traced = render("--values", `${CHART}/ci/monitoring.yaml`);
    for (const component of ["gateway", "search", "document", "account", "worker"])
      assert.ok(outsideOf(traced, component).includes("TCP 4318 in"), component);
    for (const component of ["migrate", "smoke"])
      assert.ok(!outsideOf(traced, component).includes("TCP 4318 in"), component);
  });

  it("let Prometheus read metrics, and nobody else, and nobody where there are none", () => {
    const readers = (...args: string[]) =>
      ofKind(render(...NEEDED, ...args), "NetworkPolicy").flatMap(({ spec }) =>
        ((spec.ingress ?? []) as Rule[]).filter(({ ports }) => ports.some(({ port }) => port === 9464)),
      );
    assert.equal(readers().length, 5);
    for (const { from, ports } of readers()) {
      assert.deepEqual(from, [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }]);
      assert.equal(ports.length, 1);
    }
    assert.equal(readers("--set=metrics.enabled=false").length, 0);
  });

  it("are there before the migration, which comes before everything else", () => {
    const hooks = render(...NEEDED).filter(
      ({ metadata }) => metadata.annotations?.["helm.sh/hook"] === "pre-install,pre-upgrade",
    );
    const weightOf = ({ metadata }: KubeObject) => Number(metadata.annotations?.["helm.sh/hook-weight"] ?? 0);
    const order = hooks.toSorted((a, b) => weightOf(a) - weightOf(b)).map(({ kind }) => kind);
    assert.deepEqual(order, ["NetworkPolicy", "Job"]);
  });

  it("are left out on request", () => {
    assert.equal(ofKind(render(...NEEDED, "--set=networkPolicy.enabled=false"), "NetworkPolicy").length, 0);
  });
});
