import type { Context } from "./context.ts";
import { periodIn } from "./period.ts";
import { countWords, cutTitle, MAX_TITLE_WORDS, MIN_TITLE_WORDS, phraseOf, wordsOf } from "./shape.ts";
import type { RowFact } from "./table-findings.ts";
import { numbered, type TakenTitles } from "./title.ts";
import { lowerStart, type Vocabulary } from "./vocabulary.ts";

const MAX_PHRASE_WORDS = 8;
/** Words of a figure that a title can take in: "$ (1,234) million". */
const MAX_FIGURE_WORDS = 3;

/** A noun phrase of 3 to 8 words for a table's row that no other insight of the document has. `taken` is added to. */
export function rowTitle(fact: RowFact, context: Context, taken: TakenTitles): string | undefined {
  const label = shortLabel(fact.label);
  const who = context.company ?? "";
  const periods = periodsOf(fact);
  const tails = [periods.slice(0, 2).join(" and "), periods[0] ?? "", context.period, ""];
  const heads = [
    fact.caption !== "" && countWords(label) <= 2 ? `${label} in ${fact.caption}` : "",
    label,
    who === "" ? "" : `${who} ${label}`,
    fact.caption === "" ? "" : `${label} in ${fact.caption}`,
    fact.figures[0]?.column ? `${label} for ${fact.figures[0].column}` : "",
  ];
  for (const head of heads) {
    for (const tail of tails) {
      const title = capital(tail === "" ? head : `${head}, ${tail}`);
      const size = countWords(title);
      if (head !== "" && size >= MIN_TITLE_WORDS && size <= MAX_TITLE_WORDS && !taken.has(title.toLowerCase())) {
        taken.set(title.toLowerCase(), 1);
        return title;
      }
    }
  }
  const stem = capital([label, periods[0] ?? context.period].filter((part) => part !== "").join(", "));
  const figure = wordsOf(fact.figures[0]?.value ?? "").slice(0, MAX_FIGURE_WORDS);
  // Room for a number, should the title be taken.
  const cut = cutTitle(stem, MAX_TITLE_WORDS - 1 - figure.length);
  const title = `${cut}: ${figure.join(" ")}`;
  return numbered(countWords(title) < MIN_TITLE_WORDS ? `Figure for ${title}` : title, taken);
}

/** Questions that the row answers, and a keyword phrase as the last. */
export function rowQuestions(fact: RowFact, context: Context, vocabulary: Vocabulary): string[] {
  const name = lowerStart(fact.label, vocabulary);
  const owner = context.company ?? "";
  const theme = owner === "" ? name : `${owner}'s ${name}`;
  const be = /[^su]s\b/.test(
    name
      .split(/,| (?:of|in|on|for|to|from|by) /)[0]
      ?.split(" ")
      .at(-1) ?? "",
  )
    ? "were"
    : "was";
  const periods = periodsOf(fact);
  const [latest, earlier] = periods;
  const when = latest ? ` in ${latest}` : context.period === "" ? "" : ` in ${context.period}`;
  const asked = [`What ${be} ${theme}${when}?`];
  if (fact.caption !== "") asked.push(`What does "${fact.caption}" show for ${name}${when}?`);
  if (latest && earlier)
    asked.push(`How did ${theme} in ${latest} compare with ${earlier}?`, `What ${be} ${theme} in ${earlier}?`);
  const columns = fact.figures.map(({ column }) => column).filter((column) => column !== "" && periodIn(column) === "");
  if (columns[0]) asked.push(`What ${be} ${theme} for ${columns[0]}${when}?`);
  if (context.entity !== "" && owner === "") asked.push(`What did ${context.entity} report for ${name}${when}?`);
  if (asked.length < 3 && owner !== "") asked.push(`What did ${owner} report for ${name}${when}?`);
  if (asked.length < 3) asked.push(`How much ${be} ${theme}${when}?`);
  if (asked.length < 3) asked.push(`What figure is given for ${name}${when}?`);
  if (asked.length < 3) asked.push(`What does the table show for ${name}${when}?`);
  const phrase = [context.entity.replace(/^the /, ""), fact.label, latest ?? context.period].flatMap(wordsOf);
  while (phrase.length > MAX_PHRASE_WORDS) phrase.splice(phrase.length - 3, 1);
  const more = [fact.caption, ...columns, context.document];
  return [...new Set(asked)].slice(0, 4).concat(phraseOf(phrase, more));
}

/** The periods of its columns, without repetition, as short as they are clear. */
function periodsOf({ figures }: RowFact): string[] {
  const periods = figures.map(({ column }) => periodIn(column) || (/^(?:Q[1-4]|FY|H[12])/.test(column) ? column : ""));
  return [...new Set(periods.filter((period) => period !== ""))];
}

/** At most six words, without a bracket that would be cut. */
function shortLabel(label: string): string {
  const words = label.split(" ");
  if (words.length <= 6) return label;
  const plain = label.replace(/\s*\([^)]*\)/g, "").split(" ");
  return plain
    .slice(0, 6)
    .join(" ")
    .replace(/(?:[,(]|\s+(?:and|or|of|in|for|to|on|the|a|at|by|with))+$/i, "");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
