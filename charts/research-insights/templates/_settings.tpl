{{/*
A process's settings: name to value, or to {name, key} of a Secret. They stand in the pod's own template, not in a ConfigMap:
a changed one rolls the pods by itself, and a pod that is restarted while an upgrade fails keeps the settings it came with.
*/}}
{{- define "research-insights.settings" -}}
{{- $v := .root.Values -}}
{{- $name := include "research-insights.fullname" .root -}}
{{- $all := include "research-insights.components" .root | fromYaml -}}
{{- $component := get $all .component -}}
{{- $needs := $component.needs -}}
{{- $ports := include "research-insights.ports" .root | fromYaml -}}
{{- $isWorkload := has .component (include "research-insights.workloads" .root | fromYamlArray) -}}
{{- with $component.serves.grpc }}
GRPC_PORT: {{ . }}
{{- end }}
{{- with $component.serves.http }}
PORT: {{ . }}
{{- end }}
{{- if $isWorkload }}
HOST: {{ $v.listenAddress | quote }}
LOG_LEVEL: {{ $v.logLevel }}
DRAIN_SECONDS: {{ $v.drainSeconds }}
{{- if ne .component "gateway" }}
HEALTH_PORT: {{ $ports.health }}
{{- end }}
{{- if $v.metrics.enabled }}
METRICS_PORT: {{ $ports.metrics }}
{{- end }}
{{- if $v.traces.endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ $v.traces.endpoint | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ toJson $v.traces.sampleRatio }}
OTEL_EXPORTER_OTLP_HEADERS: {{ toJson $v.traces.existingSecret }}
{{- end }}
{{- end }}
{{- if ne .component "migrate" }}
GRPC_TLS_CA: /etc/research-insights/tls/ca.crt
GRPC_TLS_CERT: /etc/research-insights/tls/tls.crt
GRPC_TLS_KEY: /etc/research-insights/tls/tls.key
{{- end }}
{{- if $v.extraCA.name }}
NODE_EXTRA_CA_CERTS: /etc/research-insights/extra-ca/ca.crt
{{- end }}
{{- range list "search" "document" "account" }}
{{- if has . $needs }}
{{ upper . }}_ADDRESS: {{ $name }}-{{ . }}:{{ get (get $all .) "serves" | dig "grpc" 0 }}
{{- end }}
{{- end }}
{{- if has "mysql" $needs }}
MYSQL_URL: {{ toJson $v.mysql.existingSecret }}
{{- end }}
{{- if has "redis" $needs }}
REDIS_URL: {{ toJson $v.redis.existingSecret }}
{{- end }}
{{- if has "milvus" $needs }}
MILVUS_ADDRESS: {{ $v.milvus.address | quote }}
MILVUS_TOKEN: {{ toJson $v.milvus.existingSecret }}
MILVUS_TLS_CA: {{ ternary "/etc/research-insights/milvus/ca.crt" "" (ne $v.milvus.ca.name "") | quote }}
{{- end }}
{{- if has "embedding" $needs }}
EMBEDDING_MODEL: {{ $v.embedding.model | quote }}
EMBEDDING_URL: {{ $v.embedding.url | quote }}
EMBEDDING_API_KEY: {{ toJson $v.embedding.existingSecret }}
{{- end }}
{{- if and (has "llm" $needs) $v.llm.url }}
LLM_URL: {{ $v.llm.url | quote }}
LLM_MODEL: {{ $v.llm.model | quote }}
LLM_API_KEY: {{ toJson $v.llm.existingSecret }}
LLM_CONCURRENCY: {{ toJson $v.llm.concurrency }}
LLM_TIMEOUT_SECONDS: {{ toJson $v.llm.timeoutSeconds }}
LLM_BUDGET_TOKENS: {{ toJson $v.llm.budgetTokens }}
LLM_INPUT_PRICE: {{ toJson $v.llm.inputPrice }}
LLM_OUTPUT_PRICE: {{ toJson $v.llm.outputPrice }}
{{- end }}
{{- if and (has "issuer" $needs) $v.oidc.issuer }}
OIDC_ISSUER: {{ $v.oidc.issuer | quote }}
OIDC_TRUST_EMAIL: {{ $v.oidc.trustEmail }}
CONSOLE_AUDIENCE: {{ $v.oidc.consoleAudience | quote }}
MCP_AUDIENCE: {{ $v.oidc.mcpAudience | quote }}
MCP_SCOPE: {{ $v.oidc.mcpScope | quote }}
{{- end }}
{{- if and (has "webSearch" $needs) $v.webSearch.provider }}
SEARCH_WEB_PROVIDER: {{ $v.webSearch.provider }}
SEARCH_WEB_URL: {{ $v.webSearch.url | quote }}
SEARCH_WEB_API_KEY: {{ toJson $v.webSearch.existingSecret }}
{{- end }}
{{- if eq .component "gateway" }}
PUBLIC_URL: {{ include "research-insights.publicUrl" .root | quote }}
{{- end }}
{{- if has "gateway" $needs }}
REST_URL: http://{{ $name }}-gateway:{{ $all.gateway.serves.http }}
GRPC_ADDRESS: {{ $name }}-gateway:{{ $all.gateway.serves.grpc }}
{{- end }}
{{- end }}

{{- define "research-insights.publicUrl" -}}
{{- $ingress := .Values.ingress -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if $ingress.enabled -}}
{{ ternary "https" "http" (ne $ingress.tlsSecret "") }}://{{ $ingress.host }}
{{- end -}}
{{- end }}

{{/* The settings of a process as a container takes them; what is null, empty, or of a Secret without a name is left out. */}}
{{- define "research-insights.env" -}}
{{- $settings := include "research-insights.settings" . | fromYaml -}}
{{- $own := get .root.Values .component | default dict -}}
{{- range $name, $value := merge (deepCopy ($own.env | default dict)) $settings }}
{{- if kindIs "map" $value }}
{{- if $value.name }}
- name: {{ $name }}
  valueFrom: {secretKeyRef: {{ toJson $value }}}
{{- end }}
{{- else if and (not (kindIs "invalid" $value)) (ne (toString $value) "") }}
- name: {{ $name }}
  {{- /* A number comes as a float: 10000000 would be written 1e+07. */}}
  value: {{ ternary (int64 $value) $value (and (kindIs "float64" $value) (eq (toString (floor $value)) (toString $value))) | toString | quote }}
{{- end }}
{{- end }}
{{- end }}
