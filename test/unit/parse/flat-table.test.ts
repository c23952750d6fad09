import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "../../../services/document/parse/parse.ts";

const read = (text: string) =>
  parse({ bytes: new TextEncoder().encode(text), mediaType: "text/plain", name: "table.txt" });

/** Lines of which tables without visible columns are made. */
const line = fc.constantFrom(
  "",
  "2024/25 Proj.",
  "World 3/",
  "Beginning Stocks Production Imports Exports",
  "BeginningStocks Production Imports Domestic Feed Domestic Total Exports Ending Stocks",
  "Wheat supply and use of the world by region, in million tonnes, as the office sees it",
  "Northland 10.10 20.25 3.30 4.40",
  "Southland 1/ 11.12 21.26 3.35 4.45",
  "filler filler filler filler",
  "The harvest was good.",
  "2022 2023",
  "(In millions)",
  "(In millions) 2031 2030 Net sales $ 11 $ 12",
  "In millions 2031 2030 Assets:",
  "Goodwill 21.1 22.2 Current liabilities:",
  "Cash (Notes 1 and 2) 3.1 4.1",
);

describe("tables without visible columns", () => {
  it("have blocks and headers in order and within the text, whatever lines come together", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 4, maxLength: 40 }), async (lines) => {
        const text = `${lines.join("\n")}\nThe end of the report.\n`;
        const { blocks, tables } = await read(text);
        let last = 0;
        for (const { start, end } of blocks) {
          assert.ok(last <= start && start < end && end <= text.length, `${last} ${start} ${end}`);
          last = end;
        }
        for (const { start, end } of tables.flatMap(({ header }) => header)) assert.ok(start < end, `${start} ${end}`);
      }),
      { numRuns: 300 },
    );
  });
});
