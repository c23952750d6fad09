import { strict as assert } from "node:assert";
import fc from "fast-check";
import { DomainError } from "#kit/errors.ts";
import { decode } from "../../../services/document/parse/decode.ts";
import { mediaTypeOf } from "../../../services/document/parse/parse.ts";
import { assertCovered, assertSound, parsed } from "./parsed.ts";

const line = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\f",
    "Contents",
    "Attendance",
    "(in millions)",
    "2023 | 2022",
    "Wheat | 5 | (6)",
    "| a | b |",
    "|---|---|",
    "Revenue $ 1,234 $ 987",
    "Other 5 6 Total 7 8 9",
    "Three Months Ended June 30, 2023 2022",
    "July 1,",
    "filler filler filler filler",
    "1. A list item",
    "HEADING",
    "CHAIR OLSEN. Good afternoon",
    "a\tb\t3",
    "Growth was 2 percent, and the board said that",
    "\u2028\u00a0x",
    "😀 3 4",
  ),
  fc.string({ maxLength: 30 }),
);
const tag = fc.constantFrom(
  "<p>",
  "</p>",
  "<table>",
  "</table>",
  "<tr>",
  "<td colspan=3>",
  "<td rowspan=9>",
  "</td>",
  "<th>",
  "<br>",
  "<pre>",
  "</pre>",
  "<nav>",
  "<sup><a>1</a></sup>",
  "<li>",
  "<h2>",
  "</div>",
  "<ix:header>",
  "</ix:header>",
);

/** What was read, or nothing where the input holds no text. */
const readable = (text: string, mediaType: "text/plain" | "text/html") =>
  parsed(text, mediaType).catch((err: unknown) => {
    if (err instanceof DomainError && err.kind === "invalid") return undefined;
    throw err;
  });

describe("hostile and random input", () => {
  it("never breaks what is promised of the offsets in text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 40 }), async (lines) => {
        const text = lines.join("\n");
        const document = await readable(text, "text/plain");
        if (!document) return;
        assertSound(document);
        assert.equal(document.text, new TextDecoder().decode(new TextEncoder().encode(text)));
        assertCovered(document);
      }),
      { numRuns: 500 },
    );
  });

  it("never breaks what is promised of the offsets in HTML", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(tag, line), { maxLength: 60 }), async (parts) => {
        const document = await readable(parts.join(""), "text/html");
        if (document) assertSound(document);
      }),
      { numRuns: 500 },
    );
  });

  for (const [what, text] of [
    ["a line of 20 MB", "word ".repeat(4_000_000)],
    ["a line of 20 MB without a space", "x".repeat(20_000_000)],
    ["a million bars", "|".repeat(1_000_000)],
    ["a million bars between cells", "a | ".repeat(1_000_000)],
    ["a million numbers", "1 ".repeat(1_000_000)],
    ["half a million rows", "Wheat 5.5 6.5\n".repeat(500_000)],
    ["half a million headings", "Heading\n\n".repeat(500_000)],
    ["opened brackets", "(in ".repeat(1_000_000)],
    ["dots", ". ".repeat(1_000_000)],
    ["dates", "June 30, 2023 ".repeat(300_000)],
    ["empty lines", "\n".repeat(5_000_000)],
  ] as const) {
    it(`reads ${what} in time`, async () => {
      const document = await readable(text, "text/plain");
      if (document) assert.equal(document.text.length, text.length);
    }).timeout(20_000);
  }

  for (const [what, page] of [
    ["100,000 tags inside each other", "<div>".repeat(100_000)],
    ["100,000 tables inside each other", "<table><tr><td>".repeat(100_000)],
    ["100,000 tags that close nothing", `<p>x${"</b>".repeat(100_000)}`],
    [
      "cells that span a million columns",
      `<table>${"<tr><td colspan=1000000 rowspan=1000000>1</td></tr>".repeat(2_000)}</table>`,
    ],
    ["an endless attribute", `<p title="${"x".repeat(5_000_000)}`],
    ["a million entities", `<p>${"&amp;".repeat(1_000_000)}`],
  ] as const) {
    it(`reads or refuses ${what} in time`, async () => {
      const document = await readable(page, "text/html");
      if (document) assertSound(document);
    }).timeout(20_000);
  }

  it("refuses an empty file, one without text and one that is no text", async () => {
    await assert.rejects(parsed(""), /empty/);
    await assert.rejects(parsed(" \n\t\n"), /no text/);
    await assert.rejects(parsed(new Uint8Array([0, 1, 2, 3, 0, 5, 6])), /UTF-8/);
  });

  it("reads byte order marks, UTF-16 and windows-1252", () => {
    assert.equal(decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x41])).text, "A");
    assert.equal(decode(new Uint8Array(Buffer.from("\ufeffPrices", "utf16le"))).text, "Prices");
    assert.equal(decode(new Uint8Array(Buffer.from("Prices rose", "utf16le"))).text, "Prices rose");
    const old = decode(new Uint8Array([0x93, 0x41, 0x94]));
    assert.equal(old.text, "“A”");
    assert.equal(old.repairs.length, 1);
  });

  it("keeps UTF-8 where a few bytes are none, and says how many", () => {
    const utf8 = Buffer.from("The yard’s dues – “quays” and cafés – rose by £2. Né");
    const joined = decode(new Uint8Array(Buffer.concat([utf8, Buffer.from([0x20, 0xe9, 0x74, 0xe9, 0x2e])])));
    assert.equal(joined.text, "The yard’s dues – “quays” and cafés – rose by £2. Né été.");
    assert.deepEqual(joined.repairs, ["Bytes that are not UTF-8 (2): read as windows-1252."]);
    const cut = decode(new Uint8Array(utf8.subarray(0, -1)));
    assert.equal(cut.text, "The yard’s dues – “quays” and cafés – rose by £2. NÃ");
    const windows = decode(new Uint8Array(Buffer.from("Ã© is what is left of \xe9 in caf\xe9, d\xe9j\xe0", "latin1")));
    assert.equal(windows.text, "Ã© is what is left of é in café, déjà");
  });

  it("tells files by their content before their names", () => {
    const type = (text: string, name: string) => mediaTypeOf(new Uint8Array(Buffer.from(text, "latin1")), name);
    assert.equal(type("%PDF-1.7", "a.txt"), "application/pdf");
    assert.equal(type("<!DOCTYPE html><p>", "a.txt"), "text/html");
    assert.equal(type("<SEC-DOCUMENT>x<html>", "a.txt"), "text/plain");
    assert.equal(type("PK\x03\x04", "a.docx"), undefined);
    assert.equal(type("Prices", "a.html"), "text/html");
    assert.equal(type("Prices", "README"), "text/plain");
  });
});
