import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type Tls, watchCertificates } from "#kit/grpc/certificates.ts";

/** An authority of its own for a test, in a temporary folder. Needs the `openssl` command. */
export interface Authority extends Disposable {
  caPath: string;
  /** Files of a new certificate for its names, signed by the authority. */
  issue(name: string): { certPath: string; keyPath: string };
  /** A new certificate, with whom it believes: this authority, or the one of `caPath`. */
  tls(name: string, caPath?: string): Tls;
}

/** `names`: whom its certificates are for, as in subjectAltName. */
export function createAuthority(names = "DNS:localhost,IP:127.0.0.1,DNS:*.services.test"): Authority {
  const folder = mkdtempSync(join(tmpdir(), "authority-"));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=test authority",
    "-days",
    "2",
  );
  writeFileSync(at("names"), `subjectAltName=${names}\n`);
  const issue = (name: string) => {
    openssl("req", "-new", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "1", "-extfile", "names"];
    openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, ...signed);
    return { certPath: at(`${name}.pem`), keyPath: at(`${name}.key`) };
  };
  return {
    caPath: at("ca.pem"),
    issue,
    tls(name, caPath = at("ca.pem")) {
      const { certPath, keyPath } = issue(name);
      const files = { GRPC_TLS_CA: caPath, GRPC_TLS_CERT: certPath, GRPC_TLS_KEY: keyPath };
      return watchCertificates(files, pino({ level: "silent" }));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
