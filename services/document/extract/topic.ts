import { changeNoun, changeOf, isOpen, moves } from "./changes.ts";
import { type Clause, type Range, word } from "./clause.ts";
import type { Context } from "./context.ts";
import { type Token, tag } from "./language.ts";
import { type NounPhrase, nounPhrases, sliceText, topicOf } from "./noun-phrases.ts";
import { periodOfSentence } from "./period.ts";
import type { Statement } from "./select.ts";
import { baseForm } from "./verb-forms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a statement is about: what titles, questions and keyword phrases are made of. */
export interface Topic {
  /** A noun phrase of 1 to 5 words, without its article: "unemployment rate". Empty when none was found. */
  theme: string;
  /** The same with the article that it has in the text: "the unemployment rate". */
  named: string;
  /** The theme is in the plural. */
  isPlural: boolean;
  /** Another noun phrase of the statement, or empty. */
  second: string;
  /** What happened to it as a noun: "increase", "outlook"; empty when the verb says nothing of the kind. */
  change: string;
  /** The theme is the subject of this verb, in its base form: "rise". Empty when the theme is no subject. */
  verb: string;
  /** Who judges, decides or reports, as in the text: "most participants". Empty when nobody is named. */
  holder: string;
  /** What the holder does, in its base form: "judge", "decide". */
  holds: string;
  /** "to lower target range": what was decided or planned, in the words of the text. Empty otherwise. */
  purpose: string;
  /** The period that the statement or else the document names: "January 2024". */
  period: string;
}

