import type { Command } from "commander";
import { systemClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { DomainError } from "#kit/errors.ts";
import { gatewayConfig } from "../../gateway/config.ts";
import { allInOneConfig } from "../all-in-one/config.ts";
import { words } from "./options.ts";
import type { Shell } from "./shell.ts";

/** What of the settings a token depends on. */
const tokenConfig = allInOneConfig
  .pick({ INSIGHTS_DATA: true })
  .extend(gatewayConfig.pick({ OIDC_ISSUER: true, CONSOLE_AUDIENCE: true }).shape);

/** `insights token`: a session token of the local identity provider, for scripts that use the console. */
export function registerToken(program: Command, shell: Shell): void {
  program
    .command("token")
    .description("Make a session token for the console, good for an hour")
    .requiredOption("--email <email>", "whose account it opens", words)
    .option("--json", 'print {"token", "expires_at"}')
    .addHelpText(
      "after",
      `
It is signed with the key in INSIGHTS_DATA, so it needs no running server, and whoever may read that folder can make one.

Example:
  TOKEN=$(insights token --email ada@example.org)
  curl -s http://127.0.0.1:8080/console/content/me/usage -H "Authorization: Bearer $TOKEN"`,
    )
    .action(async ({ email, json }: { email: string; json?: boolean }) => {
      refuseElsewhere(shell.env);
      const config = readConfig(tokenConfig, shell.env);
      // Loaded when it is needed: the other commands start faster without it.
      const [{ loadSigningKey }, { issueSessionToken }] = await Promise.all([
        import("../all-in-one/identity/signing-key.ts"),
        import("../all-in-one/identity/session-token.ts"),
      ]);
      const key = await loadSigningKey(config.INSIGHTS_DATA);
      const { CONSOLE_AUDIENCE: audience } = config;
      const { token, expiresAt } = await issueSessionToken({ email, audience, key, clock: systemClock });
      if (json) return shell.printJson({ token, expires_at: expiresAt.toISOString() });
      shell.print(token);
      shell.note(`Good until ${expiresAt.toISOString()}. Send it as Authorization: Bearer TOKEN.`);
    });
}

/** A token of ours is good only where our own provider is the one that is trusted. */
function refuseElsewhere(env: Shell["env"]): void {
  const { OIDC_ISSUER: issuer } = env;
  if (issuer) throw new DomainError("invalid", "OIDC_ISSUER is set: its tokens open the console. Sign in there.");
  if (env["SEARCH_ADDRESS"] || env["DOCUMENT_ADDRESS"] || env["ACCOUNT_ADDRESS"]) {
    const remedy = "Sign in at the one that OIDC_ISSUER of the gateways names.";
    throw new DomainError("invalid", `Separate processes have no identity provider of their own. ${remedy}`);
  }
}
