import type { AllInOneConfig } from "./config.ts";

/** The three services on the embedded stores of one data folder, also served on its Unix socket. */
export interface OpenedServices extends AsyncDisposable {
  socketPath: string;
}

export async function openServices(config: AllInOneConfig, command: string): Promise<OpenedServices> {
  throw new Error(`the services are not composed yet: ${config.INSIGHTS_DATA} ${command}`);
}
