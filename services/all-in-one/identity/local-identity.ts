import type { IncomingMessage, ServerResponse } from "node:http";
import { createLocalJWKSet } from "jose";
import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import { isLoopback } from "#kit/loopback.ts";
import type { SignIn } from "../../../gateway/sign-in.ts";
import type { TrustedIssuer } from "../../../gateway/tokens/token-verifier.ts";
import { LOCAL_ISSUER } from "../../account/accounts.ts";
import { loadSigningKey } from "./signing-key.ts";

/** An identity provider of this install's own, for who has no other. Its accounts are e-mail addresses. */
export interface LocalIdentity {
  /** Its tokens, and those that the command line issues with its key. */
  issuer: TrustedIssuer;
  /** Its endpoints and its page. */
  signIn: SignIn;
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
  { method: "GET", url: "/oauth/sign-in/:uid" },
  { method: "POST", url: "/oauth/sign-in/:uid" },
];

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
  clock: Clock;
  log: Logger;
}): Promise<LocalIdentity> {
  const { host, publicUrl, password, clock, log } = options;
  const key = await loadSigningKey(options.folder);
  const names = [LOCAL_ISSUER];
  let address: string | undefined;
  let opening: ReturnType<typeof open> | undefined;

  const isPrivate =
    isLoopback(host) &&
    !options.hasTrustedProxies &&
    (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
  const isWildcard = host === "0.0.0.0" || host === "::";
  const mayAnswer = ({ headers, socket }: IncomingMessage): boolean => {
    if (password !== undefined) return true;
    const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    return isPrivate && !isForwarded && isLoopback(socket.remoteAddress ?? "");
  };

  const open = async (issuer: string) => {
    // Loaded when it is needed: a server starts without it.
    const [{ createProvider, PATHS }, { createSignIn }] = await Promise.all([
      import("./provider.ts"),
      import("./sign-in.ts"),
    ]);
    const resources = [
      {
        uri: `${issuer}/console`,
        audience: options.consoleAudience,
        scope: "console",
        purpose: "make, see and revoke your API keys and see your usage",
      },
    ];
    const provider = createProvider({ issuer, key, resources, clock, log });
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
      keyOf: createLocalJWKSet({ keys: [key.publicJwk] }),
    },
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

function refuse(response: ServerResponse, status: number, detail: string): void {
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.writeHead(status).end(JSON.stringify({ detail }));
}
