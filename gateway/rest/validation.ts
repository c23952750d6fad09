import { z } from "zod";
import { DomainError } from "#kit/errors.ts";

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

/** The same in a query string, where everything is text: digits only. */
export const wholeNumberText = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string({ error })
    .regex(/^(?:0|[1-9]\d{0,8})$/, { error, abort: true })
    .transform(Number)
    .pipe(wholeNumber(min, max));
};

/**
 * The JSON schema of what callers send, for the description. zod leaves out the defaults and examples of fields that it
 * transforms: `more` puts them back, by field.
 */
export function inputSchema(schema: z.ZodObject, more: Record<string, object>): object {
  const {
    $schema: _,
    properties = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io: "input",
    // "format" says it in a word.
    override: ({ jsonSchema }) => void delete jsonSchema.pattern,
  });
  const fields = Object.entries(properties).map(([name, field]) => [name, { ...Object(field), ...more[name] }]);
  return { ...rest, properties: Object.fromEntries(fields) };
}

/** Reads a JSON body. Throws `invalid` with a sentence that names the field and the remedy. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new DomainError(
      "invalid",
      'The body must be a JSON object, for example {"query": "rent inflation outlook"}.',
    );
  }
  return read(schema, body, "field");
}

/** Reads a request's query string. Fastify makes an array of a parameter that was given twice. */
export function readQuery<Schema extends z.ZodType>(
  schema: Schema,
  request: { url: string; query: unknown },
): z.output<Schema> {
  refuseBadEncoding(request.url);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (Array.isArray(value)) throw new DomainError("invalid", `${shown(name)} is given twice: give it once.`);
  }
  return read(schema, request.query, "query parameter");
}

/** Fastify takes a value that it cannot decode as it stands: as a filter it would match nothing, and nobody knew why. */
function refuseBadEncoding(url: string): void {
  if (!url.includes("%")) return;
  try {
    decodeURIComponent(url.slice(url.indexOf("?") + 1));
  } catch (cause) {
    const sentence = "The query string is not valid: percent-encode it as UTF-8, a percent sign as %25.";
    throw new DomainError("invalid", sentence, { cause });
  }
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
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
const shown = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name).slice(1, -1);
