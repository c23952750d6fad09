import { z } from "zod";
import { DomainError } from "#kit/errors.ts";

/* What callers may say, whatever protocol they come by: one schema, and one sentence for each mistake. */

/** A tab or a line break in a query is white space; any other control character is a mistake, most often in copying. */
const CONTROL = /[\p{Cc}--[\t\n\r]]/v;

/** Text without white space at its ends, of `min` to `max` code points. */
export const text = (min: number, max: number, remedy: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? `is missing: ${remedy}` : `must be a string: ${remedy}`) })
    .refine((value) => value.isWellFormed(), {
      error: "is not valid Unicode: it has half of a surrogate pair",
      abort: true,
    })
    .refine((value) => !CONTROL.test(value), { error: "has a control character: remove it", abort: true })
    .transform((value) => value.trim())
    .refine((value) => value.length >= min, { error: `is empty: ${remedy}`, abort: true })
    .refine((value) => value.length <= max || codePoints(value) <= max, {
      error: `is longer than ${max} characters: ${remedy}`,
    });

const codePoints = (value: string) => {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
};

const DATE = "must be a real calendar day written YYYY-MM-DD, for example 2024-01-31";
/** A day of the calendar. */
export const day = () => z.iso.date({ error: DATE });

/** A whole number from `min` to `max`; in JSON a number, never a string. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

const QUERY = "send one focused concept, a concise question or a keyword phrase of 3 to 8 words";

/** What a search takes. */
export const searchArguments = z.strictObject({
  query: text(1, 1_000, QUERY).meta({
    description: "One focused concept: a concise question or a 3 to 8 word keyword phrase",
  }),
  source_name: text(1, 200, "send part of a publisher's name, or leave it out").nullish().meta({
    description: "Partial, case-insensitive match on the publisher; null or left out: every publisher",
  }),
  since: day().nullish().meta({
    description: "Only insights from documents published on or after this date; null or left out: all",
  }),
  limit: wholeNumber(1, 100).default(20).meta({ description: "Maximum number of insights returned" }),
});

/** What listing documents takes. */
export const listArguments = z.strictObject({
  source_name: text(1, 200, "send part of a publisher's name, or leave it out")
    .optional()
    .meta({ description: "Partial, case-insensitive match on the publisher" }),
  since: day().optional().meta({ description: "Only documents published on or after this date" }),
  limit: wholeNumber(1, 200).default(50).meta({ description: "Maximum documents returned" }),
});

/** Reads what a caller sent. Throws `invalid` with a sentence that names the `what` and the remedy. */
export function readArguments<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const remedy = known.length > 0 ? `use ${known.join(", ")}` : "there are none here";
    throw new DomainError("invalid", `Unknown ${what} ${shown(issue.keys[0] ?? "")}: ${remedy}.`);
  }
  throw new DomainError("invalid", `${shown(String(issue?.path[0] ?? what))} ${issue?.message ?? "is not valid"}.`);
}

/** A name from outside, short and on one line. */
export const shown = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name).slice(1, -1);
