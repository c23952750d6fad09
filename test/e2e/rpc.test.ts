import { rpcSuite } from "../support/rpc-suite.ts";
import { createInstallation } from "../support/server.ts";

rpcSuite("the running server", async () => createInstallation());
