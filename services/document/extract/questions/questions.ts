import type { Context } from "../context.ts";
import { judgedAction } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import type { Statement } from "../prose/select.ts";
import { sourceOf } from "../source.ts";
import type { Reading } from "../titles/reading.ts";
import type { ChosenTitle } from "../titles/title.ts";
import type { Topic } from "../titles/topic.ts";
import { existenceForms, judgedForms, objectForm } from "./agent-forms.ts";
import { finished, toldOf } from "./askable.ts";
import { keywordPhrase } from "./keyword-phrase.ts";
import { isMisread } from "./misread.ts";
import { awaited, supposed, underCondition } from "./plain-forms.ts";
import { chooseQuestions } from "./question-choice.ts";
import { clauseForms, saidForm } from "./question-forms.ts";
import { EXPLETIVE, type Form } from "./question-parts.ts";
import { withArticles } from "./said-words.ts";
import { type Asking, scopeOf, spokenSubject, timeOf } from "./spoken.ts";
import { isOpenTheme, themeQuestions } from "./theme-questions.ts";

/** A statement of a finding with what it is about. */
export interface Subject {
  statement: Statement;
  topic: Topic;
}

/** Two or three questions that the finding answers, of which `best` is the title for what is `said`, and a keyword phrase of 3 to 8 words as the last; none where nothing can be asked. */
export function writeQuestions(
  subjects: readonly Subject[],
  best: ChosenTitle | undefined,
  said: string,
  context: Context,
): string[] {
  const [focus, ...rest] = subjects.map(({ topic }) => topic);
  if (!focus || !best || subjects.every(({ topic }) => topic.questions.length + topic.sides.length === 0)) return [];
  const { theme, period } = best;
  const whole = withoutSpeaker(withArticles(theme, said), context);
  const ofTheme = isOpenTheme(theme)
    ? undefined
    : (themeQuestions(whole, context, period)[0] ?? plainQuestions(whole, period, context)[0]);
  const own = [...focus.questions, ...(ofTheme ? [ofTheme] : [])];
  const asked = chooseQuestions(
    [own, focus.sides, ...rest.flatMap(({ questions, sides }) => [questions, sides])],
    said,
    wholesOf(subjects),
  );
  // What can be asked in one way only was misread, as often as not.
  return asked.length === 0
    ? []
    : [...asked, keywordPhrase(theme, period, focus.who, context, { said, isDoing: doingIn(subjects) })];
}

/** Whether a word is a verb or an adverb of what was said: no part of what it is about. */
export function doingIn(subjects: readonly Subject[]): (word: string) => boolean {
  let doing: Set<string> | undefined;
  return (word) => {
    doing ??= new Set(
      subjects.flatMap(({ statement }) =>
        statement.tokens.filter(({ pos }) => /^(?:VERB|ADV|AUX|PRON)$/.test(pos)).map(({ text }) => text.toLowerCase()),
      ),
    );
    return doing.has(word.toLowerCase());
  };
}

/** What is asked of statements in their own words. */
export const wholesOf = (subjects: readonly Subject[]) =>
  subjects.map(({ topic }) => topic.whole).filter((whole) => whole !== "");

const COUNTED =
  /^(?:\p{L}+ ){0,2}(?:increase|decline|decrease|improvement|deterioration|moderation|reduction|revision|rise|fall|drop|expansion|contraction|recovery|slowdown|pickup|easing|tightening|weakening|strengthening|effect|impact|outlook|decision|case|need|lack|importance|risk|use|freeze|level|pace|share|cost|price|ratio|value|rate|index) (?:of|in|on|for|to|from) /iu;

