import type { Kysely } from "kysely";
import type { ModelCall, ModelStore } from "../model-ports.ts";
import type { Tables } from "./tables.ts";

export const DAY_MS = 86_400_000;
/** Answers kept: some 100 MB, and what about 20,000 pages of documents take. */
export const ANSWERS_MAX = 20_000;
/** Dropped at a time: few enough to hold up others for some milliseconds only. */
const DROPPED_AT_A_TIME = 500;
/** How many answers arrive between two looks at the bound. */
const LOOK_EVERY = 200;
/** SQLite takes so many parameters in any build. */
const KEYS_AT_A_TIME = 500;

/** What SQLite and MySQL are asked and told in the same words. `read` and `write` may be one. */
interface Connections {
  read: Kysely<Tables>;
  write: Kysely<Tables>;
}

export function modelQueries({
  read,
  write,
}: Connections): Omit<ModelStore, "keepAnswer" | "reserveTokens" | "releaseTokens"> {
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
}

export const toCallRow = ({ callId, model, inputTokens, outputTokens, isEstimated, time }: ModelCall) => ({
  call_id: callId,
  model,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  is_estimated: isEstimated ? 1 : 0,
  called_at: time,
});

/** Keeps the answers bounded: to be called for each one that arrives. */
export function createPruning({ read, write }: Connections, answersMax: number) {
  let arrived = 0;
  const lookEvery = Math.min(LOOK_EVERY, answersMax);
  return async (): Promise<void> => {
    arrived += 1;
    if (arrived % lookEvery !== 0) return;
    for (let found = DROPPED_AT_A_TIME; found === DROPPED_AT_A_TIME; ) {
      const beyond = await read
        .selectFrom("model_answer")
        .select("answer_key")
        .orderBy("used_at", "desc")
        .limit(DROPPED_AT_A_TIME)
        .offset(answersMax)
        .execute();
      found = beyond.length;
      if (found === 0) return;
      const keys = beyond.map(({ answer_key }) => answer_key);
      await write.deleteFrom("model_answer").where("answer_key", "in", keys).execute();
    }
  };
}
