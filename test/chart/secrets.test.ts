import assert from "node:assert/strict";
import { z } from "zod";
import { SCHEMAS } from "./processes.ts";
import { CHART, nameOf, ofKind, podsOf, render, renderFile, renderText, VALUES_FILES } from "./rendered.ts";

interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

/** Settings that hold a credential: those that say so, URLs with a password, and keys and headers. */
const SECRET_NAMES = new Set([
  ...Object.values(SCHEMAS).flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([name, one]) => {
      const about = z.globalRegistry.get(one as z.ZodType)?.description ?? "";
      return /secret|password/.test(about) || /_(API_KEY|TOKEN|PASSWORD|HEADERS)$/.test(name) ? [name] : [];
    }),
  ),
]);

describe("credentials in the chart", () => {
  it("are known as such", () => {
    for (const name of [
      "MYSQL_URL",
      "REDIS_URL",
      "MILVUS_TOKEN",
      "LLM_API_KEY",
      "EMBEDDING_API_KEY",
      "SEARCH_WEB_API_KEY",
    ])
      assert.ok(SECRET_NAMES.has(name), name);
  });

  for (const file of VALUES_FILES) {
    it(`${nameOf(file)}: come from Secrets by reference, and only they do`, () => {
      for (const [component, { spec }] of podsOf(renderFile(file))) {
        for (const { name, value, valueFrom } of spec.containers[0].env as EnvVar[]) {
          if (SECRET_NAMES.has(name))
            assert.ok(valueFrom?.secretKeyRef.name && value === undefined, `${component} ${name}`);
          else assert.equal(valueFrom, undefined, `${component} ${name}`);
        }
        assert.ok(!("args" in spec.containers[0]));
        assert.equal(spec.containers[0].command.length, 2);
      }
    });

    it(`${nameOf(file)}: are in no manifest, but for the keys that the chart makes itself`, () => {
      const others = renderFile(file).filter(({ kind }) => kind !== "Secret");
      assert.doesNotMatch(JSON.stringify(others), /PRIVATE KEY|LS0tLS1CRUdJTi|:\/\/[^/"@\s]+:[^/"@\s]+@/);
      for (const { type } of ofKind(renderFile(file), "Secret")) assert.equal(type, "kubernetes.io/tls");
      for (const { data } of ofKind(renderFile(file), "ConfigMap"))
        assert.ok(Object.keys(data ?? {}).every((name) => name.endsWith(".json")));
    });
  }

  it("are made by the chart in one mode of certificates only", () => {
    for (const file of VALUES_FILES) {
      const isGenerated =
        !/mode: (given|cert-manager)/.test(renderText("--values", file)) && !/certificates|cert-manager/.test(file);
      assert.equal(ofKind(renderFile(file), "Secret").length, isGenerated ? 7 : 0, file);
    }
  });

  it("of every kind can be given by the name and the key of a Secret", () => {
    const refs = (file: string) =>
      [...podsOf(render("--values", `${CHART}/ci/${file}.yaml`)).values()].flatMap(({ spec }) =>
        (spec.containers[0].env as EnvVar[]).flatMap(({ name, valueFrom }) =>
          valueFrom ? [`${name} ${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`] : [],
        ),
      );
    const given = [...refs("external-stores"), ...refs("models"), ...refs("monitoring")];
    for (const one of [
      "MYSQL_URL stores/mysql-url",
      "REDIS_URL stores/redis-url",
      "MILVUS_TOKEN stores/milvus-token",
      "LLM_API_KEY models/llm",
      "EMBEDDING_API_KEY models/embedding",
      "SEARCH_WEB_API_KEY models/brave",
      "OTEL_EXPORTER_OTLP_HEADERS collector/otlp-headers",
    ])
      assert.ok(given.includes(one), one);
  });

  it("in Secrets of the operator's own become settings of that component alone", () => {
    const pods = podsOf(render("--values", `${CHART}/ci/external-stores.yaml`));
    assert.deepEqual(pods.get("gateway")?.spec.containers[0].envFrom, [{ secretRef: { name: "more-settings" } }]);
    for (const [component, { spec }] of pods)
      if (component !== "gateway") assert.ok(!("envFrom" in spec.containers[0]));
  });
});
