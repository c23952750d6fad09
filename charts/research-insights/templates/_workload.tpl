{{/* One component: Deployment, Services, ServiceAccount, disruption budget, autoscaler. */}}
{{- define "research-insights.workload" -}}
{{- $root := .root -}}
{{- $values := get .root.Values .component -}}
{{- $name := printf "%s-%s" (include "research-insights.fullname" .root) .component -}}
{{- $serves := (get (include "research-insights.components" .root | fromYaml) .component).serves -}}
{{- $ports := include "research-insights.ports" .root | fromYaml -}}
{{- $this := dict "root" .root "component" .component "values" $values -}}
{{- $labels := include "research-insights.labels" $this -}}
{{- $selector := include "research-insights.selector" $this -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
spec:
  {{- with include "research-insights.replicas" $this }}
  replicas: {{ . }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}
  selector:
    matchLabels: {{- $selector | nindent 6 }}
  template:
    metadata:
      {{- include "research-insights.podMetadata" $this | nindent 6 }}
    spec:
      serviceAccountName: {{ $name }}
      terminationGracePeriodSeconds: {{ int64 $root.Values.terminationGracePeriodSeconds }}
      {{- with include "research-insights.topologySpread" $this | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- include "research-insights.podSpec" (set $this "container" (include "research-insights.probes" (dict "serves" $serves "ports" $ports "metrics" $root.Values.metrics.enabled))) | nindent 6 }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
automountServiceAccountToken: false
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
spec:
  {{- /* One at a time, also of one: "minAvailable: 1" with a single pod would block every drain of its node. */}}
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- $selector | nindent 6 }}
{{- if eq .component "gateway" }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
  {{- with $values.service.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ $values.service.type }}
  {{- if ne $values.service.type "ClusterIP" }}
  externalTrafficPolicy: {{ $values.service.externalTrafficPolicy }}
  {{- end }}
  selector: {{- $selector | nindent 4 }}
  ports:
    - {name: http, port: {{ $serves.http }}, targetPort: http, appProtocol: http}
    - {name: grpc, port: {{ $serves.grpc }}, targetPort: grpc, appProtocol: kubernetes.io/h2c}
{{- end }}
{{- $isInside := ne .component "gateway" }}
{{- if or (and $isInside $serves.grpc) $root.Values.metrics.enabled }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}{{ if not $isInside }}-metrics{{ end }}
  labels: {{- $labels | nindent 4 }}
spec:
  {{- /* Headless: its name leads to every pod, and clients go round among them; one address would keep a connection on one pod. */}}
  clusterIP: None
  selector: {{- $selector | nindent 4 }}
  ports:
    {{- if and $isInside $serves.grpc }}
    - {name: grpc, port: {{ $serves.grpc }}, targetPort: grpc}
    {{- end }}
    {{- if $root.Values.metrics.enabled }}
    - {name: metrics, port: {{ $ports.metrics }}, targetPort: metrics}
    {{- end }}
{{- end }}
{{- if $values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels: {{- $labels | nindent 4 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ $name }}}
  minReplicas: {{ int64 $values.autoscaling.minReplicas }}
  maxReplicas: {{ int64 $values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: {type: Utilization, averageUtilization: {{ int64 $values.autoscaling.targetCPUUtilizationPercentage }}}
{{- end }}
{{- end }}

{{/*
How many pods there shall be. Beside an autoscaler the number is the autoscaler's: each upgrade would set it back, or be refused.
But as long as Helm alone has ever set it, leaving it out would mean 1, in the moment when an autoscaler is switched on because
there is much to do: until the autoscaler has changed it, what is stays.
*/}}
{{- define "research-insights.replicas" -}}
{{- $values := get .root.Values .component -}}
{{- if not $values.autoscaling.enabled -}}
{{ int64 $values.replicas }}
{{- else -}}
{{- $name := printf "%s-%s" (include "research-insights.fullname" .root) .component -}}
{{- $running := lookup "apps/v1" "Deployment" .root.Release.Namespace $name -}}
{{- $isHelms := false -}}
{{- range dig "metadata" "managedFields" list $running -}}
{{- if hasKey (dig "fieldsV1" "f:spec" dict .) "f:replicas" -}}
{{- $isHelms = or $isHelms (eq .manager "helm") -}}
{{- end -}}
{{- end -}}
{{- if $isHelms -}}
{{ int64 $running.spec.replicas }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Ports and probes. Liveness asks the process only, never what it needs: a database that is away must not restart us. */}}
{{- define "research-insights.probes" -}}
ports:
  {{- range $name, $port := .serves }}
  - {name: {{ $name }}, containerPort: {{ $port }}}
  {{- end }}
  {{- if not .serves.http }}
  - {name: health, containerPort: {{ .ports.health }}}
  {{- end }}
  {{- if .metrics }}
  - {name: metrics, containerPort: {{ .ports.metrics }}}
  {{- end }}
{{- $live := printf "grpc: {port: %v, service: liveness}" .ports.health }}
{{- $ready := printf "grpc: {port: %v}" .ports.health }}
{{- if .serves.http }}
{{- $live = "httpGet: {path: /livez, port: http}" }}
{{- $ready = "httpGet: {path: /readyz, port: http}" }}
{{- end }}
startupProbe:
  {{ $live }}
  periodSeconds: 1
  failureThreshold: 120
livenessProbe:
  {{ $live }}
  periodSeconds: 10
  timeoutSeconds: 5
readinessProbe:
  {{ $ready }}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 2
{{- end }}

{{- define "research-insights.topologySpread" -}}
{{- $this := . -}}
{{- with .root.Values.topologySpread }}
{{- if or .hosts .zones }}
topologySpreadConstraints:
  {{- range $key, $unsatisfiable := dict "kubernetes.io/hostname" .hosts "topology.kubernetes.io/zone" .zones }}
  {{- if $unsatisfiable }}
  - topologyKey: {{ $key }}
    maxSkew: 1
    whenUnsatisfiable: {{ $unsatisfiable }}
    labelSelector:
      matchLabels: {{- include "research-insights.selector" $this | nindent 8 }}
    {{- /* Of one version: the pods that a rolling update ends would count too. */}}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}
