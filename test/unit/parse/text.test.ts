import { strict as assert } from "node:assert";
import { assertSound, parsed, rowLabelled, rowsOf, wordsOf } from "./parsed.ts";

const kinds = async (text: string) => (await parsed(text)).blocks.map(({ kind }) => kind);

describe("plain text", () => {
  it("is stored as it came, white space and all", async () => {
    const text = "\n\n  Prices rose by 2 per cent.\r\n\r\n\tWages followed.  \n\n";
    const document = await parsed(text);
    assert.equal(document.text, text);
    assertSound(document);
    assert.deepEqual(
      document.blocks.map((block) => wordsOf(document, block)),
      ["Prices rose by 2 per cent.", "Wages followed."],
    );
  });

  it("is refused with what to do when there is only white space", async () => {
    await assert.rejects(parsed(" \n\n\t\n"), /^DomainError: the file holds no text: fetch it again$/);
  });

  it("has the same blocks whatever ends its lines, also a carriage return alone", async () => {
    const text =
      "Harbour dues\n\nDues rose by 2 per cent.\n\nItem   2030   2031\nQuays  1.0    1.2\nCranes 3.0    3.1\n";
    for (const ending of ["\r\n", "\r"]) {
      const document = await parsed(text.replaceAll("\n", ending));
      assertSound(document);
      assert.deepEqual(
        document.blocks.map(({ kind }) => kind),
        await kinds(text),
      );
      assert.deepEqual(rowsOf(document), rowsOf(await parsed(text)));
    }
  });

  it("is one paragraph again where its lines were broken to a width", async () => {
    const text =
      "The committee noted that the harvest had been smaller than\nexpected, that stocks at the mills were low, and that prices\nwould stay high until the spring.\n\nA second paragraph follows.";
    const { blocks } = await parsed(text);
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ["paragraph", "paragraph"],
    );
  });

  it("joins a sentence that an empty line cut, as at the end of a page", async () => {
    const document = await parsed(
      "The governor said that the outlook for the northern ports had\n\nimproved since the winter, and that trade was growing.",
    );
    assert.equal(document.blocks.length, 1);
  });

  it("parts the items of a list that are paragraphs", async () => {
    const item =
      "The number of ferries that call at the harbours of the north is a little higher than it was a year ago, ".repeat(
        3,
      );
    const document = await parsed(`${item.trim()} and it rose;\n\nThe fares of the south are lower than they were;`);
    assert.equal(document.blocks.length, 2);
  });

  it("joins one that it cut behind a word with which none ends", async () => {
    const document = await parsed(
      "The governor said that trade was growing in every port of the north. The\n\nBoard is resolved to widen the harbours.",
    );
    assert.equal(document.blocks.length, 1);
  });

  it("tells headings from sentences", async () => {
    assert.deepEqual(
      await kinds(
        "Labour Markets\n\nEmployment grew in all districts.\n\n3. PRICES\n\nPrices were stable over the month.",
      ),
      ["heading", "paragraph", "heading", "paragraph"],
    );
  });

  it("keeps list items apart", async () => {
    assert.deepEqual(
      await kinds(
        "- wheat exports rose to a record in the spring\n- maize exports fell\n\n(a) a third item follows here.",
      ),
      ["listItem", "listItem", "listItem"],
    );
  });

  it("counts pages by form feeds", async () => {
    const { blocks } = await parsed("The first page says this.\n\fThe second page says that.");
    assert.deepEqual(
      blocks.map(({ page }) => page),
      [1, 2],
    );
  });

  it("marks who was there, and not what was said", async () => {
    const document = await parsed(
      "Attendance\nMaria N. Olsen, Chair\nPeter Q. Lund\nAnna Berg, Deputy Director, Division of Statistics, Board\n\nThe chair opened the meeting and said that growth had slowed to 1 percent.",
    );
    assert.deepEqual(
      document.blocks.map(({ role }) => role),
      ["attendance", "attendance", "attendance", "attendance", undefined],
    );
  });

  it("names the speakers of a transcript, also in the paragraphs that follow", async () => {
    const document = await parsed(
      "CHAIR OLSEN. Good afternoon. Rates stay where they are.\n\nWe expect growth to pick up.\n\nPETER LUND. Why did you wait?\n\nCHAIR OLSEN. Because the data were mixed.\n\nANNA BERG. Thank you for that.",
    );
    assert.deepEqual(
      document.blocks.map(({ speaker }) => speaker),
      ["CHAIR OLSEN", "CHAIR OLSEN", "PETER LUND", "CHAIR OLSEN", "ANNA BERG"],
    );
  });

  it("reads a dateline and a title, and leaves out what it does not know", async () => {
    const { head } = await parsed(
      "Minutes of the Harbour Board\n\n4 March 2024\n\nThe board met at nine and discussed the quays.",
    );
    assert.deepEqual(head, { title: "Minutes of the Harbour Board", publishedDate: "2024-03-04" });
    assert.deepEqual((await parsed("the board met on 4 March 2024 and discussed the quays at length.")).head, {});
  });
});

