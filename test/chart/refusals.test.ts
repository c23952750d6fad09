import assert from "node:assert/strict";
import { CHART, helm, NEEDED, refusal, WORKLOADS } from "./rendered.ts";

/** Values, and what Helm must say to them: which value, and what to do. */
const CONTRADICTIONS: [string, RegExp][] = [
  ["image.repository=", /image\.repository is empty: build the image from the project's Dockerfile/],
  ["mysql.existingSecret.name=", /mysql\.existingSecret\.name is empty: make a Secret with the key "url"/],
  ["redis.existingSecret.name=", /redis\.existingSecret\.name is empty: make a Secret/],
  ["milvus.address=", /milvus\.address is empty: set it to HOST:PORT/],
  ["drainSeconds=30", /terminationGracePeriodSeconds \(45\) must be at least drainSeconds \+ 20 \(50\)/],
  [
    "terminationGracePeriodSeconds=29",
    /terminationGracePeriodSeconds \(29\) must be at least drainSeconds \+ 20 \(30\)/,
  ],
  ["ingress.enabled=true", /ingress\.host is empty/],
  [
    "ingress.enabled=true,ingress.host=a.example,route.enabled=true",
    /ingress\.enabled and route\.enabled are both true/,
  ],
  [
    "ingress.enabled=true,ingress.host=a.example,ingress.grpc.host=a.example",
    /must be another host than ingress\.host/,
  ],
  ["route.enabled=true,route.hostnames={a.example}", /route\.parentRefs is empty/],
  ["route.enabled=true,route.parentRefs[0].name=public", /route\.hostnames is empty/],
  [
    "route.enabled=true,route.parentRefs[0].name=public,route.hostnames={a.example},route.grpcHostnames={a.example}",
    /both have a\.example: a host has one kind of route/,
  ],
  ["certificates.mode=given", /certificates\.existingSecrets\.account is empty: with certificates\.mode "given"/],
  ["certificates.existingSecrets.search=mine", /existingSecrets\.search is set, but certificates\.mode is "generated"/],
  ["certificates.certManager.issuerRef.name=mine", /issuerRef\.name is set, but certificates\.mode is "generated"/],
  ["llm.url=https://models.example.org/v1", /llm\.url and llm\.model belong together/],
  ["llm.model=writer", /llm\.url and llm\.model belong together/],
  ["llm.existingSecret.name=key", /llm\.existingSecret\.name is set without llm\.url/],
  ["embedding.existingSecret.name=key", /embedding\.existingSecret\.name is set without embedding\.url/],
  ["webSearch.url=http://searxng:8080", /webSearch\.provider is empty/],
  ["webSearch.provider=searxng", /webSearch\.url is empty: set the address of the searxng server/],
  ["webSearch.provider=brave", /webSearch\.existingSecret\.name is empty: brave answers to holders of a key only/],
  [
    "webSearch.provider=mcp,webSearch.url=http://tools:8080,webSearch.existingSecret.name=key",
    /webSearch\.url must be an https address, because the key is sent there/,
  ],
  [
    "oidc.issuer=https://login.example.org,oidc.mcpAudience=research-insights-console",
    /are the same: a token of the one/,
  ],
  ["metrics.enabled=false,metrics.serviceMonitor.enabled=true", /metrics\.enabled is false: there is nothing/],
  ["metrics.enabled=false,metrics.dashboards.enabled=true", /metrics\.enabled is false: there is nothing/],
  ["traces.existingSecret.name=headers", /traces\.existingSecret\.name is set without traces\.endpoint/],
  ["traces.sampleRatio=0.5", /traces\.sampleRatio is set without traces\.endpoint/],
  ["gateway.podLabels.app\\.kubernetes\\.io/component=other", /gateway\.podLabels sets app\.kubernetes\.io\/component/],
  ["jobs.podLabels.app\\.kubernetes\\.io/name=other", /jobs\.podLabels sets app\.kubernetes\.io\/name/],
  ...WORKLOADS.flatMap((component): [string, RegExp][] => [
    [
      `${component}.autoscaling.enabled=true,${component}.autoscaling.minReplicas=9,${component}.autoscaling.maxReplicas=3`,
      new RegExp(`${component}\\.autoscaling\\.minReplicas \\(9\\) is more than maxReplicas \\(3\\)`),
    ],
    [
      `${component}.autoscaling.enabled=true,${component}.resources.requests.cpu=null`,
      new RegExp(`${component}\\.autoscaling needs ${component}\\.resources\\.requests\\.cpu`),
    ],
  ]),
];

/** Values that are no values: which one, in the words of Helm's JSON schema. */
const WRONG: [string, RegExp][] = [
  ["nameOverride=Insights_EU", /nameOverride/],
  ["nameOverride=insights.eu", /nameOverride/],
  ["ingress.host=https://api.example.org", /host/],
  ["route.hostnames={api.example.org/v1}", /hostnames/],
  ["gatway.replicas=3", /additional properties 'gatway' not allowed/],
  ["gateway.replica=3", /additional properties 'replica' not allowed/],
  ["gateway.replicas=two", /replicas/],
  ["gateway.replicas=-1", /replicas/],
  ["gateway.env.RATE_LIMT_FREE=1", /additional properties 'RATE_LIMT_FREE' not allowed/],
  ["worker.env.PORT=1", /additional properties 'PORT' not allowed/],
  ["networkPolicy.egress.dns.port=null", /port/],
  ["networkPolicy.egress.mysql.prot=1", /additional properties 'prot' not allowed/],
  ["networkPolicy.egress.mysql.port=70000", /port/],
  ["logLevel=verbose", /logLevel/],
  ["image.pullPolicy=Sometimes", /pullPolicy/],
  ["image.digest=sha256:123", /digest/],
  ["certificates.mode=none", /mode/],
  ["milvus.address=milvus", /address/],
  ["traces.sampleRatio=2.5", /sampleRatio/],
  ["traces.sampleRatio=2", /sampleRatio/],
  ["oidc.issuer=http://login.example.org", /issuer/],
  ["topologySpread.hosts=Maybe", /hosts/],
  ["runAs.user=0", /user/],
  ["gateway.service.type=ExternalName", /type/],
  // Where secrets are asked to be typed, and where they would be seen.
  ["mysql.url=mysql://u:p@h/d", /additional properties 'url' not allowed/],
  ["redis.password=s3cret", /additional properties 'password' not allowed/],
  ["gateway.env.SEARCH_WEB_API_KEY=s3cret", /additional properties 'SEARCH_WEB_API_KEY' not allowed/],
  ["search.env.MILVUS_TOKEN=s3cret", /additional properties 'MILVUS_TOKEN' not allowed/],
  ["llm.url=https://user:pass@models.example.org/v1", /url/],
];

describe("the chart refuses", () => {
  it("nothing of what an install needs", () => assert.equal(refusal(...NEEDED), ""));

  it("an install that names no stores", () => assert.match(refusal(), /mysql\.existingSecret\.name is empty/));

  for (const release of ["eu.research", "2026-research"]) {
    it(`a release called ${release}, of which Services cannot be named, unless their names are given`, () => {
      const template = ["template", release, CHART, ...NEEDED];
      assert.throws(() => helm(...template), /begin with "[^"]+", which Kubernetes refuses: set fullnameOverride/);
      assert.match(helm(...template, "--set=fullnameOverride=research"), /^ {2}name: research-gateway$/m);
    });
  }

  for (const [values, sentence] of CONTRADICTIONS) {
    it(`${values}, with a sentence`, () => {
      const said = refusal(...NEEDED, "--set", values);
      assert.match(said, sentence);
      // By design, and not because a template met what it did not expect.
      assert.match(said, /^Error: execution error at \(research-insights\/templates\/validate\.yaml:/);
    });
  }

  for (const [values, sentence] of WRONG) {
    it(`${values}, naming the value`, () => {
      const said = refusal(...NEEDED, "--set", values);
      assert.match(said, /values don't meet the specifications of the schema/);
      assert.match(said, sentence);
    });
  }
});
