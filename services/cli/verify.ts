import type { Command } from "commander";
import { DomainError } from "#kit/errors.ts";
import type { Shell } from "./shell.ts";
import { counted } from "./table.ts";

/** The whole ledger is read. */
const LEDGER_TIMEOUT_MS = 600_000;

/** `insights verify`: every stored text hashed again, every excerpt compared with it, no finding twice; usage added up. */
export function registerVerify(program: Command, shell: Shell): void {
  program
    .command("verify")
    .description(
      "Check every document (the hash of its text, each excerpt against it, no finding twice) and that usage adds up",
    )
    .option("--json", 'print {"documents", "insights", "excerpts", "usage": {…}, "faults": […]}')
    .addHelpText(
      "after",
      "\nExit status 1 when anything is wrong.\n\nExample:\n  insights verify --json | jq '.faults'",
    )
    .action(async ({ json }: { json?: boolean }) => {
      await using services = await shell.connect("verify");
      const sums = { documents: 0, insights: 0, excerpts: 0, faults: [] as string[] };
      for (let pageToken = ""; ; ) {
        const page = await services.documents.verifyDocuments({ pageToken, pageSize: 20 });
        sums.documents += page.documents;
        sums.insights += page.insights;
        sums.excerpts += page.excerpts;
        sums.faults.push(...page.faults);
        if (!page.nextPageToken) break;
        if (page.nextPageToken === pageToken) throw new DomainError("internal", "VerifyDocuments does not advance");
        pageToken = page.nextPageToken;
      }
      const hasDamage = sums.faults.length > 0;
      const ledger = await services.accounts.verifyUsage({}, { timeoutMs: LEDGER_TIMEOUT_MS });
      sums.faults.push(...ledger.faults);
      const usage = {
        request_count: Number(ledger.requestCount),
        input_tokens: Number(ledger.inputTokens),
        output_tokens: Number(ledger.outputTokens),
      };
      if (sums.faults.length > 0) shell.setFailed();
      if (json) return shell.printJson({ ...sums, usage });
      const checked = [
        counted(sums.documents, "document"),
        counted(sums.insights, "insight"),
        counted(sums.excerpts, "excerpt"),
        counted(usage.request_count, "recorded operation"),
      ];
      shell.print(
        `Checked ${checked.join(", ")}: ${sums.faults.length === 0 ? "all is well." : `${counted(sums.faults.length, "fault")}.`}`,
      );
      for (const fault of sums.faults) shell.print(`  ${fault}`);
      if (ledger.faults.length > 0) {
        shell.note(
          "Where usage does not add up the recorded operations are right: keep the database for who looks into it.",
        );
      }
      if (hasDamage) shell.note("Ingest the documents named above again: that replaces what is damaged.");
    });
}
