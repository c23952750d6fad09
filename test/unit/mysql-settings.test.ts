import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readMysqlUrl } from "#kit/mysql/settings.ts";
import { createAuthority } from "../support/certificates.ts";

describe("MYSQL_URL", () => {
  it("names host, port, user, password and database, with what is escaped in a URL", () => {
    assert.deepEqual(readMysqlUrl("mysql://an%40a:p%2Fw%3A%25@db.example:3307/in%20sights"), {
      host: "db.example",
      port: 3307,
      user: "an@a",
      password: "p/w:%",
      database: "in sights",
    });
    const { host, port } = readMysqlUrl("mysql://u@[::1]/d");
    assert.deepEqual([host, port], ["::1", 3306]);
  });

  it("demands a certificate for the server's name with ssl=true, and one of that authority with ssl-ca", () => {
    const checks = { rejectUnauthorized: true, verifyIdentity: true, minVersion: "TLSv1.2" };
    assert.deepEqual(readMysqlUrl("mysql://u@h/d?ssl=true").ssl, checks);
    using authority = createAuthority();
    const ca = readFileSync(authority.caPath);
    assert.deepEqual(readMysqlUrl(`mysql://u@h/d?ssl-ca=${authority.caPath}`).ssl, { ...checks, ca });
    assert.equal(readMysqlUrl("mysql://u@h/d").ssl, undefined);
  });

  it("is refused with what is wrong and never with the password", () => {
    for (const [url, reason] of [
      ["postgres://u:secret@h/d", /must be mysql:/],
      ["secret", /must be mysql:/],
      ["mysql://u:secret@h", /a host and a database/],
      ["mysql://u:secret%zz@h/d", /begins no escape/],
      ["mysql://u:secret@h/d?sslmode=off", /not "sslmode"/],
      ["mysql://u:secret@h/d?ssl=maybe", /ssl must be true or false/],
      ["mysql://u:secret@127.0.0.1/d?ssl=true", /name the server by its name/],
      ["mysql://u:secret@[::1]/d?ssl=true", /name the server by its name/],
      ["mysql://u:secret@h/d?ssl-ca=/nowhere", /ssl-ca: the file cannot be read/],
      ["mysql://u:secret@h/d?ssl-ca=package.json", /ssl-ca: the file has no certificate in PEM/],
      ["mysql://u:secret@h/d?ssl=false&ssl-ca=/nowhere", /ssl=false and ssl-ca/],
    ] as const) {
      assert.throws(
        () => readMysqlUrl(url),
        (err: Error) => reason.test(err.message) && /^MYSQL_URL/.test(err.message) && !err.message.includes("secret"),
      );
    }
  });
});
