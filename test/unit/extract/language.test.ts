import assert from "node:assert/strict";
import { tag } from "../../../services/document/extract/grammar/language.ts";

describe("words of a sentence", () => {
  it("are the same whatever was read before: an owner at a sentence's end stays two words", () => {
    for (const before of [
      "The barge was the quayman's.",
      "(The barge was the lockman’s)",
      "The “bargeman’s” was lost.",
    ])
      tag(before);
    for (const owner of ["quayman's", "lockman’s", "bargeman’s"])
      assert.deepEqual(
        tag(`the ${owner} wages rose in May.`).map(({ text }) => text),
        ["the", owner.slice(0, -2), owner.slice(-2), "wages", "rose", "in", "May", "."],
      );
  });

  const posOf = (text: string, word: string) => tag(text).find((token) => token.text === word)?.pos;
  const nouns: [string, string][] = [
    ["The nominal harbour yield curve steepened in May.", "yield"],
    ["The barley yield of 53 bushels per acre is down from April.", "yield"],
    ["The credit needs of small ports remained high.", "needs"],
    ["However, lenders' focus shifted to the ferries.", "focus"],
    ["In the north forward rates had fallen across maturities.", "rates"],
    ["The Korean won, in particular, had fallen.", "won"],
    ["Carbon capture and storage projects advanced.", "capture"],
    ["Ports had difficulties finding enough labor in May.", "labor"],
    ["Recently head counts fell.", "head"],
    ["Recently head counts fell.", "counts"],
    ["Owners expected that hiring for the season would slow.", "hiring"],
    ["Ports met resistance to fare increases with higher tips.", "increases"],
  ];
  for (const [text, word] of nouns)
    it(`are nouns where no verb can stand: ${text}`, () => {
      assert.equal(posOf(text, word), "NOUN");
    });

  for (const [text, word] of [
    ["Operating income of the ferries rose in May.", "Operating"],
    ["Deferred revenue of the port was 5 million crowns, as in May.", "Deferred"],
    ["The port had working capital of 5 million crowns.", "working"],
  ] as const)
    it(`are what a figure is called by: ${text}`, () => assert.equal(posOf(text, word), "ADJ"));

  it("are verbs where they are", () => {
    assert.equal(posOf("Operating ferries is dear.", "Operating"), "VERB");
    for (const [text, word] of [
      ["The bonds yield 4 percent.", "yield"],
      ["The port needs a second crane.", "needs"],
      ["The Korean won the order in May.", "won"],
    ] as const)
      assert.equal(posOf(text, word), "VERB");
  });
});
