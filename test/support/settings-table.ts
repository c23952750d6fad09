import { z } from "zod";
import { gatewayConfig } from "../../gateway/config.ts";
import { allInOneConfig } from "../../services/all-in-one/config.ts";
import { ingestConfig } from "../../services/cli/ingest.ts";

/** Every setting of the all-in-one process and of the command line, as README's table has them. */
export function settingsTable(): string {
  const shape = { ...allInOneConfig.shape, ...gatewayConfig.shape, ...ingestConfig.shape };
  const rows = Object.entries(shape).map(([name, schema]) => {
    const unset = schema.safeParse(undefined).data;
    const standard = unset === undefined || String(unset) === "" ? "" : `\`${String(unset)}\``;
    return `| \`${name}\` | ${standard} | ${z.globalRegistry.get(schema)?.description ?? ""} |`;
  });
  return ["| variable | default | what it is |", "|---|---|---|", ...rows].join("\n");
}

if (import.meta.main) process.stdout.write(`${settingsTable()}\n`);
