import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { DomainError } from "#kit/errors.ts";

export const ALGORITHM = "ES256";
/** What access tokens are called in their header (RFC 9068): ID tokens are signed with the same key. */
export const ACCESS_TOKEN = "at+jwt";

const publicSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal(ALGORITHM),
  use: z.literal("sig"),
});
const fileSchema = z.object({ jwk: publicSchema.extend({ d: z.string() }), cookie_secret: z.string().min(32) });

/** What the local identity provider signs with. Whoever reads it can be anybody here. */
export interface SigningKey {
  privateJwk: z.output<typeof fileSchema>["jwk"];
  publicJwk: z.output<typeof publicSchema>;
  /** What its cookies are signed with. */
  cookieSecret: string;
}

/**
 * The key of a data folder, made at the first use, in a file that only its user may read. Several processes may ask at
 * once: all get the same. Throws `unavailable` when the file is damaged or may not be read.
 */
export async function loadSigningKey(folder: string): Promise<SigningKey> {
  const path = join(resolve(folder), "identity.json");
  return read(path) ?? (await make(path)) ?? unusable(path);
}

function read(path: string): SigningKey | undefined {
  try {
    const { jwk, cookie_secret: cookieSecret } = fileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    return { privateJwk: jwk, publicJwk: publicSchema.parse(jwk), cookieSecret };
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    return unusable(path, cause);
  }
}

async function make(path: string): Promise<SigningKey | undefined> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  const jwk = { ...key, kid: await calculateJwkThumbprint(key), alg: ALGORITHM, use: "sig" };
  const text = JSON.stringify({ jwk, cookie_secret: randomBytes(32).toString("base64url") });
  // Written whole beside its place and then linked there: nobody ever reads half of it, and the first one stays.
  const draft = `${path}.${randomUUID()}`;
  try {
    mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    linkSync(draft, path);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) return unusable(path, cause);
  } finally {
    rmSync(draft, { force: true });
  }
  return read(path);
}

function unusable(path: string, cause?: unknown): never {
  const remedy = "Check that it may be read and written, or remove it: all tokens that it signed are then void.";
  throw new DomainError("unavailable", `${path}, the key of the local identity provider, cannot be used. ${remedy}`, {
    cause,
  });
}
