import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const toldOf = (text: string) =>
  extract(parseText(text), { ...BANK, title: "Decision on rates", authors: [] }).insights.map((one) => ({
    ...one,
    quoted: one.excerpts.map(({ start, end }) => text.slice(start, end)),
  }));
const LEAD = "On the basis of the fares of the north, the Rate Board decided to:";

describe("what a body decided in a list", () => {
  const told = toldOf(
    `The fares of the south are high.\n\nStatement of June\nResolution of the Board\n${LEAD}\n\n• keep the policy rate unchanged at 6.25 per cent;\n• Raise the deposit rate by 25 basis points to 6 per cent.\n• The fees of the harbours fell by 2 per cent in May.`,
  );

  it("is told behind who decided it, an item each", () =>
    assert.deepEqual(
      told.slice(0, 2).map(({ finding }) => finding.replace(/^.*2031: /, "")),
      [
        "On the basis of the fares of the north, the Rate Board decided to keep the policy rate unchanged at 6.25 per cent.",
        "On the basis of the fares of the north, the Rate Board decided to raise the deposit rate by 25 basis points to 6 per cent.",
      ],
    ));

  it("is shown with what leads into the list", () =>
    assert.deepEqual(told[0]?.quoted, [LEAD, "keep the policy rate unchanged at 6.25 per cent;"]));

  it("is asked for as any decision is", () =>
    assert.equal(
      told[0]?.questions[0],
      "At what level did the Rate Board of the Bank of Northmark decide to keep the policy rate in June 2031?",
    ));

  it("is not said of an item that is a sentence of its own", () =>
    assert.match(told[2]?.finding ?? "", /2031: The fees of the harbours fell/));

  it("is not said of a list that something else stands above", () =>
    assert.doesNotMatch(
      toldOf(`${LEAD}\n\nRents rose.\n\n• keep the policy rate unchanged at 6.25 per cent;`)[0]?.finding ?? "",
      /decided to keep/,
    ));
});
