import { errors } from "oidc-provider";
import { isLoopback } from "#kit/loopback.ts";

/** The client of a console on this machine: no secret, and codes only to loopback addresses, whatever their port. */
export const CONSOLE_CLIENT = {
  client_id: "research-insights-console",
  client_name: "The console",
  application_type: "native" as const,
  token_endpoint_auth_method: "none" as const,
  grant_types: ["authorization_code"],
  response_types: ["code" as const],
  redirect_uris: ["http://127.0.0.1/callback", "http://[::1]/callback", "http://localhost/callback"],
};

const REDIRECTS_MAX = 20;
const ADDRESS_MAX = 2_000;
const NAME_MAX = 100;
const CLIENT_MAX = 8 * 1024;
/** Nothing that a page would not show, or that would turn round what is beside it. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Throws unless an application's description of itself is one that we keep and show. Codes go to https, to this machine, or
 * to a scheme of the application's own; what else there is to say of addresses the provider does.
 */
export function checkClient(metadata: Record<string, unknown>): void {
  const { client_name: name, redirect_uris: redirects } = metadata;
  if (JSON.stringify(metadata).length > CLIENT_MAX) throw refused(`the description is larger than ${CLIENT_MAX} bytes`);
  if (typeof name === "string" && (name.length > NAME_MAX || UNSHOWN.test(name))) {
    throw refused(`client_name must have at most ${NAME_MAX} characters, all of which can be seen`);
  }
  if (!Array.isArray(redirects)) return;
  if (redirects.length > REDIRECTS_MAX) throw refused(`redirect_uris must be at most ${REDIRECTS_MAX}`);
  for (const address of redirects) {
    const url = URL.parse(String(address));
    const isPlainHttp = url?.protocol === "http:" && !isLoopback(url.hostname);
    if (!url || isPlainHttp || url.username || url.password || url.href.length > ADDRESS_MAX) {
      throw refused(
        `redirect_uris must be https, http on this machine, or a scheme of your own, without a password and at most ${ADDRESS_MAX} characters`,
      );
    }
  }
}

const refused = (sentence: string) => new errors.InvalidClientMetadata(sentence);
