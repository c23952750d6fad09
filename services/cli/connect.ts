import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { readConfig } from "#kit/config.ts";
import { DomainError } from "#kit/errors.ts";
import { serviceAddress } from "#kit/grpc/addresses.ts";
import { createGrpcClient, type GrpcClient, openChannel } from "#kit/grpc/client.ts";
import { readTls, tlsConfig } from "#kit/grpc/tls.ts";
import { createLogger } from "#kit/log.ts";
import { allInOneConfig } from "../all-in-one/config.ts";
import { type Owner, readOwner } from "../all-in-one/data-folder.ts";

/** The three services, as the command line calls them. */
export interface Services extends AsyncDisposable {
  search: GrpcClient<typeof SearchService>;
  documents: GrpcClient<typeof DocumentService>;
  accounts: GrpcClient<typeof AccountService>;
  /** True when a running server answers, false when this process opened the data folder itself. */
  isRemote: boolean;
  /**
   * To be called when they no longer answer. Where it was another command that answered and has ended, this process finds
   * the folder's new owner or opens it itself; a server is left to come back, for to take its folder would keep it out.
   */
  renew(): Promise<void>;
}

type Found = Omit<Services, "renew"> & { owner: Owner | undefined };

/** Commands that serve until they are stopped, and are started again. */
const SERVERS = new Set(["serve", "demo"]);
/** Without a gateway in this process nobody remembers keys. */
const NO_CACHES = { changed: () => Promise.resolve() };
/** How long one call may take, unless the command says otherwise. */
const CALL_TIMEOUT_MS = 60_000;
/** How long an owner that is starting or ending may leave its socket unanswered. */
const OWNER_PATIENCE_MS = 10_000;

/**
 * Finds the services: those that the …_ADDRESS variables name; else those of the data folder, those of the process that owns it, over its socket; or, when nobody does, opens
 * the folder in this process, which then serves the socket to others for as long as it runs.
 */
export async function connectServices(env: Record<string, string | undefined>, command: string): Promise<Services> {
  let found = await find(env, command);
  // Ended with the rest: calls that are failing there should say so in their own words.
  const left: Found[] = [];
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    const { owner } = found;
    if (!owner || SERVERS.has(owner.command) || (await answers(owner.socketPath))) return;
    const next = await find(env, command);
    left.push(found);
    found = next;
  };
  return {
    get search() {
      return found.search;
    },
    get documents() {
      return found.documents;
    },
    get accounts() {
      return found.accounts;
    },
    get isRemote() {
      return found.isRemote;
    },
    // Many calls fail at a time when an owner ends.
    async renew() {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
    async [Symbol.asyncDispose]() {
      for (const one of [...left, found]) await one[Symbol.asyncDispose]();
    },
  };
}

/** Where the services of a distributed install are. */
export const distributedConfig = z.object({
  SEARCH_ADDRESS: serviceAddress("search"),
  DOCUMENT_ADDRESS: serviceAddress("document"),
  ACCOUNT_ADDRESS: serviceAddress("account"),
  ...tlsConfig.shape,
});

/** The services that the …_ADDRESS variables name: all three, or none. */
function distributed(env: Record<string, string | undefined>): Found | undefined {
  if (!env["SEARCH_ADDRESS"] && !env["DOCUMENT_ADDRESS"] && !env["ACCOUNT_ADDRESS"]) return undefined;
  const config = readConfig(distributedConfig, env);
  const tls = readTls(config, createLogger("insights", "warn"));
  const search = openChannel(config.SEARCH_ADDRESS, tls, [SearchService]);
  const documents = openChannel(config.DOCUMENT_ADDRESS, tls, [DocumentService]);
  const accounts = openChannel(config.ACCOUNT_ADDRESS, tls, [AccountService]);
  return {
    search: createGrpcClient(SearchService, search, CALL_TIMEOUT_MS),
    documents: createGrpcClient(DocumentService, documents, CALL_TIMEOUT_MS),
    accounts: createGrpcClient(AccountService, accounts, CALL_TIMEOUT_MS),
    isRemote: true,
    owner: undefined,
    async [Symbol.asyncDispose]() {
      for (const channel of [search, documents, accounts]) channel[Symbol.dispose]();
    },
  };
}

async function find(env: Record<string, string | undefined>, command: string): Promise<Found> {
  const remote = distributed(env);
  if (remote) return remote;
  const config = readConfig(allInOneConfig, env);
  const until = Date.now() + OWNER_PATIENCE_MS;
  for (;;) {
    const owner = readOwner(config.INSIGHTS_DATA);
    if (owner && (await answers(owner.socketPath))) return clients(owner.socketPath, owner);
    try {
      // Loaded when it is needed: beside a running server a command starts in half the time without it.
      const { openServices } = await import("../all-in-one/open-services.ts");
      const log = createLogger("insights", env["LOG_LEVEL"] ? config.LOG_LEVEL : "warn");
      const opened = await openServices({ config, command, log, announcer: NO_CACHES });
      return clients(opened.socketPath, undefined, opened);
    } catch (err) {
      // Another process has the folder but does not answer: it is starting up or on its way out.
      if (!(err instanceof DomainError && err.kind === "conflict") || Date.now() > until) throw err;
      await sleep(100);
    }
  }
}

function clients(socketPath: string, owner: Owner | undefined, opened?: AsyncDisposable): Found {
  const channel = openChannel(`unix:${socketPath}`);
  return {
    search: createGrpcClient(SearchService, channel, CALL_TIMEOUT_MS),
    documents: createGrpcClient(DocumentService, channel, CALL_TIMEOUT_MS),
    accounts: createGrpcClient(AccountService, channel, CALL_TIMEOUT_MS),
    isRemote: opened === undefined,
    owner,
    async [Symbol.asyncDispose]() {
      channel[Symbol.dispose]();
      await opened?.[Symbol.asyncDispose]();
    },
  };
}

/** Whether somebody listens on a Unix socket. */
function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
