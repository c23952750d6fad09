/** Checks the Helm chart: `npm run test:chart [-- --install] [-- FILES]`. Needs no cluster; makes Helm and kubeconform with Go, once. */
import { spawnSync } from "node:child_process";
import { installPackages } from "../distributed/servers/missing.ts";
import { findProgram } from "../distributed/servers/process.ts";
import { CACHE } from "../support/go-tools.ts";
import { HELM, KUBECONFORM, missingTools, prepareTools } from "./tools.ts";

const args = process.argv.slice(2);
if (args.includes("--help")) {
  process.stdout.write(`Renders, lints and validates charts/research-insights with every file of its ci/, without a cluster.

Usage: npm run test:chart -- [--install] [FILES…]

  --install   installs promtool, if it is missing, from Debian's packages (needs root); CI=true does too

Helm 4 and kubeconform are taken from PATH, or built once with Go into ${CACHE}.
`);
  process.exit(0);
}
if (!findProgram("promtool") && (args.includes("--install") || process.env["CI"] === "true"))
  installPackages(["prometheus"]);
const missing = missingTools();
if (missing.length > 0) {
  process.stderr.write(
    `SKIPPED: the chart was not tested. Missing: ${missing.join(", ")}. Install Go (Debian: golang-go, backports), with which ` +
      `they are built into ${CACHE}, or put ${HELM.name} ${HELM.version} and ${KUBECONFORM.name} ${KUBECONFORM.version} into PATH.\n`,
  );
  process.exit(process.env["REQUIRE_BACKENDS"] === "1" ? 1 : 0);
}
const tools = prepareTools((line) => process.stderr.write(`${line}\n`));
const files = args.filter((arg) => !arg.startsWith("--"));
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/mocha/bin/mocha.js",
    "--timeout",
    "180000",
    ...(files.length > 0 ? files : ["test/chart/**/*.test.ts"]),
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      CHART_HELM: tools.helm,
      CHART_KUBECONFORM: tools.kubeconform,
      CHART_SCHEMAS: tools.schemas,
    },
  },
);
process.exit(status ?? 1);
