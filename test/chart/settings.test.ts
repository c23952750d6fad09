import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { z } from "zod";
import { readConfig } from "#kit/config.ts";
import { SCHEMAS } from "./processes.ts";
import {
  CHART,
  containerOf,
  JOBS,
  NEEDED,
  nameOf,
  podsOf,
  render,
  renderFile,
  VALUES_FILES,
  WORKLOADS,
} from "./rendered.ts";

/** Of Node itself. */
const NODES_OWN = ["NODE_EXTRA_CA_CERTS"];

/** What a Secret of an operator's would hold. */
const SECRETS: Record<string, string> = {
  MYSQL_URL: "mysql://insights:pass@mysql:3306/insights",
  REDIS_URL: "rediss://:pass@redis:6379",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20token",
};

interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

const envOf = (objects: ReturnType<typeof render>, component: string): EnvVar[] => containerOf(objects, component).env;

/** As the process would find it. */
const environment = (env: EnvVar[]): Record<string, string> =>
  Object.fromEntries(env.map(({ name, value }) => [name, value ?? SECRETS[name] ?? "a secret"]));

describe("the settings that the chart makes", () => {
  for (const component of [...WORKLOADS, ...JOBS]) {
    describe(component, () => {
      const schema = SCHEMAS[component] as z.ZodObject;

      for (const file of VALUES_FILES) {
        it(`${nameOf(file)}: are settings of that process and no others, each once, and it accepts them`, () => {
          const env = envOf(renderFile(file), component);
          const names = env.map(({ name }) => name);
          assert.deepEqual(names, [...new Set(names)]);
          const known = new Set([...Object.keys(schema.shape), ...NODES_OWN]);
          assert.deepEqual(
            names.filter((name) => !known.has(name)),
            [],
          );
          readConfig(schema, environment(env));
        });
      }

      it("have every setting that a process cannot do without", () => {
        const names = new Set(envOf(render(...NEEDED), component).map(({ name }) => name));
        for (const [name, one] of Object.entries(schema.shape))
          if (!z.safeParse(one as z.ZodType, undefined).success) assert.ok(names.has(name), name);
      });

      it("can be made for every setting of that process", () => {
        const made = new Set(
          VALUES_FILES.flatMap((file) => envOf(renderFile(file), component)).map(({ name }) => name),
        );
        assert.deepEqual(
          Object.keys(schema.shape).filter((name) => !made.has(name)),
          [],
        );
      });

      it("start a file that there is", () => {
        const { command } = containerOf(render(...NEEDED), component);
        assert.equal(command[0], "node");
        assert.ok(existsSync(command[1]), command[1]);
      });
    });
  }

  it("have the ports that the pods open, and addresses of Services that there are", () => {
    for (const file of VALUES_FILES) {
      const objects = renderFile(file);
      const services = objects.filter(({ kind }) => kind === "Service");
      for (const [component, pod] of podsOf(objects)) {
        const env = environment(envOf(objects, component));
        const { ports = [] } = pod.spec.containers[0] as { ports?: { name: string; containerPort: number }[] };
        const opened = Object.fromEntries(ports.map(({ name, containerPort }) => [name, String(containerPort)]));
        const told = {
          http: env["PORT"],
          grpc: env["GRPC_PORT"],
          health: env["HEALTH_PORT"],
          metrics: env["METRICS_PORT"],
        };
        assert.deepEqual(opened, JSON.parse(JSON.stringify(told)), `${file} ${component}`);
        const addresses = ["SEARCH_ADDRESS", "DOCUMENT_ADDRESS", "ACCOUNT_ADDRESS", "REST_URL", "GRPC_ADDRESS"];
        for (const address of addresses.flatMap((name) => env[name]?.replace(/^http:\/\//, "") ?? [])) {
          const [host, port] = address.split(":");
          const service = services.find(({ metadata }) => metadata.name === host);
          assert.ok(
            service?.spec.ports.some((one: { port: number }) => String(one.port) === port),
            address,
          );
        }
      }
    }
  });

  it("keep a deliberate 0, leave out what is null, and write large numbers out", () => {
    const env = environment(
      envOf(
        render(
          ...NEEDED,
          "--set=gateway.env.FREE_MONTHLY_ALLOWANCE=0,gateway.env.RATE_LIMIT_FREE=null,gateway.env.RATE_LIMIT_ENTERPRISE=10000000",
        ),
        "gateway",
      ),
    );
    assert.equal(env["FREE_MONTHLY_ALLOWANCE"], "0");
    assert.equal(env["RATE_LIMIT_ENTERPRISE"], "10000000");
    assert.ok(!("RATE_LIMIT_FREE" in env));
    const worker = environment(envOf(render("--values", `${CHART}/ci/models.yaml`), "worker"));
    assert.equal(worker["LLM_BUDGET_TOKENS"], "0");
  });

  it("say how long a pod drains, also for 0 seconds, within the time that it may take to end", () => {
    for (const file of VALUES_FILES) {
      for (const [component, pod] of podsOf(renderFile(file))) {
        if (!WORKLOADS.includes(component as (typeof WORKLOADS)[number])) continue;
        const drain = environment(pod.spec.containers[0].env)["DRAIN_SECONDS"];
        assert.match(drain ?? "", /^\d+$/);
        assert.ok(pod.spec.terminationGracePeriodSeconds >= Number(drain) + 20, `${file} ${component}`);
      }
    }
  });
});
