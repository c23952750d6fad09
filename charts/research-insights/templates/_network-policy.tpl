{{/*
What a component's pods may call, and who may call them: its "needs", and whoever needs it. The kubelet's probes come from
the pod's own node, which a NetworkPolicy never keeps out.
*/}}
{{- define "research-insights.networkPolicy" }}
{{- $root := .root }}
{{- $component := .component }}
{{- $config := .root.Values.networkPolicy }}
{{- $all := include "research-insights.components" .root | fromYaml }}
{{- $serves := (get $all .component).serves }}
{{- $isWorkload := has .component (include "research-insights.workloads" .root | fromYamlArray) }}
{{- $callers := list }}
{{- range $caller, $its := $all }}
{{- if has $component $its.needs }}
{{- $callers = append $callers $caller }}
{{- end }}
{{- end }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "research-insights.fullname" .root }}-{{ .component }}
  labels: {{- include "research-insights.labels" . | nindent 4 }}
  {{- if eq .component "migrate" }}
  {{- /* It has to be there before the migration, which is before everything else. */}}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: "-1"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
  {{- end }}
spec:
  podSelector:
    matchLabels: {{- include "research-insights.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- if or $serves (and $isWorkload .root.Values.metrics.enabled) }}
  ingress:
    {{- $isOpen := and (eq .component "gateway") (not $config.ingress.gateway) }}
    {{- if $serves }}
    - ports: {{ include "research-insights.policyPorts" (values $serves) }}
      {{- if not $isOpen }}
      from:
        {{- range $callers }}
        - podSelector:
            matchLabels: {{- include "research-insights.selector" (dict "root" $root "component" .) | nindent 14 }}
        {{- end }}
        {{- if eq .component "gateway" }}
        {{- toYaml $config.ingress.gateway | nindent 8 }}
        {{- end }}
      {{- end }}
    {{- end }}
    {{- if and $isWorkload .root.Values.metrics.enabled }}
    - ports: {{ include "research-insights.policyPorts" (list (include "research-insights.ports" .root | fromYaml).metrics) }}
      {{- with $config.ingress.metrics }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
  {{- end }}
  egress:
    - ports: [{port: {{ $config.egress.dns.port }}, protocol: UDP}, {port: {{ $config.egress.dns.port }}, protocol: TCP}]
      {{- with $config.egress.dns.to }}
      to: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- $externals := include "research-insights.externals" .root | fromYaml }}
    {{- range append (get $all .component).needs (ternary "traces" "" $isWorkload) }}
    {{- if hasKey $all . }}
    - to:
        - podSelector:
            matchLabels: {{- include "research-insights.selector" (dict "root" $root "component" .) | nindent 14 }}
      ports: {{ include "research-insights.policyPorts" (values (get $all .).serves) }}
    {{- else if get $externals . }}
    - ports: {{ include "research-insights.policyPorts" (get $externals .) }}
      {{- with (get $config.egress .).to }}
      to: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- end }}
{{- end }}

{{/* The ports of what is outside; without one, nobody goes there. */}}
{{- define "research-insights.externals" -}}
{{- $v := .Values -}}
{{- $urls := dict "issuer" $v.oidc.issuer "llm" $v.llm.url "embedding" $v.embedding.url "traces" $v.traces.endpoint -}}
{{- if $v.webSearch.provider -}}
{{- $urls = set $urls "webSearch" (default "https://provider" $v.webSearch.url) -}}
{{- end -}}
mysql: [{{ $v.networkPolicy.egress.mysql.port }}]
redis: [{{ $v.networkPolicy.egress.redis.port }}]
milvus: [{{ $v.networkPolicy.egress.milvus.port | default (regexFindAll ":[0-9]+" $v.milvus.address -1 | uniq | join "," | replace ":" "") }}]
{{- range $name, $url := $urls }}
{{- if $url }}
{{ $name }}: [{{ (get $v.networkPolicy.egress $name).port | default (include "research-insights.portOf" $url) }}]
{{- end }}
{{- end }}
{{- end }}

{{- define "research-insights.policyPorts" -}}
[{{ range $at, $port := sortAlpha . }}{{ if $at }}, {{ end }}{port: {{ $port }}, protocol: TCP}{{ end }}]
{{- end }}
