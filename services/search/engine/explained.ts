import { toDomainError } from "#kit/sqlite/failure.ts";

/** Carries out work on the database at `path`; what SQLite complains of becomes a sentence for the operator. */
export async function explained<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof Error && "errcode" in err && typeof err.errcode === "number") {
      throw toDomainError({ errcode: err.errcode, message: err.message }, path);
    }
    throw err;
  }
}
