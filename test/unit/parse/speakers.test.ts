import assert from "node:assert/strict";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const rolesOf = (text: string) =>
  parseText(text).blocks.map(({ start, end, role, speaker }) => ({ says: text.slice(start, end), role, speaker }));

describe("who says what in a transcript", () => {
  it("is who is named with a colon, in the first person, until the next one is", () => {
    const said = rolesOf(
      [
        "Ada Varn: I voted to keep the rate at 4 per cent because prices rose by less than I expected in the spring.",
        "Output of the harbours fell by 3 per cent in the same months, and my view is that this will pass.",
        "Bo Lindal: I would have cut the rate by 0.25 points, since unemployment rises faster than we thought.",
        "Cai Torm: I see no reason for haste and support the proposal of the board to wait until the autumn.",
        "Dora B Mann: I would wait longer, because rents still rise faster than I can explain.",
      ].join("\n\n"),
    );
    assert.deepEqual(
      said.map(({ speaker }) => speaker),
      ["Ada Varn", "Ada Varn", "Bo Lindal", "Cai Torm", "Dora B Mann"],
    );
  });

  it("is who is named with a title in a line above; who only asks says nothing", () => {
    const said = rolesOf(
      [
        "Operator",
        "Welcome to the call of the ferries. I turn it over to Ada Varn.",
        "Ada Varn -- Chief Executive Officer",
        "Fares rose by 4 per cent in the spring.",
        "We closed two piers.",
        "Ed Reis -- Halden Bank -- Analyst",
        "I assume that fares fell by 5 per cent in October.",
        "Bo Lindal -- Chief Financial Officer",
        "They fell by 3 per cent.",
      ].join("\n\n"),
    );
    assert.deepEqual(
      said.map(({ speaker, role }) => speaker ?? role),
      [
        "attendance",
        "question",
        "attendance",
        "Ada Varn",
        "Ada Varn",
        "attendance",
        "question",
        "attendance",
        "Bo Lindal",
      ],
    );
  });

  it("is who takes the floor inside lines that were run together", () => {
    const said = rolesOf(
      [
        "§3 The economic situation Deputy Governor Ada Varn I support the proposal. Prices rose by 4 per cent in the spring.",
        "Rents fell. Deputy Governor Bo Lindal I would have cut the rate by 0.25 points. Governor Cai Torm I support the proposal.",
      ].join("\n\n"),
    );
    assert.deepEqual(
      said.map(({ speaker }) => speaker),
      [
        undefined,
        "Deputy Governor Ada Varn",
        "Deputy Governor Ada Varn",
        "Deputy Governor Bo Lindal",
        "Governor Cai Torm",
      ],
    );
  });

  it("is nobody where a name with a colon only heads a paragraph", () => {
    const said = rolesOf(
      [
        "Coarse Grains: The outlook for barley is for higher supplies and larger exports in the coming season of 2031.",
        "Northern Oats: The outlook for oats is for lower supplies and smaller stocks in the coming season of 2031.",
        "Winter Wheat: The outlook for wheat is for stable supplies and stable stocks in the coming season of 2031.",
      ].join("\n\n"),
    );
    assert.ok(said.every(({ speaker }) => speaker === undefined));
  });

  it("is no statement where nobody is named and somebody is asked", () => {
    const said = rolesOf(
      [
        "Inflation fell to 2.1 per cent in May 2031, and the council left its rates unchanged. We are now ready to take your questions.",
        "Is it true that you lost 5 billion crowns last year, and would you say that rates will fall by half a point?",
        "Loans to firms grew by 2 per cent in the year to April 2031, which is more than the council had expected.",
      ].join("\n\n"),
    );
    assert.deepEqual(
      said.map(({ role }) => role),
      [undefined, "question", undefined],
    );
  });
});
