import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { upgraded } from "./held-objects.ts";
import {
  CHART,
  helm,
  NAMESPACE,
  NEEDED,
  nameOf,
  ofKind,
  oneOf,
  PREFIX,
  RELEASE,
  render,
  renderFile,
  renderText,
  VALUES_FILES,
} from "./rendered.ts";
import { toolsOf } from "./tools.ts";

interface Verdict {
  filename: string;
  kind: string;
  name: string;
  status: "statusValid" | "statusInvalid" | "statusError" | "statusSkipped";
  msg: string;
}

/** What kubeconform says of each object of several manifests. One run for all: it reads the schemas once. */
function validate(manifests: Record<string, string>): Verdict[] {
  const { kubeconform, schemas } = toolsOf(process.env);
  const folder = mkdtempSync(join(tmpdir(), "manifests-"));
  try {
    const files = Object.entries(manifests).map(([name, text]) => {
      const file = join(folder, `${name}.yaml`);
      writeFileSync(file, text);
      return file;
    });
    const location = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`;
    const args = ["-strict", "-verbose", "-output", "json", "-schema-location", location, ...files];
    const { stdout } = spawnSync(kubeconform, args, { encoding: "utf8", maxBuffer: 1 << 26 });
    const { resources } = JSON.parse(stdout) as { resources: Verdict[] };
    return resources.map((one) => ({ ...one, filename: basename(one.filename, ".yaml") }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the chart's manifests", () => {
  let verdicts: Verdict[];
  before(() => {
    verdicts = validate(Object.fromEntries(VALUES_FILES.map((file) => [nameOf(file), renderText("--values", file)])));
  });

  it("are rendered from a good dozen of installs", () => assert.ok(VALUES_FILES.length >= 12));

  for (const file of VALUES_FILES) {
    it(`${nameOf(file)}: pass Helm's strict linter`, () => {
      assert.match(helm("lint", "--strict", CHART, "--values", file), / 0 chart\(s\) failed/);
    });

    it(`${nameOf(file)}: are what the API server knows, every field of every object`, () => {
      const own = verdicts.filter(({ filename }) => filename === nameOf(file));
      const wrong = own.filter(({ status }) => status !== "statusValid");
      assert.deepEqual(
        wrong.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`),
        [],
      );
      assert.equal(own.length, renderFile(file).length);
    });
  }

  it("of every kind that there are schemas for, a field that nobody knows is found", () => {
    const kinds = new Map(VALUES_FILES.flatMap(renderFile).map((one) => [one.kind, one]));
    for (const kind of [
      "Deployment",
      "Ingress",
      "ServiceMonitor",
      "PrometheusRule",

      "Certificate",
      "Issuer",
      "HTTPRoute",
    ])
      assert.ok(kinds.has(kind), `no values file makes a ${kind}`);
    const broken = [...kinds].map(([kind, one]) => {
      const unknown = one.spec ? { ...one, spec: { ...one.spec, nobodyKnows: 1 } } : { ...one, nobodyKnows: 1 };
      return [kind, JSON.stringify(unknown)];
    });
    for (const { kind, status } of validate(Object.fromEntries(broken))) assert.equal(status, "statusInvalid", kind);
  });

  it("fit the names that Kubernetes takes, however long the release's name is", () => {
    const long = "a".repeat(53);
    const text = helm("template", long, CHART, "--values", VALUES_FILES[0] ?? "");
    const names = [...text.matchAll(/^ {2}name: (\S+)$/gm)].map(([, name = ""]) => name);
    assert.ok(names.length > 20);
    for (const name of names) assert.ok(name.length <= 63, name);
    // Cut where hyphens are.
    const cut = helm("template", `${"a".repeat(43)}--research-insights`.slice(0, 53), CHART, ...NEEDED);
    assert.match(cut, /^ {2}name: a{43}-gateway$/m);
  });

  it("leave nothing behind: Helm keeps hooks and cert-manager its Secrets, which go by themselves or by the release's label", () => {
    for (const file of VALUES_FILES) {
      for (const { kind, metadata, spec } of renderFile(file)) {
        const policy = metadata.annotations?.["helm.sh/hook"] && metadata.annotations["helm.sh/hook-delete-policy"];
        if (policy !== undefined) assert.match(policy, /\bhook-succeeded\b/, metadata.name);
        assert.equal(metadata.labels["app.kubernetes.io/instance"], RELEASE, metadata.name);
        if (kind === "Certificate")
          assert.equal(spec.secretTemplate.labels["app.kubernetes.io/instance"], RELEASE, metadata.name);
      }
    }
  });

  it("have the autoscaler's number of pods in its own hands", () => {
    const objects = render("--values", `${CHART}/ci/autoscaling.yaml`);
    assert.equal(ofKind(objects, "HorizontalPodAutoscaler").length, 5);
    for (const { spec } of ofKind(objects, "Deployment")) assert.ok(!("replicas" in spec));
  });

  describe("beside an autoscaler that is switched on while pods run", () => {
    const on = "--set=search.autoscaling.enabled=true";
    const searchWith = async (manager: string) => {
      const fieldsV1 = { "f:spec": { "f:replicas": {} } };
      const running = {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: {
          name: `${PREFIX}-search`,
          managedFields: [
            { manager: "kubelet", fieldsV1: {} },
            { manager, fieldsV1 },
          ],
        },
        spec: { replicas: 7 },
      };
      const path = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/${PREFIX}-search`;
      return oneOf(await upgraded({ [path]: running }, on), "Deployment", "search").spec.replicas;
    };

    it("keep their number, which left out would be 1, as long as Helm alone has set it", async () =>
      assert.equal(await searchWith("helm"), 7));

    it("leave it to the autoscaler once that has set it", async () =>
      assert.equal(await searchWith("kube-controller-manager"), undefined));

    it("leave it out of an install", () =>
      assert.equal(oneOf(render(...NEEDED, on), "Deployment", "search").spec.replicas, undefined));
  });
});
