{{/* Labels and annotations of a component's pods. */}}
{{- define "research-insights.podMetadata" -}}
{{- $own := .values -}}
labels:
  {{- include "research-insights.podLabels" . | nindent 2 }}
  {{- with $own.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $own.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
What every pod of the chart has in common, hooks included; it passes PodSecurity "restricted". "container" is more of the one
container, as YAML.
*/}}
{{- define "research-insights.podSpec" -}}
{{- $v := .root.Values -}}
{{- $own := .values -}}
{{- $component := get (include "research-insights.components" .root | fromYaml) .component -}}
automountServiceAccountToken: false
{{- /* Or a Service called "grpc" would set GRPC_PORT. */}}
enableServiceLinks: false
{{- /*
A process with the id 1 ignores a signal that it does not listen for, and Node reads our code for seconds before it listens:
told to end then, it would go on until it is killed. So another one, Kubernetes' own, has that id.
*/}}
shareProcessNamespace: true
{{- with $v.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with $own.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $own.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with $own.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- with $own.affinity }}
affinity: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  seccompProfile: {type: RuntimeDefault}
  {{- range $field, $id := dict "runAsUser" $v.runAs.user "runAsGroup" $v.runAs.group "fsGroup" $v.runAs.fsGroup }}
  {{- if not (kindIs "invalid" $id) }}
  {{ $field }}: {{ int64 $id }}
  {{- end }}
  {{- end }}
containers:
  - name: {{ .component }}
    image: {{ include "research-insights.image" .root | quote }}
    imagePullPolicy: {{ $v.image.pullPolicy }}
    command: {{ toJson $component.command }}
    env:
      {{- include "research-insights.env" . | trim | nindent 6 }}
    {{- with $own.envFromSecrets }}
    envFrom:
      {{- range . }}
      - secretRef: {name: {{ . }}}
      {{- end }}
    {{- end }}
    resources: {{ toJson $own.resources }}
    {{- /* The sentence with which a process ends is what `kubectl describe` shows. */}}
    terminationMessagePolicy: FallbackToLogsOnError
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: {drop: [ALL]}
    {{- with .container }}
    {{- . | nindent 4 }}
    {{- end }}
    volumeMounts:
      - {name: tmp, mountPath: /tmp}
      {{- range include "research-insights.files" . | fromYamlArray }}
      - {name: {{ .name }}, mountPath: /etc/research-insights/{{ .name }}, readOnly: true}
      {{- end }}
volumes:
  - name: tmp
    emptyDir: {sizeLimit: 1Gi}
  {{- range include "research-insights.files" . | fromYamlArray }}
  - name: {{ .name }}
    secret: {secretName: {{ .secret }}, defaultMode: 0440, items: {{ toJson .items }}}
  {{- end }}
{{- end }}

{{/* The Secrets that a process reads as files. */}}
{{- define "research-insights.files" -}}
{{- $v := .root.Values -}}
{{- $needs := (get (include "research-insights.components" .root | fromYaml) .component).needs -}}
{{- if ne .component "migrate" }}
- name: tls
  secret: {{ include "research-insights.tlsSecret" . }}
  items: [{key: ca.crt, path: ca.crt}, {key: tls.crt, path: tls.crt}, {key: tls.key, path: tls.key}]
{{- end }}
{{- range $name, $ca := dict "mysql" $v.mysql.ca "milvus" $v.milvus.ca "extra-ca" $v.extraCA }}
{{- if and $ca.name (or (eq $name "extra-ca") (has $name $needs)) }}
- name: {{ $name }}
  secret: {{ $ca.name }}
  items: [{key: {{ $ca.key }}, path: ca.crt}]
{{- end }}
{{- end }}
{{- end }}
