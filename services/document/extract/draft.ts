import type { Span } from "../parse/parsed-document.ts";
import type { Context } from "./context.ts";
import { excerptsOf, type Group } from "./excerpts.ts";
import { mainClause } from "./grammar/clause.ts";
import { QUANTITY } from "./grammar/formulas.ts";
import { tag } from "./grammar/language.ts";
import type { Vocabulary } from "./grammar/vocabulary.ts";
import { namesPlace } from "./prose/country.ts";
import { writeFinding } from "./prose/finding.ts";
import { reportsOnGoods } from "./prose/goods.ts";
import { nameOf } from "./prose/resolve.ts";
import { type Statement, speaksOfGoods, WORTH_FINDING } from "./prose/select.ts";
import { figureWords } from "./questions/figure-words.ts";
import { keywordPhrase } from "./questions/keyword-phrase.ts";
import { doingIn, type Subject, wholesOf, withoutSpeaker, writeQuestions } from "./questions/questions.ts";
import { withArticles } from "./questions/said-words.ts";
import { themeQuestions } from "./questions/theme-questions.ts";
import { placeOf } from "./titles/reading.ts";
import { bestCore, type ChosenTitle } from "./titles/title.ts";
import { goodTold } from "./titles/title-goods.ts";
import { datedAs } from "./titles/title-period.ts";
import { readTopic, type Topic } from "./titles/topic.ts";

/** An insight of prose before it is known whether it is chosen: strings only, so that a long document's words are not kept. */
export interface Draft {
  finding: string;
  /** The finding without the document's name. */
  said: string;
  excerpts: Span[];
  questions: string[];
  /** Its question only names its theme: good enough for a passage that has nothing else. */
  isSpare: boolean;
  /** What the title is made of: the theme, and that of the finding's other sentence. */
  topic: Topic;
  also: Topic | undefined;
  /** The best title for what is said; another where an earlier insight has it. */
  best: ChosenTitle | undefined;
}

/** `period` is that of a statement that names none, where another than the document's is known. */
export function draftOf(group: Group, context: Context, vocabulary: Vocabulary, period = ""): Draft {
  const asked = spokenBy(group.focus.speaker, context);
  // What one sentence leaves open the other may say.
  const named = group.statements.find((statement) => statement.thing)?.thing ?? "";
  // What a union of producers supplies, "NPEC supply", is not what the whole world does.
  const thing = /^\p{Lu}{3,}\+?$/u.test(named) ? "" : named;
  // What goes on behind "In Norden, sales rose" is told of Norden where it names nobody.
  const within = context.company === undefined ? placeOf(group.statements[0]?.text ?? "") : "";
  const isOnGoods = speaksOfGoods(context) && reportsOnGoods(context.attribution);
  const told = (statement: Statement): Statement => ({
    ...statement,
    thing: statement.thing || thing,
    ...(isOnGoods ? { ofGood: goodOfStatement(statement, thing, group.statements) } : {}),
    ...(within !== "" && statement !== group.statements[0] && !namesPlace(statement.text) ? { within } : {}),
  });
  const read: Subject[] = [];
  for (const statement of group.statements) {
    const topic = namedBehindColon(told(statement), (one) => readTopic(one, asked, vocabulary, period));
    const before = read[0]?.topic;
    read.push({ statement, topic: before ? datedAs(topic, before) : { ...topic, opens: true } });
  }
  const others = read.filter(({ statement }) => statement !== group.focus);
  const focus = read.find(({ statement }) => statement === group.focus) as Subject;
  const also = others[0]?.topic;
  const subjects = [focus, ...others];
  const asking = saidBy(subjects.map(({ statement }) => statement));
  const title = bestCore(focus.topic, also, asked, asking);
  const written = writeQuestions(subjects, title, asking, asked);
  // Where the reading of the sentence yields no words, its figure may.
  const figure =
    written.length === 0 || focus.topic.cores.length === 0
      ? figureWords(group.focus, asked, focus.topic.period)
      : undefined;
  const topic = figure ? { ...focus.topic, cores: [...focus.topic.cores, figure.core] } : focus.topic;
  const own = saidOf(group, context);
  const isSame = !figure && own.said === asking;
  const best = isSame ? title : bestCore(topic, also, asked, own.said);
  return {
    ...own,
    questions: written.length > 0 ? written : spareQuestions(group, subjects, figure?.question, best, asked),
    isSpare: written.length === 0 && figure === undefined,
    topic,
    also,
    best,
  };
}

