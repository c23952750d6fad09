import type { z } from "zod";
import { DomainError } from "#kit/errors.ts";
import type { Spender } from "./allowance.ts";
import type { listArguments, searchArguments } from "./arguments.ts";
import type { Operations } from "./operations.ts";
import type { DocumentRecord, FoundInsight, InsightRecord, Upstreams } from "./upstreams.ts";

/**
 * What a caller may have carried out who was let pass, whatever protocol it came by. Each is one operation of usage. `show`
 * writes the answer as the protocol has it, before the usage is recorded: all whose usage one commit recorded go on at
 * once, and writing their answers then would hold up the event loop.
 */
export interface Reads {
  search<Shown>(
    spender: Spender,
    asked: z.output<typeof searchArguments>,
    signal: AbortSignal,
    show: (insights: FoundInsight[]) => Promise<Shown>,
  ): Promise<Shown>;
  listDocuments<Shown>(
    spender: Spender,
    asked: z.output<typeof listArguments>,
    signal: AbortSignal,
    show: (documents: DocumentRecord[]) => Promise<Shown>,
  ): Promise<Shown>;
  /** Rejects with `notFound` and the message "Document not found". */
  getDocument<Shown>(
    spender: Spender,
    docId: string,
    signal: AbortSignal,
    show: (found: { document: DocumentRecord; insights: InsightRecord[] }) => Promise<Shown>,
  ): Promise<Shown>;
  listSourceNames(spender: Spender, signal: AbortSignal): Promise<string[]>;
}

/** No identifier of ours is longer; a longer one is not looked up. */
const DOC_ID_LIMIT = 200;

export function createReads({ upstreams, operations }: { upstreams: Upstreams; operations: Operations }): Reads {
  const { search, documents } = upstreams;
  return {
    async search(spender, { query, source_name, since, limit }, signal, show) {
      const { shown } = await operations.carryOut(
        spender,
        "search",
        async () => {
          const asked = { query, sourceName: source_name ?? undefined, since: since ?? undefined, limit };
          const { insights, embedding } = await search.search(asked, { signal });
          return { shown: await show(insights), embedding };
        },
        ({ embedding: { model, inputTokens } }) => [{ model, inputTokens, outputTokens: 0 }],
      );
      return shown;
    },
    listDocuments: (spender, { source_name, since, limit }, signal, show) =>
      operations.carryOut(spender, "list_documents", async () =>
        show(await documents.list({ sourceName: source_name, since, limit }, { signal })),
      ),
    getDocument: (spender, docId, signal, show) =>
      operations.carryOut(spender, "get_document", async () => {
        if (docId.length > DOC_ID_LIMIT) throw new DomainError("notFound", "Document not found");
        return show(await documents.get(docId, { signal }));
      }),
    listSourceNames: (spender, signal) =>
      operations.carryOut(spender, "list_filter_options", () => documents.sourceNames({ signal })),
  };
}
