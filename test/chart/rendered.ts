import { execFile, execFileSync, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { toolsOf } from "./tools.ts";

export const CHART = "charts/research-insights";
export const RELEASE = "r";
export const NAMESPACE = "research";
/** How the names of objects begin. */
export const PREFIX = `${RELEASE}-research-insights`;
export const WORKLOADS = ["gateway", "search", "document", "account", "worker"] as const;
/** Pods that run once. */
export const JOBS = ["migrate", "smoke"] as const;

/** The files of values that the chart is tested with. */
export const VALUES_FILES = globSync(`${CHART}/ci/*.yaml`).toSorted();
export const nameOf = (file: string): string => basename(file, ".yaml");

/** What every install needs. */
export const NEEDED = [
  "--set=mysql.existingSecret.name=mysql",
  "--set=redis.existingSecret.name=redis",
  "--set=milvus.address=milvus:19530",
];

export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: as deep and as varied as Kubernetes.
  spec?: any;
  data?: Record<string, string>;
  type?: string;
}

/** A pod as a Deployment, a Job or a hook has it. */
export interface PodTemplate {
  metadata: KubeObject["metadata"];
  // biome-ignore lint/suspicious/noExplicitAny: as deep and as varied as Kubernetes.
  spec: any;
}

/** `helm` with arguments; throws with what it said. */
export const helm = (...args: string[]): string =>
  execFileSync(toolsOf(process.env).helm, args, { encoding: "utf8", stdio: "pipe", env: HELM_ENV, maxBuffer: 1 << 26 });

/** The same while this process does something else, with text on its stdin. */
export async function helmAsync(args: string[], input = ""): Promise<string> {
  const running = promisify(execFile)(toolsOf(process.env).helm, args, { env: HELM_ENV, maxBuffer: 1 << 26 });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

/** What Helm says to values that it must refuse; empty when it takes them. */
export function refusal(...args: string[]): string {
  const { status, stderr } = spawnSync(
    toolsOf(process.env).helm,
    ["template", RELEASE, CHART, "--namespace", NAMESPACE, ...args],
    { encoding: "utf8", env: HELM_ENV },
  );
  return status === 0 ? "" : stderr;
}

/** No cluster of the person who runs this. */
const HELM_ENV = { PATH: process.env["PATH"], HOME: "/nonexistent", KUBECONFIG: "/dev/null" };

const texts = new Map<string, string>();
const parsed = new Map<string, KubeObject[]>();

/** The manifests for arguments of `helm template`, as text. */
export const renderText = (...args: string[]): string =>
  once(texts, args, () => helm("template", RELEASE, CHART, "--namespace", NAMESPACE, ...args));

/** The same as objects, which are shared: change none. */
export const render = (...args: string[]): KubeObject[] =>
  once(parsed, args, () => parseManifests(renderText(...args)));

export const parseManifests = (text: string): KubeObject[] =>
  parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return (document.toJS() as KubeObject | null) ?? [];
  });

function once<Result>(done: Map<string, Result>, args: string[], work: () => Result): Result {
  const key = JSON.stringify(args);
  const result = done.get(key) ?? work();
  done.set(key, result);
  return result;
}

export const renderFile = (file: string): KubeObject[] => render("--values", file);

export const ofKind = (objects: KubeObject[], kind: string): KubeObject[] => objects.filter((one) => one.kind === kind);

export const componentOf = ({ metadata }: Pick<KubeObject, "metadata">): string =>
  metadata.labels["app.kubernetes.io/component"] ?? "";

/** The object of a kind that belongs to a component. Throws when there is none or more than one. */
export function oneOf(objects: KubeObject[], kind: string, component: string): KubeObject {
  const [found, ...more] = ofKind(objects, kind).filter((one) => componentOf(one) === component);
  if (!found || more.length > 0) throw new Error(`${found ? 1 + more.length : 0} ${kind} of ${component}`);
  return found;
}

/** Every pod of an install, by component. */
export function podsOf(objects: KubeObject[]): Map<string, PodTemplate> {
  const pods = objects.flatMap((one): PodTemplate[] => {
    if (one.kind === "Deployment" || one.kind === "Job") return [one.spec.template];
    return one.kind === "Pod" ? [{ metadata: one.metadata, spec: one.spec }] : [];
  });
  return new Map(pods.map((pod) => [componentOf(pod), pod]));
}

/** The one container of a component's pods. */
export function containerOf(objects: KubeObject[], component: string): PodTemplate["spec"] {
  const pod = podsOf(objects).get(component);
  if (!pod) throw new Error(`no pod of ${component}`);
  return pod.spec.containers[0];
}

/** Whether a selector picks something with these labels. */
export const selects = (selector: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
