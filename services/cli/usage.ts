import type { Command } from "commander";
import type { UsageSums } from "#gen/insights/account/v1/usage_pb.ts";
import { wholeNumber, words } from "./options.ts";
import type { Shell } from "./shell.ts";
import { alignTable, grouped } from "./table.ts";

interface Options {
  email?: string;
  days: number;
  json?: boolean;
}

/** `insights usage`: what was used over the last days. */
export function registerUsage(program: Command, shell: Shell): void {
  program
    .command("usage")
    .description("Show usage over the last days (UTC), by day and by operation")
    .option("--email <email>", "the account with this e-mail address (default: all accounts together)", words)
    .option("--days <n>", "how many days, today included, 1 to 365", wholeNumber(1, 365), 30)
    .option("--json", "print the usage report as the console API does")
    .addHelpText(
      "after",
      "\nExamples:\n  insights usage --days 7\n  insights usage --email ada@example.org --json | jq .total_requests",
    )
    .action(async ({ email, days, json }: Options) => {
      await using services = await shell.connect("usage");
      const account = email === undefined ? undefined : { by: { case: "email" as const, value: email } };
      const { startDate, endDate, daily, operations } = await services.accounts.getUsage({ account, days });
      const total = { input_tokens: 0, output_tokens: 0, total_tokens: 0, request_count: 0 };
      for (const day of daily.map(toSums)) {
        total.input_tokens += day.input_tokens;
        total.output_tokens += day.output_tokens;
        total.total_tokens += day.total_tokens;
        total.request_count += day.request_count;
      }
      if (json) {
        return shell.printJson({
          days,
          start_date: startDate,
          end_date: endDate,
          total_input_tokens: total.input_tokens,
          total_output_tokens: total.output_tokens,
          total_tokens: total.total_tokens,
          total_requests: total.request_count,
          daily: daily.map((day) => ({ date: day.name, ...toSums(day) })),
          operations: operations.map((operation) => ({ operation: operation.name, ...toSums(operation) })),
        });
      }
      shell.print(
        `${startDate} to ${endDate}, ${email ?? "all accounts"}: ${grouped(total.request_count)} requests, ${grouped(total.total_tokens)} tokens`,
      );
      const used = daily.filter((day) => day.requestCount > 0);
      if (used.length > 0) shell.print(`\n${toTable("day", used)}\n\n${toTable("operation", operations)}`);
    });
}

const toSums = (sums: UsageSums) => ({
  input_tokens: Number(sums.inputTokens),
  output_tokens: Number(sums.outputTokens),
  total_tokens: Number(sums.inputTokens + sums.outputTokens),
  request_count: Number(sums.requestCount),
});

const toTable = (first: string, rows: UsageSums[]): string =>
  alignTable(
    [first, "requests", "input tokens", "output tokens"],
    rows.map((row) => [row.name, grouped(row.requestCount), grouped(row.inputTokens), grouped(row.outputTokens)]),
    ["left", "right", "right", "right"],
  );
