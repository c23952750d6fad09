import type { DescMethod } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import { keyOf } from "../admission.ts";
import { listArguments, readArguments, searchArguments } from "../arguments.ts";
import type { Operation } from "../operations.ts";
import type { Pacer } from "../pacer.ts";
import type { Reads } from "../reads.ts";
import { callOf } from "./call.ts";
import { answerList } from "./list-answer.ts";
import { DOCUMENTS, FOUND, INSIGHTS, toDocument } from "./messages.ts";

/** The methods that holders of a key may call, each with the operation that it counts as. Every other one is Unimplemented. */
export const ALLOWED: ReadonlyMap<DescMethod, Operation> = new Map<DescMethod, Operation>([
  [SearchService.method.search, "search"],
  [DocumentService.method.listDocuments, "list_documents"],
  [DocumentService.method.getDocument, "get_document"],
  [DocumentService.method.listSourceNames, "list_filter_options"],
]);

/**
 * Adds every service: what is not allowed gets its answer in the caller's protocol too. An unset number is the standard
 * one; `source_name` and `since` are told apart from empty ones, as the contract says.
 */
export const addMethods = (router: ConnectRouter, { reads, pacer }: { reads: Reads; pacer: Pacer }): ConnectRouter =>
  router
    .service(SearchService, {
      async search({ query, sourceName, since, limit }, { values, signal }) {
        const asked = readArguments(searchArguments, { query, source_name: sourceName, since, ...set(limit) }, "field");
        const call = callOf(values);
        return reads.search(keyOf(call.request), asked, signal, (insights) => answerList(pacer, call, FOUND, insights));
      },
    })
    .service(DocumentService, {
      async listDocuments({ sourceName, since, limit }, { values, signal }) {
        const asked = readArguments(listArguments, { source_name: sourceName, since, ...set(limit) }, "field");
        const call = callOf(values);
        return reads.listDocuments(keyOf(call.request), asked, signal, (documents) =>
          answerList(pacer, call, DOCUMENTS, documents),
        );
      },
      async getDocument({ docId }, { values, signal }) {
        if (docId === "") {
          const remedy = "send an identifier from search results or from the list of documents";
          throw new DomainError("invalid", `doc_id is missing: ${remedy}.`);
        }
        const call = callOf(values);
        return reads.getDocument(keyOf(call.request), docId, signal, ({ document, insights }) =>
          answerList(pacer, call, INSIGHTS, insights, { document: toDocument(document) }),
        );
      },
      async listSourceNames(_request, { values, signal }) {
        return { sourceNames: await reads.listSourceNames(keyOf(callOf(values).request), signal) };
      },
    })
    .service(AccountService, {});

const set = (limit: number) => (limit === 0 ? {} : { limit });
