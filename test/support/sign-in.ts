import assert from "node:assert/strict";
import { createBrowser } from "./browser.ts";

export const locationOf = (response: Response): string => response.headers.get("location") ?? "";

/** The page that a request for a sign-in leads to, in a browser of its own. */
export async function openSignIn(origin: string, authorize: string) {
  const browser = createBrowser(origin);
  const started = await browser.visit(authorize);
  const page = locationOf(started);
  assert.match(page, /\/oauth\/sign-in\/[\w-]+$/, `${started.status}: ${page}`);
  return { browser, page, html: await (await browser.visit(page)).text() };
}

/** Signs in and resolves to where the browser is sent in the end. */
export async function signInAs(origin: string, authorize: string, email: string): Promise<URL> {
  const { browser, page } = await openSignIn(origin, authorize);
  const resumed = await browser.submit(page, { action: "sign-in", email });
  assert.equal(resumed.status, 303, await resumed.text());
  return new URL(locationOf(await browser.visit(locationOf(resumed))));
}
