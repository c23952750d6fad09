import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CHART,
  helmAsync,
  type KubeObject,
  NAMESPACE,
  NEEDED,
  ofKind,
  parseManifests,
  RELEASE,
  render,
} from "./rendered.ts";

/** The data of Secrets, in base64, by name. */
export type Secrets = Map<string, Record<string, string>>;

export const secretsOf = (objects: KubeObject[]): Secrets =>
  new Map(ofKind(objects, "Secret").map(({ metadata, data }) => [metadata.name, data ?? {}]));

/**
 * What an upgrade makes where a cluster holds objects already, by their paths. Helm asks an API server for them: here one
 * that knows no more.
 */
export async function upgraded(held: Record<string, object>, ...args: string[]): Promise<KubeObject[]> {
  const known = { ...discovery(render(...NEEDED, ...args)), ...held };
  const missing = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
  const server = createServer((request, response) => {
    const found = known[new URL(request.url ?? "/", "http://server").pathname];
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? missing));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = mkdtempSync(join(tmpdir(), "kubeconfig-"));
  try {
    const kubeconfig = join(folder, "config");
    writeFileSync(kubeconfig, kubeconfigOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const asking = ["--is-upgrade", "--dry-run=server", "--disable-openapi-validation", "--kubeconfig", kubeconfig];
    const text = await helmAsync(["template", RELEASE, CHART, "--namespace", NAMESPACE, ...NEEDED, ...args, ...asking]);
    return parseManifests(text);
  } finally {
    rmSync(folder, { recursive: true });
    server.closeAllConnections();
    server.close();
  }
}

/** Secrets as the API server has them. */
export const heldSecrets = (held: Secrets): Record<string, object> =>
  Object.fromEntries(
    [...held].map(([name, data]) => [
      `/api/v1/namespaces/${NAMESPACE}/secrets/${name}`,
      { apiVersion: "v1", kind: "Secret", metadata: { name, namespace: NAMESPACE }, data },
    ]),
  );

/** As an API server says which kinds it has: those of the chart. */
function discovery(objects: KubeObject[]): Record<string, object> {
  const kinds = new Map<string, Set<string>>();
  for (const { apiVersion, kind } of objects) kinds.set(apiVersion, (kinds.get(apiVersion) ?? new Set()).add(kind));
  const lists = [...kinds].map(([groupVersion, names]) => {
    const resources = [...names].map((kind) => ({
      name: `${kind.toLowerCase()}s`,
      singularName: kind.toLowerCase(),
      namespaced: true,
      kind,
      verbs: ["get"],
    }));
    const path = groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    return [path, { kind: "APIResourceList", groupVersion, resources }];
  });
  const groups = [...kinds.keys()]
    .filter((groupVersion) => groupVersion.includes("/"))
    .map((groupVersion) => {
      const [name, version] = groupVersion.split("/");
      return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
    });
  return {
    "/version": { major: "1", minor: "37", gitVersion: "v1.37.1" },
    "/api": { kind: "APIVersions", versions: ["v1"] },
    "/apis": { kind: "APIGroupList", apiVersion: "v1", groups },
    ...Object.fromEntries(lists),
  };
}

const kubeconfigOf = (server: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server } }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    "current-context": "c",
    users: [{ name: "u", user: {} }],
  });
