import { openBundledEmbedder } from "../../../services/search/embedding/bundled-embedder.ts";
import { SAME_SCALE } from "../../../services/search/embedding/cosine-scale.ts";
import { analyseDocument, embedDocument } from "../../../services/search/engine/analyse-document.ts";
import { createImage, type Image, type StoredDocument } from "../../../services/search/engine/image.ts";
import type { IndexedDocument } from "../../../services/search/ports.ts";

const embedder = openBundledEmbedder();

export async function storedOf(document: IndexedDocument, key: number): Promise<StoredDocument> {
  const { vectors } = await embedDocument(document, embedder);
  const { sourceName, publishedDate } = document;
  return { key, sourceName, publishedDate, words: analyseDocument(document), vectors };
}

/** Columns of documents whose keys are 1, 2, …. */
export async function imageOf(documents: IndexedDocument[]): Promise<Image> {
  const image = createImage({
    collection: { id: 1, kind: "bundled", dim: embedder.dim, cosines: SAME_SCALE },
    threads: 1,
    firstView: 0,
  });
  for (const [at, one] of documents.entries()) image.add(await storedOf(one, at + 1));
  image.index();
  return image;
}

/** A document with as many insights as its number modulo 4, and one more. */
export function document(number: number): IndexedDocument {
  const metal = ["copper", "zinc", "tin"][number % 3];
  return {
    docId: `doc_${number}`,
    version: 1,
    title: `Metals letter ${number}`,
    documentUrl: `https://example.org/${number}`,
    sourceName: number % 2 === 0 ? "Metals Desk" : "Mining Office",
    publishedDate: number % 5 === 0 ? null : `2020-0${(number % 9) + 1}-15`,
    passages: [`The price of ${metal} fell ${number} % while stocks rose.`, `Smelters of ${metal} closed.`],
    insights: Array.from({ length: (number % 4) + 1 }, (_, at) => ({
      insightId: `ins_${number}_${at}`,
      title: `${metal} price ${at}`,
      insight: `The price of ${metal} fell by ${number} % in week ${at}.`,
      excerpts: [`price of ${metal} fell ${number} %`],
      questions: at === 0 ? [] : [`How far did ${metal} fall?`, `What became of ${metal} in week ${at}?`],
      passage: at % 2,
    })),
  };
}
