import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { loosened, tellersOf } from "../../../services/document/extract/prose/loosened.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const SPAN = { start: 10, end: 20 };
const tellers = (text: string) => tellersOf(text, SPAN, undefined);

describe("a sentence that cannot go with the one before it", () => {
  const opening =
    "Many directors noted that tin had become dearer by 9 percent over the spring as the smelters of the south were shut for repairs, as the ferries that carry ore from the eastern isles had been laid up, and as the dealers who hold most of the stocks outside the mines had sold less than in the year before at every one of their auctions.";
  const text = `${opening} They noted that freight rates for copper had risen by 12 percent since May, and that the cost of the insurance that goes with it had doubled.

Given this balance of risks, export growth of the mines was projected to slow to 2.5 percent in 2032.`;

  it("names those who tell it, as the sentence before does, which is quoted", () => {
    const found = extract(parseText(text), BANK).insights.find(({ finding }) => finding.includes("copper"));
    assert.match(found?.finding ?? "", /: Many directors noted that freight rates for copper/);
    const [first] = found?.excerpts ?? [];
    assert.equal(text.slice(first?.start, first?.end), opening);
  });

  it("is told without what it only rests on", () => {
    const found = extract(parseText(text), BANK).insights.find(({ finding }) => finding.includes("Export growth"));
    assert.match(found?.finding ?? "", /: Export growth of the mines was/);
  });

  it("goes with it where it can", () => {
    const near = "Several members expected growth of 2 percent in 2032. They noted that wages had risen by 4 percent.";
    const found = extract(parseText(near), BANK).insights.find(({ finding }) => finding.includes("wages"));
    assert.match(found?.finding ?? "", /in 2032\. They noted/);
  });
});

describe("those who tell it", () => {
  it("are the ones whom a sentence names, and whom the next goes on with", () => {
    const few = tellers("With regard to rents, a few other participants judged that they had peaked.");
    assert.equal(few?.name, "A few participants");
    assert.equal(tellersOf("These participants also noted that wages had slowed.", SPAN, few), few);
    assert.equal(
      loosened("They also noted that wages had slowed.", few)?.text,
      "A few participants noted that wages had slowed.",
    );
    assert.equal(
      loosened("They noted, however, that wages rose.", few)?.text,
      "A few participants noted that wages rose.",
    );
  });

  it("are not known behind two groups, a part of them, or a sentence of something else", () => {
    assert.equal(tellers("Participants noted that firms had raised prices."), undefined);
    assert.equal(tellers("Of those who spoke, participants favored a pause."), undefined);
    assert.equal(tellersOf("Rents had slowed.", SPAN, { name: "Members", named: SPAN }), undefined);
  });

  it("are not put into a sentence that points at more, nor in front of what they do not say", () => {
    const all = { name: "Members", named: SPAN };
    assert.equal(loosened("They judged that a pause would reduce this risk.", all), undefined);
    assert.ok(loosened("They judged that the risk of a pause was high and that this risk had grown.", all));
    assert.equal(loosened("They were held in the capital.", all), undefined);
    assert.equal(loosened("In particular, they cited lower rents.", all), undefined);
  });
});

describe("a frame", () => {
  it("is left out where it sums up what was said, and stays where it sets a condition", () => {
    assert.equal(
      loosened("Given this balance of risks, a pause was warranted.", undefined)?.text,
      "A pause was warranted.",
    );
    assert.equal(loosened("In this scenario, output falls by 2 percent.", undefined), undefined);
    assert.equal(loosened("Given this outlook, they eased these limits.", undefined), undefined);
  });
});
