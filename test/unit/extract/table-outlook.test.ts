import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Harvest outlook",
  sourceName: "Norland Farm Service",
  publishedDate: "2030-11-07",
  authors: [],
  documentUrl: "https://example.org/outlook",
};
const toldOf = (text: string) =>
  extract(parseText(text), head).insights.map(({ title, finding, excerpts }) => ({
    title,
    finding: finding.replace(/^.*?2030: /, ""),
    shown: excerpts.map(({ start, end }) => text.slice(start, end)),
  }));
const GRAIN = `Stores fill up early. Table 1.2. World rye market at a glance 2028/29 2029/30 estim.

2030/31 f’cast Change 2030/31 over 2029/30 million tonnes % WORLD BALANCE Production 791.5 799.0 819.2 2.5 Tradea 210.3 192.6 202.5 5.1 Food 540.1 543.4 546.8 0.6 Ending stocksb 317.6 317.4 328.8 3.6 SUPPLY AND DEMAND INDICATORS
`;
const MEAT = `2029 2030 estim.

2031 f’cast Change:

2031 over 2030 June Nov.

million tonnes (carcass weight equivalent) % WORLD BALANCE Production 372.2 378.1 380.5 383.5 1.4 Pig meat 124.7 125.1 125.2 126.3 1.0 Trade 40.3 42.2 43.0 43.0 1.9 Pig meat 9.7 10.0 10.2 10.2 2.0

FAO MEAT PRICE INDEX
(2014–2016=100)
`;

describe("a world balance of an estimate and a forecast", () => {
  it("is told with both, and the change that shows how its figures are read", () => {
    const told = toldOf(GRAIN);
    const made = told.find(({ title }) => title === "World rye production, 2030/31 forecast");
    assert.equal(
      made?.finding,
      "World rye production is put at 799.0 million tonnes for 2029/30 (estimate) and 819.2 million tonnes for 2030/31 (forecast), a change of 2.5 percent over 2029/30.",
    );
    assert.deepEqual(made?.shown, [
      "World rye market at a glance 2028/29 2029/30 estim.",
      "2030/31 f’cast Change 2030/31 over 2029/30 million tonnes % WORLD BALANCE Production 791.5 799.0 819.2 2.5",
    ]);
    assert.ok(told.some(({ finding }) => /^World food use of rye is put at 543\.4/.test(finding)));
    assert.ok(told.some(({ title }) => title === "World rye ending stocks, 2030/31 forecast"));
  });

  it("is told with a figure in each line, whose thousands are set apart", () => {
    const header = "2028/29\n2029/30\nestim.\n2030/31\nf’cast\nChange\n2030/31\nover\n2029/30\nmillion tonnes\n%";
    const rows = "Production\n2 791.5\n2 799.0\n2 869.0\n2.5\nTrade\n210.3\n192.6\n202.5\n5.1";
    const lines = `${header}\nWORLD BALANCE\n${rows}\n\nFAO CEREAL PRICE INDEX\n`;
    const made = toldOf(lines).find(({ title }) => title === "World cereal production, 2030/31 forecast");
    assert.match(made?.finding ?? "", /2 799\.0 million tonnes for 2029\/30 \(estimate\) and 2 869\.0 million tonnes/);
    assert.equal(made?.shown.at(-1), "FAO CEREAL PRICE INDEX");
  });

  it("names the parts of each sum, and both months of a forecast", () => {
    const told = toldOf(MEAT);
    const trade = told.find(({ finding }) => /^World pig meat trade/.test(finding));
    assert.equal(
      trade?.finding,
      "World pig meat trade (carcass weight equivalent) is put at 10.0 million tonnes in 2030 (estimate), 10.2 million tonnes in 2031 (June forecast) and 10.2 million tonnes in 2031 (November forecast), a change of 2.0 percent over 2030.",
    );
    assert.match(trade?.shown[1] ?? "", /^Trade 40\.3 .* Pig meat 9\.7 10\.0 10\.2 10\.2 2\.0$/);
    assert.ok(told.some(({ finding }) => /^World pig meat production .* 126\.3 million tonnes/.test(finding)));
  });

  it("says nothing from the row on whose change is another, nor of goods that are not named", () => {
    const told = toldOf(GRAIN.replace("192.6 202.5 5.1", "192.6 202.5 8.1"));
    assert.ok(told.every(({ finding }) => !/World rye trade|World rye ending stocks/.test(finding)));
    assert.ok(toldOf(MEAT.replace("FAO MEAT", "The")).every(({ finding }) => !/is put at/.test(finding)));
  });
});
