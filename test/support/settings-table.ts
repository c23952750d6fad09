import { z } from "zod";
import { gatewayConfig, gatewayProcessConfig } from "../../gateway/config.ts";
import { accountServiceConfig } from "../../services/account/config.ts";
import { allInOneConfig } from "../../services/all-in-one/config.ts";
import { distributedConfig } from "../../services/cli/connect.ts";
import { ingestConfig } from "../../services/cli/ingest.ts";
import { documentServiceConfig, workerConfig } from "../../services/document/config.ts";
import { migrateConfig } from "../../services/migrate/config.ts";
import { searchServiceConfig } from "../../services/search/config.ts";

const ONE_PROCESS = { ...allInOneConfig.shape, ...gatewayConfig.shape, ...ingestConfig.shape };
const PROCESSES: Record<string, z.core.$ZodShape> = {
  gateway: gatewayProcessConfig.shape,
  search: searchServiceConfig.shape,
  document: documentServiceConfig.shape,
  account: accountServiceConfig.shape,
  worker: workerConfig.shape,
  migrate: migrateConfig.shape,
  "command line": distributedConfig.shape,
};

/** Every setting of the all-in-one process and of the command line, as README's table has them. */
export function settingsTable(): string {
  const rows = Object.entries(ONE_PROCESS).map(([name, schema]) => `| \`${name}\` | ${aboutOf(schema)} |`);
  return ["| variable | default | what it is |", "|---|---|---|", ...rows].join("\n");
}

/** The settings that only separate processes have, and which of the others each reads. */
export function processTables(): string {
  const common = new Map(Object.entries(ONE_PROCESS).map(([name, schema]) => [name, aboutOf(schema)]));
  const own = new Map<string, string[]>();
  const shared: string[] = [];
  for (const [process, shape] of Object.entries(PROCESSES)) {
    const known: string[] = [];
    for (const [name, schema] of Object.entries(shape)) {
      const about = aboutOf(schema);
      if (common.get(name) === about) known.push(`\`${name}\``);
      else own.set(`\`${name}\` | ${about}`, [...(own.get(`\`${name}\` | ${about}`) ?? []), process]);
    }
    if (known.length > 0) shared.push(`| ${process} | ${known.join(", ")} |`);
  }
  return [
    "| variable | default | what it is | of |",
    "|---|---|---|---|",
    ...[...own].map(([row, processes]) => `| ${row} | ${processes.join(", ")} |`),
    "",
    '| process | what it reads of the settings under "Configuration" |',
    "|---|---|",
    ...shared,
  ].join("\n");
}

function aboutOf(schema: z.core.$ZodType): string {
  const unset = z.safeParse(schema, undefined).data;
  const standard = unset === undefined || String(unset) === "" ? "" : `\`${String(unset)}\``;
  return `${standard} | ${z.globalRegistry.get(schema)?.description ?? ""}`;
}

if (import.meta.main) process.stdout.write(`${settingsTable()}\n\n${processTables()}\n`);
