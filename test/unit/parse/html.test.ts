import { strict as assert } from "node:assert";
import { DomainError } from "#kit/errors.ts";
import { assertSound, parsed, rowLabelled, wordsOf } from "./parsed.ts";

const html = (source: string | Uint8Array) => parsed(source, "text/html");

describe("HTML", () => {
  it("keeps what a page shows, and marks what leads around it", async () => {
    const document = await html(
      "<html><head><title>Dues - Harbour Board</title><meta property='og:site_name' content='Harbour Board'><meta property='article:published_time' content='2024-03-04T10:00:00Z'><script>var hidden = 1;</script></head><body><nav><a href='/'>Home</a></nav><h1>Harbour dues in 2024</h1><p>Dues rose by <b>2 per cent</b>.</p><div style='display: none'>never shown</div><ul><li>Quays</li></ul></body></html>",
    );
    assertSound(document);
    assert.deepEqual(
      document.blocks.map((block) => [block.kind, block.role, wordsOf(document, block)]),
      [
        ["paragraph", "navigation", "Home"],
        ["heading", undefined, "Harbour dues in 2024"],
        ["paragraph", undefined, "Dues rose by 2 per cent."],
        ["listItem", undefined, "Quays"],
      ],
    );
    assert.deepEqual(document.head, {
      title: "Harbour dues in 2024",
      sourceName: "Harbour Board",
      publishedDate: "2024-03-04",
    });
  });

  it("takes the name that a page has on a telephone for its publisher, where it gives no other", async () => {
    const page = (metas: string) =>
      html(`<html><head><title>Dues</title>${metas}</head><body><p>Dues rose.</p></body></html>`);
    const telephone = "<meta name='apple-mobile-web-app-title' content='Harbour Board'>";
    assert.equal((await page(telephone)).head.sourceName, "Harbour Board");
    assert.equal((await page(`${telephone}<meta name='publisher' content='The Port'>`)).head.sourceName, "The Port");
  });

  it("puts values under headers that span columns, with signs from cells of their own", async () => {
    const document = await html(
      "<p>Dues (in thousands)</p><table><tr><td></td><td colspan=5>Year Ended</td></tr><tr><td></td><td colspan=2>2023</td><td></td><td colspan=2>2022</td></tr><tr><td>Quays</td><td>$</td><td>1,234</td><td></td><td>$</td><td>987</td></tr><tr><td>Cranes</td><td></td><td>(55</td><td>)</td><td></td><td>12</td></tr></table>",
    );
    assertSound(document);
    assert.deepEqual(rowLabelled(document, "Quays").values, [
      ["Year Ended 2023", "$ 1,234"],
      ["Year Ended 2022", "$ 987"],
    ]);
    assert.deepEqual(rowLabelled(document, "Cranes").values[0]?.[1], "(55)");
    const { table } = rowLabelled(document, "Quays");
    assert.equal(table.unit && wordsOf(document, table.unit), "(in thousands)");
  });

  it("shows inline XBRL as a reader sees it", async () => {
    const document = await html(
      "<html xmlns:ix='x'><body><div style='display:none'><ix:header><ix:hidden><ix:nonNumeric name='dei:AmendmentFlag'>false</ix:nonNumeric></ix:hidden></ix:header></div><p>Sales were $(<ix:nonFraction sign='-' scale='6' name='a:b'>1,234</ix:nonFraction>) million.</p></body></html>",
    );
    assert.equal(document.text, "Sales were $(1,234) million.");
  });

  it("mends UTF-8 that was encoded twice, and says so", async () => {
    const twice = Buffer.from(
      Buffer.from("<p>The board’s dues – and the yard’s – rose.</p>").toString("latin1"),
      "utf8",
    );
    const once = Buffer.from(
      new TextDecoder("windows-1252").decode(Buffer.from("<p>The board’s dues – and the yard’s – rose.</p>")),
      "utf8",
    );
    for (const bytes of [twice, once]) {
      const document = await html(new Uint8Array(bytes));
      assert.equal(document.text, "The board’s dues – and the yard’s – rose.");
      assert.deepEqual(document.repairs, ["Repaired 4 characters that were encoded twice."]);
    }
  });

  it("believes a declared charset when the bytes are no UTF-8", async () => {
    const document = await html(
      new Uint8Array(Buffer.from("<meta charset='iso-8859-1'><p>Caf\xe9 dues rose.</p>", "latin1")),
    );
    assert.equal(document.text, "Café dues rose.");
  });

  it("believes a declared charset whose bytes are ASCII between escapes", async () => {
    const page = (bytes: string) => html(new Uint8Array(Buffer.from(`<meta charset='ISO-2022-JP'>${bytes}`, "latin1")));
    const document = await page("<p>Dues at \x1b$BEl5~\x1b(B rose.</p>");
    assert.equal(document.text, "Dues at 東京 rose.");
    assert.deepEqual(document.repairs, ["Read as iso-2022-jp, as declared."]);
    assert.equal((await page("<p>Dues rose.</p>")).text, "Dues rose.");
  });

  it("has its words whole where a line might break inside them", async () => {
    const document = await html("<h1>Har&shy;bour dues</h1><p>Dues for wa\u00adre\u00adhouses rose.</p>");
    assert.equal(document.text, "Harbour dues\n\nDues for warehouses rose.");
  });

  it("does not put what is raised to the figure before it", async () => {
    for (const [page, text] of [
      ["to 4<sup>1</sup>/<sub>4</sub> percent", "to 4 1/4 percent"],
      ["to 4<sup>1</sup>&frasl;<sub>4</sub> percent", "to 4 1⁄4 percent"],
      ["to 4<sup>1/4</sup> percent", "to 4 1/4 percent"],
      ["dues of 2031<sup>3</sup> and", "dues of 2031 and"],
      ["10<sup>6</sup> tonnes, 310<sup>1</sup>", "10^6 tonnes, 310"],
      ["5<sup>th</sup> quay, 20 m<sup>2</sup>, Ada,<sup>4</sup>", "5th quay, 20 m2, Ada,4"],
      ["5<sup style='display:none'>9</sup> quays", "5 quays"],
    ] as const)
      assert.equal((await html(`<p>Dues ${page}</p>`)).text, `Dues ${text}`);
    assert.deepEqual((await html("<p>2031<sup>3</sup>: 4<sup>1</sup>/<sub>4</sub></p>")).repairs, [
      "Left out 1 marks of footnotes.",
    ]);
  });

  it("says a label again in each row of values that its cell spans, and no head of columns", async () => {
    const document = await html(
      "<p>Dues</p><table><tr><th rowspan=2>Quay</th><th rowspan=2>Crop</th><th colspan=2>Tonnes</th></tr><tr><th>2023</th><th>2022</th></tr>" +
        "<tr><td rowspan=2>North</td><td>Wheat</td><td>12</td><td>11</td></tr><tr><td>Rye</td><td>9</td><td>8</td></tr>" +
        "<tr><td>South</td><td>Wheat</td><td rowspan=2>7</td><td>6</td></tr><tr><td>South</td><td>Rye</td><td>5</td></tr></table>",
    );
    assert.deepEqual(document.text.split("\n").slice(2), [
      "Quay | Crop | Tonnes",
      "2023 | 2022",
      "North | Wheat | 12 | 11",
      "North | Rye | 9 | 8",
      "South | Wheat | 7 | 6",
      "South | Rye | 5",
    ]);
  });

  it("has a row for each line where cells hold as many figures below each other", async () => {
    const rows = async (...cells: string[]) =>
      (
        await html(
          `<p>Dues</p><table><tr><th>Quay</th><th>2031<br>tonnes</th></tr><tr><td>${cells.join("</td><td>")}</td></tr></table>`,
        )
      ).text
        .split("\n")
        .slice(3);
    assert.deepEqual(await rows("North<br>South<br>", "12<br>15"), ["North | 12", "South | 15"]);
    assert.deepEqual(await rows("<p>North</p><p>South</p>", "<p>12</p><p>15</p>"), ["North | 12", "South | 15"]);
    assert.deepEqual(await rows("By quay:<br>North<br>South", "<br>12<br>15"), [
      "By quay:",
      "North | 12",
      "South | 15",
    ]);
    assert.deepEqual(await rows("Dues of<br>the North", "12<br>15"), ["Dues of the North | 12 15"]);
    assert.deepEqual(await rows("North<br>Share", "12<br>(15)"), ["North Share | 12 (15)"]);
    assert.deepEqual(await rows("North<br>South", "12"), ["North South | 12"]);
  });

  it("is refused when it shows nothing", async () => {
    await assert.rejects(
      html("<html><body><script>render()</script></body></html>"),
      (err) => err instanceof DomainError && /shows no text/.test(err.message),
    );
  });
});
