{{/*
The processes of the product. "needs" is what each one calls: it makes the settings, the mounted files and the NetworkPolicies,
so that a process which is given an address may also go there, and no other may.
*/}}
{{- define "research-insights.components" -}}
gateway:
  command: [node, gateway/main.ts]
  serves: {http: 8080, grpc: 9090}
  needs: [search, document, account, redis, issuer, webSearch]
search:
  command: [node, services/search/main.ts]
  serves: {grpc: 50051}
  needs: [mysql, milvus, embedding, account]
document:
  command: [node, services/document/main.ts]
  serves: {grpc: 50051}
  needs: [mysql, llm, account]
account:
  command: [node, services/account/main.ts]
  serves: {grpc: 50051}
  needs: [mysql, redis]
worker:
  command: [node, services/document/worker.ts]
  serves: {}
  needs: [mysql, llm, search, account]
migrate:
  command: [node, services/migrate/main.ts]
  serves: {}
  needs: [mysql]
smoke:
  command: [node, services/smoke/main.ts]
  serves: {}
  needs: [gateway, account]
{{- end }}

{{- define "research-insights.ports" -}}
health: 50052
metrics: 9464
{{- end }}

{{/* The long-running ones: Deployments. */}}
{{- define "research-insights.workloads" -}}
[gateway, search, document, account, worker]
{{- end }}
