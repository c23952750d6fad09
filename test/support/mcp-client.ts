import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export const CALLBACK = "http://127.0.0.1:39998/callback";

type Stored<Name extends "clientInformation" | "tokens"> = Awaited<ReturnType<OAuthClientProvider[Name]>>;

/** An MCP client of somebody, by the 1.x SDK: it is given a URL and remembers what the sign-in gave it. */
export interface SigningInClient {
  clientInformation: Stored<"clientInformation">;
  tokens: Stored<"tokens">;
  /** Where it sent the person to sign in, the last time. */
  sentTo: URL | undefined;
  /** Connects; throws the SDK's UnauthorizedError once it has sent the person away. */
  connect(): Promise<Client>;
  /** Goes on with what the browser came back with. */
  finish(back: URL): Promise<void>;
}

/** `metadataUrl`: where the client describes itself; without it, it registers. */
export function createSigningInClient(
  server: string,
  { metadataUrl, redirectUrl = CALLBACK }: { metadataUrl?: string; redirectUrl?: string } = {},
): SigningInClient {
  let verifier = "";
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(metadataUrl !== undefined && { clientMetadataUrl: metadataUrl }),
    clientMetadata: {
      client_name: "Test agent",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => client.clientInformation,
    saveClientInformation(information) {
      client.clientInformation = information;
    },
    tokens: () => client.tokens,
    saveTokens(tokens) {
      client.tokens = tokens;
    },
    redirectToAuthorization(url) {
      client.sentTo = url;
    },
    saveCodeVerifier(codeVerifier) {
      verifier = codeVerifier;
    },
    codeVerifier: () => verifier,
  };
  let transport: StreamableHTTPClientTransport;
  const client: SigningInClient = {
    clientInformation: undefined,
    tokens: undefined,
    sentTo: undefined,
    async connect() {
      transport = new StreamableHTTPClientTransport(new URL(server), { authProvider: provider });
      const connected = new Client({ name: "test", version: "1" });
      // The SDK's own types disagree about what may be undefined.
      await connected.connect(transport as Parameters<Client["connect"]>[0]);
      return connected;
    },
    async finish(back) {
      await transport.finishAuth(back.searchParams.get("code") ?? "");
    },
  };
  return client;
}
