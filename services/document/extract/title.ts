import type { Context } from "./context.ts";
import type { Topic } from "./topic.ts";
import type { Vocabulary } from "./vocabulary.ts";

const MIN_WORDS = 3;
const MAX_WORDS = 8;

/** A noun phrase of 3 to 8 words that no other insight of the document has. `taken` is added to. */
export function writeTitle(
  topic: Topic,
  also: Topic | undefined,
  context: Context,
  taken: Set<string>,
  vocabulary: Vocabulary,
): string {
  const heads = headsOf(topic, also)
    .map((head) => ({ head, tells: telling(head, vocabulary) }))
    .sort((a, b) => b.tells - a.tells)
    .map(({ head }) => head);
  for (const tail of tailsOf(topic, context)) {
    for (const head of heads) {
      const title = join(head, tail);
      const size = countWords(title);
      if (size >= MIN_WORDS && size <= MAX_WORDS && !taken.has(title.toLowerCase())) return take(title, taken);
    }
  }
  const base = join(heads[0] ?? (topic.theme || context.entity || "Statement"), topic.period);
  const short = base
    .split(" ")
    .slice(0, MAX_WORDS - 1)
    .join(" ")
    .replace(/,$/, "");
  let title = short;
  for (let number = 2; taken.has(title.toLowerCase()); number += 1) title = `${short} (${number})`;
  return take(title, taken);
}

/** How much a title tells: rare words count most; a part of one common word takes away. */
function telling(head: string, { all, names }: Vocabulary): number {
  let sum = 0;
  for (const part of head.split(/ and |, /)) {
    const words = part.split(/[\s-]+/).filter((word) => !/^(?:of|in|for|to|on|the|a|and|views)$/.test(word));
    for (const word of words) sum += 0.35 + 1 / (1 + Math.log(1 + (all.get(word.toLowerCase()) ?? 0)));
    const only = words[0] ?? "";
    if (words.length === 1 && !names.has(only.toLowerCase()) && only === only.toLowerCase()) sum -= 0.9;
  }
  return Math.min(sum, 3) - (/^decision /.test(head) ? -2 : 0);
}

/** What the title may say. */
function headsOf(topic: Topic, also: Topic | undefined): string[] {
  const { theme, second, holder, purpose } = topic;
  if (theme === "") return second === "" ? [] : [second];
  const core = coreOf(topic);
  const heads: string[] = [];
  const other = also && also.theme !== "" && !sameWords(also.theme, theme) ? also : undefined;
  const isTelling = countWords(core) >= 3 || (core !== theme && countWords(theme) >= 2);
  if (purpose !== "") heads.push(`decision ${purpose}`);
  if (!other && isTelling) heads.push(core);
  if (other && purpose === "") heads.push(`${core} and ${coreOf(other)}`, `${theme} and ${other.theme}`);
  if (second !== "") heads.push(`${core} and ${second}`);
  heads.push(core);
  if (second !== "") heads.push(`${second} and ${core}`, `${theme} and ${second}`);
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

function take(title: string, taken: Set<string>): string {
  taken.add(title.toLowerCase());
  return title;
}

const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;
