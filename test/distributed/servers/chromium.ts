import { findProgram } from "./process.ts";

export const CHROMIUM = "Chromium (Debian: apt-get install chromium)";

/** A browser that speaks the DevTools protocol, whatever the system calls it. */
export const findChromium = (): string | undefined =>
  ["chromium", "chromium-browser", "google-chrome"].map(findProgram).find((path) => path !== undefined);
