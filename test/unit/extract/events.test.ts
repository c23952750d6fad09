import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { eventIn, readEvents, withEvent } from "../../../services/document/extract/grammar/events.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

describe("what a document calls by the bare word for a war", () => {
  const text = `The conflict in the Northern Isles raised freight rates by 9 percent. Members met twice.

Spreads on corporate bonds had widened by 20 basis points since the conflict began. They fell by 5 basis points once the conflict eased.`;

  it("is named as the document names it, and the sentence that does so is quoted", () => {
    const found = extract(parseText(text), BANK).insights.find(({ finding }) => /: Spreads/.test(finding));
    assert.match(found?.finding ?? "", /since the conflict in the Northern Isles began\./);
    const [first] = found?.excerpts ?? [];
    assert.equal(
      text.slice(first?.start, first?.end),
      "The conflict in the Northern Isles raised freight rates by 9 percent.",
    );
  });

  it("keeps whose it is, at the beginning of a sentence too", () => {
    const [event] = readEvents("Prices rose after Norden's invasion of Varn began. The invasion hurt trade.");
    assert.equal(event && withEvent("The invasion hurt trade.", event), "Norden's invasion of Varn hurt trade.");
  });

  it("is left as it is where two may be meant, and where none is named", () => {
    assert.deepEqual(readEvents("The war in Norden and the war in Varn hurt trade. The war went on."), []);
    assert.deepEqual(readEvents("The war went on."), []);
  });

  it("is left as it is where the sentence, or the one that it goes on with, says the place", () => {
    const events = readEvents("The war in Varn raised prices. The war went on.");
    assert.ok(eventIn("The war hurt trade.", events, ""));
    assert.equal(eventIn("Ships left Varn as the war went on.", events, ""), undefined);
    assert.equal(eventIn("They agreed that the war hurt trade.", events, "The war in Varn raised prices. "), undefined);
    assert.equal(eventIn("The war years were lean.", events, ""), undefined);
  });
});
