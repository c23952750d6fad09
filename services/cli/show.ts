import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import type { Document, DocumentInsight } from "#gen/insights/document/v1/document_pb.ts";
import type { Shell } from "./shell.ts";
import { counted, oneLine, wrap } from "./table.ts";

/** `insights show DOC_ID`: every insight of a document beside the passage that it comes from. */
export function registerShow(program: Command, shell: Shell): void {
  program
    .command("show")
    .description("Print a document's insights beside their passages, so that a person can judge them")
    .argument("<doc-id>", "identifier of the document, as search prints it: doc_…")
    .option("--json", 'print one JSON document: {"document", "insights", "repairs"}')
    .addHelpText(
      "after",
      `
Examples:
  insights show doc_0123456789abcdef0123456789abcdef | less
  insights show doc_0123456789abcdef0123456789abcdef --json | jq '.insights[0]'`,
    )
    .action(async (docId: string, { json }: { json?: boolean }) => {
      await using services = await shell.connect("show");
      const [{ document, insights }, { text, repairs }] = await Promise.all([
        services.documents.getDocument({ docId }),
        services.documents.getText({ docId }),
      ]);
      if (json) {
        shell.printJson({
          document: document && toDocumentRecord(document),
          insights: insights.map((insight) => toInsightRecord(insight, text)),
          repairs,
        });
      } else
        shell.print(
          [...(document ? [toHead(document, insights.length, repairs)] : []), ...toBody(insights, text)].join("\n\n"),
        );
    });
}

const toDocumentRecord = (document: Document) => ({
  doc_id: document.docId,
  document_url: document.documentUrl,
  article_title: document.articleTitle,
  summary: document.summary,
  source_name: document.sourceName,
  authors: document.authors,
  published_date: document.publishedDate ?? null,
  extracted_at: document.extractTime ? timestampDate(document.extractTime).toISOString() : null,
  extraction_status: document.extractionStatus,
  ingested_at: document.ingestTime ? timestampDate(document.ingestTime).toISOString() : null,
});

const toInsightRecord = (
  { insightId, title, insight, excerpts, questions, passage }: DocumentInsight,
  text: string,
) => ({
  insight_id: insightId,
  title,
  insight,
  excerpts: excerpts.map((excerpt) => excerpt.text),
  /** [start, end) of each excerpt in the stored text, in UTF-16 code units. */
  excerpt_spans: excerpts.map(({ start, end }) => [start, end]),
  questions,
  passage: passage && {
    text: text.slice(passage.start, passage.end),
    start: passage.start,
    end: passage.end,
    heading: passage.heading,
    page: passage.page === 0 ? null : passage.page,
  },
});

function toHead(document: Document, insights: number, repairs: string[]): string {
  return [
    oneLine(document.articleTitle),
    `${oneLine(document.sourceName)}, ${document.publishedDate ?? "undated"}${document.authors.map((author) => `, ${oneLine(author)}`).join("")}`,
    `${oneLine(document.documentUrl)}  ${document.docId}`,
    wrap(document.summary, WIDTH),
    counted(insights, "insight"),
    ...repairs.map((repair) => wrap(`Note: ${repair}`, WIDTH)),
  ].join("\n");
}

/** Each passage once, above the insights that come from it. */
function toBody(insights: DocumentInsight[], text: string): string[] {
  let before: DocumentInsight["passage"];
  return insights.flatMap((insight, position) => {
    const { passage } = insight;
    const isNew = passage && (passage.start !== before?.start || passage.end !== before.end);
    before = passage;
    return [...(isNew ? [toPassage(passage, text)] : []), toText(insight, position)];
  });
}

function toPassage(passage: NonNullable<DocumentInsight["passage"]>, text: string): string {
  const where = [passage.heading && oneLine(passage.heading), passage.page > 0 && `page ${passage.page}`].filter(
    Boolean,
  );
  const head = `── ${where.join(", ") || "passage"} `;
  const lines = text
    .slice(passage.start, passage.end)
    .split("\n")
    .filter((line) => line.trim());
  return [head.padEnd(WIDTH, "─"), ...lines.map((line) => wrap(line, WIDTH))].join("\n");
}

function toText({ title, insight, excerpts, questions }: DocumentInsight, position: number): string {
  const indent = "     ";
  return [
    `${`${position + 1}.`.padEnd(5)}${oneLine(title)}`,
    wrap(insight, WIDTH, indent),
    ...excerpts.map((excerpt) => wrap(`“${oneLine(excerpt.text)}”`, WIDTH, `${indent}| `)),
    ...questions.map((question) => wrap(question, WIDTH, `${indent}  `, `${indent}? `)),
  ].join("\n");
}

const WIDTH = 110;
