import assert from "node:assert/strict";
import { parse } from "../../../services/document/parse/parse.ts";

const tablesOf = async (text: string) => {
  const parsed = await parse({ bytes: new TextEncoder().encode(text), mediaType: "text/plain", name: "t.txt" });
  return parsed.tables.map(({ caption, unit }) => ({
    caption: caption && parsed.text.slice(caption.start, caption.end),
    unit: unit && parsed.text.slice(unit.start, unit.end),
  }));
};

describe("tables with bars", () => {
  it("are named, and given their unit, by the cell over the labels", async () => {
    const rows = "| 2023/24 | 2024/25 |\n| Production | 12.1 | 13.0 |\n| Exports | 4.2 | 4.4 |\n";
    assert.deepEqual(await tablesOf(`| Rye balance (million tonnes) ${rows}`), [
      { caption: "Rye balance", unit: "(million tonnes)" },
    ]);
    assert.deepEqual(await tablesOf(`| Rye balance (revised) ${rows}`), [
      { caption: "Rye balance (revised)", unit: undefined },
    ]);
    assert.deepEqual(await tablesOf(`| Item ${rows}`), [{ caption: undefined, unit: undefined }]);
  });
});
