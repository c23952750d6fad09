import assert from "node:assert/strict";
import { sameInFewer } from "../../../services/document/extract/titles/shorter-words.ts";

describe("the same in fewer words", () => {
  for (const [long, short] of [
    ["decision to lower federal funds rate target range", "decision to lower federal funds rate"],
    ["services price inflation", "services inflation"],
    ["ferry loan delinquency rates", "ferry loan delinquencies"],
    ["growth rate of dues", "growth rate of dues"],
    ["target range for dues", "target range for dues"],
  ] as const)
    it(`is "${short}" of "${long}"`, () => assert.equal(sameInFewer(long), short));
});
