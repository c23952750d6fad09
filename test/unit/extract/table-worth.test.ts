import assert from "node:assert/strict";
import type { RowFigure } from "../../../services/document/extract/tables/row-fact.ts";
import { worthOf } from "../../../services/document/extract/tables/table-worth.ts";

const figure: RowFigure = {
  value: "1",
  said: "1 million bales",
  column: "",
  meaning: { kind: "measure", phrase: "production", stem: "" },
};
const worth = (subject: string, when = "") => worthOf(subject, [figure, figure], when);
const isFalling = (all: readonly number[]) => all.every((one, at) => at === 0 || one < (all[at - 1] ?? 0));

describe("what a row is worth", () => {
  it("falls from what is expected to what is estimated and what was", () => {
    const worths = ["for 2031/32 (September projection)", "for 2030/31 (an estimate)", "for 2029/30"];
    assert.ok(isFalling(worths.map((when) => worth("Canada", when))));
  });

  it("falls with what a season begins with, and where the same goods are told again", () => {
    assert.ok(isFalling([worth("U.S. rye ending stocks"), worth("U.S. rye beginning stocks")]));
    assert.ok(
      isFalling([worth("U.S. oat milk exports on a fat basis"), worth("U.S. oat milk exports on a skim-solid basis")]),
    );
  });

  it("is that of a key line for what is sown, crushed and used", () => {
    for (const line of ["area planted", "crushings", "deliveries", "domestic disappearance", "feed and residual use"])
      assert.equal(worth(`U.S. rye ${line}`), worth("U.S. rye yield"), line);
  });
});
