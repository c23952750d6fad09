import { contractSuite } from "../support/contract-suite.ts";
import { createInstallation } from "../support/server.ts";

contractSuite("the running server", async () => createInstallation());
