import assert from "node:assert/strict";
import { tag } from "../../../services/document/extract/language.ts";

describe("words of a sentence", () => {
  it("are the same whatever was read before: an owner at a sentence's end stays two words", () => {
    for (const before of [
      "The barge was the quayman's.",
      "(The barge was the lockman’s)",
      "The “bargeman’s” was lost.",
    ])
      tag(before);
    for (const owner of ["quayman's", "lockman’s", "bargeman’s"])
      assert.deepEqual(
        tag(`the ${owner} wages rose in May.`).map(({ text }) => text),
        ["the", owner.slice(0, -2), owner.slice(-2), "wages", "rose", "in", "May", "."],
      );
  });
});
