import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Kubernetes' own certificates: who somebody is stands in the subject. */
export interface Pki {
  caCert: string;
  caKey: string;
  /** Files of a new certificate. `names` as in subjectAltName, such as `DNS:localhost`. */
  issue(name: string, subject: string, names?: string[]): { cert: string; key: string };
  /** A kubeconfig file for somebody, at `server`. */
  kubeconfig(name: string, subject: string, server: string): string;
}

export function createPki(folder: string): Pki {
  mkdirSync(folder, { recursive: true });
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    ...["req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=cluster", "-days", "2"],
    ...["-addext", "keyUsage=critical,keyCertSign,cRLSign,digitalSignature"],
  );
  const issue = (name: string, subject: string, names: string[] = []) => {
    openssl("req", "-new", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", subject);
    const alternative = names.length > 0 ? `subjectAltName=${names.join(",")}\n` : "";
    writeFileSync(
      at(`${name}.ext`),
      `basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth,clientAuth\n${alternative}`,
    );
    openssl(
      ...["x509", "-req", "-in", `${name}.csr`, "-out", `${name}.crt`, "-days", "2", "-extfile", `${name}.ext`],
      ...["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"],
    );
    return { cert: at(`${name}.crt`), key: at(`${name}.key`) };
  };
  return {
    caCert: at("ca.crt"),
    caKey: at("ca.key"),
    issue,
    kubeconfig(name, subject, server) {
      const { cert, key } = issue(name, subject);
      const file = at(`${name}.kubeconfig`);
      // JSON is YAML.
      const content = {
        apiVersion: "v1",
        kind: "Config",
        clusters: [{ name: "c", cluster: { server, "certificate-authority": at("ca.crt") } }],
        users: [{ name, user: { "client-certificate": cert, "client-key": key } }],
        contexts: [{ name: "c", context: { cluster: "c", user: name } }],
        "current-context": "c",
      };
      writeFileSync(file, JSON.stringify(content));
      return file;
    },
  };
}
