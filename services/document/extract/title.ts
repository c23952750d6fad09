import type { Context } from "./context.ts";
import { countWords, cutTitle, MAX_TITLE_WORDS, MIN_TITLE_WORDS } from "./shape.ts";
import type { Topic } from "./topic.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Titles of a document in lower case, with the last number that was given to one. */
export type TakenTitles = Map<string, number>;

/** A noun phrase of 3 to 8 words that no other insight of the document has, or undefined where none says enough. `taken` is added to. */
export function writeTitle(
  topic: Topic,
  also: Topic | undefined,
  context: Context,
  taken: TakenTitles,
  vocabulary: Vocabulary,
): string | undefined {
  const heads = headsOf(topic, also, vocabulary);
  for (const tail of tailsOf(topic, context)) {
    for (const head of heads) {
      const title = join(head, tail);
      const size = countWords(title);
      if (size >= MIN_TITLE_WORDS && size <= MAX_TITLE_WORDS && !taken.has(title.toLowerCase()))
        return take(title, taken);
    }
  }
  return numbered(lengthened(heads[0] ?? topic.theme, topic.period, context), taken);
}

/** The title of a statement that is about a single word, or nothing that could be named: who says it fills it. */
function lengthened(head: string, period: string, { entity }: Context): string {
  const who = entity.replace(/^the /, "");
  const title = join(head || who, period);
  if (head !== "" && countWords(title) >= MIN_TITLE_WORDS) return title;
  if (head === "") return join(who === "" ? "Statement of the document" : `Statement of ${who}`, period);
  return join(who === "" ? `Statement on ${head}` : `${who} on ${head}`, period);
}

/** What the title may say, the most telling first. */
function headsOf(topic: Topic, also: Topic | undefined, vocabulary: Vocabulary): string[] {
  const { theme, second, holder, holds, purpose } = topic;
  if (theme === "") return second === "" ? [] : [second];
  const isStrong = (name: string) =>
    countWords(name) >= 2 || /[A-Z]{2}|-/.test(name) || vocabulary.names.has(name.toLowerCase());
  const core = coreOf(topic);
  const other = also && also.theme !== "" && !sameWords(also.theme, theme) ? also : undefined;
  const heads: string[] = [];
  if (purpose !== "") heads.push(`${/^(?:plan|intend|propose|commit)$/.test(holds) ? "plan" : "decision"} ${purpose}`);
  if (other && isStrong(core) && isStrong(coreOf(other))) heads.push(`${core} and ${coreOf(other)}`);
  if (other && isStrong(theme) && isStrong(other.theme)) heads.push(`${theme} and ${other.theme}`);
  if (isStrong(core) && countWords(core) >= 2) heads.push(core);
  if (second !== "" && isStrong(second)) heads.push(`${core} and ${second}`, `${theme} and ${second}`);
  if (other) heads.push(`${core} and ${coreOf(other)}`, `${theme} and ${other.theme}`);
  heads.push(core);
  if (second !== "") heads.push(`${core} and ${second}`, `${second} and ${core}`, `${theme} and ${second}`);
  if (holder !== "" && /participant|member|staff|director/i.test(holder))
    heads.push(`${plainHolder(holder)} views on ${theme}`);
  return heads;
}

const coreOf = ({ theme, change }: Topic) =>
  change !== "" && !theme.toLowerCase().endsWith(change) ? `${theme} ${change}` : theme;

const sameWords = (one: string, two: string) =>
  one.toLowerCase().includes(two.toLowerCase()) || two.toLowerCase().includes(one.toLowerCase());

/** What may follow: the period; where that makes a title too long or not unique, less or the publisher. */
function tailsOf({ period }: Topic, { entity, period: own }: Context): string[] {
  const tails = period === "" ? [] : [period];
  const year = /(?:19|20)\d\d/.exec(period)?.[0];
  if (year && year !== period) tails.push(year);
  if (own !== "" && own !== period) tails.push(own);
  tails.push("");
  if (entity !== "") tails.push(entity.replace(/^the /, ""));
  return tails;
}

const plainHolder = (holder: string) =>
  holder
    .replace(/^(?:the|a|an) /i, "")
    .split(" ")
    .at(-1) ?? "";

function join(head: string, tail: string): string {
  const title = tail === "" || head.includes(tail) ? head : `${head}, ${tail}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function take(title: string, taken: TakenTitles): string {
  taken.set(title.toLowerCase(), 1);
  return title;
}

/** The title, or where it is taken the title with the next number, the last resort; cut to the words that it may have. */
export function numbered(title: string, taken: TakenTitles): string {
  const whole = cutTitle(title, MAX_TITLE_WORDS);
  if (!taken.has(whole.toLowerCase())) return take(whole, taken);
  const stem = cutTitle(title, MAX_TITLE_WORDS - 1);
  const key = stem.toLowerCase();
  let number = (taken.get(key) ?? 1) + 1;
  while (taken.has(`${key} (${number})`)) number += 1;
  taken.set(key, number);
  return take(`${stem} (${number})`, taken);
}
