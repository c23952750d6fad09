import assert from "node:assert/strict";
import { readConfig } from "#kit/config.ts";
import { readAuthority } from "#kit/pem.ts";
import { checkedRedisUrl } from "#kit/redis/settings.ts";
import { allInOneConfig } from "../../services/all-in-one/config.ts";
import { SCHEMAS } from "../chart/processes.ts";
import { createAuthority } from "../support/certificates.ts";

/** What a schema says of settings; empty when it takes them. */
function problems(schema: Parameters<typeof readConfig>[0], env: Record<string, string>): string[] {
  try {
    readConfig(schema, env);
    return [];
  } catch (err) {
    return (err as Error).message.split("\n").slice(1);
  }
}

describe("settings of every process that are wrong", () => {
  for (const [name, schema] of Object.entries({ ...SCHEMAS, "all-in-one": allInOneConfig })) {
    it(`${name}: are named, each with what it must be, in our words`, () => {
      const names = Object.keys(schema.shape);
      // Missing, no value of any kind but text, and longer than anything.
      for (const value of ["", "? ?", "9".repeat(1_000)]) {
        for (const line of problems(schema, Object.fromEntries(names.map((one) => [one, value])))) {
          const [, setting = "", sentence = ""] = /^ {2}([A-Z_]+): (.+)$/.exec(line) ?? [];
          assert.ok(names.includes(setting), line);
          assert.match(sentence, /^(must|is missing: set it to) /, line);
        }
      }
    });
  }
});

describe("REDIS_URL", () => {
  it("may have a user, a password, a port, a database and TLS", () => {
    for (const url of [
      "redis://redis:6379",
      "redis://:p%40ss%2F%23@redis",
      "rediss://user:pass@redis.example:6380/3",
      "redis://[::1]:6379/",
    ])
      assert.equal(checkedRedisUrl(url), url);
  });

  it("is refused with what is wrong and never with the password", () => {
    for (const [url, reason] of [
      ["secret", /must be redis:/],
      ["redis:///secret", /must be redis:/],
      ["http://:secret@redis", /must be redis:/],
      ["redis://:secret#secret@redis:6379", /%23, %2F and %3F for #, \/ and \?/],
      ["redis://:secret@redis:port", /must be redis:/],
      ["redis://:secret@redis/secret", /no number of a database/],
      ["redis://:secret%zz@redis", /begins no escape/],
    ] as const)
      assert.throws(
        () => checkedRedisUrl(url),
        (err: Error) => reason.test(err.message) && /^REDIS_URL/.test(err.message) && !err.message.includes("secret"),
      );
  });
});

describe("a file with an authority", () => {
  it("has to be there, and to have a certificate: else the server's would be blamed", () => {
    using authority = createAuthority();
    assert.ok(readAuthority("MILVUS_TLS_CA", authority.caPath).length > 0);
    const refused = (path: string, message: string) =>
      assert.throws(() => readAuthority("MILVUS_TLS_CA", path), { kind: "invalid", message });
    refused("/nowhere", "MILVUS_TLS_CA: the file cannot be read");
    refused("package.json", "MILVUS_TLS_CA: the file has no certificate in PEM");
  });
});