/** "Households saved a lot: the saving rate had stood at 15.5%": a clause with a figure behind a colon. */
const BEHIND_COLON = /^(.*\p{Ll}{2}): ([^:;]+?)\.?$/u;
/** What a word of it stands for is named in front of the colon. */
const NAMED_IN_FRONT = /\b(?:its?|they|their|these|those|this|the (?:country|company|sector|group|region)['’]s)\b/i;
/** So much better than what stands in front of the colon it must be to be called by. */
const MUCH_BETTER = 1;

/** What a sentence is called and asked by: where its own words give little to be called by, those behind its colon. */
function namedBehindColon(statement: Statement, read: (statement: Statement) => Topic): Topic {
  const topic = read(statement);
  const [, front = "", behind = ""] = BEHIND_COLON.exec(statement.plain) ?? [];
  if (QUANTITY.test(front) || !QUANTITY.test(behind) || NAMED_IN_FRONT.test(behind)) return topic;
  const tokens = tag(behind);
  const clause = mainClause(tokens);
  if (!clause) return topic;
  const other = read({ ...statement, text: behind, plain: behind, tokens, clause });
  return bestWorth(other) > bestWorth(topic) + MUCH_BETTER ? other : topic;
}

const bestWorth = ({ cores }: Topic) => Math.max(...cores.map(({ worth }) => worth));

const goodOfStatement = (statement: Statement, thing: string, all: readonly Statement[]) =>
  goodTold(
    statement.text,
    { thing: statement.thing || thing, theme: statement.theme ?? all[0]?.theme ?? "" },
    saidBy(all.filter((one) => one !== statement)),
  );

/** What a group says, whatever it is called and asked by. */
export const saidOf = (group: Group, context: Context): Pick<Draft, "finding" | "said" | "excerpts"> => ({
  finding: writeFinding(group.statements, context, group.focus.speaker),
  said: saidBy(group.statements),
  excerpts: excerptsOf(group),
});

const saidBy = (statements: readonly Statement[]) => statements.map(({ text }) => text).join(" ");

const MOST_SPARE = 2;
/** What names more than a theme. */
const TELLS_MORE = /^What (?:explained|was expected) /;
/** It says why. "Suggest" and "offset" do not. */
const GIVES_CAUSE =
  /\b(?:because of|because|due to|owing to|reflecting|driven by|as a result of|attribut(?:ed|able) to|thanks to|in response to|led by)\b/i;
/** States that are searched for, so that a plain question is better than silence. */
const SEARCHED = /^(?:figure|change|decision|forecast)$/;

function spareQuestions(
  { focus, worth }: Group,
  subjects: readonly Subject[],
  figure: string | undefined,
  best: ChosenTitle | undefined,
  context: Context,
): string[] {
  if (!best || worth < WORTH_FINDING || !focus.states.some((state) => SEARCHED.test(state))) return [];
  const themes = themeQuestions(
    withoutSpeaker(withArticles(best.theme, focus.text), context),
    context,
    best.period,
    GIVES_CAUSE.test(focus.text),
  );
  const telling = themes.toSorted((one, other) => Number(TELLS_MORE.test(other)) - Number(TELLS_MORE.test(one)));
  const own = figure === undefined ? [] : [figure];
  if (own.length + telling.length < MOST_SPARE) return [];
  const questions = [...own, ...wholesOf(subjects), ...telling].slice(0, MOST_SPARE);
  const who = subjects[0]?.topic.who ?? "";
  return [
    ...questions,
    keywordPhrase(best.theme, best.period, who, context, { said: focus.text, isDoing: doingIn(subjects) }),
  ];
}

/** Of several speakers of a document it is the one who says it that a question names. */
function spokenBy(speaker: string | undefined, context: Context): Context {
  if (speaker === undefined || context.speaker !== undefined || context.company !== undefined) return context;
  const name = nameOf(speaker).replace(/,.*$/, "");
  return { ...context, speaker: name, entity: name };
}
