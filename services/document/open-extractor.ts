import { availableParallelism } from "node:os";
import { systemClock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import { type Asker, createAsker } from "./ingest/ask-model.ts";
import { createEstimator } from "./ingest/estimate.ts";
import { openThreadPool } from "./ingest/thread-pool.ts";
import type { ModelExtractor, ModelStore } from "./model-ports.ts";
import { type ModelConfig, modelSettings } from "./model-settings.ts";
import type { UsageRecorder } from "./ports.ts";

/** The language model of the settings: for the worker, and for whoever submits documents. */
export interface OpenedExtractor extends AsyncDisposable {
  asker: Asker;
  extractor: ModelExtractor;
}

const DAY_MS = 86_400_000;
/** Of one document that is estimated; the same as where it is taken in. */
const TIME_LIMIT_MS = 180_000;
const MEMORY_LIMIT_MIB = 1_024;

/** Undefined when no model is set. Throws `invalid` when the settings contradict each other. */
export async function openExtractor(options: {
  config: ModelConfig;
  store: ModelStore;
  usage: UsageRecorder;
  log: Logger;
}): Promise<OpenedExtractor | undefined> {
  const { config, store, usage, log } = options;
  const settings = modelSettings(config);
  if (!settings) return undefined;
  // Loaded when it is needed: most installations have no model.
  const { createOpenAiModel, warmUpOpenAi } = await import("./adapters/openai-model.ts");
  await warmUpOpenAi();
  const { model, concurrency, budgetTokens } = settings;
  const asker = createAsker({
    model: createOpenAiModel(settings),
    store,
    usage,
    clock: systemClock,
    log,
    concurrency,
    budgetTokens,
  });
  // Threads of its own, started at the first estimate: one must not wait for documents that are being taken in.
  const limits = { timeLimitMs: TIME_LIMIT_MS, memoryLimitMiB: MEMORY_LIMIT_MIB };
  const pool = openThreadPool({ threads: availableParallelism(), ...limits });
  return {
    asker,
    extractor: {
      model,
      inputPrice: config.LLM_INPUT_PRICE,
      outputPrice: config.LLM_OUTPUT_PRICE,
      budgetTokens,
      spentTokens: () => store.spentTokens(Math.floor(systemClock.now() / DAY_MS)),
      estimate: createEstimator({ model, pool, answers: store }),
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
