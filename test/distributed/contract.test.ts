import { contractSuite } from "../support/contract-suite.ts";
import { NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

needing(NEEDED, () => contractSuite("two gateways and two of each service", startDistributed));
