import assert from "node:assert/strict";
import {
  componentOf,
  JOBS,
  type KubeObject,
  NEEDED,
  nameOf,
  ofKind,
  oneOf,
  PREFIX,
  podsOf,
  render,
  renderFile,
  selects,
  VALUES_FILES,
  WORKLOADS,
} from "./rendered.ts";

describe("the chart's pods", () => {
  for (const file of VALUES_FILES) {
    describe(nameOf(file), () => {
      let objects: KubeObject[];
      before(() => {
        objects = renderFile(file);
      });

      it("are those of the five processes, the migration and the smoke test", () => {
        assert.deepEqual([...podsOf(objects).keys()].toSorted(), [...WORKLOADS, ...JOBS].toSorted());
      });

      it("pass PodSecurity restricted, with a read-only root", () => {
        for (const [component, { spec }] of podsOf(objects)) {
          assert.equal(spec.securityContext.runAsNonRoot, true, component);
          assert.deepEqual(spec.securityContext.seccompProfile, { type: "RuntimeDefault" });
          assert.notEqual(spec.securityContext.runAsUser, 0);
          for (const field of ["hostNetwork", "hostPID", "hostIPC", "initContainers", "ephemeralContainers"])
            assert.ok(!(field in spec), `${component} ${field}`);
          assert.equal(spec.containers.length, 1);
          assert.deepEqual(spec.containers[0].securityContext, {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
          for (const port of spec.containers[0].ports ?? []) assert.ok(!("hostPort" in port));
          for (const volume of spec.volumes) {
            const [kind] = Object.keys(volume).filter((key) => key !== "name");
            assert.ok(["emptyDir", "secret"].includes(kind ?? ""), `${component} ${kind}`);
          }
        }
      });

      it("have no token of a service account", () => {
        for (const [component, { spec }] of podsOf(objects))
          assert.equal(spec.automountServiceAccountToken, false, component);
        for (const account of ofKind(objects, "ServiceAccount") as { automountServiceAccountToken?: boolean }[])
          assert.equal(account.automountServiceAccountToken, false);
        assert.equal(objects.filter(({ kind }) => /Role/.test(kind)).length, 0);
      });

      it("write to /tmp and nowhere else", () => {
        for (const [component, { spec }] of podsOf(objects)) {
          const writable = spec.containers[0].volumeMounts.filter((mount: { readOnly?: boolean }) => !mount.readOnly);
          assert.deepEqual(
            writable.map(({ name, mountPath }: { name: string; mountPath: string }) => [name, mountPath]),
            [["tmp", "/tmp"]],
            component,
          );
        }
      });

      it("request CPU and memory, and may not take the node's memory", () => {
        for (const [component, { spec }] of podsOf(objects)) {
          const { requests, limits } = spec.containers[0].resources;
          assert.ok(requests.cpu && requests.memory && limits.memory, component);
        }
      });

      it("learn nothing of Services from their environment but what the chart says", () => {
        for (const [component, { spec }] of podsOf(objects)) assert.equal(spec.enableServiceLinks, false, component);
      });

      it("end when they are told to, also before they listen for it: none has the process id 1", () => {
        for (const [component, { spec }] of podsOf(objects)) assert.equal(spec.shareProcessNamespace, true, component);
      });

      it("are replaced one at a time, each once its successor is ready", () => {
        for (const { spec } of ofKind(objects, "Deployment"))
          assert.deepEqual(spec.strategy, { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
      });

      it("are asked whether they are ready, and whether they live, each by its own question", () => {
        for (const { spec, metadata } of ofKind(objects, "Deployment")) {
          const { livenessProbe, readinessProbe, startupProbe, ports } = spec.template.spec.containers[0];
          const own = ({ httpGet, grpc }: { httpGet?: unknown; grpc?: unknown }) => JSON.stringify(httpGet ?? grpc);
          assert.notEqual(own(livenessProbe), own(readinessProbe), metadata.name);
          assert.equal(own(livenessProbe), own(startupProbe));
          const opened = ports.flatMap((port: { name: string; containerPort: number }) => [
            port.name,
            port.containerPort,
          ]);
          for (const probe of [livenessProbe, readinessProbe])
            assert.ok(opened.includes(probe.httpGet?.port ?? probe.grpc.port), metadata.name);
        }
      });

      it("are picked by name, instance and component, which a Job's pods never are", () => {
        const pods = podsOf(objects);
        const selectors = objects.flatMap((one): [KubeObject, Record<string, string>][] => {
          if (one.kind === "Deployment" || one.kind === "PodDisruptionBudget")
            return [[one, one.spec.selector.matchLabels]];
          return one.kind === "Service" ? [[one, one.spec.selector]] : [];
        });
        assert.ok(selectors.length >= 14);
        for (const [one, selector] of selectors) {
          assert.deepEqual(Object.keys(selector).toSorted(), [
            "app.kubernetes.io/component",
            "app.kubernetes.io/instance",
            "app.kubernetes.io/name",
          ]);
          const picked = [...pods].filter(([, { metadata }]) => selects(selector, metadata.labels));
          assert.deepEqual(
            picked.map(([component]) => component),
            [componentOf(one)],
            `${one.kind} ${one.metadata.name}`,
          );
        }
      });

      it("may be drained from their node one at a time, also a single one", () => {
        for (const component of WORKLOADS)
          assert.equal(oneOf(objects, "PodDisruptionBudget", component).spec.maxUnavailable, 1);
      });

      it("of the services are found one by one: their Services have no address of their own", () => {
        for (const component of ["search", "document", "account"])
          assert.equal(oneOf(objects, "Service", component).spec.clusterIP, "None");
        const gateway = ofKind(objects, "Service").find(({ metadata }) => metadata.name.endsWith("-gateway"));
        assert.notEqual(gateway?.spec.clusterIP, "None");
      });

      it("before an install need nothing that the chart makes", () => {
        const hooks = objects.filter(({ metadata }) =>
          /pre-install/.test(metadata.annotations?.["helm.sh/hook"] ?? ""),
        );
        const made = objects.filter((one) => !hooks.includes(one)).map(({ metadata }) => metadata.name);
        const [job, ...others] = ofKind(hooks, "Job");
        assert.ok(job && others.length === 0);
        const { spec } = job.spec.template;
        const secrets = spec.volumes.flatMap(
          ({ secret }: { secret?: { secretName: string } }) => secret?.secretName ?? [],
        );
        const refs = spec.containers[0].env.flatMap(
          ({ valueFrom }: { valueFrom?: { secretKeyRef: { name: string } } }) => valueFrom?.secretKeyRef.name ?? [],
        );
        for (const name of [...secrets, ...refs, spec.serviceAccountName]) assert.ok(!made.includes(name), name);
      });
    });
  }

  it("keep their selectors when everything else changes", () => {
    const selectorsOf = (...args: string[]) =>
      render(...NEEDED, ...args)
        .filter(({ kind }) => kind === "Deployment")
        .map(({ spec }) => spec.selector);
    const changed = ["--set=image.tag=9.9.9,logLevel=debug,gateway.podLabels.team=research,fullnameOverride=other"];
    assert.deepEqual(selectorsOf(...changed), selectorsOf());
  });

  it("are the same for another version of the chart alone: nothing restarts for it", () => {
    for (const [component, { metadata }] of podsOf(render(...NEEDED)))
      if (component !== "smoke") assert.ok(!("helm.sh/chart" in metadata.labels), component);
  });

  it("of 0 replicas are none, and a disabled autoscaler leaves the number as it is", () => {
    const objects = render(...NEEDED, "--set=worker.replicas=0");
    assert.equal(oneOf(objects, "Deployment", "worker").spec.replicas, 0);
    assert.equal(oneOf(objects, "Deployment", "gateway").spec.replicas, 2);
    assert.equal(oneOf(objects, "Deployment", "worker").metadata.name, `${PREFIX}-worker`);
  });
});
