import type { Command } from "commander";
import type { Insight } from "#gen/insights/search/v1/insight_pb.ts";
import { calendarDay, wholeNumber, words } from "./options.ts";
import type { Shell } from "./shell.ts";
import { oneLine, wrap } from "./table.ts";

interface Options {
  sourceName?: string;
  since?: string;
  limit: number;
  json?: boolean;
}

/** `insights search QUERY`: the best insights for one focused concept. */
export function registerSearch(program: Command, shell: Shell): void {
  program
    .command("search")
    .description("Search insights by meaning and by words")
    .argument("<query...>", "one focused concept: a concise question, or a phrase of 3 to 8 words")
    .option("--source-name <name>", "only publishers whose name contains this", words)
    .option("--since <date>", "only documents published on or after this day, YYYY-MM-DD", calendarDay)
    .option("--limit <n>", "how many insights at most, 1 to 100", wholeNumber(1, 100), 20)
    .option("--json", 'print {"insights": […]} as the REST API does')
    .addHelpText(
      "after",
      `
Examples:
  insights search "wheat ending stocks forecast"
  insights search who dissented from the rate decision --source-name "Federal Reserve" --since 2024-01-01
  insights search "labour market tightness" --limit 5 --json | jq -r '.insights[].insight'`,
    )
    .action(async (query: string[], { sourceName, since, limit, json }: Options) => {
      await using services = await shell.connect("search");
      const { insights } = await services.search.search({ query: query.join(" "), sourceName, since, limit });
      if (json) shell.printJson({ insights: insights.map(toInsightRecord) });
      else if (insights.length > 0) shell.print(insights.map(toText).join("\n\n"));
      else {
        const { documents } = await services.search.getIndexStatus({});
        shell.note(
          documents === 0n ? EMPTY : "Nothing matches. Try other words, or leave out --source-name and --since.",
        );
      }
    });
}

const EMPTY = 'The database is empty. "insights ingest PATH" takes documents in; INSIGHTS_DATA names another database.';

const toInsightRecord = (insight: Insight) => ({
  insight_id: insight.insightId,
  title: insight.title,
  insight: insight.insight,
  excerpts: insight.excerpts,
  doc_id: insight.docId,
  doc_title: insight.docTitle,
  source_url: insight.sourceUrl,
  source_name: insight.sourceName,
  published_date: insight.publishedDate ?? null,
  score: insight.score,
  matched_by: insight.matchedBy,
  matched_question: insight.matchedQuestion ?? null,
  matched_words: insight.matchedWords,
});

function toText(insight: Insight, position: number): string {
  const indent = "    ";
  return [
    `${String(position + 1).padStart(2)}. ${oneLine(insight.title)}  (score ${insight.score.toFixed(2)})`,
    wrap(insight.insight, 100, indent),
    ...insight.excerpts.map((excerpt) => wrap(`“${oneLine(excerpt)}”`, 100, `${indent}| `)),
    `${indent}${oneLine(insight.sourceName)}, ${insight.publishedDate ?? "undated"}: ${oneLine(insight.docTitle)}`,
    `${indent}${oneLine(insight.sourceUrl)}  ${insight.docId}`,
  ].join("\n");
}
