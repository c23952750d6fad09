{{/* The beginning of every object's name. 45 characters: "-document-metrics" must fit into a DNS label behind it. */}}
{{- define "research-insights.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $long := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $long .Values.fullnameOverride | trunc 45 | trimAll "-" -}}
{{- end }}

{{/* What selects a component's pods, now and in every later version: nothing that changes belongs here. */}}
{{- define "research-insights.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* On pods nothing of the chart's own version: a chart that only says something better must not restart them. */}}
{{- define "research-insights.podLabels" -}}
{{ include "research-insights.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- end }}

{{- define "research-insights.labels" -}}
{{ include "research-insights.podLabels" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "research-insights.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ default $.Chart.AppVersion .tag }}{{ end }}
{{- end -}}
{{- end }}

{{/* The Secret with a component's certificate. */}}
{{- define "research-insights.tlsSecret" -}}
{{- if eq .root.Values.certificates.mode "given" -}}
{{ get .root.Values.certificates.existingSecrets .component }}
{{- else -}}
{{ include "research-insights.fullname" .root }}-{{ .component }}-tls
{{- end -}}
{{- end }}

{{/* The port of a URL. */}}
{{- define "research-insights.portOf" -}}
{{- $url := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- default (ternary "80" "443" (eq $url.scheme "http")) $port -}}
{{- end }}

{{/* The names that a component is called by: its Service's, and this machine's for `kubectl port-forward`. */}}
{{- define "research-insights.certifiedNames" -}}
{{- $name := printf "%s-%s" (include "research-insights.fullname" .root) .component -}}
{{- $inNamespace := printf "%s.%s" $name .root.Release.Namespace -}}
{{- list $name $inNamespace (printf "%s.svc" $inNamespace) (printf "%s.svc.%s" $inNamespace .root.Values.clusterDomain) "localhost" | toJson -}}
{{- end }}
