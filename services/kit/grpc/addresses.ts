import { z } from "zod";

const ADDRESSES = /^\s*[^\s,/:]+:\d{1,5}(?:\s*,\s*[^\s,/:]+:\d{1,5})*\s*$/;

/** Where a service is. */
export const serviceAddress = (service: string) =>
  z
    .string({ error: "is missing: set it to HOST:PORT" })
    .regex(ADDRESSES, { error: "must be HOST:PORT, or several joined by commas" })
    .describe(`Where the ${service} service is: HOST:PORT, or several joined by commas; a host's addresses all count`);

/** Where a service listens. */
export const listenAddress = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
