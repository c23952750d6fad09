import type { Meter } from "@opentelemetry/api";
import { certificatesIn } from "../pem.ts";
import { createGauge, metric } from "../telemetry/metric.ts";
import type { Tls } from "./certificates.ts";

export const CERTIFICATE_END = metric({
  name: "insights_certificate_expiration_timestamp_seconds",
  kind: "gauge",
  labels: [],
  about:
    "When the certificate of this process that is in use ends, or its authority's if that is earlier, in seconds since 1970",
});

/** Tells until when other processes will talk to this one. */
export function observeCertificates(meter: Meter, tls: Pick<Tls, "current"> | undefined): void {
  if (tls) createGauge(meter, CERTIFICATE_END).addCallback((result) => result.observe(endOf(tls.current)));
}

function endOf({ ca, cert }: Tls["current"]): number {
  const [own = 0] = endsIn("GRPC_TLS_CERT", cert);
  // While one authority takes another's place there are both, of which one may end.
  return Math.min(own, Math.max(...endsIn("GRPC_TLS_CA", ca)));
}

const endsIn = (setting: string, pem: Buffer): number[] =>
  certificatesIn(setting, pem).map(({ validToDate }) => validToDate.getTime() / 1_000);