/** What anybody may ask of a theme: "What did the ECB say about the growth in wages in March 2031?" */
export function plainQuestions(core: string, period: string, context: Context): string[] {
  // "decline in yields" takes an article, "tight credit" does not.
  const article =
    !/^(?:the|an?) /.test(core) && (COUNTED.test(core) || /^(?:[\p{L}-]+ ){0,2}[\p{L}-]*[^s ] of /u.test(core))
      ? "the "
      : "";
  const theme = withoutOwner(core.replace(/^\S+['’]s? (?:views on|expectations for) |^reports? of /, ""), context);
  const told = toldOf(theme === core ? `${article}${theme}` : theme, period, context);
  const owner = context.company === undefined ? "its" : `${context.company}${/s$/.test(context.company) ? "'" : "'s"}`;
  return [
    told,
    told
      .replace(/^What .* about /, "What is reported about ")
      .replace(/ about its /, ` about ${owner} `)
      .replace(/\?$/, `${sourceTail(context)}?`),
  ];
}

/** "its recognition of a gain" of "Harlow's recognition of a gain", "decision" of "decision at Harlow". */
function withoutOwner(theme: string, { company, entity }: Context): string {
  const place = /^the (?:Federal Reserve Bank of )?(.+?)(?: District)?$/.exec(entity)?.[1] ?? "";
  if (company === undefined) return place === "" ? theme : theme.replace(`${place} `, "").replace(` in ${place}`, "");
  const end = ["at", "of", "by"].map((link) => ` ${link} ${company}`).find((tail) => theme.endsWith(tail));
  const kept = end ? theme.slice(0, -end.length) : theme;
  const start = ["'s", "’s", "'", "’", ""].map((mark) => `${company}${mark} `).find((lead) => kept.startsWith(lead));
  return start ? `its ${kept.slice(start.length)}` : kept;
}

function sourceTail(context: Context): string {
  const source = sourceOf("", context);
  return source === "" ? "" : `, according to ${source}`;
}

/** "attention on rents" of "Tarn's attention on rents", "rents" of "Tarn on rents": the question names who spoke. */
export function withoutSpeaker(theme: string, { speaker }: Context): string {
  const name = speaker?.split(" ").at(-1);
  const lead = name && theme.startsWith(name) ? /^(?:['’]s?| on) /.exec(theme.slice(name.length))?.[0] : undefined;
  return name && lead ? theme.slice(name.length + lead.length) : theme;
}

/** What a statement answers, the best first. */
export function questionsOf(read: Reading, context: Context): string[] {
  // What almost all hold is not what all do.
  const part = /^all /.test(read.holder)
    ? /\b(?:almost|nearly)(?= all )/i.exec(read.plain)?.[0].toLowerCase()
    : undefined;
  const whose = part === undefined ? read.holder : `${part} ${read.holder}`;
  const reading: Asking = { ...read, holder: whose, scope: scopeOf(read), time: timeOf(read) };
  const { claim, tokens, isAgent, holder } = reading;
  if (isMisread(reading)) return [];
  const source = sourceOf(holder, context);
  const named = isAgent ? "" : spokenSubject(reading, context);
  const agent = !isAgent ? "" : reading.doer || (holder === "" ? context.entity : agentOf(holder, source, context));
  const parts = { reading, context, source, named, agent };
  const judged = judgedAction(tokens, claim);
  const isJudged = judged !== undefined && word(tokens, claim.finite - 1) === "it";
  // "some contacts, according to the Halden Beige Book"
  if (agent === holder && source.startsWith(`${holder} in `)) parts.source = sourceOf("", context);
  // "If ratings were to decline": what holds only then is asked for without saying that it does.
  const isConditional = tokens
    .slice(0, claim.isExistential ? claim.finite : (claim.subject?.from ?? 0))
    .some(({ text }) => /^(?:if|unless|assuming|provided)$/i.test(text));
  const forms = isConditional
    ? [supposed(parts), underCondition(parts, claim.isExistential ? existenceForms(parts)[0] : undefined)]
    : isJudged
      ? judgedForms(parts, judged)
      : claim.isExistential
        ? existenceForms(parts)
        : [...clauseForms(parts), objectForm(parts)];
  const found = asked([awaited(reading), ...forms], parts);
  if (found.length > 1) return found;
  return [...new Set([...found, ...asked([saidForm(parts)], parts)])];
}

/** Of a form that can be put in several ways the first that is a question. */
const asked = (
  forms: readonly (Form | readonly Form[])[],
  { reading, context, source }: { reading: Asking; context: Context; source: string },
) => [
  ...new Set(
    forms
      .map((form) => {
        for (const way of Array.isArray(form) ? form : [form]) {
          const question = way
            ? finished(way, reading, context, /^how many /.test(way) ? sourceOf("", context) : source)
            : "";
          if (question !== "") return question.replace(EXPLETIVE, "it");
        }
        return "";
      })
      .filter((question) => question !== ""),
  ),
];

/** Who does it: "the Committee", "most FOMC participants". A speaker tells of others. */
function agentOf(holder: string, source: string, context: Context): string {
  if (source.startsWith(`${holder} in `)) return holder;
  if (/committee$/i.test(holder) && /^the [A-Z]+C$/.test(source)) return source;
  if (context.speaker === undefined && source !== sourceOf("", context)) return source;
  const short = holder.replace(/(?<=^the Board of Governors) of .*$/, "");
  return /^(?:committee|council|board|staff|mpc|fomc|fed)$/i.test(short) ? `the ${short}` : short;
}
