import { mcpSuite } from "../support/mcp-suite.ts";
import { NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

needing(NEEDED, () => mcpSuite("two gateways and two of each service", startDistributed));
