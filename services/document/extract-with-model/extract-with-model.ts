import { createHash, randomBytes } from "node:crypto";
import type { DocumentHead, ExtractedInsight, Extraction } from "../extract/extraction.ts";
import type { ParsedDocument, Span } from "../parse/parsed-document.ts";
import { createAdmission } from "./admission.ts";
import { createChecker, type Refusal } from "./check-insight.ts";
import { countTokens } from "./count-tokens.ts";
import { groupPassages } from "./groups.ts";
import { type Unit, unitsOfPassages } from "./model-view.ts";
import { ANSWER_JSON_SCHEMA, askAbout, INSTRUCTIONS, PROMPT_FINGERPRINT, showGroup } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";

/** What is kept of a document from the questions to the answers. */
export interface Plan {
  /** Sentences and rows of each passage of the extraction by rules. */
  units: Unit[][];
  /** Passages that are asked about together, as positions. */
  groups: number[][];
}

/** One question to a model. */
export interface Question {
  /** SHA-256, hexadecimal, of all that decides the answer: the text shown, the instructions, the model. */
  key: string;
  message: string;
  /** About how many, instructions included. */
  inputTokens: number;
  /** About how many the answer has. */
  outputTokens: number;
}

/** Of 1,000 tokens shown, a model that keeps to its instructions writes about so many. */
const OUTPUT_FOR_INPUT = 1.1;
const LEAST_OUTPUT = 200;

/** Whom a question is for. The same text asked of another model is another question. */
export const extractorName = (model: string): string => `${model} ${PROMPT_FINGERPRINT}`;

export function planFor(document: ParsedDocument, extraction: Extraction): Plan {
  const units = unitsOfPassages(document, extraction);
  return { units, groups: groupPassages(document.text, extraction.passages, units) };
}

/** The questions to ask a model about a document, one for each group of the plan. */
export function questionsFor(text: string, head: DocumentHead, { passages }: Extraction, plan: Plan, model: string) {
  return plan.groups.map((group): Question => {
    const shown = showGroup(text, head, shownPassages(passages, plan, group));
    const shownTokens = countTokens(shown);
    return {
      key: createHash("sha256")
        .update(JSON.stringify([extractorName(model), shown]))
        .digest("hex"),
      message: askAbout(shown, randomBytes(9).toString("base64url")),
      inputTokens: INSTRUCTION_TOKENS + shownTokens,
      outputTokens: LEAST_OUTPUT + Math.round(shownTokens * OUTPUT_FOR_INPUT),
    };
  });
}

const INSTRUCTION_TOKENS = countTokens(INSTRUCTIONS) + countTokens(JSON.stringify(ANSWER_JSON_SCHEMA)) + 60;

function shownPassages(passages: Extraction["passages"], { units }: Plan, group: readonly number[]) {
  return group.flatMap((at) => {
    const passage = passages[at];
    return passage ? [{ ...passage, units: units[at] ?? [] }] : [];
  });
}

/** What became of a model's answers. */
export interface Harvest {
  /** Insights of the model that are in the document. */
  kept: number;
  /** Those that were refused, by reason. */
  refused: Partial<Record<Refusal | "repeated", number>>;
  /** Groups whose answer could not be read at all. */
  unread: number;
}

/**
 * The extraction with a model's insights in place of those by rules. A passage that the model said nothing usable of keeps
 * its own, and so do the rows of a table that the model left out: nothing becomes unfindable. `answers`: one for each
 * group, undefined where there is none.
 */
export function withAnswers(
  text: string,
  head: DocumentHead,
  extraction: Extraction,
  plan: Plan,
  answers: readonly (string | undefined)[],
): { extraction: Extraction; harvest: Harvest } {
  const harvest: Harvest = { kept: 0, refused: {}, unread: 0 };
  const refuse = (reason: Refusal | "repeated") => {
    harvest.refused[reason] = (harvest.refused[reason] ?? 0) + 1;
  };
  const admit = createAdmission(head);
  const byPassage = new Map<number, ExtractedInsight[]>();
  for (const [number, group] of plan.groups.entries()) {
    const written = readAnswer(answers[number] ?? "");
    if (!written) harvest.unread += 1;
    const check = createChecker(text, head, shownPassages(extraction.passages, plan, group));
    for (const draft of written ?? []) {
      const checked = check(draft);
      if (typeof checked === "string") {
        refuse(checked);
        continue;
      }
      const passage = group[checked.passage] ?? 0;
      const own = byPassage.get(passage) ?? [];
      const admitted = own.length < MAX_INSIGHTS_OF_PASSAGE ? admit(checked) : undefined;
      if (admitted) {
        byPassage.set(passage, [...own, { ...admitted, passage }]);
        harvest.kept += 1;
      } else refuse("repeated");
    }
  }
  return { extraction: { ...extraction, insights: merged(extraction, plan, byPassage) }, harvest };
}

const MAX_INSIGHTS_OF_PASSAGE = 8;

function merged(
  { passages, insights }: Extraction,
  { units }: Plan,
  byPassage: ReadonlyMap<number, ExtractedInsight[]>,
) {
  const rules = Map.groupBy(insights, ({ passage }) => passage);
  return passages.flatMap((_, at) => {
    const byRules = rules.get(at) ?? [];
    const byModel = byPassage.get(at);
    if (!byModel) return byRules;
    const rows = (units[at] ?? []).filter(({ isRow }) => isRow);
    const left = byRules.filter(({ excerpts }) => {
      const row = excerpts.at(-1);
      return (
        row &&
        rows.some((unit) => overlaps(unit, row)) &&
        !byModel.some((one) => one.excerpts.some((other) => overlaps(other, row)))
      );
    });
    return [...byModel, ...left].sort((a, b) => lastStart(a) - lastStart(b));
  });
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
const lastStart = ({ excerpts }: ExtractedInsight) => excerpts.at(-1)?.start ?? 0;
