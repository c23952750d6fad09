import { restSuite } from "../support/rest-suite.ts";
import { theRelease } from "./release.ts";
import { cluster } from "./setup.ts";

restSuite("the installed chart", () => theRelease(cluster()));
