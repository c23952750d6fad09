import { z } from "zod";
import { messageOf } from "#kit/errors.ts";
import { canonicalUrl } from "../../document/identity.ts";
import { isCalendarDay } from "../options.ts";

const TORN = "has half of a surrogate pair (\\ud800 to \\udfff alone): the text was cut or decoded wrongly; repair it";

/** A string that can be sent as UTF-8 and comes back as it was. */
const whole = (error: string) => z.string(error).refine((value) => value.isWellFormed(), TORN);

const given = z
  .string({ error: ({ input }) => (input === undefined ? "is missing" : "must be a string") })
  .refine((value) => value.isWellFormed(), TORN);

/** A string that says something; the sentence says what is wrong with anything else. */
const text = given.trim().min(1, "is empty");

/** Checked as the document service checks it, so that the person learns the row before anything is sent. */
const url = text.superRefine((value, context) => {
  if (value === "") return;
  try {
    canonicalUrl(value);
  } catch (err) {
    context.addIssue({ code: "custom", message: messageOf(err).replace(/^document_url /, "") });
  }
});

const publishedDate = z
  .string("must be a string, or null")
  .refine(isCalendarDay, "must be a calendar day as YYYY-MM-DD, or null");

const authors = z
  .array(whole("must be strings").trim().min(1, "must not be empty"), "must be a list of strings")
  .max(1_000, "has more than 1,000 names");

const summary = whole("must be a string");

/** The fields that describe a document, each optional: a file beside it (`NAME.meta.json`). */
export const sidecarSchema = z.object({
  source_name: text.nullish(),
  article_title: text.nullish(),
  document_url: url.nullish(),
  published_date: publishedDate.nullish(),
  authors: authors.nullish(),
  summary: summary.nullish(),
});

/** One row of a JSON Lines file: a whole document. */
export const rowSchema = z.object({
  source_name: text,
  article_title: text,
  document_url: url,
  published_date: publishedDate.nullish(),
  authors: authors.nullish(),
  summary: summary.nullish(),
  text: given
    .refine((value) => value.trim() !== "", "is empty")
    .refine(
      (value) => !value.includes("\0"),
      "has a zero character (\\u0000): the text was decoded wrongly; repair it",
    ),
});
export type Row = z.infer<typeof rowSchema>;

/** Every wrong field as `field "x" is missing`, joined. */
export function explainFields(error: z.ZodError): string {
  const problems = error.issues.map(({ path, message }) => {
    const [field, position] = path;
    if (field === undefined) return "it must be an object {…}";
    return `field "${String(field)}"${position === undefined ? "" : ` (item ${Number(position) + 1})`} ${message}`;
  });
  return problems.join("; ");
}

/** The names in `value` that the schema does not know. */
export function unknownFields(value: unknown, schema: z.ZodObject): string[] {
  return typeof value === "object" && value !== null
    ? Object.keys(value).filter((name) => !(name in schema.shape))
    : [];
}
