import { restSuite } from "../support/rest-suite.ts";
import { NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

needing(NEEDED, () => restSuite("two gateways and two of each service", startDistributed));
