import Provider, { type AdapterFactory, type Configuration, errors, interactionPolicy } from "oidc-provider";
import type { Logger } from "#kit/log.ts";
import { CONSOLE_CLIENT, checkClient } from "./clients.ts";
import { errorPage } from "./pages.ts";
import { SESSION_SECONDS } from "./session-token.ts";
import { ALGORITHM, type SigningKey } from "./signing-key.ts";

/** What an application may ask a token for (RFC 8707): the address that names it, and what its tokens are then for. */
export interface Resource {
  /** More than one where people have several names for the same machine; the first is the one that we tell. */
  uris: readonly [string, ...string[]];
  audience: string;
  scope: string;
  /** What the sign-in page says that the application asks for. */
  purpose: string;
  /** Which applications may ask for it. */
  isFor(clientId: string): boolean;
}

/** Where the gateway serves it. */
export const PATHS = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  jwks: "/oauth/jwks",
  signIn: "/oauth/sign-in",
};

const FETCH_LIMIT_BYTES = 64 * 1024;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * Whoever is signed in is asked each time. The provider by itself would send a stranger's application back with a code
 * unasked, if only it names no scope.
 */
function alwaysAsk() {
  const policy = interactionPolicy.base();
  const ask = new interactionPolicy.Check("unasked", "consent is asked for each time", ({ oidc }) =>
    oidc.result?.["consent"] ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
  );
  policy.get("consent")?.checks.add(ask);
  return policy;
}

/**
 * The provider: authorization code with PKCE, tokens for one resource each. Who signs in is decided elsewhere.
 * Applications register themselves, by a document at their own address or by a call; what they say of themselves is
 * nobody's word but theirs.
 */
export function createProvider(options: {
  issuer: string;
  key: SigningKey;
  resources: readonly Resource[];
  /** What an application gets that names no resource. */
  defaultResource: string;
  adapter: AdapterFactory;
  /** Fetches the documents of applications. */
  fetch: typeof fetch;
  log: Logger;
}): Provider {
  const { issuer, key, resources, defaultResource, log } = options;
  const isHttps = issuer.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax" as const, secure: isHttps };
  const configuration: Configuration = {
    adapter: options.adapter,
    fetch: options.fetch,
    fetchResponseBodyLimits: { jwks_uri: FETCH_LIMIT_BYTES, sector_identifier_uri: FETCH_LIMIT_BYTES },
    jwks: { keys: [key.privateJwk] },
    cookies: { keys: [key.cookieSecret], long: { ...cookie, signed: true }, short: { ...cookie, signed: true } },
    clients: [CONSOLE_CLIENT],
    // Of an application that says nothing: it runs on somebody's machine and has no secret.
    clientDefaults: {
      id_token_signed_response_alg: ALGORITHM,
      application_type: "native",
      token_endpoint_auth_method: "none",
    },
    // A name of RFC 7591 that the provider has no rules for: with it comes the whole description, present or not.
    extraClientMetadata: {
      properties: ["software_id"],
      validator: (_ctx, _name, _value, metadata) => checkClient(metadata),
    },
    // Without cookies and with a code or a secret: which page calls says nothing.
    clientBasedCORS: () => true,
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    responseTypes: ["code"],
    scopes: ["openid", "email", ...resources.map(({ scope }) => scope)],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    routes: {
      authorization: PATHS.authorization,
      token: PATHS.token,
      jwks: PATHS.jwks,
      registration: PATHS.registration,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    interactions: {
      policy: alwaysAsk(),
      url: (_ctx, { uid }) => `${new URL(issuer).pathname.replace(/\/$/, "")}${PATHS.signIn}/${uid}`,
    },
    pkce: { required: () => true },
    // A browser that is closed signs out; a sign-in that is under way waits for ten minutes.
    ttl: {
      AccessToken: SESSION_SECONDS,
      AuthorizationCode: 60,
      IdToken: HOUR,
      Interaction: 10 * 60,
      Session: 12 * HOUR,
      // An application stays signed in as long as it is used once a month, for a year.
      RefreshToken: 30 * DAY,
      Grant: 365 * DAY,
    },
    findAccount: (_ctx, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true }),
    }),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      // Experimental in the provider: a later version may want to be told anew that we know.
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_ctx, { clientId }, oneOf) =>
          oneOf ?? (clientId === CONSOLE_CLIENT.client_id ? undefined : defaultResource),
        getResourceServerInfo(_ctx, uri, { clientId }) {
          const resource = resources.find((one) => one.uris.includes(uri));
          if (!resource?.isFor(clientId)) throw new errors.InvalidTarget();
          const { audience, scope } = resource;
          return {
            audience,
            scope,
            accessTokenTTL: SESSION_SECONDS,
            accessTokenFormat: "jwt",
            jwt: { sign: { alg: ALGORITHM } },
          };
        },
        useGrantedResource: () => true,
      },
    },
    renderError(ctx, { error, error_description: description }) {
      const { html, headers } = errorPage(ctx.status, `${description ?? error}. Start again from the application.`);
      ctx.set(headers);
      ctx.body = html;
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.on("server_error", (_ctx, err) => log.error({ err }, "the local identity provider failed"));
  return provider;
}
