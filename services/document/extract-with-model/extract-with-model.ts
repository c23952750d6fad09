import { createHash, randomBytes } from "node:crypto";
import type { DocumentHead, Extraction } from "../extract/extraction.ts";
import type { ParsedDocument } from "../parse/parsed-document.ts";
import { createAdmission } from "./admission.ts";
import { type CheckedInsight, createChecker, type Refusal } from "./check-insight.ts";
import { countTokens } from "./count-tokens.ts";
import { groupPassages } from "./groups.ts";
import { merge } from "./merge.ts";
import { type ShownPassage, shownPassages } from "./model-view.ts";
import { ANSWER_JSON_SCHEMA, askAbout, INSTRUCTIONS, PROMPT_FINGERPRINT, showGroup } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";

/** What is kept of a document from the questions to the answers. */
export interface Plan {
  passages: ShownPassage[];
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

/** What a model that keeps to its instructions writes of a passage: about two insights of 250 tokens. */
const OUTPUT_OF_PASSAGE = 500;

export function planFor(document: ParsedDocument): Plan {
  const passages = shownPassages(document);
  return { passages, groups: groupPassages(document.text, passages) };
}

/** The questions to ask a model about a document, one for each group of the plan. */
export function questionsFor(text: string, head: DocumentHead, plan: Plan, model: string): Question[] {
  return plan.groups.map((group) => {
    const shown = showGroup(text, head, passagesOf(plan, group));
    const shownTokens = countTokens(shown);
    return {
      key: createHash("sha256")
        .update(JSON.stringify([model, PROMPT_FINGERPRINT, shown]))
        .digest("hex"),
      message: askAbout(shown, randomBytes(9).toString("base64url")),
      inputTokens: INSTRUCTION_TOKENS + shownTokens,
      outputTokens: group.length * OUTPUT_OF_PASSAGE,
    };
  });
}

const INSTRUCTION_TOKENS = countTokens(INSTRUCTIONS) + countTokens(JSON.stringify(ANSWER_JSON_SCHEMA)) + 60;

const passagesOf = ({ passages }: Plan, group: readonly number[]) => group.flatMap((at) => passages[at] ?? []);

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
 * The extraction with a model's insights in place of those by rules, where it has any. `answers`: one for each group,
 * undefined where there is none.
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
  const byPassage = new Map<number, CheckedInsight[]>();
  for (const [number, group] of plan.groups.entries()) {
    const written = readAnswer(answers[number] ?? "");
    if (!written) harvest.unread += 1;
    const check = createChecker(text, head, passagesOf(plan, group));
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
        byPassage.set(passage, [...own, admitted]);
        harvest.kept += 1;
      } else refuse("repeated");
    }
  }
  return { extraction: merge(extraction, plan.passages, byPassage), harvest };
}

const MAX_INSIGHTS_OF_PASSAGE = 8;
