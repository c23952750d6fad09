import { type ChannelCredentials, credentials, experimental, ServerCredentials } from "@grpc/grpc-js";
import { z } from "zod";
import { DomainError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { type Tls, watchCertificates } from "./certificates.ts";

/** The setting that names a file in PEM. */
export const pem = (what: string) => z.string().optional().describe(`File with ${what}, PEM`);

/** Where the certificates are by which services know each other. All three, or none. */
export const tlsConfig = z.object({
  GRPC_TLS_CA: pem("the certificate of the install's own authority: only its certificates are let in"),
  GRPC_TLS_CERT: pem("the certificate of this process, signed by that authority"),
  GRPC_TLS_KEY: pem("the private key of that certificate"),
});

/** Reads the files and looks whether they were renewed; undefined where none is named. Throws `invalid` when one is missing. */
export function readTls(config: z.output<typeof tlsConfig>, log: Logger): Tls | undefined {
  const { GRPC_TLS_CA, GRPC_TLS_CERT, GRPC_TLS_KEY } = config;
  if (!GRPC_TLS_CA && !GRPC_TLS_CERT && !GRPC_TLS_KEY) return undefined;
  const named = (setting: keyof typeof tlsConfig.shape) => {
    const path = config[setting];
    if (path) return path;
    throw new DomainError("invalid", `${setting} is missing: set GRPC_TLS_CA, GRPC_TLS_CERT and GRPC_TLS_KEY`);
  };
  return watchCertificates(
    { GRPC_TLS_CA: named("GRPC_TLS_CA"), GRPC_TLS_CERT: named("GRPC_TLS_CERT"), GRPC_TLS_KEY: named("GRPC_TLS_KEY") },
    log,
  );
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost):\d+$/;

/** Whether nobody on another machine can reach or be the other end. */
export const isLocal = (address: string): boolean => address.startsWith("unix:") || LOOPBACK.test(address);

/**
 * A caller must show a certificate of the install's authority. Without certificates only a local address may be served:
 * throws `invalid` for any other.
 */
export function serverCredentials(address: string, tls: Tls | undefined): ServerCredentials {
  if (address.startsWith("unix:")) return ServerCredentials.createInsecure();
  if (tls) return experimental.createCertificateProviderServerCredentials(tls, tls, true);
  if (isLocal(address)) return ServerCredentials.createInsecure();
  throw new DomainError(
    "invalid",
    `gRPC on ${address} needs certificates: set GRPC_TLS_CA, GRPC_TLS_CERT and GRPC_TLS_KEY, or listen on 127.0.0.1`,
  );
}

/** Likewise for a caller: nothing is sent in plain text to another machine. */
export function channelCredentials(addresses: readonly string[], tls: Tls | undefined): ChannelCredentials {
  if (addresses.every((address) => address.startsWith("unix:"))) return credentials.createInsecure();
  if (tls) return experimental.createCertificateProviderChannelCredentials(tls, tls);
  if (addresses.every(isLocal)) return credentials.createInsecure();
  throw new DomainError(
    "invalid",
    `${addresses.join(",")} is on another machine: set GRPC_TLS_CA, GRPC_TLS_CERT and GRPC_TLS_KEY`,
  );
}
