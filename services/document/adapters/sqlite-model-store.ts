import { sql } from "kysely";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { ModelStore } from "../model-ports.ts";
import { ANSWERS_MAX, createPruning, DAY_MS, modelQueries, toCallRow } from "./model-queries.ts";
import type { Tables } from "./tables.ts";

export function sqliteModelStore(db: Sqlite<Tables>, answersMax = ANSWERS_MAX): ModelStore {
  const { write, commit } = db;
  const prune = createPruning(db, answersMax);

  return {
    ...modelQueries(db),

    async keepAnswer(call, reserved, answer) {
      const { callId, inputTokens, outputTokens, time } = call;
      const day = Math.floor(time / DAY_MS);
      const isNew = sql<boolean>`not exists (select 1 from model_call where call_id = ${callId})`;
      const changes = [
        // First, for the row that follows is what tells a call that was noted before.
        write
          .updateTable("model_day")
          .set({ tokens: sql`tokens + ${inputTokens + outputTokens - reserved}` })
          .where("day", "=", day)
          .where(isNew),
        write
          .insertInto("model_call")
          .values(toCallRow(call))
          .onConflict((conflict) => conflict.doNothing()),
      ];
      const kept = answer && { answer_key: answer.key, answer: answer.text, used_at: time };
      const keeping = kept
        ? [
            write
              .insertInto("model_answer")
              .values(kept)
              .onConflict((conflict) => conflict.column("answer_key").doUpdateSet(kept)),
          ]
        : [];
      await commit([...changes, ...keeping]);
      if (kept) await prune();
    },

    async reserveTokens(day, tokens, limit) {
      if (tokens > limit) return false;
      const { numInsertedOrUpdatedRows = 0n } = await write
        .insertInto("model_day")
        .values({ day, tokens })
        .onConflict((conflict) =>
          conflict
            .column("day")
            .doUpdateSet({ tokens: sql`model_day.tokens + ${tokens}` })
            .where("model_day.tokens", "<=", limit - tokens),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },

    async releaseTokens(day, tokens) {
      await write
        .updateTable("model_day")
        .set({ tokens: sql`max(0, tokens - ${tokens})` })
        .where("day", "=", day)
        .execute();
    },
  };
}
