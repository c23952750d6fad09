import { readContext } from "./context.ts";
import { excerptOf, type Group, groupStatements } from "./excerpts.ts";
import type { Extract, ExtractedInsight, Passage } from "./extraction.ts";
import { chooseForFinding, writeFinding } from "./finding.ts";
import { cutPassages } from "./passages.ts";
import { writeQuestions } from "./questions.ts";
import { readStatement, type Statement, WORTH_FINDING } from "./select.ts";
import { summarise } from "./summary.ts";
import { tableFindings } from "./table-findings.ts";
import { readTopic, writeTitle } from "./title.ts";

/** Makes insights of a parsed document by rules alone: every word of a finding is the document's or its head's. */
export const extract: Extract = (document, head) => {
  const context = readContext(head);
  const titles = new Set<string>();
  const findings = new Set<string>();
  const insights: ExtractedInsight[] = [];
  const passages: Passage[] = [];
  const said: Statement[] = [];
  const keep = (insight: ExtractedInsight) => {
    const key = insight.finding.toLowerCase().replace(/\W+/g, " ");
    if (findings.has(key)) return;
    findings.add(key);
    insights.push(insight);
  };
  for (const parts of cutPassages(document)) {
    const index = passages.length;
    const before = insights.length;
    const statements = parts.sentences.map((one) => ({
      ...readStatement(document.text, one.start, one.end),
      opensBlock: one.opensBlock,
    }));
    said.push(...statements);
    for (const group of worthyGroups(groupStatements(statements))) {
      const chosen = chooseForFinding(group.statements);
      const first = chosen[0];
      if (!first) continue;
      const topic = readTopic(first, context);
      keep({
        title: writeTitle(topic, context, titles),
        finding: writeFinding(chosen, context),
        excerpts: excerptOf(group),
        questions: writeQuestions(first, topic, context),
        passage: index,
      });
    }
    for (const insight of tableFindings(document, parts, index, context)) keep(insight);
    if (insights.length > before) {
      const { sentences: _sentences, rows: _rows, ...passage } = parts;
      passages.push(passage);
    }
  }
  return { summary: summarise(said, head.title), passages, insights };
};

/** The groups that state something; of a passage without any, the best it has. */
function worthyGroups(groups: Group[]): Group[] {
  const worthy = groups.filter((group) => group.worth >= WORTH_FINDING);
  if (worthy.length > 0) return worthy;
  const best = groups.reduce<Group | undefined>(
    (top, group) => (!top || group.worth > top.worth ? group : top),
    undefined,
  );
  return best ? [best] : [];
}
