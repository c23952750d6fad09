import type { Catalogue } from "./catalogue.ts";
import type { Milvus } from "./client.ts";
import { insightsOf, vectorsOf } from "./schema.ts";

const VERSIONS_A_TIME = 200;

/** Removes from Milvus what no search can want any more: what the catalogue let go of before that time. To be repeated. */
export async function sweep(
  { milvus, catalogue }: { milvus: Milvus; catalogue: Catalogue },
  before: number,
): Promise<void> {
  for (const dropped of await catalogue.dropped(before)) {
    for (const name of [insightsOf(dropped), vectorsOf(dropped)]) await milvus.dropCollection(name);
    await catalogue.forgetDropped(dropped.id);
  }
  for (;;) {
    const keys = await catalogue.outdated(before, VERSIONS_A_TIME);
    if (keys.length === 0) return;
    const { active, building } = await catalogue.collections();
    for (const one of [active, building]) {
      if (!one) continue;
      for (const name of [insightsOf(one), vectorsOf(one)]) await milvus.delete(name, `key in [${keys.join(",")}]`);
    }
    await catalogue.forget(keys);
  }
}
