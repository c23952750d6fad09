import assert from "node:assert/strict";
import { statesOf } from "../../../services/document/extract/prose/states.ts";

describe("what a sentence states", () => {
  it("is a change where a figure is told with how far it is up or down", () => {
    assert.ok(statesOf("Dock rents were $4 million in May, up 3 percent from April.").includes("change"));
    assert.ok(statesOf("The deficit was $54 billion, down $1.5 billion.").includes("change"));
  });

  it("is none where something else is up or down", () =>
    assert.ok(!statesOf("The Board set up an office of 4 people.").includes("change")));
});
