import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildTool, CACHE, findTool, type GoTool, hasGo, moduleFolder } from "../support/go-tools.ts";
import { writeSchemas } from "./schemas.ts";

export const HELM: GoTool = {
  name: "helm",
  package: "helm.sh/helm/v4/cmd/helm",
  version: "v4.3.1",
  elsewhere: { args: ["version", "--short"], prints: /^v4\.([3-9]|\d\d)\b/ },
};
export const KUBECONFORM: GoTool = {
  name: "kubeconform",
  package: "github.com/yannh/kubeconform/cmd/kubeconform",
  version: "v0.8.0",
  elsewhere: { args: ["-v"], prints: /^v0\.([7-9]|\d\d)\./ },
};

/** Whose description of its API the chart is checked against. */
const KUBERNETES = "v1.37.1";
/** The kinds that the cluster's operators add, as they describe them themselves. */
const OPERATORS = [
  {
    module: "github.com/cert-manager/cert-manager",
    version: "v1.21.2",
    files: ["certificates", "issuers"].map((kind) => `deploy/crds/cert-manager.io_${kind}.yaml`),
  },
  {
    module: "github.com/prometheus-operator/prometheus-operator",
    version: "v0.85.0",
    files: ["servicemonitors", "prometheusrules"].map(
      (kind) => `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`,
    ),
  },
  {
    module: "sigs.k8s.io/gateway-api",
    version: "v1.6.3",
    files: ["httproutes", "grpcroutes"].map((kind) => `config/crd/standard/gateway.networking.k8s.io_${kind}.yaml`),
  },
];

/** What the tests of the chart work with. */
export interface ChartTools {
  helm: string;
  kubeconform: string;
  /** Folder of JSON schemas, as kubeconform names them. */
  schemas: string;
}

/** The names of what is missing and cannot be made here; nothing when `prepareTools` can do its work. */
export function missingTools(): string[] {
  if (hasGo()) return [];
  const tools = [HELM, KUBECONFORM].filter((tool) => !findTool(tool)).map(({ name, version }) => `${name} ${version}`);
  return existsSync(schemasFolder()) ? tools : [...tools, `the schemas of Kubernetes ${KUBERNETES}`];
}

/** Finds the tools; those that are not there are made, once. */
export function prepareTools(say: (line: string) => void): ChartTools {
  const find = (tool: GoTool) => findTool(tool) ?? buildTool(tool, say);
  const tools = { helm: find(HELM), kubeconform: find(KUBECONFORM), schemas: schemasFolder() };
  if (!existsSync(tools.schemas)) {
    const definitions = OPERATORS.flatMap(({ module, version, files }) =>
      files.map((file) => join(moduleFolder(module, version), file)),
    );
    const swagger = join(moduleFolder("k8s.io/kubernetes", KUBERNETES), "api/openapi-spec/swagger.json");
    const count = writeSchemas({ swagger, definitions, folder: tools.schemas });
    say(`made ${count} schemas in ${tools.schemas}`);
  }
  return tools;
}

/** Named by all versions that it is made of: another one is another folder. */
const schemasFolder = (): string =>
  join(CACHE, "schemas", [KUBERNETES, ...OPERATORS.map(({ version }) => version)].join("-"));

/** As `run.ts` hands them to the tests. */
export function toolsOf(env: Record<string, string | undefined>): ChartTools {
  const { CHART_HELM: helm, CHART_KUBECONFORM: kubeconform, CHART_SCHEMAS: schemas } = env;
  if (helm && kubeconform && schemas) return { helm, kubeconform, schemas };
  throw new Error("these tests need Helm and more: run them by `npm run test:chart`");
}
