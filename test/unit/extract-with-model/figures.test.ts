import assert from "node:assert/strict";
import {
  readFigureSource,
  readFigures,
  unsupportedFigure,
} from "../../../services/document/extract-with-model/figures.ts";
import { processorMs } from "../../support/processor-time.ts";

const unsupported = (told: string, source: string) => unsupportedFigure(told, readFigureSource(source))?.value;

describe("figures of a finding", () => {
  it("are compared by what they say, not by how they are written", () => {
    const source = "Revenue was $1,234.50 million, up 2.5 percent; four members dissented and 0.75 points were cut.";
    for (const told of [
      "Revenue was 1234.5 million.",
      "Revenue rose 2.5% to $1,234.5 million.",
      "Revenue rose by 2.50 per cent.",
      "4 members dissented.",
      "Four members dissented.",
      ".75 points were cut.",
    ]) {
      assert.equal(unsupported(told, source), undefined, told);
    }
  });

  it("are refused when they stand nowhere in the source", () => {
    const source = "Revenue was 1,234 crowns in 2024, up 2.5 percent. Twelve ports were open.";
    for (const told of [
      "Revenue was 1,243 crowns.",
      "Revenue was 234 crowns.",
      "Revenue rose 25 percent.",
      "Revenue was 1,234 crowns in 2023.",
      "Thirteen ports were open.",
    ]) {
      assert.notEqual(unsupported(told, source), undefined, told);
    }
  });

  it("are refused in another unit or scale, unless the source leaves it to a header or a list", () => {
    const source = "The rate rose by 2 percent and sales were 3 million crowns.";
    assert.equal(unsupported("The rate rose by 2 percentage points.", source), "2");
    assert.equal(unsupported("The rate rose by 2 basis points.", source), "2");
    assert.equal(unsupported("Sales were 3 billion crowns.", source), "3");
    assert.equal(unsupported("Sales were 1,200 million crowns.", "(in millions of crowns)\nSales 1,200"), undefined);
    assert.equal(unsupported("Sales were 1,200 billion crowns.", "(in millions of crowns)\nSales 1,200"), "1200");
    assert.equal(unsupported("Sales were 3 crowns.", source), "3");
    assert.equal(unsupported("The rate rose by 2 and sales were 3 million crowns.", source), "2");
    assert.equal(unsupported("Rates rose by 3 and 4 percent.", "Rates rose by 3 percent and by 4 percent."), undefined);
    assert.equal(unsupported("It was between 3 percent and 4 percent.", "It was between 3 and 4 percent."), undefined);
  });

  it("keep their sign, in brackets, behind a minus sign or in words", () => {
    const source = "Net income (12) 40";
    assert.equal(unsupported("Net income was 12.", source), "12");
    assert.equal(unsupported("Net income was -12.", source), undefined);
    assert.equal(unsupported("The net loss was 12.", source), undefined);
    assert.equal(unsupported("Net income was -40.", source), "40");
    assert.equal(unsupported("Net income was −12.", "Net income −12"), undefined);
  });

  it("take no dash of a range or a name for a minus sign", () => {
    const signs = readFigures("COVID-19, 2019-20, 3–4 percent and $(5) of -6").map(({ value, isNegative }) => [
      value,
      isNegative,
    ]);
    assert.deepEqual(signs, [
      ["19", false],
      ["2019", false],
      ["20", false],
      ["3", false],
      ["4", false],
      ["5", true],
      ["6", true],
    ]);
  });

  it("are read in linear time, whatever the text", () => {
    for (const text of ["1,111".repeat(20_000), "1.".repeat(50_000), "( $ -".repeat(20_000), "one ".repeat(20_000)]) {
      assert.ok(processorMs(() => readFigureSource(text)) < 1_000);
    }
  });
});
