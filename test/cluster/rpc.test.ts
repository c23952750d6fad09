import { rpcSuite } from "../support/rpc-suite.ts";
import { theRelease } from "./release.ts";
import { cluster } from "./setup.ts";

rpcSuite("the installed chart", () => theRelease(cluster()));
