import { word } from "./clause.ts";
import type { Context } from "./context.ts";
import { type Token, tag } from "./language.ts";
import { baseForm } from "./verb-forms.ts";

const MODALS = new Set("may might will would can could should must shall did had was not cannot".split(" "));
const TO_SINGULAR: Record<string, string> = {
  are: "is",
  were: "was",
  have: "has",
  do: "does",
  "don't": "doesn't",
  "aren't": "isn't",
  "haven't": "hasn't",
};

/**
 * Says who and when where a sentence leaves it to the document: "the Company" and "we" become the company's name, "last
 * year" gets its number in brackets. Adds nothing that the document's head does not say.
 */
export function resolve(text: string, { company, year }: Context): string {
  let clear = text;
  if (company !== undefined) {
    clear = clear.replace(/\bthe (?:Company|Registrant)(['’]s)?(?![\w(])/gi, (_found, owns: string | undefined) =>
      owns ? `${company}'s` : company,
    );
    if (/\b(?:we|our|us)\b/i.test(clear) && !/["“]/.test(clear)) clear = inThirdPerson(clear, company) ?? clear;
  }
  if (year !== undefined) {
    clear = clear
      .replace(/\b([Ll]ast year)\b(?![’'])/, `$1 [${year - 1}]`)
      .replace(/\b([Nn]ext year)\b(?![’'])/, `$1 [${year + 1}]`)
      .replace(/\b([Tt]his year)\b(?![’'])/, `$1 [${year}]`);
  }
  return clear;
}

/** "We expect our sales" as "Nike expects its sales", or undefined where a verb's form is not certain. */
function inThirdPerson(text: string, company: string): string | undefined {
  if (/\b(?:ours|let us)\b/i.test(text)) return undefined;
  const tokens = tag(text);
  if (tokens.length === 0) return undefined;
  const edits: { start: number; end: number; as: string }[] = [];
  let hasSubject = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const name = token.text.toLowerCase();
    if (name === "we") {
      const verbs = verbsOf(tokens, at);
      if (!verbs) return undefined;
      edits.push({ start: token.start, end: token.end, as: company }, ...verbs);
      hasSubject = true;
    } else if (name === "our")
      edits.push({ start: token.start, end: token.end, as: hasSubject ? "its" : `${company}'s` });
    else if (name === "us" && token.text === "us") edits.push({ start: token.start, end: token.end, as: company });
    else if (name === "ourselves") edits.push({ start: token.start, end: token.end, as: "itself" });
  }
  let clear = text;
  for (const { start, end, as } of edits.sort((a, b) => b.start - a.start))
    clear = clear.slice(0, start) + as + clear.slice(end);
  return clear;
}

/** The verbs that "we" governs, in the third person; undefined where one cannot be told. */
function verbsOf(tokens: Token[], subject: number): { start: number; end: number; as: string }[] | undefined {
  let at = subject + 1;
  while (tokens[at]?.pos === "ADV" && !MODALS.has(word(tokens, at))) at += 1;
  const verb = tokens[at];
  if (!verb || (verb.pos !== "AUX" && verb.pos !== "VERB")) return undefined;
  const text = word(tokens, at);
  if (MODALS.has(text)) return [];
  const first = singular(text);
  if (first === text) return [];
  const edits = [{ start: verb.start, end: verb.end, as: first }];
  if (verb.pos === "AUX") return edits;
  // "We design, market and sell": verbs in a row share the subject.
  for (let next = at + 1; next < Math.min(tokens.length, at + 30); next += 1) {
    if (!/^(?:and|or|but|,)$/.test(word(tokens, next))) continue;
    let follows = next + 1;
    while (/^(?:and|or|but)$/.test(word(tokens, follows)) || tokens[follows]?.pos === "ADV") follows += 1;
    const coordinate = tokens[follows];
    if (coordinate?.pos !== "VERB") continue;
    const form = word(tokens, follows);
    if (/ing$|ed$/.test(form) || form !== baseForm(form)) continue;
    edits.push({ start: coordinate.start, end: coordinate.end, as: singular(form) });
    next = follows;
  }
  return edits;
}

function singular(verb: string): string {
  const known = Object.hasOwn(TO_SINGULAR, verb) ? TO_SINGULAR[verb] : undefined;
  if (known) return known;
  if (baseForm(verb) !== verb) return verb;
  if (/(?:s|sh|ch|x|z|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
