import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { createLocalJWKSet } from "jose";
import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import { isLoopback } from "#kit/loopback.ts";
import type { SignIn } from "../../../gateway/sign-in.ts";
import type { TrustedIssuer } from "../../../gateway/tokens/token-verifier.ts";
import { LOCAL_ISSUER } from "../../account/accounts.ts";
import { createPublicFetch } from "./fetch-public.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";
import type { Resource } from "./provider.ts";
import { ACCESS_TOKEN, loadSigningKey } from "./signing-key.ts";
import { openStoredAdapter } from "./stored-adapter.ts";

/** An identity provider of this install's own, for who has no other. Its accounts are e-mail addresses. */
export interface LocalIdentity extends Disposable {
  /** Its tokens, and those that the command line issues with its key. */
  issuer: TrustedIssuer;
  /** Its endpoints and its page. */
  signIn: SignIn;
  /** Where people sign in; undefined while nobody can. */
  authorizationServer(): string | undefined;
  /** To be told where the gateway listens. */
  listensAt(address: string): void;
}

const ROUTES: SignIn["routes"] = [
  { method: "GET", url: "/.well-known/openid-configuration" },
  { method: "GET", url: "/.well-known/oauth-authorization-server" },
  { method: "GET", url: "/oauth/jwks" },
  { method: "GET", url: "/oauth/authorize" },
  { method: "GET", url: "/oauth/authorize/:uid" },
  { method: "POST", url: "/oauth/token" },
  { method: "POST", url: "/oauth/register" },
  { method: "GET", url: "/oauth/sign-in/:uid" },
  { method: "POST", url: "/oauth/sign-in/:uid" },
];

/** What applications ask for that call the MCP endpoint. */
export const MCP_SCOPE = "mcp";

/** What proxies add, each its own: whoever sends such a header is not at this machine, whatever its address. */
const FORWARDED = /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/;

const CLOSED =
  "Nobody can sign in here: other machines may reach this address, and there is no password. " +
  "Set SIGN_IN_PASSWORD, or name an identity provider in OIDC_ISSUER.";

const NAMELESS =
  "Nobody can sign in here: the server listens on every interface and does not know its own address. " +
  "Set PUBLIC_URL to the address by which people reach it.";

/**
 * Without a password everybody who reaches the page can be anybody: then it answers only this machine, and not when there
 * is a sign that others reach it. A key of the data folder is made if there is none.
 */
export async function openLocalIdentity(options: {
  folder: string;
  host: string;
  publicUrl: string | undefined;
  hasTrustedProxies: boolean;
  password: string | undefined;
  consoleAudience: string;
  mcpAudience: string;
  /** Fetches the documents by which applications describe themselves; by itself from the public Internet alone. */
  fetch?: typeof fetch;
  clock: Clock;
  log: Logger;
}): Promise<LocalIdentity> {
  const { host, publicUrl, password, clock, log } = options;
  const key = await loadSigningKey(options.folder);
  const names = [LOCAL_ISSUER];
  let address: string | undefined;
  let stored: Disposable | undefined;
  let opening: ReturnType<typeof open> | undefined;

  const isPrivate =
    isLoopback(host) &&
    !options.hasTrustedProxies &&
    (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
  const isClosed = password === undefined && !isPrivate;
  const isWildcard = host === "0.0.0.0" || host === "::";
  const mayAnswer = ({ headers, socket }: IncomingMessage): boolean => {
    if (password !== undefined) return true;
    const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
    return isPrivate && !isForwarded && isLoopback(socket.remoteAddress ?? "");
  };

  const open = async (issuer: string) => {
    // Loaded when it is needed: a server starts without it.
    const [{ createProvider, PATHS }, { createSignIn }, { CONSOLE_CLIENT }] = await Promise.all([
      import("./provider.ts"),
      import("./sign-in.ts"),
      import("./clients.ts"),
    ]);
    const isConsole = (clientId: string) => clientId === CONSOLE_CLIENT.client_id;
    const resources: Resource[] = [
      {
        uris: [`${issuer}/console`],
        audience: options.consoleAudience,
        scope: "console",
        purpose: "make, see and revoke your API keys and see your usage",
        isFor: isConsole,
      },
      {
        uris: mcpAddresses(issuer),
        audience: options.mcpAudience,
        scope: MCP_SCOPE,
        purpose: "search and read the documents here, counted as your usage",
        isFor: (clientId) => !isConsole(clientId),
      },
    ];
    const { adapter, ...file } = openStoredAdapter({
      path: join(options.folder, "identity.db"),
      others: createMemoryAdapter({ clock }),
      clock,
    });
    stored = file;
    const provider = createProvider({
      issuer,
      key,
      resources,
      defaultResource: `${issuer}/mcp`,
      adapter,
      fetch: options.fetch ?? createPublicFetch(),
      log,
    });
    provider.proxy = true;
    const callback = provider.callback();
    const signIn = createSignIn({ issuer, provider, resources, password, clock });
    return (request: IncomingMessage, response: ServerResponse) =>
      request.url?.startsWith(PATHS.signIn) ? signIn(request, response) : callback(request, response);
  };

  return {
    issuer: {
      names,
      accountIssuer: LOCAL_ISSUER,
      isTrustedWithEmail: false,
      tokenType: ACCESS_TOKEN,
      keyOf: createLocalJWKSet({ keys: [key.publicJwk] }),
    },
    authorizationServer: () => (isClosed || (isWildcard && publicUrl === undefined) ? undefined : address),
    [Symbol.dispose]: () => stored?.[Symbol.dispose](),
    listensAt(url) {
      address = publicUrl ?? url;
      names.push(address);
    },
    signIn: {
      routes: ROUTES,
      async handle(request, response) {
        if (!mayAnswer(request)) return refuse(response, 403, CLOSED);
        // Every interface is no address that anybody could be sent to.
        if (isWildcard && publicUrl === undefined) return refuse(response, 403, NAMELESS);
        if (address === undefined) return refuse(response, 500, "The server is starting: try again in a second.");
        const issuer = new URL(address);
        // Another name for this machine may be a stranger's, who has it lead here to be taken for us (DNS rebinding).
        if (password === undefined && request.headers.host !== issuer.host) {
          return refuse(response, 400, `People sign in at ${issuer.origin}: use that address.`);
        }
        // Addresses in its answers are the issuer's, whatever a proxy or a caller has made of them.
        request.headers.host = issuer.host;
        request.headers["x-forwarded-host"] = issuer.host;
        request.headers["x-forwarded-proto"] = issuer.protocol.slice(0, -1);
        Object.assign(request, { baseUrl: issuer.pathname.replace(/\/$/, "") });
        opening ??= open(address);
        await (await opening)(request, response);
      },
    },
  };
}

/** What the MCP endpoint is called: on this machine a client may have any of its names, and asks for a token for that. */
function mcpAddresses(issuer: string): [string, ...string[]] {
  const { protocol, hostname, port, pathname } = new URL(issuer);
  const own = `${issuer}/mcp`;
  if (protocol !== "http:" || !isLoopback(hostname)) return [own];
  const path = pathname.replace(/\/$/, "");
  const place = port === "" ? path : `:${port}${path}`;
  return [own, ...["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}${place}/mcp`)];
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.writeHead(status).end(JSON.stringify({ detail }));
}
