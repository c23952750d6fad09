import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { issueSessionToken } from "../../../services/all-in-one/identity/session-token.ts";
import { loadSigningKey } from "../../../services/all-in-one/identity/signing-key.ts";
import { folderWith } from "../cli/scratch.ts";

describe("the key of the local identity provider", () => {
  it("is made once, however many ask at once, and is read again", async () => {
    using folder = folderWith({});
    const keys = await Promise.all(Array.from({ length: 10 }, () => loadSigningKey(folder.at("data"))));
    assert.equal(new Set(keys.map(({ privateJwk }) => privateJwk.d)).size, 1);
    assert.deepEqual(await loadSigningKey(folder.at("data")), keys[0]);
    assert.deepEqual(readdirSync(folder.at("data")), ["identity.json"]);
    assert.equal(statSync(folder.at("data/identity.json")).mode & 0o777, 0o600);
    assert.equal(statSync(folder.at("data")).mode & 0o777, 0o700);
  });

  it("is refused with a sentence when its file is damaged, and the file is left as it is", async () => {
    using folder = folderWith({ "data/identity.json": "" });
    for (const text of ["", "{}", '{"jwk": {"kty": "oct", "k": "x"}, "cookie_secret": "x"}']) {
      writeFileSync(folder.at("data/identity.json"), text);
      await assert.rejects(loadSigningKey(folder.at("data")), {
        kind: "unavailable",
        message: /identity\.json, the key of the local identity provider, cannot be used\..*remove it/,
      });
      assert.equal(readFileSync(folder.at("data/identity.json"), "utf8"), text);
    }
  });

  it("keeps its secret part out of what is published", async () => {
    using folder = folderWith({});
    const { publicJwk, privateJwk } = await loadSigningKey(folder.at("data"));
    assert.ok(!("d" in publicJwk) && privateJwk.d.length > 40);
    const { token } = await issueSessionToken({
      email: "ada@example.org",
      audience: "a",
      key: await loadSigningKey(folder.at("data")),
      clock: { now: () => 0 },
    });
    assert.ok(!token.includes(privateJwk.d));
  });
});
