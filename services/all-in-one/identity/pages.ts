import { hash } from "node:crypto";
import { isLoopback } from "#kit/loopback.ts";

/** A page and the headers that let it do what it must and nothing else. */
export interface Page {
  status: number;
  html: string;
  headers: Record<string, string>;
}

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --accent: #1f5fbf; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 2rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
input { box-sizing: border-box; width: 100%; padding: .6rem .7rem; font: inherit; border: 1px solid var(--line); border-radius: .4rem; }
.buttons { display: flex; gap: .75rem; margin: 1.5rem 0; }
button { font: inherit; padding: .6rem 1.1rem; border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: #fff; }
:focus-visible { outline: 3px solid #6aa3ff; outline-offset: 2px; }
.error { border-left: .25rem solid #c62828; padding-left: .75rem; }
.note { font-size: .875rem; opacity: .8; }
`;
const STYLE_HASH = hash("sha256", STYLE, "base64");

/** What the page of a sign-in shows. */
export interface SignInView {
  /** What the application calls itself. */
  client: string;
  /** Ours, whose name we vouch for. */
  isOurs: boolean;
  /** The site that describes it, which is proof of where it comes from; undefined: it only said so itself. */
  clientHost: string | undefined;
  /** What it may then do. */
  purpose: string;
  /** Where the browser goes afterwards. */
  redirectUri: string;
  email: string;
  asksPassword: boolean;
  /** What was wrong with the last try. */
  error?: string;
}

export function signInPage(view: SignInView, status = 200): Page {
  const target = targetOf(view.redirectUri);
  const origin =
    view.clientHost === undefined
      ? "That is what it calls itself; nobody has checked it."
      : `It is published by ${view.clientHost}.`;
  const html = page(
    "Sign in to research-insights",
    `<p><strong>${escaped(view.client)}</strong> asks to ${escaped(view.purpose)}.${view.isOurs ? "" : ` ${escaped(origin)}`}</p>
${view.error === undefined ? "" : `<p class="error" role="alert">${escaped(view.error)}</p>`}
<form method="post">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus value="${escaped(view.email)}">
${
  view.asksPassword
    ? `<label for="password">Password of this installation</label>
<input id="password" name="password" type="password" required autocomplete="current-password">`
    : ""
}
<div class="buttons"><button class="main" name="action" value="sign-in">Sign in</button><button name="action" value="cancel" formnovalidate>Cancel</button></div>
</form>
<p class="note">Afterwards you go to ${escaped(shownTarget(view.redirectUri))}. Cancel if you did not start this there.</p>
${view.asksPassword ? "" : '<p class="note">No password is needed, because only this computer can reach this page.</p>'}`,
  );
  // A browser holds the redirect that answers a form to the same rule as the form itself.
  return { status, html, headers: headersFor(`form-action 'self' ${target}`) };
}

export function errorPage(status: number, sentence: string): Page {
  const html = page("Sign-in is not possible", `<p class="error" role="alert">${escaped(sentence)}</p>`);
  return { status, html, headers: headersFor("form-action 'none'") };
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

const headersFor = (formAction: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  // With no-referrer a browser would say "null" for the origin of the form, and we could not tell it from a stranger's.
  "referrer-policy": "same-origin",
});

/** The same for people. */
function shownTarget(address: string): string {
  const { hostname } = new URL(address);
  return isLoopback(hostname) ? `${targetOf(address)}, an application on this computer` : targetOf(address);
}

/** The origin of an address, or the scheme of one that has none, as a policy names it. */
function targetOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === "null" ? protocol : origin;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
