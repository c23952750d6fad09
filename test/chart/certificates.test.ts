import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type TLSSocket } from "node:tls";
import { heldSecrets, type Secrets, secretsOf, upgraded } from "./held-objects.ts";
import { CHART, NAMESPACE, NEEDED, ofKind, PREFIX, podsOf, render } from "./rendered.ts";

const HOLDERS = ["gateway", "search", "document", "account", "worker", "smoke"];

/** Of a generated Secret, as files would have them. */
function pemOf(secrets: Secrets, holder: string) {
  const data = secrets.get(`${PREFIX}-${holder}-tls`) ?? {};
  const text = (key: string) => Buffer.from(data[key] ?? "", "base64").toString();
  return { ca: text("ca.crt"), cert: text("tls.crt"), key: text("tls.key") };
}

describe("certificates between the pods", () => {
  it("are signed by the install's own authority, whose key no pod has", () => {
    const objects = render(...NEEDED);
    const secrets = secretsOf(objects);
    const authority = new X509Certificate(Buffer.from(secrets.get(`${PREFIX}-ca`)?.["tls.crt"] ?? "", "base64"));
    assert.ok(authority.ca);
    for (const holder of HOLDERS) {
      const { ca, cert } = pemOf(secrets, holder);
      const own = new X509Certificate(cert);
      assert.equal(new X509Certificate(ca).fingerprint256, authority.fingerprint256);
      assert.ok(own.checkIssued(authority) && own.verify(authority.publicKey), holder);
      assert.ok(!own.ca);
    }
    for (const [component, { spec }] of podsOf(objects)) {
      const mounted = spec.volumes.flatMap(
        ({ secret }: { secret?: { secretName: string } }) => secret?.secretName ?? [],
      );
      assert.deepEqual(mounted, component === "migrate" ? [] : [`${PREFIX}-${component}-tls`]);
    }
  });

  it("name each component by its Service, in every form that callers use, and no other component", () => {
    const secrets = secretsOf(render(...NEEDED));
    for (const holder of HOLDERS) {
      const own = new X509Certificate(pemOf(secrets, holder).cert);
      const name = `${PREFIX}-${holder}`;
      for (const host of [
        name,
        `${name}.${NAMESPACE}`,
        `${name}.${NAMESPACE}.svc`,
        `${name}.${NAMESPACE}.svc.cluster.local`,
        "localhost",
      ])
        assert.ok(own.checkHost(host), host);
      for (const other of HOLDERS) if (other !== holder) assert.equal(own.checkHost(`${PREFIX}-${other}`), undefined);
    }
  });

  it("let callers and services know each other", async () => {
    const secrets = secretsOf(render(...NEEDED));
    const server = createServer(
      { ...pemOf(secrets, "search"), requestCert: true, rejectUnauthorized: true },
      (socket) => socket.end("hello"),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const socket: TLSSocket = connect({ ...pemOf(secrets, "gateway"), port, servername: `${PREFIX}-search` });
    const [said] = await once(socket, "data");
    assert.equal(String(said), "hello");
    assert.ok(socket.authorized);
    socket.destroy();
    server.close();
  });

  it("are valid for as long as the values say", () => {
    const secrets = secretsOf(render(...NEEDED, "--set=certificates.generated.days=30"));
    const { validFromDate, validToDate } = new X509Certificate(pemOf(secrets, "gateway").cert);
    assert.equal(Math.round((validToDate.getTime() - validFromDate.getTime()) / 86_400_000), 30);
  });

  describe("on a cluster that has them already", () => {
    const first = () => secretsOf(render(...NEEDED));
    const kept = async (held: Secrets) => secretsOf(await upgraded(heldSecrets(held)));

    it("are kept by an upgrade", async () => {
      const before = first();
      assert.deepEqual(await kept(before), before);
    });

    it("are made again by the same authority where one was removed", async () => {
      const before = first();
      const lost = new Map([...before].filter(([name]) => name !== `${PREFIX}-search-tls`));
      const now = await kept(lost);
      const [old, renewed] = [pemOf(before, "search"), pemOf(now, "search")];
      assert.equal(renewed.ca, old.ca);
      assert.notEqual(renewed.key, old.key);
      assert.ok(new X509Certificate(renewed.cert).verify(new X509Certificate(old.ca).publicKey));
      assert.deepEqual(now.get(`${PREFIX}-gateway-tls`), before.get(`${PREFIX}-gateway-tls`));
    });

    it("are all made again where the authority was removed", async () => {
      const before = first();
      const now = await kept(new Map([...before].filter(([name]) => name !== `${PREFIX}-ca`)));
      for (const holder of HOLDERS) {
        const { ca, cert } = pemOf(now, holder);
        assert.notEqual(ca, pemOf(before, holder).ca);
        assert.ok(new X509Certificate(cert).verify(new X509Certificate(ca).publicKey));
      }
    });
  });

  it("by cert-manager have the same names, are for both ends, and are renewed well before their end", () => {
    const objects = render("--values", `${CHART}/ci/cert-manager.yaml`);
    const leaves = ofKind(objects, "Certificate").filter(({ spec }) => !spec.isCA);
    assert.deepEqual(
      leaves.map(({ spec }) => spec.secretName).toSorted(),
      HOLDERS.map((one) => `${PREFIX}-${one}-tls`).toSorted(),
    );
    for (const { spec } of leaves) {
      assert.deepEqual(spec.usages, ["digital signature", "server auth", "client auth"]);
      assert.ok(spec.dnsNames.includes(spec.secretName.replace(/-tls$/, "")));
      assert.ok(Number.parseInt(spec.renewBefore, 10) < Number.parseInt(spec.duration, 10));
      assert.equal(spec.issuerRef.name, `${PREFIX}-ca`);
    }
    const [authority, ...more] = ofKind(objects, "Certificate").filter(({ spec }) => spec.isCA);
    const signer = ofKind(objects, "Issuer").find(({ metadata }) => metadata.name === `${PREFIX}-ca`);
    assert.equal(more.length, 0);
    assert.equal(signer?.spec.ca.secretName, authority?.spec.secretName);
    // Helm removes the generated Secrets when the mode is changed: of an authority none may be in use then.
    assert.ok(!secretsOf(render(...NEEDED)).has(authority?.spec.secretName));
    const given = render("--values", `${CHART}/ci/cert-manager-issuer.yaml`);
    assert.equal(ofKind(given, "Issuer").length, 0);
    for (const { spec } of ofKind(given, "Certificate"))
      assert.deepEqual(spec.issuerRef, { name: "internal", kind: "ClusterIssuer", group: "issuers.example.org" });
  });

  it("that are given are mounted where the processes look", () => {
    const pods = podsOf(render("--values", `${CHART}/ci/given-certificates.yaml`));
    for (const holder of HOLDERS) {
      const spec = pods.get(holder)?.spec;
      const env = new Map(
        spec.containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
      );
      const volume = spec.volumes.find(({ name }: { name: string }) => name === "tls");
      const mount = spec.containers[0].volumeMounts.find(({ name }: { name: string }) => name === "tls");
      assert.equal(volume.secret.secretName, holder === "smoke" ? "gateway-tls" : `${holder}-tls`);
      const paths = volume.secret.items.map(({ path }: { path: string }) => `${mount.mountPath}/${path}`);
      assert.deepEqual(paths, [env.get("GRPC_TLS_CA"), env.get("GRPC_TLS_CERT"), env.get("GRPC_TLS_KEY")]);
    }
  });
});
