import { z } from "zod";
import { DomainError } from "./errors.ts";

/**
 * Reads a process's settings from its environment. An empty variable counts as unset, as in `PORT= npm start`.
 * Throws an `invalid` error that lists every wrong setting, never its value: it may be a secret.
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const read = schema.safeParse(set);
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new DomainError("invalid", `These settings are wrong:\n${problems.join("\n")}`);
}

/** A setting that is a whole number in bounds, with a sentence for everything else. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
