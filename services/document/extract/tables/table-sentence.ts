import type { Context } from "../context.ts";
import type { ColumnMeaning } from "./column-meaning.ts";
import type { RowFact, RowFigure } from "./row-fact.ts";
import { averaged } from "./table-averages.ts";
import { changesSaid } from "./table-index-changes.ts";
import { revisedSaid } from "./table-revisions.ts";
import { pastOf } from "./table-subject.ts";

/** The sentence that a row says: whose figure, of what, in which unit and period. Its figures are the row's, brackets included. */
export function rowSentence(fact: RowFact, context: Context): string {
  const [first] = fact.figures;
  const sentence =
    first?.meaning.kind === "rise"
      ? `${fact.subject} ${changesSaid(fact.figures)}`
      : first?.meaning.kind === "average"
        ? averaged(fact)
        : first?.meaning.kind === "revised"
          ? revisedSaid(fact)
          : first?.meaning.kind === "votes"
            ? voted(fact, context)
            : first?.meaning.kind === "measure"
              ? measured(fact)
              : first?.meaning.kind === "category" || first?.meaning.kind === "total"
                ? divided(fact, context)
                : overTime(fact, context);
  // A name that begins small stays small.
  const isName = context.company !== undefined && sentence.startsWith(context.company);
  return `${isName ? sentence : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`}.`;
}

/** "Tarn's net sales were $412 million in 2030, against $388 million in 2029." */
function overTime({ figures, subject }: RowFact, context: Context): string {
  const isForecast = figures.some(({ meaning }) => meaning.certainty !== undefined);
  const verb = isForecast ? presentOf(subject) : pastOf(subject);
  return `${ownedBy(subject, context)} ${verb} ${isForecast ? "put at " : ""}${stretches(figures)}`;
}

/** The fact as it is told: with the years to come as projected, and with an article before a price that is nobody's. */
export function asTold(fact: RowFact, context: Context): RowFact {
  const isOver = isAccount(fact, context);
  const figures = fact.figures.map((figure) => withForecast(figure, context, isOver));
  const subject = context.company === undefined && BARE.test(fact.subject) ? `the ${fact.subject}` : fact.subject;
  return { ...fact, figures, subject };
}

/** "Brent crude oil spot price", "natural gas price at Norport". */
const BARE = /^(?!(?:the|an?|average|total)\b)[\p{L}. -]{3,60}? (?:price|rate|ratio)(?= (?:at|in|for) |$)/iu;

/** A year that was not over when the document was published is a forecast, whatever the table calls it. */
function withForecast(figure: RowFigure, { year }: Context, isOver: boolean): RowFigure {
  const { meaning } = figure;
  const own = Number(/^in (?:fiscal )?((?:19|20)\d\d)$/.exec(meaning.phrase)?.[1] ?? 0);
  return year !== undefined && own >= (isOver ? year + 1 : year)
    ? { ...figure, meaning: { ...meaning, certainty: "projected" } }
    : figure;
}

/** A company's year may end in March, and its accounts of that year come out in May. */
const isAccount = ({ caption }: RowFact, { document }: Context): boolean => {
  const named = `${document} ${caption}`;
  return ACCOUNT.test(named) && !FORESEEN.test(named);
};

const ACCOUNT =
  /\b(?:annual report|form (?:10-[KQ]|20-F)|results|(?:income|financial|cash flow) statements?|statements? of (?:income|operations|earnings|cash flows?|comprehensive|financial|profit)|balance sheets?)\b/i;
const FORESEEN = /\b(?:outlook|forecasts?|project(?:ed|ions?)|budget|estimates?|guidance|plan)\b/i;

const presentOf = (subject: string) => (pastOf(subject) === "were" ? "are" : "is");

/** The figures of columns that differ only in their year are compared with each other. */
function stretches(figures: readonly RowFigure[]): string {
  const groups: RowFigure[][] = [];
  for (const figure of figures) {
    const open = groups.at(-1);
    if (open && (figure.meaning.kind === "change" || open[0]?.meaning.stem === figure.meaning.stem)) open.push(figure);
    else groups.push([figure]);
  }
  const said = groups.map(compared);
  return said.some((one) => one.includes(", ")) ? said.join("; and ") : joined(said);
}

function compared(group: readonly RowFigure[]): string {
  const times = group.filter(({ meaning }) => meaning.kind !== "change");
  const changes = group.filter(({ meaning }) => meaning.kind === "change").map(({ said }) => `a change of ${said}`);
  const all = times.map(placed);
  const [first, ...rest] = all;
  const isFalling =
    rest.length > 0 &&
    times.every(({ meaning }, at) => at === 0 || (meaning.order ?? 0) < (times[at - 1]?.meaning.order ?? 0));
  return [
    ...(isFalling ? [`${first}, against ${joined(rest)}`] : all.length > 0 ? [joined(all)] : []),
    ...changes,
  ].join(", ");
}

function placed({ said, meaning }: RowFigure): string {
  const { certainty } = meaning;
  const isSaid = certainty === undefined || meaning.phrase.endsWith(")");
  const sure = isSaid ? "" : certainty === "estimated" ? "an estimated " : "a projected ";
  return `${sure}${said} ${meaning.phrase}`;
}

/** "Tarn's net sales were $230 million for Boats, $40 million for Ropes and $270 million in total in the year ended …" */
function divided(fact: RowFact, context: Context): string {
  const said = joined(fact.figures.map(({ said: figure, meaning }) => `${figure} ${meaning.phrase}`));
  const verb = isForeseen(fact.when) ? `${presentOf(fact.subject)} put at` : pastOf(fact.subject);
  return `${ownedBy(fact.subject, context)} ${verb} ${said} ${fact.when}`;
}

/** "for 2030/31 (a projection)": what is put at, and has not been counted. */
export const isForeseen = (when: string): boolean => /(?:estimate|projection)\)$/.test(when);

/** "In Northmark, wheat production is put at 12.3 million metric tons and exports at 4.5 million metric tons for 2030/31." */
function measured(fact: RowFact): string {
  const items = fact.figures.map(({ said, meaning }, at) =>
    at === 0
      ? `${fact.theme === "" ? "" : `${fact.theme} `}${meaning.phrase} ${verbFor(meaning)} put at ${said}`
      : `${meaning.phrase} at ${said}`,
  );
  const earlier = fact.earlier ? `. ${fact.earlier.charAt(0).toUpperCase()}${fact.earlier.slice(1)}` : "";
  return `for ${AS_SAID.get(fact.subject) ?? fact.subject}, ${joined(items)} ${fact.when}${earlier}`;
}

/** Places that balances of goods put together, by names that only their readers know. */
const AS_SAID = new Map([
  ["Total Foreign", "all countries outside the United States (“Total Foreign”)"],
  ["Major Exporters", "the major exporters"],
  ["Major Importers", "the major importers"],
  ["Sel. Mideast", "selected countries of the Middle East"],
  ["N. Africa", "North Africa"],
  ["N. Afr & Mideast", "North Africa and the Middle East"],
  ["C. Amer & Carib", "Central America and the Caribbean"],
  ["S. Hemis", "the Southern Hemisphere"],
]);

/** "Tarn's nominee for director Ada Quay received 1,204 votes for, 31 votes against and 7 abstentions." */
function voted({ subject, theme, figures }: RowFact, context: Context): string {
  const who = theme === "" ? "the nominee" : `${ownedBy("nominee", context)} for ${theme}`;
  return `${who} ${subject} received ${joined(figures.map(({ said, meaning }) => `${said} ${meaning.phrase}`))}`;
}

const verbFor = ({ phrase }: ColumnMeaning) => (/s$/.test(phrase) ? "are" : "is");

/** "Tarn's net sales"; a subject that names the company already stays as it is. */
function ownedBy(subject: string, { company }: Context): string {
  if (!company || subject.toLowerCase().includes(company.toLowerCase())) return subject;
  return `${company}’s ${subject}`.replace("’", "'");
}

export function joined(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
