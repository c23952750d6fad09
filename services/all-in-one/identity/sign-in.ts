import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { errors } from "oidc-provider";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { createMemoryLimiter } from "../../../gateway/limiters/memory-limiter.ts";
import { toEmail } from "../../account/validation.ts";
import { CONSOLE_CLIENT } from "./clients.ts";
import { errorPage, type Page, type SignInView, signInPage } from "./pages.ts";
import type { Resource } from "./provider.ts";

const FORM_LIMIT_BYTES = 8 * 1024;
/** Wrong passwords a minute, from everywhere together: one password guards all accounts. */
const WRONG_PASSWORDS_A_MINUTE = 10;

/** Shows the page of a sign-in and takes its form. The page asks for consent too: it says who asks, and for what. */
export function createSignIn(options: {
  issuer: string;
  provider: Provider;
  resources: readonly Resource[];
  /** Undefined: none is asked for. */
  password: string | undefined;
  clock: Clock;
}): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { issuer, provider, resources, password } = options;
  const { origin } = new URL(issuer);
  const wrongPasswords = createMemoryLimiter({ windowMs: 60_000, maxKeys: 1 });

  const viewOf = async ({ params, session }: Interaction): Promise<SignInView> => {
    const client = await provider.Client.find(String(params["client_id"]));
    const asked = [params["resource"] ?? []].flat().map(String);
    const purposes = resources
      .filter(({ uris }) => uris.some((uri) => asked.includes(uri)))
      .map(({ purpose }) => purpose);
    const clientId = String(params["client_id"]);
    return {
      client: client?.clientName ?? clientId,
      isOurs: clientId === CONSOLE_CLIENT.client_id,
      clientHost: URL.parse(clientId)?.host,
      purpose: purposes.join(" and to ") || "know your e-mail address",
      redirectUri: String(params["redirect_uri"]),
      email: session?.accountId ?? "",
      asksPassword: password !== undefined,
    };
  };

  /** What is wrong with the password, if anything. */
  const refusePassword = async (given: string): Promise<string | undefined> => {
    if (password === undefined) return undefined;
    const tooMany = "Too many wrong passwords. Wait a minute, then try again.";
    if ((await wrongPasswords.take("all", 0)).consumed >= WRONG_PASSWORDS_A_MINUTE) return tooMany;
    if (timingSafeEqual(digest(given), digest(password))) return undefined;
    await wrongPasswords.take("all", 1);
    return "The password is wrong. It is SIGN_IN_PASSWORD of this installation.";
  };

  /** Takes the form. Resolves to a page when it was not good. */
  const take = async (request: IncomingMessage, response: ServerResponse, interaction: Interaction) => {
    const form = await readForm(request);
    const result = form.get("action") === "cancel" ? { error: "access_denied" } : undefined;
    if (result) return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    const view = { ...(await viewOf(interaction)), email: form.get("email")?.trim() ?? "" };
    let accountId: string;
    try {
      accountId = toEmail(view.email);
    } catch (err) {
      if (!(err instanceof DomainError)) throw err;
      return signInPage({ ...view, error: "Enter an e-mail address such as name@example.org." }, 400);
    }
    const wrong = await refusePassword(form.get("password") ?? "");
    if (wrong !== undefined) return signInPage({ ...view, error: wrong }, 403);
    const consent = { grantId: await grant(accountId, interaction) };
    return provider.interactionFinished(request, response, { login: { accountId }, consent });
  };

  const grant = (accountId: string, { params }: Interaction): Promise<string> => {
    const given = new provider.Grant({ accountId, clientId: String(params["client_id"]) });
    const scope = String(params["scope"] ?? "");
    given.addOIDCScope(scope);
    for (const uri of [params["resource"] ?? []].flat()) given.addResourceScope(String(uri), scope);
    return given.save();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<Page | undefined> => {
    const interaction = await provider.interactionDetails(request, response);
    // The cookie says whose sign-in it is; an address of another one is stale, or somebody else's.
    if (!request.url?.split("?")[0]?.endsWith(`/${interaction.uid}`))
      throw new errors.SessionNotFound("another sign-in");
    if (request.method !== "POST") return signInPage(await viewOf(interaction));
    // Browsers say where a form comes from. One of a stranger's page must not sign anybody in.
    const from = request.headers.origin;
    if (from !== undefined && from !== origin) return errorPage(403, "The form came from another page.");
    return (await take(request, response, interaction)) ?? undefined;
  };

  return async (request, response) => {
    let page: Page | undefined;
    try {
      page = await answer(request, response);
    } catch (err) {
      if (err instanceof FormTooLarge) page = errorPage(413, "The form is too large.");
      else if (err instanceof errors.SessionNotFound) {
        page = errorPage(400, "This sign-in has expired or is not yours. Start again from the application.");
      } else throw err;
    }
    if (!page) return;
    for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
    response.writeHead(page.status).end(page.html);
  };
}

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

class FormTooLarge extends Error {}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > FORM_LIMIT_BYTES) throw new FormTooLarge();
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString("utf8"));
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer");
