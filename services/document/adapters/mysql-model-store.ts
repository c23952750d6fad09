import { sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Mysql } from "#kit/mysql/open-mysql.ts";
import type { ModelStore } from "../model-ports.ts";
import { ANSWERS_MAX, createPruning, DAY_MS, modelQueries, toCallRow } from "./model-queries.ts";
import type { Tables } from "./tables.ts";

export function mysqlModelStore({ db, transact }: Mysql<Tables>, answersMax = ANSWERS_MAX): ModelStore {
  const connections = { read: db, write: db };
  const prune = createPruning(connections, answersMax);

  return {
    ...modelQueries(connections),

    async keepAnswer(call, reserved, answer) {
      const day = Math.floor(call.time / DAY_MS);
      const spent = call.inputTokens + call.outputTokens - reserved;
      try {
        await transact(async (trx) => {
          await trx.insertInto("model_call").values(toCallRow(call)).execute();
          await trx
            .updateTable("model_day")
            .set({ tokens: sql`tokens + ${spent}` })
            .where("day", "=", day)
            .execute();
          if (!answer) return;
          const kept = { answer: answer.text, used_at: call.time };
          await trx
            .insertInto("model_answer")
            .values({ ...kept, answer_key: answer.key })
            .onDuplicateKeyUpdate(kept)
            .execute();
        });
      } catch (err) {
        // The same call was noted before, and all of this with it.
        if (err instanceof DomainError && err.kind === "conflict") return;
        throw err;
      }
      if (answer) await prune();
    },

    async reserveTokens(day, tokens, limit) {
      if (tokens > limit) return false;
      await db
        .insertInto("model_day")
        .values({ day, tokens: 0 })
        .onDuplicateKeyUpdate({ day: sql`model_day.day` })
        .execute();
      const { numUpdatedRows } = await db
        .updateTable("model_day")
        .set({ tokens: sql`tokens + ${tokens}` })
        .where("day", "=", day)
        .where("tokens", "<=", limit - tokens)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async releaseTokens(day, tokens) {
      await db
        .updateTable("model_day")
        .set({ tokens: sql`greatest(0, tokens - ${tokens})` })
        .where("day", "=", day)
        .execute();
    },
  };
}