const HOLDERS =
  /^(?:(?:the|a|an|some|several|many|most|few|all|both|these|those|various|almost|two|three|four|five|six|seven|eight|nine|ten|\d+|one|number|couple|majority|of|other|bank|ecb|fed|fomc|mpc|board|executive|bank's|business|district|market|survey) )*(?:participants?|members?|committee|council|board|staff|officials?|contacts|respondents?|management|governors?|directors?|mpc|fomc|fed|desk|company|corporation|policymakers?|economists?|analysts?|policy makers|we|i|they|he|she|it|you|one|commission|agency|manager|judges?)$/i;
const EMPTY_SUBJECTS = new Set(
  "it there this that these those they he she we i you which who what such one".split(" "),
);

export function readTopic(statement: Statement, context: Context, vocabulary: Vocabulary): Topic {
  const { plain, clause } = statement;
  // Boilerplate is not tagged when it is read, for hardly any becomes an insight: this one does.
  const tokens = statement.tokens.length > 0 ? statement.tokens : tag(plain);
  const inner = innermost(clause);
  const isOwn = (text: string) => isHolder(text) || (context.company !== undefined && text.startsWith(context.company));
  const phrases = nounPhrases(tokens, plain).filter((phrase) => !isOwn(phrase.text));
  const outerSubject = clause ? sliceText(tokens, plain, clause.subject.from, clause.subject.to) : "";
  const holder =
    clause && isHolder(outerSubject) && !EMPTY_SUBJECTS.has(outerSubject.toLowerCase()) ? outerSubject : "";
  const holds = clause && (holder !== "" || isHolder(outerSubject)) ? baseForm(word(tokens, clause.head)) : "";
  const innerText = inner ? sliceText(tokens, plain, inner.subject.from, inner.subject.to) : "";
  const first = clause ? word(tokens, clause.verb.from) : "";
  const looksBack = baseForm(first) !== first && !/[^s]s$/.test(first);
  const isSubject =
    inner !== undefined &&
    innerText !== "" &&
    !isHolder(innerText) &&
    innerText !== context.company &&
    !EMPTY_SUBJECTS.has(word(tokens, inner.subject.from));
  const range = isSubject && inner ? inner.subject : { from: inner ? inner.verb.to : 0, to: tokens.length };
  let found = topicOf(tokens, plain, range, 5);
  let isThemeSubject = isSubject;
  if (!found) {
    found =
      topicOf(tokens, plain, { from: inner?.verb.to ?? 0, to: tokens.length }, 5) ||
      topicOf(tokens, plain, { from: 0, to: tokens.length }, 5);
    isThemeSubject = false;
  }
  // "Growth in sales slowed" is about the growth; "the growth in sales was due to" about the sales.
  const isMoved = inner !== undefined && isThemeSubject && moves(actionOf(tokens, inner));
  const noun = found && !isMoved ? changeNoun(tokens, found) : undefined;
  if (noun && found) found = { ...found, from: noun.from, text: sliceText(tokens, plain, noun.from, found.to) };
  const theme = found ? bare(found.text) : "";
  const verb = noun ? noun.verb : inner && isThemeSubject ? actionOf(tokens, inner) : infinitiveBehind(tokens, found);
  const purpose = inner ? purposeOf(statement, inner) : "";
  return {
    theme,
    named: found ? withArticle(statement, found, theme) : "",
    isPlural: /[^su]s$/i.test(headOf(theme)) || /\band\b/.test(theme),
    second: secondPhrase(phrases, theme, found, vocabulary),
    change: noun ? (isOpen(tokens, inner) ? "" : noun.change) : changeOf(tokens, inner, verb),
    verb,
    holder,
    holds,
    purpose,
    period: periodOfSentence(statement.text, context, looksBack) || context.period,
  };
}

/** The clause that says it: of "participants noted that prices rose" the reported one. */
export function innermost(clause: Clause | undefined): Clause | undefined {
  let inner = clause;
  while (inner?.reported) inner = inner.reported;
  return inner;
}

/** The verb in its base form; of "continued to increase" the second. */
function actionOf(tokens: Token[], { head }: Clause): string {
  const verb = baseForm(word(tokens, head));
  const isAuxiliary = /^(?:continue|begin|start|tend|appear|seem)$/.test(verb);
  return isAuxiliary && word(tokens, head + 1) === "to" && tokens[head + 2]?.pos === "VERB"
    ? baseForm(word(tokens, head + 2))
    : verb;
}

/** "expected employment to increase": what the theme is said to do. */
function infinitiveBehind(tokens: Token[], theme: Range | undefined): string {
  if (!theme || word(tokens, theme.to) !== "to" || tokens[theme.to + 1]?.pos !== "VERB") return "";
  return baseForm(word(tokens, theme.to + 1));
}

const isHolder = (subject: string) => {
  const name = subject.replace(/,.*$/, "").trim();
  return HOLDERS.test(name) || HOLDERS.test(name.replace(/ (?:in|of|from|at|on) .*$/, ""));
};

/** "decided to maintain the target range": the infinitive and its object, at most nine words. */
function purposeOf({ tokens, plain }: Statement, { verb, head }: Clause): string {
  if (!/^(?:decide|vote|agree|plan|intend|propose|choose|direct|elect|commit)$/.test(baseForm(word(tokens, head))))
    return "";
  for (let at = verb.to; at < verb.to + 8; at += 1) {
    if (word(tokens, at) !== "to" || tokens[at + 1]?.pos !== "VERB") continue;
    const object = topicOf(tokens, plain, { from: at + 2, to: tokens.length }, 6);
    if (!object || object.from - at > 6) return "";
    return `to ${word(tokens, at + 1)} ${object.text}`;
  }
  return "";
}

const headOf = (theme: string) =>
  (theme.split(/ (?:of|in|on|for|to|from|with|between|at|by) /)[0] ?? "").split(" ").at(-1) ?? "";

function withArticle({ tokens, plain }: Statement, range: Range, theme: string): string {
  const before = word(tokens, range.from - 1);
  if (/^(?:the|a|an|its|their)$/.test(before) && range.from > 0)
    return `${/^(?:its|their)$/.test(before) ? "the" : before} ${theme}`;
  // An article may stand before a number or a quantifier that the theme has lost.
  return word(tokens, range.from - 2) === "the" && plain !== "" ? `the ${theme}` : theme;
}

/** The noun phrase to set beside the theme: the first one of two to four words behind the verb, else a rarer single word. */
function secondPhrase(
  phrases: readonly NounPhrase[],
  theme: string,
  found: Range | undefined,
  { all }: Vocabulary,
): string {
  let best = "";
  let bestScore = 0;
  const themeWords = new Set(theme.toLowerCase().split(/[\s-]+/));
  for (const [index, phrase] of phrases.slice(0, 12).entries()) {
    if (found && phrase.from < found.to && phrase.to > found.from) continue;
    const text = bare(phrase.text);
    const words = text.split(" ");
    if (words.length > 4 || isHolder(text) || words.some((one) => themeWords.has(one.toLowerCase()))) continue;
    let rarity = 0;
    for (const one of words) rarity = Math.max(rarity, 1 / (1 + Math.log(1 + (all.get(one.toLowerCase()) ?? 0))));
    const score =
      (words.length === 1 ? 0.5 : 1) + rarity - index * 0.06 + (found && phrase.from < found.from ? -0.4 : 0);
    if (score > bestScore) {
      best = text;
      bestScore = score;
    }
  }
  return best;
}

const bare = (text: string) => text.replace(/^[\s"“'‘(]+|[\s"”'’,;:)]+$/g, "").replace(/(?<!\b[A-Z])\.$/, "");
