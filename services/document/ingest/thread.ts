import { move, transferableSymbol, valueSymbol } from "piscina";
import type { MadeDocument, RawDocument, Unmade } from "./made-document.ts";
import { makeDocument } from "./make-document.ts";
import { letOthersGoFirst } from "./thread-priority.ts";

letOthersGoFirst();

/** What a thread of the pool runs. The bytes of the answer change hands; nothing of them is copied. */
export async function run(raw: RawDocument) {
  const made: MadeDocument | Unmade = await makeDocument(raw);
  if ("reason" in made) return made;
  const views = [made.text.bytes, made.passages, ...made.insights];
  return move({ [valueSymbol]: made, [transferableSymbol]: views.map(({ buffer }) => buffer) });
}
