import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { openChromium, type Page } from "../support/chromium.ts";
import { createSigningInClient } from "../support/mcp-client.ts";
import { createInstallation, type Installation } from "../support/server.ts";
import { CHROMIUM, findChromium } from "./servers/chromium.ts";
import { needing } from "./servers/process.ts";

const PASSWORD = "correct horse battery";

/** Where a client waits for the browser to come back, as it does on somebody's machine. */
async function listenForCallback() {
  const back = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    response.setHeader("content-type", "text/html").end("<h1>Back at the client</h1>");
    if (url.pathname === "/callback") back.resolve(url);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    back: back.promise,
    [Symbol.dispose]: () => void server.close(),
  };
}

needing({ [CHROMIUM]: findChromium() !== undefined }, () => {
  describe("signing in to MCP in a browser", function () {
    this.timeout(120_000);
    let installation: Installation;
    let page: Page;
    let origin: string;
    before(async () => {
      installation = createInstallation();
      [origin = ""] = (await installation.serve({ SIGN_IN_PASSWORD: PASSWORD })).urls;
      page = await openChromium(findChromium() ?? "");
    });
    after(async () => {
      await page?.[Symbol.asyncDispose]();
      await installation.remove();
    });
    /** Kept where somebody wants to look at them. */
    const look = async (name: string) => {
      const folder = process.env["SCREENSHOTS"];
      if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot());
    };
    const has = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;

    it("a person is asked, by the keyboard alone, and the client goes on as the person's account", async () => {
      using callback = await listenForCallback();
      const client = createSigningInClient(`${origin}/mcp`, { redirectUrl: callback.url });
      await assert.rejects(client.connect(), UnauthorizedError);
      await page.goTo(client.sentTo?.href ?? "");
      await page.until(has("Test agent asks to search and read the documents here"));
      await page.until(has(`Afterwards you go to ${new URL(callback.url).origin}, an application on this computer`));
      assert.equal(await page.evaluate("document.activeElement.id"), "email");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
      await look("sign-in");
      await page.type("ada@example.org");
      await page.press("Tab");
      await page.type("wrong password");
      await page.press("Enter");
      await page.until(has("The password is wrong"));
      assert.equal(await page.evaluate("document.querySelector('[role=alert]') !== null"), true);
      await look("wrong-password");
      await page.evaluate("document.getElementById('password').focus()");
      await page.type(PASSWORD);
      await page.press("Enter");
      await page.until(has("Back at the client"));
      await client.finish(await callback.back);
      const connected = await client.connect();
      const answer = await connected.callTool({ name: "search_insights", arguments: { query: "wheat" } });
      assert.deepEqual(answer.structuredContent, { insights: [] });
      await connected.close();
      const usage = await installation.insights("usage", "--email", "ada@example.org");
      assert.equal((usage as { total_requests: number }).total_requests, 1);
    });

    it("the same browser asks again for the next application, and tells it when the person says no", async () => {
      using callback = await listenForCallback();
      const client = createSigningInClient(`${origin}/mcp`, { redirectUrl: callback.url });
      await assert.rejects(client.connect(), UnauthorizedError);
      await page.goTo(client.sentTo?.href ?? "");
      await page.until(has("Test agent asks to"));
      assert.equal(await page.evaluate("document.getElementById('email').value"), "ada@example.org");
      await look("consent");
      await page.evaluate("document.querySelector('button[value=cancel]').click()");
      const back = await callback.back;
      assert.deepEqual([back.searchParams.get("error"), back.searchParams.get("code")], ["access_denied", null]);
    });

    it("a hostile address to go back to is a page that goes nowhere", async () => {
      const client = createSigningInClient(`${origin}/mcp`);
      await assert.rejects(client.connect(), UnauthorizedError);
      const url = new URL(client.sentTo ?? "");
      url.searchParams.set("redirect_uri", "https://evil.example/callback");
      await page.goTo(url.href);
      await page.until(has("Sign-in is not possible"));
      assert.equal(new URL(String(await page.evaluate("location.href"))).origin, origin);
      await look("refused");
    });
  });
});
