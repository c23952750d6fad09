import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { experimental } from "@grpc/grpc-js";
import { DomainError, messageOf } from "../errors.ts";
import type { Logger } from "../log.ts";
import { certificatesIn, readPem } from "../pem.ts";

/** Where the certificates of this process are, by the settings that say so. */
export interface CertificateFiles {
  GRPC_TLS_CA: string;
  GRPC_TLS_CERT: string;
  GRPC_TLS_KEY: string;
}

/** PEM texts. */
export interface Certificates {
  ca: Buffer;
  cert: Buffer;
  key: Buffer;
}

/** The certificates of this process: those of now, and for whoever listens each renewed one. */
export interface Tls extends experimental.CertificateProvider {
  readonly current: Certificates;
}

/** Whoever renews certificates does so days before the old ones end. */
const LOOK_EVERY_MS = 10_000;

/**
 * Reads the files, and again for as long as somebody listens: certificates are renewed while processes run. grpc-js has
 * something like it that takes whatever it finds; here files that are missing, half written or do not belong together
 * leave the ones before in use, and the log says so. Throws `invalid` when those of now cannot be used.
 */
export function watchCertificates(files: CertificateFiles, log: Logger, everyMs = LOOK_EVERY_MS): Tls {
  let current = readCertificates(files);
  let problem = "";
  let timer: NodeJS.Timeout | undefined;
  const authority = new Set<experimental.CaCertificateUpdateListener>();
  const identity = new Set<experimental.IdentityCertificateUpdateListener>();
  const authorityNow = () => ({ caCertificate: current.ca });
  const identityNow = () => ({ certificate: current.cert, privateKey: current.key });

  const look = () => {
    try {
      const found = readCertificates(files);
      problem = "";
      if (isSame(found, current)) return;
      current = found;
      for (const listener of authority) listener(authorityNow());
      for (const listener of identity) listener(identityNow());
      log.info({ validTo: new X509Certificate(found.cert).validTo }, "certificates were renewed");
    } catch (err) {
      if (messageOf(err) === problem) return;
      problem = messageOf(err);
      log.error({ err }, "renewed certificates cannot be used: those before stay in use");
    }
  };
  const watch = () => {
    if (authority.size + identity.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (!timer) {
      look();
      timer = setInterval(look, everyMs);
      timer.unref();
    }
  };

  return {
    get current() {
      return current;
    },
    // Told of those of now a little later: grpc-js does not hear what it is told while it begins to listen.
    addCaCertificateListener(listener) {
      authority.add(listener);
      watch();
      process.nextTick(() => listener(authorityNow()));
    },
    addIdentityCertificateListener(listener) {
      identity.add(listener);
      watch();
      process.nextTick(() => listener(identityNow()));
    },
    removeCaCertificateListener(listener) {
      authority.delete(listener);
      watch();
    },
    removeIdentityCertificateListener(listener) {
      identity.delete(listener);
      watch();
    },
  };
}

function readCertificates(files: CertificateFiles): Certificates {
  const [ca, cert, key] = (["GRPC_TLS_CA", "GRPC_TLS_CERT", "GRPC_TLS_KEY"] as const).map((setting) =>
    readPem(setting, files[setting]),
  ) as [Buffer, Buffer, Buffer];
  certificatesIn("GRPC_TLS_CA", ca);
  const [own] = certificatesIn("GRPC_TLS_CERT", cert);
  if (!own?.checkPrivateKey(parseKey(key))) {
    throw new DomainError("invalid", "GRPC_TLS_KEY: this is not the key of the certificate of GRPC_TLS_CERT");
  }
  return { ca, cert, key };
}

function parseKey(pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new DomainError("invalid", "GRPC_TLS_KEY: the file has no private key in PEM without a passphrase", {
      cause,
    });
  }
}

const isSame = (one: Certificates, other: Certificates): boolean =>
  one.ca.equals(other.ca) && one.cert.equals(other.cert) && one.key.equals(other.key);
