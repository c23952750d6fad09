import type { Command } from "commander";
import type { Shell } from "./shell.ts";

/** `insights serve`: the gateway and the three services in one process, until Ctrl-C. */
export function registerServe(program: Command, shell: Shell): void {
  program
    .command("serve")
    .description("Serve the REST API on the database in INSIGHTS_DATA, until Ctrl-C")
    .addHelpText(
      "after",
      `
Settings come from the environment: INSIGHTS_DATA (./data), HOST (127.0.0.1), PORT (8080; 0 for any that is free),
GRPC_PORT (none), LOG_LEVEL (info). One server per database: a second is refused.

Examples:
  insights serve
  HOST=0.0.0.0 PORT=80 INSIGHTS_DATA=/var/lib/insights insights serve`,
    )
    .action(async () => {
      // Loaded when it is needed: the other commands start faster without it.
      const { runAllInOne } = await import("../all-in-one/main.ts");
      await runAllInOne(shell.env);
    });
}
