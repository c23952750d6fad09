import { allowanceFor, chooseWithinBudget } from "./budget.ts";
import { type Context, readContext } from "./context.ts";
import { excerptOf, type Group, groupStatements } from "./excerpts.ts";
import type { Extract, ExtractedInsight, Passage } from "./extraction.ts";
import { chooseForFinding, mayAnswer, writeFinding } from "./finding.ts";
import { countWords, cutPassages } from "./passages.ts";
import { writeQuestions } from "./questions.ts";
import { readStatement, type Statement, WORTH_FINDING } from "./select.ts";
import { summarise } from "./summary.ts";
import { newCarry, pairRows, type RowFact, readRows, rowSentence } from "./table-findings.ts";
import { rowQuestions, rowTitle } from "./table-words.ts";
import { type TakenTitles, writeTitle } from "./title.ts";
import { readTopic } from "./topic.ts";
import { readVocabulary, type Vocabulary } from "./vocabulary.ts";

type Candidate = { passage: number; worth: number } & ({ group: Group; row?: never } | { row: RowFact; group?: never });

/** Makes insights of a parsed document by rules alone: every word of a finding is the document's or its head's. */
export const extract: Extract = (document, head) => {
  const context = readContext(head);
  const vocabulary = readVocabulary(document.text);
  const parts = cutPassages(document);
  const candidates: Candidate[] = [];
  const said: Statement[] = [];
  const carry = newCarry();
  const rows: { passage: number; facts: RowFact[] }[] = [];
  for (const [passage, part] of parts.entries()) {
    const statements = part.sentences
      .filter(({ block }) => mayAnswer(block.speaker, context))
      .map((span) => ({
        ...readStatement(document.text, span, vocabulary, context),
        opensBlock: span.opensBlock,
        speaker: span.block.speaker,
      }));
    said.push(...statements);
    for (const group of groupStatements(statements)) candidates.push({ passage, worth: group.worth, group });
    rows.push({ passage, facts: readRows(document, part, vocabulary, carry) });
  }
  const words = countWords(document.text, 0, document.text.length);
  const isCrowded = rows.reduce((sum, { facts }) => sum + facts.length, 0) > allowanceFor(words);
  for (const { passage, facts } of rows) {
    for (const row of isCrowded ? pairRows(facts) : facts) candidates.push({ passage, worth: row.worth, row });
  }
  candidates.sort((a, b) => a.passage - b.passage);
  const chosen = chooseWithinBudget(candidates, words, WORTH_FINDING);
  return { summary: summarise(said, head.title), ...assemble(chosen, parts, context, vocabulary) };
};

/** Writes the insights of what was chosen, drops a finding that was there already, and keeps the passages that have one. */
function assemble(chosen: readonly Candidate[], parts: readonly Passage[], context: Context, vocabulary: Vocabulary) {
  const titles: TakenTitles = new Map();
  const findings = new Set<string>();
  const numbers = new Map<number, number>();
  const passages: Passage[] = [];
  const insights: ExtractedInsight[] = [];
  for (const candidate of chosen) {
    const finding = findingOf(candidate, context);
    const key = finding.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
    const part = parts[candidate.passage];
    if (findings.has(key) || !part) continue;
    findings.add(key);
    const passage = numbers.get(candidate.passage) ?? passages.length;
    if (passage === passages.length) passages.push(toPassage(part));
    numbers.set(candidate.passage, passage);
    insights.push({ ...wordsOf(candidate, context, vocabulary, titles), finding, passage });
  }
  return { passages, insights };
}

function findingOf({ group, row }: Candidate, context: Context): string {
  if (group) return writeFinding(chooseForFinding(group.statements, group.focus), context, group.focus.speaker);
  return context.attribution === "" ? rowSentence(row) : `${context.attribution}: ${rowSentence(row)}`;
}

function wordsOf({ group, row }: Candidate, context: Context, vocabulary: Vocabulary, titles: TakenTitles) {
  if (row) {
    return {
      title: rowTitle(row, context, titles),
      excerpts: row.excerpts,
      questions: rowQuestions(row, context, vocabulary),
    };
  }
  const subjects = chooseForFinding(group.statements, group.focus).map((statement) => ({
    statement,
    topic: readTopic(statement, context, vocabulary),
  }));
  const focus = subjects.find(({ statement }) => statement === group.focus) ?? subjects[0];
  const others = subjects.filter((subject) => subject !== focus);
  const ordered = focus ? [focus, ...others] : others;
  return {
    title: focus ? writeTitle(focus.topic, others[0]?.topic, context, titles, vocabulary) : "Statement",
    excerpts: excerptOf(group),
    questions: writeQuestions(ordered, context),
  };
}

function toPassage({ start, end, headings, page }: Passage): Passage {
  return { start, end, headings, ...(page === undefined ? {} : { page }) };
}
