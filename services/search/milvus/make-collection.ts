import type { Catalogue, PlacedCollection } from "./catalogue.ts";
import type { Milvus } from "./client.ts";
import { schemasOf } from "./schema.ts";

/**
 * Makes in Milvus what is missing of a collection that the catalogue knows: a process may have been killed between any two
 * of these steps, and others may be at the same. False when its rows were there and are no longer: empty tables in their
 * place would answer that nothing was found.
 */
export async function makeCollection(
  { milvus, catalogue }: { milvus: Milvus; catalogue: Catalogue },
  collection: PlacedCollection,
): Promise<boolean> {
  const schemas = schemasOf(collection);
  const missing = async () => {
    const there = await milvus.listCollections();
    return schemas.filter(({ name }) => !there.includes(name));
  };
  const wanted = await missing();
  if (wanted.length > 0 && (await catalogue.progress(collection.id)).documentsDone > 0) {
    // Another process may have made and filled it between the two looks.
    if ((await missing()).length > 0) return false;
  }
  for (const schema of wanted) await milvus.createCollection(schema);
  for (const { name, indexes } of schemas) {
    const indexed = await milvus.indexedFields(name);
    for (const index of indexes) if (!indexed.includes(index.field_name)) await milvus.createIndex(name, index);
    await milvus.load(name);
  }
  return true;
}
