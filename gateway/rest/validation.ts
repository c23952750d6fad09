import { z } from "zod";
import { DomainError } from "#kit/errors.ts";
import { readArguments, shown, wholeNumber } from "../arguments.ts";

/** A whole number in a query string, where everything is text: digits only. */
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
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown, example: string): z.output<Schema> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new DomainError("invalid", `The body must be a JSON object, for example ${example}.`);
  }
  return readArguments(schema, body, "field");
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
  return readArguments(schema, request.query, "query parameter");
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
