import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createAuthority } from "../support/certificates.ts";
import type { Installation, RunningServer } from "../support/server.ts";
import type { Cluster } from "./cluster.ts";
import { until } from "./daemons.ts";
import { APP } from "./images.ts";
import { HERE } from "./network.ts";
import { type Component, killPod, type Pod, podsOf } from "./pods.ts";
import { say } from "./progress.ts";
import { type Stores, startStores, stopMariadb } from "./stores.ts";

const CHART = "charts/research-insights";
const RELEASE = "ri";
const READY_SECONDS = 240;

type Values = Record<string, unknown>;

/** The chart, installed in a namespace of its own on stores of its own. */
export interface Release extends Installation {
  namespace: string;
  stores: Stores;
  /** Where callers find it: the addresses of the gateway's Service. */
  url: string;
  nativeUrl: string;
  pods(component?: Component): Promise<Pod[]>;
  /** Runs Helm on the release, in its namespace. */
  helm(command: string, ...args: string[]): Promise<string>;
  /** `helm upgrade` with these values beside those that it always has; waits until all pods are ready. */
  upgrade(values?: Values, ...flags: string[]): Promise<string>;
  kubectl(...args: string[]): Promise<string>;
}

let shared: Promise<Release> | undefined;

/** The one installation of a run, made when it is first asked for; every suite leaves it to the next. */
export async function theRelease(cluster: Cluster): Promise<Release> {
  shared ??= installRelease(cluster, "product");
  return { ...(await shared), remove: async () => undefined };
}

after(async function () {
  this.timeout(300_000);
  await (await shared)?.remove();
  await stopMariadb();
});

/** Installs the chart and waits until everything is ready. */
async function installRelease({ kubectl, helm }: Cluster, namespace: string, given: Values = {}): Promise<Release> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const authority = stack.use(createAuthority(`IP:${HERE}`));
  const stores = stack.use(await startStores());
  await kubectl("create", "namespace", namespace);
  stack.defer(async () => void (await kubectl("delete", "namespace", namespace, "--timeout=120s")));
  await kubectl("label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted");
  const inNamespace = (...args: string[]) => kubectl("-n", namespace, ...args);
  const secret = (name: string, key: string, value: string) =>
    kubectl.withInput(
      JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name }, stringData: { [key]: value } }),
      ...["-n", namespace, "create", "-f", "-"],
    );
  await secret("mysql", "url", stores.mysqlUrl);
  await secret("redis", "url", stores.redisUrl);
  await inNamespace("create", "secret", "generic", "issuer", `--from-file=ca.crt=${authority.caPath}`);

  const always = { ...baseValues(stores), ...given };
  const onRelease = (command: string, ...args: string[]) => helm(command, RELEASE, ...args, "--namespace", namespace);
  const upgrade = (values: Values = {}, ...flags: string[]) => {
    const file = join(folder, "values.json");
    writeFileSync(file, JSON.stringify(merged(always, values)));
    const wait = ["--wait", "--timeout", `${READY_SECONDS}s`];
    return onRelease("upgrade", CHART, "--install", "--values", file, ...wait, ...flags);
  };
  const startedMs = performance.now();
  stack.defer(async () => void (await onRelease("uninstall", "--wait", "--timeout", "120s")));
  await upgrade().catch(async (err: unknown) => {
    throw new Error(`${String(err)}\n${await explain(inNamespace)}`, { cause: err });
  });
  say(`${namespace}: the chart is installed, in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  const service = `${RELEASE}-research-insights-gateway`;
  const address = await inNamespace("get", "service", service, "-o", "jsonpath={.spec.clusterIP}");
  const pods = (component?: Component) => podsOf(kubectl, namespace, component);
  const readyGateway = () =>
    until("a gateway is ready", READY_SECONDS, async () =>
      (await pods("gateway")).find(({ isReady, isEnding }) => isReady && !isEnding),
    );
  const running: RunningServer = {
    urls: [`http://${address}:8080`],
    nativeUrls: [`http://${address}:9090`],
    async end(signal = "SIGTERM") {
      await Promise.all((await pods("gateway")).map((pod) => killPod(pod, signal)));
      return null;
    },
  };
  const opened = stack.move();
  return {
    folder,
    namespace,
    stores,
    url: running.urls[0] ?? "",
    nativeUrl: running.nativeUrls[0] ?? "",
    issuerAt: { host: HERE, ...authority.issue("issuer") },
    pods,
    helm: onRelease,
    upgrade,
    kubectl: inNamespace,
    async insights(...args) {
      const { name } = await readyGateway();
      const exec = ["-n", namespace, "exec", "-i", name, "--"];
      const placed: string[] = [];
      for (const arg of args) placed.push(existsSync(arg) ? await put(arg) : arg);
      // What a command says of its progress would be of no use here: only its answer is.
      return JSON.parse(await kubectl.withInput("", ...exec, "insights", ...placed, "--json"));

      async function put(file: string): Promise<string> {
        const archive = execFileSync("tar", ["c", "-C", dirname(file), basename(file)], { maxBuffer: 1 << 28 });
        await kubectl.withInput(archive, ...exec, "tar", "x", "-C", "/tmp", "--no-same-owner");
        return `/tmp/${basename(file)}`;
      }
    },
    async serve(settings = {}) {
      const { OIDC_ISSUER: issuer = "", OIDC_TRUST_EMAIL: trust, ...env } = settings;
      const oidc = issuer ? { oidc: { issuer, trustEmail: trust === "true" } } : {};
      await upgrade({ ...oidc, gateway: { env } });
      return running;
    },
    remove: () => opened.disposeAsync(),
  };
}

/** Small requests, so that several installations find room on two cores. */
const baseValues = (stores: Stores): Values => {
  const [repository, tag] = APP.split(":");
  const small = { resources: { requests: { cpu: "20m", memory: "64Mi" }, limits: { memory: "1Gi" } } };
  return {
    image: { repository, tag, pullPolicy: "Never" },
    mysql: { existingSecret: { name: "mysql" } },
    redis: { existingSecret: { name: "redis" } },
    milvus: { address: stores.milvusAddress },
    extraCA: { name: "issuer" },
    gateway: small,
    search: small,
    document: small,
    account: small,
    worker: small,
  };
};

/** Objects within objects, the later ones first. */
function merged(under: Values, over: Values): Values {
  const isObject = (value: unknown): value is Values =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const all = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = all[key];
    all[key] = isObject(below) && isObject(value) ? merged(below, value) : value;
  }
  return all;
}

/** What an operator would look at when pods do not get ready. */
async function explain(kubectl: (...args: string[]) => Promise<string>): Promise<string> {
  const asked = [
    ["get", "pods", "-o", "wide"],
    ["get", "events", "--sort-by=.lastTimestamp"],
    ["logs", "--all-containers", "--prefix", "--tail=10", "-l", "app.kubernetes.io/name=research-insights"],
  ];
  const said = await Promise.all(asked.map((args) => kubectl(...args).catch(String)));
  return said.map((text) => text.slice(-4_000)).join("\n");
}
