import { answerSchema, type ModelInsight } from "./prompt.ts";

/** Insights that are read of one answer; what a model writes beyond them is chatter. */
const MAX_INSIGHTS = 40;

/**
 * The insights of a model's answer, as it wrote them. Also of an answer in a code fence, behind a sentence of politeness,
 * or cut off in the middle: then those before the cut. Undefined when there is none to read. An empty list is an answer.
 */
export function readAnswer(answer: string): ModelInsight[] | undefined {
  const said = answer.replace(THOUGHTS, "");
  const start = said.indexOf("{");
  if (start < 0) return undefined;
  // Braces may stand in what it says first: "For {Tarn}: {"insights": …".
  const named = OPENING.exec(said)?.index ?? start;
  for (const from of new Set([start, named])) {
    const json = said.slice(from, said.lastIndexOf("}") + 1);
    const whole = parsed(json) ?? parsed(mended(said.slice(from)));
    if (whole) return whole;
  }
  return undefined;
}

/** What models that think aloud put before their answer: drafts of it, which are none. */
const THOUGHTS = /^\s*<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/i;
const OPENING = /\{\s*"insights"\s*:/;

function parsed(json: string): ModelInsight[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("insights" in value) || !Array.isArray(value.insights)) {
    return undefined;
  }
  // One that does not keep to the shape does not spoil the others.
  return value.insights.slice(0, MAX_INSIGHTS).flatMap((insight) => {
    const read = answerSchema.shape.insights.element.safeParse(insight);
    return read.success ? [read.data] : [];
  });
}

/** An answer that breaks off, ended behind the last insight that is whole. */
function mended(json: string): string {
  let depth = 0;
  let isString = false;
  let end = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (isString) {
      if (character === "\\") at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      // {"insights": [{ … }: the object that has just ended was the list's.
      if (character === "}" && depth === 2) end = at + 1;
    }
  }
  return end === 0 ? "" : `${json.slice(0, end)}]}`;
}
