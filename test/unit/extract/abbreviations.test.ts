import assert from "node:assert/strict";
import { readAbbreviations, spellOut } from "../../../services/document/extract/grammar/abbreviations.ts";

const TEXT =
  "The Norden Lending Outlook Survey of Bank Officers (NLOS) was sent out. Commercial barge traffic (CBT) fell, and emerging river\neconomies (EREs) grew. " +
  "The bank buys Northmark government bonds (NGBs). The Harbour Fees Unit (the “HFU”) and the harbour fund union (HFU) agreed (QRS). The Union of the Norden Coast’s (UNC) vote passed.";

describe("abbreviations", () => {
  const known = readAbbreviations(TEXT);

  it("reads what the text puts in front of a short form, and not what stands for two things or for other letters", () => {
    assert.deepEqual(Object.fromEntries(known), {
      NLOS: "Norden Lending Outlook Survey of Bank Officers",
      CBT: "commercial barge traffic",
      EREs: "emerging river economies",
      NGBs: "Northmark government bonds",
      UNC: "Union of the Norden Coast",
    });
  });

  it("spells a short form out where a finding has it first", () => {
    const cases = {
      "In the June NLOS, an ERE bank saw less CBT; CBT fell.":
        "In the June Norden Lending Outlook Survey of Bank Officers (NLOS), an emerging river economy (ERE) bank saw less CBT; CBT fell.",
      "CBT rose, as the UNC’s report says.":
        "Commercial barge traffic (CBT) rose, as the Union of the Norden Coast’s (UNC) report says.",
      "A CBT-based fee and the CBT Group stay.": "A CBT-based fee and the CBT Group stay.",
      "Less commercial barge traffic made CBT fees fall.": "Less commercial barge traffic made CBT fees fall.",
    };
    for (const [text, spelled] of Object.entries(cases)) assert.equal(spellOut(text, known), spelled);
  });
});
