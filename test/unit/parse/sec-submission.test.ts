import assert from "node:assert/strict";
import { assertSound, parsed } from "./parsed.ts";

const HEADER =
  "<SEC-DOCUMENT>x\n<SEC-HEADER>x\nCONFORMED SUBMISSION TYPE:\t10-K\nFILED AS OF DATE:\t\t20310215\nCOMPANY CONFORMED NAME:\tHARBOUR CORP\n</SEC-HEADER>\n";
const part = (type: string, body: string) =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>1\n<TEXT>\n${body}\n</TEXT>\n</DOCUMENT>\n`;
const wrapped = (body: string) => `<XBRL>\n${body}\n</XBRL>`;
const DECLARATION = "<?xml version='1.0' encoding='ASCII'?>\n";
const PAGE =
  "<html xmlns:ix='x'><body><div style='display:none'><ix:header>hidden</ix:header></div><p>Dues were $<ix:nonFraction>55</ix:nonFraction> million.</p></body></html>";
const SCHEMA = `${DECLARATION}<!-- <html> is no root here --><xs:schema xmlns:xs='x'><xs:import/></xs:schema>`;
const PICTURE = "begin 644 logo.jpg\nM_]C_X  02D9)1@ ! 0  \n`\nend";

describe("a full submission to the SEC", () => {
  for (const [what, prolog] of [
    ["only its declaration", DECLARATION],
    ["comments longer than a line", `${DECLARATION}${"<!-- made > by a program, of such a version -->".repeat(20)}`],
    ["the type of the document", `${DECLARATION}<!DOCTYPE html PUBLIC "a" "b">\n`],
    ["nothing", ""],
  ] as const) {
    it(`shows its inline XBRL, before which stands ${what}`, async () => {
      for (const body of [wrapped(prolog + PAGE), prolog + PAGE]) {
        const document = await parsed(`${HEADER}${part("10-K", body)}${part("GRAPHIC", PICTURE)}</SEC-DOCUMENT>`);
        assertSound(document);
        assert.equal(document.text, "Dues were $55 million.");
        assert.equal(document.head.title, "HARBOUR CORP Form 10-K");
      }
    });
  }

  it("is read as plain text where no document stands in it", async () => {
    const document = await parsed("<SEC-DOCUMENT>\n\nDues at the harbour were $55 million.");
    assert.deepEqual(
      document.blocks.map(({ start, end, role }) => [document.text.slice(start, end), role]),
      [
        ["<SEC-DOCUMENT>", undefined],
        ["Dues at the harbour were $55 million.", undefined],
      ],
    );
  });

  it("leaves out pictures and the data of XBRL, and says how many", async () => {
    const parts = [
      part("10-K", wrapped(DECLARATION + PAGE)),
      part("EX-99", PICTURE),
      part("EX-100", wrapped(SCHEMA)),
      part("EX-102", SCHEMA),
    ];
    const document = await parsed(`${HEADER}${parts.join("")}</SEC-DOCUMENT>`);
    assert.equal(document.text, "Dues were $55 million.");
    assert.deepEqual(document.repairs, ["Left out 3 attachments that are no text, such as pictures and data files."]);
  });
});
