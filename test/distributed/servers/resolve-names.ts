/**
 * Loaded into each process of a cluster before its own code: names under ".test" lead to the addresses that the file of
 * RESOLVE_NAMES gives them at that moment, as headless Services of Kubernetes do. This is what grpc-js asks.
 */
import { promises } from "node:dns";
import { readFileSync } from "node:fs";

const systems = promises.lookup as (...args: unknown[]) => Promise<unknown>;
const lookup = async (hostname: string, ...rest: unknown[]): Promise<unknown> => {
  if (!hostname.endsWith(".test")) return systems(hostname, ...rest);
  const names = JSON.parse(readFileSync(process.env["RESOLVE_NAMES"] ?? "", "utf8")) as Record<string, string[]>;
  const addresses = names[hostname] ?? [];
  if (addresses.length === 0) throw Object.assign(new Error(`no address of ${hostname}`), { code: "ENOTFOUND" });
  return addresses.map((address) => ({ address, family: 4 }));
};
Object.assign(promises, { lookup });
