import { rpcSuite } from "../support/rpc-suite.ts";
import { NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

needing(NEEDED, () => rpcSuite("two gateways and two of each service", startDistributed));
