import { mcpSuite } from "../support/mcp-suite.ts";
import { theRelease } from "./release.ts";
import { cluster } from "./setup.ts";

mcpSuite("the installed chart", () => theRelease(cluster()));
