import type { Meter } from "@opentelemetry/api";
import { createGauge, metric } from "../telemetry/metric.ts";
import type { Redis } from "./open-redis.ts";

export const REDIS_CONNECTED = metric({
  name: "insights_redis_connected",
  kind: "gauge",
  labels: [],
  about: "1 while this process is connected to Redis, else 0",
});

/** Tells whether Redis is there. */
export const observeRedis = (meter: Meter, redis: Pick<Redis, "connectedForMs">): void =>
  createGauge(meter, REDIS_CONNECTED).addCallback((result) => result.observe(redis.connectedForMs() > 0 ? 1 : 0));
