import assert from "node:assert/strict";
import { readConfig } from "#kit/config.ts";
import { bucketOfAddress } from "../../../gateway/address.ts";
import { gatewayConfig, tiersOf } from "../../../gateway/config.ts";
import { type CachedKey, createMemoryKeyCache } from "../../../gateway/key-cache.ts";
import { createMemoryLimiter } from "../../../gateway/limiters/memory-limiter.ts";
import { handClock, hashOf, keyState, NOON } from "./open-gateway.ts";

const state = (change: Partial<CachedKey> = {}): CachedKey => ({ ...keyState(), loadedAtMs: NOON, ...change });

describe("gateway: the limiter in memory", () => {
  it("a window begins with the first take, lasts its length, and then begins anew", async () => {
    const clock = handClock();
    const limiter = createMemoryLimiter({ windowMs: 60_000, maxKeys: 10 });
    assert.deepEqual(await limiter.take("a", 1), { consumed: 1, resetMs: 60_000 });
    clock.time += 59_999;
    assert.deepEqual(await limiter.take("a", 2), { consumed: 3, resetMs: 1 });
    clock.time += 1;
    assert.deepEqual(await limiter.take("a", 1), { consumed: 1, resetMs: 60_000 });
  });

  it("beyond its bound it drops what is nearest to its end, and only that", async () => {
    const limiter = createMemoryLimiter({ windowMs: 60_000, maxKeys: 1_000 });
    for (let i = 0; i < 1_001; i += 1) await limiter.take(`key-${i}`, 1);
    assert.equal((await limiter.take("key-1", 1)).consumed, 2);
    assert.equal((await limiter.take("key-1000", 1)).consumed, 2);
    assert.equal((await limiter.take("key-0", 1)).consumed, 1);
  });
});

describe("gateway: the key cache in memory", () => {
  const hash = hashOf("a");

  it("callers at once share one look-up, and later ones its answer until it is a minute old", async () => {
    const clock = handClock();
    const cache = createMemoryKeyCache({ clock });
    let loads = 0;
    const load = async () => {
      loads += 1;
      return state();
    };
    await Promise.all([cache.find(hash, load), cache.find(hash, load)]);
    clock.time += 59_999;
    await cache.find(hash, load);
    assert.equal(loads, 1);
    clock.time += 1;
    await cache.find(hash, load);
    assert.equal(loads, 2);
  });

  it("a look-up begun before a key was forgotten is not remembered, in whatever order the look-ups end", async () => {
    const cache = createMemoryKeyCache({ clock: handClock() });
    const old = Promise.withResolvers<CachedKey>();
    const first = cache.find(hash, () => old.promise);
    cache.forget(hash);
    assert.equal((await cache.find(hash, async () => state({ isActive: false })))?.isActive, false);
    old.resolve(state());
    assert.equal((await first)?.isActive, true);
    assert.equal((await cache.find(hash, async () => state()))?.isActive, false);
  });

  it("a failed look-up is not remembered", async () => {
    const cache = createMemoryKeyCache({ clock: handClock() });
    await assert.rejects(cache.find(hash, () => Promise.reject(new Error("away"))));
    assert.ok(await cache.find(hash, async () => state()));
  });

  it("a flood of unknown keys pushes out no known one", async () => {
    const cache = createMemoryKeyCache({ clock: handClock(), maxKeys: 10 });
    await cache.find(hash, async () => state());
    for (let i = 0; i < 1_000; i += 1) await cache.find(hashOf(String(i)), async () => undefined);
    assert.ok(await cache.find(hash, () => Promise.reject(new Error("looked up again"))));
  });

  it("no more keys are remembered than it was allowed", async () => {
    const cache = createMemoryKeyCache({ clock: handClock(), maxKeys: 2 });
    let loads = 0;
    const load = async () => {
      loads += 1;
      return state();
    };
    for (const name of ["a", "b", "c", "b", "c", "a"]) await cache.find(hashOf(name), load);
    assert.equal(loads, 4);
  });
});

describe("gateway: whom an address stands for", () => {
  for (const [address, bucket] of [
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["nonsense", "unknown"],
    ["300.1.1.1", "unknown"],
    [undefined, "unknown"],
  ] as const) {
    it(`${address}: ${bucket}`, () => assert.equal(bucketOfAddress(address), bucket));
  }
});

describe("gateway: its settings", () => {
  it("name an identity provider at https, or at http on this machine, exactly as its tokens do", () => {
    const read = (OIDC_ISSUER: string) => readConfig(gatewayConfig, { OIDC_ISSUER }).OIDC_ISSUER;
    for (const good of ["https://login.example.org/", "https://login.example.org/realms/x", "http://127.0.0.1:9000"]) {
      assert.equal(read(good), good);
    }
    for (const bad of ["login.example.org", "http://login.example.org", "https://u:p@login.example.org", "ftp://x"]) {
      assert.throws(() => read(bad), { kind: "invalid", message: /OIDC_ISSUER: must be the https address/ });
    }
    const trust = (OIDC_TRUST_EMAIL: string) => readConfig(gatewayConfig, { OIDC_TRUST_EMAIL }).OIDC_TRUST_EMAIL;
    assert.deepEqual([trust("true"), trust("false"), trust("")], [true, false, false]);
    assert.throws(() => trust("maybe"), /OIDC_TRUST_EMAIL: must be true or false/);
  });

  const read = (env: Record<string, string>) => readConfig(gatewayConfig, env);

  it("without any, it listens on this machine only and has the limits of the specification", () => {
    const config = read({});
    assert.deepEqual([config.HOST, config.PORT, config.TRUSTED_PROXIES], ["127.0.0.1", 8080, []]);
    assert.equal(config.FREE_MONTHLY_ALLOWANCE, 10_000);
    assert.deepEqual(tiersOf(config), { free: 100, pro: 1_000, enterprise: 10_000 });
  });

  it("every setting is described", () => {
    for (const [name, field] of Object.entries(gatewayConfig.shape)) assert.ok(field.description, name);
  });

  it("takes lists of proxies and an address with a path", () => {
    const config = read({ TRUSTED_PROXIES: " 10.0.0.0/8, ::1,", PUBLIC_URL: "https://example.org/insights/" });
    assert.deepEqual(config.TRUSTED_PROXIES, ["10.0.0.0/8", "::1"]);
    assert.equal(config.PUBLIC_URL, "https://example.org/insights");
  });

  for (const [name, value] of [
    ["PORT", "65536"],
    ["PORT", "http"],
    ["TRUSTED_PROXIES", "proxy.internal"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "::1/129"],
    ["PUBLIC_URL", "example.org"],
    ["PUBLIC_URL", "ftp://example.org"],
    ["FREE_MONTHLY_ALLOWANCE", "-1"],
    ["RATE_LIMIT_FREE", "0"],
    ["LOG_LEVEL", "loud"],
  ] as const) {
    it(`${name}=${value} is refused by name`, () => assert.throws(() => read({ [name]: value }), new RegExp(name)));
  }
});
