import { sql } from "kysely";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { ModelStore } from "../model-ports.ts";
import type { Tables } from "./tables.ts";

const DAY_MS = 86_400_000;
/** Answers kept: some 100 MB, and what about 20,000 pages of documents take. */
const ANSWERS_MAX = 20_000;
/** How many answers arrive between two looks at the bound. */
const LOOK_EVERY = 200;
/** SQLite takes so many parameters in any build. */
const KEYS_AT_A_TIME = 500;

export function sqliteModelStore({ read, write, commit }: Sqlite<Tables>, answersMax = ANSWERS_MAX): ModelStore {
  let arrived = 0;
  const lookEvery = Math.min(LOOK_EVERY, answersMax);

  return {
    async findAnswer(key, now) {
      const row = await read
        .selectFrom("model_answer")
        .select(["answer", "used_at"])
        .where("answer_key", "=", key)
        .executeTakeFirst();
      // Once a day is enough to tell what is still used.
      if (row && row.used_at < now - DAY_MS) {
        await write.updateTable("model_answer").set({ used_at: now }).where("answer_key", "=", key).execute();
      }
      return row?.answer;
    },

    async answered(keys) {
      const found = new Set<string>();
      for (let at = 0; at < keys.length; at += KEYS_AT_A_TIME) {
        const rows = await read
          .selectFrom("model_answer")
          .select("answer_key")
          .where("answer_key", "in", keys.slice(at, at + KEYS_AT_A_TIME))
          .execute();
        for (const row of rows) found.add(row.answer_key);
      }
      return found;
    },

    async keepAnswer({ callId, model, inputTokens, outputTokens, isEstimated, time }, reserved, answer) {
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
          .values({
            call_id: callId,
            model,
            input_tokens: inputTokens,
            output_tokens: outputTokens,
            is_estimated: isEstimated ? 1 : 0,
            called_at: time,
          })
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
      arrived += keeping.length;
      if (arrived % lookEvery === 0 && keeping.length > 0) await prune();
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

    async spentTokens(day) {
      const row = await read.selectFrom("model_day").select("tokens").where("day", "=", day).executeTakeFirst();
      return row?.tokens ?? 0;
    },

    async unrecordedCalls(limit) {
      const rows = await read.selectFrom("model_call").selectAll().orderBy("called_at").limit(limit).execute();
      return rows.map((row) => ({
        callId: row.call_id,
        model: row.model,
        inputTokens: row.input_tokens,
        outputTokens: row.output_tokens,
        isEstimated: row.is_estimated === 1,
        time: row.called_at,
      }));
    },

    async forgetCalls(callIds) {
      if (callIds.length === 0) return;
      await write.deleteFrom("model_call").where("call_id", "in", callIds).execute();
    },
  };

  /** Drops what was used longest ago. */
  async function prune(): Promise<void> {
    const beyond = write
      .selectFrom("model_answer")
      .select("answer_key")
      .orderBy("used_at", "desc")
      .limit(-1)
      .offset(answersMax);
    await write.deleteFrom("model_answer").where("answer_key", "in", beyond).execute();
  }
}
