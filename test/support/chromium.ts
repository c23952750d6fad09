import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { written } from "./command.ts";

const WAIT_MS = 20_000;

const message = z.object({
  id: z.number().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** A page in a headless Chromium of its own, by the browser's DevTools protocol. */
export interface Page extends AsyncDisposable {
  goTo(url: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Resolves when the expression is true; rejects when that takes too long, with what the page shows. */
  until(expression: string): Promise<void>;
  /** Types into the field that has the focus. */
  type(text: string): Promise<void>;
  press(key: "Enter" | "Tab"): Promise<void>;
  /** A PNG. */
  screenshot(): Promise<Buffer>;
}

export async function openChromium(program: string): Promise<Page> {
  await using stack = new AsyncDisposableStack();
  const profile = mkdtempSync(join(tmpdir(), "chromium-"));
  stack.defer(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const child = spawn(
    program,
    [
      ...["--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
      // Root may not use the sandbox, and pages are our own; small containers have little shared memory.
      ...["--no-sandbox", "--disable-dev-shm-usage", "--window-size=800,700"],
      ...["--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  stack.defer(async () => {
    const ended = once(child, "exit");
    if (child.kill("SIGKILL")) await ended;
  });
  const [, endpoint = ""] = await written(child.stderr, /listening on (ws:\/\/\S+)/);
  const socket = new WebSocket(endpoint);
  stack.defer(() => socket.close());
  await once(socket, "open");

  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = message.parse(JSON.parse(String(data)));
    const asked = id === undefined ? undefined : waiting.get(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result ?? {});
  });
  let last = 0;
  const send = (method: string, params: object = {}, sessionId?: string) => {
    last += 1;
    const asked = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(last, asked);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    return asked.promise;
  };
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const inPage = (method: string, params: object = {}) => send(method, params, String(sessionId));

  const evaluate = async (expression: string) => {
    const { result } = await inPage("Runtime.evaluate", { expression, returnByValue: true });
    return z.object({ value: z.unknown().optional() }).parse(result).value;
  };
  const press = async (key: string, code: number, text?: string) => {
    const common = { key, code: key, windowsVirtualKeyCode: code };
    await inPage("Input.dispatchKeyEvent", { type: "keyDown", ...common, ...(text && { text }) });
    await inPage("Input.dispatchKeyEvent", { type: "keyUp", ...common });
  };
  const opened = stack.move();
  return {
    evaluate,
    async goTo(url) {
      await inPage("Page.navigate", { url });
    },
    async until(expression) {
      for (const startedMs = performance.now(); ; await pause(50)) {
        // While a page gives way to the next there is nothing to evaluate in.
        if ((await evaluate(expression).catch(() => false)) === true) return;
        if (performance.now() - startedMs < WAIT_MS) continue;
        throw new Error(
          `not true in time: ${expression}\n${await evaluate("location.href + document.body.innerText")}`,
        );
      }
    },
    async type(text) {
      await inPage("Input.insertText", { text });
    },
    press: (key) => (key === "Enter" ? press(key, 13, "\r") : press(key, 9)),
    async screenshot() {
      const { data } = await inPage("Page.captureScreenshot", { format: "png" });
      return Buffer.from(String(data), "base64");
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
