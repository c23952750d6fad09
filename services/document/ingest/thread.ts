import { move, transferableSymbol, valueSymbol } from "piscina";
import type { AnsweredDocument, MadeDocument, RawDocument, Unmade } from "./made-document.ts";
import { makeDocument } from "./make-document.ts";
import { finishDocument, prepareDocument } from "./make-with-model.ts";
import { letOthersGoFirst } from "./thread-priority.ts";

letOthersGoFirst();

/** What a thread of the pool runs: bytes to insights. The bytes of the answer change hands; nothing of them is copied. */
export const run = async (raw: RawDocument) => moved(await makeDocument(raw));

/** The first half where a language model writes the insights: bytes to questions. */
export async function prepare(raw: RawDocument & { model: string }) {
  const prepared = await prepareDocument(raw);
  if ("reason" in prepared) return prepared;
  return movedWith(prepared, [prepared.text.bytes, prepared.state, ...prepared.questions]);
}

/** The other half: answers to insights. */
export const finish = async (answered: AnsweredDocument) => moved(await finishDocument(answered));

const moved = (made: MadeDocument | Unmade) =>
  "reason" in made ? made : movedWith(made, [made.text.bytes, ...made.insights]);

const movedWith = (value: object, views: ArrayBufferView[]) =>
  move({ [valueSymbol]: value, [transferableSymbol]: views.map(({ buffer }) => buffer) });