describe("tables in plain text", () => {
  it("have cells between bars, with the spanning header over both columns", async () => {
    const document = await parsed(
      "Note 4. Harbour dues (in thousands):\n\nDecember 31,\n2019 | 2018\nQuays | $26,496 | $15,948\nCranes | (592) | 519\n$25,904 | $16,467",
    );
    assertSound(document);
    const { values, table } = rowLabelled(document, "Cranes");
    assert.deepEqual(values, [
      ["December 31, 2019", "(592)"],
      ["December 31, 2018", "519"],
    ]);
    assert.equal(table.unit && wordsOf(document, table.unit), "(in thousands)");
    assert.deepEqual(rowsOf(document).at(-1), ["", "$25,904", "$16,467"]);
  });

  it("are found where the columns were lost, with their dates and periods", async () => {
    const document = await parsed(
      "STATEMENTS OF EARNINGS\n($ in millions)\n\nThree Months Ended Six Months Ended\nJuly 29, 2023 July 30, 2022 July 29, 2023 July 30, 2022\nRevenue $ 583 $ 329 $ 1,050 $ 976\nCost of boats 363 42 680 336 Gross profit % 23.2 % 22.1 % 22.9 % 22.1 %\nLosses of the yard\n(7) 34 (16) 35",
    );
    assertSound(document);
    assert.deepEqual(rowLabelled(document, "Revenue").values[2], ["Six Months Ended July 29, 2023", "$ 1,050"]);
    assert.deepEqual(
      rowLabelled(document, "Gross profit").values.map(([, value]) => value),
      ["23.2 %", "22.1 %", "22.9 %", "22.1 %"],
    );
    assert.deepEqual(rowLabelled(document, "Losses").values[0], ["Three Months Ended July 29, 2023", "(7)"]);
  });

  it("leave a column without a label rather than give it a wrong one", async () => {
    const document = await parsed(
      "Adjusted\nCost\nGains and\nLosses\nCash 5,709 12 5,721\nBonds 1,234 (4) 1,230\nShares 777 3 780",
    );
    assert.deepEqual(
      rowLabelled(document, "Bonds").values.map(([label]) => label),
      ["", "", ""],
    );
  });

  it("give rows the unit and the group of the line above", async () => {
    const document = await parsed(
      "2023/24 2024/25 Est. 2025/26 Proj. 2025/26 Proj.\nSep Nov\nMillion Acres\nArea planted 49.6 46.3 45.4 45.3\nArea harvested 37.1 38.6 36.6 37.2\nMillion Bushels\nProduction 1,804 1,979 1,927 1,985\nImports 138 149 120 120",
    );
    const { block, values } = rowLabelled(document, "Production");
    assert.equal(block.row?.unit && wordsOf(document, block.row.unit), "Million Bushels");
    assert.deepEqual(values[3], ["2025/26 Proj. Nov", "1,985"]);
  });

  it("give rows the unit that stands behind the name of their group", async () => {
    const document = await parsed(
      "2030 2031\nRopes Million Pounds\nProduction 1,804 1,979\nSupply\nImports 138 149\nSail Prices 1/ Dollars Per Pound\nCotton 1.05 1.15\nHemp 2.05 2.15",
    );
    const unitOf = (label: string) => {
      const { unit } = rowLabelled(document, label).block.row ?? {};
      return unit && wordsOf(document, unit);
    };
    assert.deepEqual(["Production", "Imports", "Cotton", "Hemp"].map(unitOf), [
      "Million Pounds",
      "Million Pounds",
      "Dollars Per Pound",
      "Dollars Per Pound",
    ]);
  });

  it("keep the period above a row of another month", async () => {
    const document = await parsed(
      "White Durum Total\n2030/31 (Proj.) Production 21 696 717\nEnding Stocks, Total Nov 37 901 938\nEnding Stocks, Total Sep 38 844 882",
    );
    const groups = rowLabelled(document, "Ending Stocks, Total Sep").block.row?.groups;
    assert.deepEqual(
      groups?.map((group) => wordsOf(document, group)),
      ["2030/31 (Proj.)"],
    );
  });

  it("say when a row has another number of values than columns", async () => {
    const document = await parsed(
      "2023 2022 2021\nWheat 10.5 11.5 12.5\nMaize 20.5 21.5 22.5\nRye 30.5 31.5\nOats 40.5 41.5 42.5",
    );
    const { block } = rowLabelled(document, "Rye");
    assert.equal(block.row?.isRagged, true);
  });

  it("are not seen in prose that ends with numbers", async () => {
    const document = await parsed(
      "Growth was 2.4 percent in 2024 and 2.6 percent in 2025.\nThe bank had forecast 2.2 and 2.3 percent in May.\nIts next forecast is due in June 2026",
    );
    assert.equal(document.tables.length, 0);
  });

  it("are not seen in a sentence that was broken to a width before and behind its numbers", async () => {
    const document = await parsed(
      [
        "Landings in the ports of the bay came to 2.21 million crates in May, 6 percent",
        "above 2030. Net landings were 2.15 million crates. During May,",
        "landings of boats and barges weighing less than 600 tons were 460,000",
        "crates, 600-699 tons were 355,000 crates, 700-799 tons were 485,000 crates,",
        "800-899 tons were 521,000 crates, 900-999 tons were 290,000 crates, and 1,000",
        "tons and greater were 95,000 crates.",
        "",
        "Departures of mended boats during May totaled 1.66 million crates, 11",
        "percent below 2030.",
      ].join("\n"),
    );
    assert.equal(document.tables.length, 0);
    assert.equal(document.blocks.length, 2);
  });
});
