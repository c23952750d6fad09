import Provider, { type Configuration, errors } from "oidc-provider";
import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";
import { errorPage } from "./pages.ts";
import { SESSION_SECONDS } from "./session-token.ts";
import { ALGORITHM, type SigningKey } from "./signing-key.ts";

/** What an application may ask a token for (RFC 8707): the address that names it, and what its tokens are then for. */
export interface Resource {
  uri: string;
  audience: string;
  scope: string;
  /** What the sign-in page says that the application asks for. */
  purpose: string;
}

/** The client of a console on this machine: no secret, and codes only to loopback addresses, whatever their port. */
const CONSOLE_CLIENT = {
  client_id: "research-insights-console",
  client_name: "The console",
  application_type: "native" as const,
  token_endpoint_auth_method: "none" as const,
  grant_types: ["authorization_code"],
  response_types: ["code" as const],
  redirect_uris: ["http://127.0.0.1/callback", "http://[::1]/callback", "http://localhost/callback"],
};

/** Where the gateway serves it. */
export const PATHS = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  jwks: "/oauth/jwks",
  signIn: "/oauth/sign-in",
};

const HOUR = 60 * 60;

/** The provider: authorization code with PKCE, tokens for one resource each. Who signs in is decided elsewhere. */
export function createProvider(options: {
  issuer: string;
  key: SigningKey;
  resources: readonly Resource[];
  clock: Clock;
  log: Logger;
}): Provider {
  const { issuer, key, resources, clock, log } = options;
  const isHttps = issuer.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax" as const, secure: isHttps };
  const configuration: Configuration = {
    adapter: createMemoryAdapter({ clock }),
    jwks: { keys: [key.privateJwk] },
    cookies: { keys: [key.cookieSecret], long: { ...cookie, signed: true }, short: { ...cookie, signed: true } },
    clients: [CONSOLE_CLIENT],
    clientDefaults: { id_token_signed_response_alg: ALGORITHM },
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
    clientAuthMethods: ["none"],
    responseTypes: ["code"],
    scopes: ["openid", "email"],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    routes: { authorization: PATHS.authorization, token: PATHS.token, jwks: PATHS.jwks },
    interactions: { url: (_ctx, { uid }) => `${new URL(issuer).pathname.replace(/\/$/, "")}${PATHS.signIn}/${uid}` },
    pkce: { required: () => true },
    // A browser that is closed signs out; a sign-in that is under way waits for ten minutes.
    ttl: {
      AccessToken: SESSION_SECONDS,
      AuthorizationCode: 60,
      IdToken: HOUR,
      Interaction: 10 * 60,
      Session: 12 * HOUR,
      Grant: 12 * HOUR,
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
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo(_ctx, uri) {
          const resource = resources.find((one) => one.uri === uri);
          if (!resource) throw new errors.InvalidTarget();
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
