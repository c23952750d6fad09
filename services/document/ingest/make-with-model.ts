import type { DocumentHead, Extraction } from "../extract/extraction.ts";
import {
  type Harvest,
  type Plan,
  planFor,
  questionsFor,
  withAnswers,
} from "../extract-with-model/extract-with-model.ts";
import { sha256 } from "../identity.ts";
import type { GivenHead } from "../job-ports.ts";
import type { AnsweredDocument, MadeDocument, PreparedDocument, RawDocument, Unmade } from "./made-document.ts";
import { orUnmade, readDocument, toMade } from "./make-document.ts";

/** What is known of a document while a model reads it. */
interface State {
  head: GivenHead;
  documentHead: DocumentHead;
  repairs: string[];
  extraction: Extraction;
  plan: Plan;
}

/** From submitted bytes to the questions for a language model, in a worker thread. Never rejects. */
export const prepareDocument = (raw: RawDocument & { model: string }): Promise<PreparedDocument | Unmade> =>
  orUnmade(async () => {
    const { parsed, head, documentHead, extraction } = await readDocument(raw);
    const { text, repairs } = parsed;
    const plan = planFor(parsed);
    const state: State = { head, documentHead, repairs, extraction, plan };
    const bytes = utf8(text);
    return {
      state: utf8(JSON.stringify(state)),
      text: { bytes, textHash: sha256(bytes), repairs },
      questions: questionsFor(text, documentHead, plan, raw.model).map((question) => utf8(JSON.stringify(question))),
    };
  });

/** From the answers to the document, in a worker thread. Never rejects. */
export const finishDocument = ({
  docId,
  state,
  text: stored,
  answers,
}: AnsweredDocument): Promise<MadeDocument | Unmade> =>
  orUnmade(() => {
    // JSON that our own thread has written.
    const { head, documentHead, repairs, extraction, plan } = JSON.parse(decoded(state)) as State;
    const text = decoded(stored.bytes);
    const read = withAnswers(text, documentHead, extraction, plan, answers.map(decoded));
    const { harvest } = read;
    // What the rules could not do, the model may have done.
    const notes = read.extraction.insights.length === 0 ? (extraction.notes ?? []) : [];
    return {
      ...toMade(docId, { text, repairs: [...repairs, ...notes, ...told(harvest, plan)] }, head, read.extraction),
      harvest,
    };
  });

/** What the reader of a document should know of how its insights came about. */
function told({ unread }: Harvest, { groups }: Plan): string[] {
  if (unread === 0) return [];
  return [
    `The language model's answers about ${unread} of ${groups.length} parts could not be read; their insights were made by rules.`,
  ];
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const decoded = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
