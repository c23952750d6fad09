import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { goodNamed } from "../../../services/document/extract/prose/goods.ts";
import { sectorOver } from "../../../services/document/extract/prose/sectors.ts";
import { readThemes } from "../../../services/document/extract/prose/themes.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const insightsOf = (text: string, head: Partial<DocumentHead>) =>
  extract(parseText(text), {
    title: "",
    sourceName: "",
    publishedDate: null,
    authors: [],
    documentUrl: "https://example.org/a",
    ...head,
  }).insights;
const findingsOf = (text: string, head: Partial<DocumentHead>) => insightsOf(text, head).map(({ finding }) => finding);

describe("a finding of a report on goods", () => {
  const head = { title: "World Crop Estimates, September 2031", sourceName: "Northmark Agriculture Department" };
  const found = findingsOf(
    `BARLEY: The outlook for 2031/32 Northmark barley this month is for larger supplies and higher stocks. Beginning stocks are raised 12 million tons to 40 million tons on a larger carryover. Exports are lowered 3 million tons to 20 million tons as Sutherland buys less.

OATS: Oat production for 2031/32 is forecast at 14 million tons, down 2 million tons from August. The season-average farm price is raised $0.20 per bushel to $4.10.

RYE, FLAX, AND HEMP: Rye production is raised 1 million tons to 9 million tons. The report reflects new surveys of 400 farms.`,
    head,
  ).join("\n");

  it("says of what a measure is that its sentence leaves open", () => {
    assert.match(found, /Beginning barley stocks are raised 12 million tons/);
    assert.match(found, /Barley exports are lowered 3 million tons/);
    assert.match(found, /The season-average farm oat price is raised/);
  });

  it("has the label over its paragraph in its title", () =>
    assert.deepEqual(
      insightsOf(
        "OATS: In Sutherland, sowing is nearing its end under good conditions, with 5 percent more area than in 2030.\n\nBARLEY: No change is made.\n\nRYE: No change is made.",
        head,
      ).map(({ title }) => title),
      ["Oat sowing in Sutherland, September 2031"],
    ));

  it("has the label over its paragraph in front where the sentence names no thing", () =>
    assert.match(
      findingsOf(
        "BARLEY: The Varn Isles are reduced 2 million tons to 7 million tons on frost in the first weeks of May.\n\nOATS: No change is made.\n\nRYE: No change is made.",
        head,
      ).join(),
      /September 2031, barley: The Varn Isles are reduced 2 million tons/,
    ));

  it("leaves open of what a measure is where the sentence before gave those of several things", () => {
    const told = findingsOf(
      "Although milk deliveries in Tarn fell by 0.6% in the first half of 2031, butter prices reached a record 8,100 crowns in May. Unless feed costs rise, deliveries in Halden should recover by 1.5% in 2031/32.",
      { ...head, title: "Dairy Market Outlook, September 2031" },
    ).join();
    assert.match(told, /, deliveries in Halden should recover/);
  });

  it("is of nothing that the legend of a chart names", () => {
    const themesUnder = (heading: string) =>
      [...readThemes(parseText(`${heading}\n\nRice prices stayed firm at 40 crowns a ton.`)).values()].map(
        ({ name }) => name,
      );
    assert.deepEqual(themesUnder("Rice"), ["Rice"]);
    assert.deepEqual(themesUnder("Rice - Norden Soybeans - Sutherland"), []);
  });

  it("adds nothing to a sentence that names its thing", () =>
    assert.match(found, /September 2031: Rye production is raised 1 million tons/));
});

describe("a finding of a summary of districts", () => {
  const found = findingsOf(
    `Overall Economic Activity

Activity in most Districts grew at a modest pace, while two Districts reported a decline of 2 percent.

Highlights by Federal Reserve District

Boston Business activity expanded by 2 percent, according to most contacts. Philadelphia Economic activity was flat, and wages rose 4 percent. Dallas The regional economy grew by 2 percent since our previous report. National Summary 3 San Francisco District business activity contracted slightly, by 2 percent.`,
    { title: "Beige Book, June 2031: National Summary", sourceName: "Federal Reserve System (Beige Book)" },
  );
  const by = (place: string) => found.filter((finding) => finding.includes(`, ${place} District: `)).join("\n");

  it("names the district, and its name is no word of the sentence", () => {
    assert.match(by("Boston"), /: Business activity expanded/);
    assert.match(by("Philadelphia"), /: Economic activity was flat/);
    assert.match(by("Dallas"), /: The regional economy grew by 2 percent/);
  });

  it("begins behind the head of a page, and keeps a name that is a word of the sentence", () => {
    assert.match(by("San Francisco"), /: San Francisco District business activity contracted/);
    assert.doesNotMatch(by("Dallas"), /contracted/);
  });

  it("is the nation's above them", () =>
    assert.ok(found.some((finding) => /National Summary: Activity in most Districts/.test(finding))));
});

describe("a finding of a regional report", () => {
  const text = `Federal Reserve Bank of Boston Summary of Economic Activity Output rose by 2 percent in May.

Manufacturing and Distribution Manufacturing activity was little changed in May. Supply availability worsened in June, though delivery times were little changed. Contacts at 40 factories reported falling orders in June. Energy Drilling activity declined in May. Outlooks worsened in June amid low margins of 2 percent. Minority- and Women-Owned Firms Activity declined in May. Outlooks improved in July amid margins of 9 percent. Prices Prices rose in May. Contacts expected slower increases in July. Federal Reserve Bank of Boston 11 Federal Reserve Bank of Dallas Summary of Economic Activity Outlooks for ferry building improved in July amid margins of 7 percent.

Federal Reserve Bank of Chicago Summary of Economic Activity Output grew by 3 percent in May.`;
  const found = insightsOf(text, { title: "Beige Book, June 2031", sourceName: "Federal Reserve System (Beige Book)" });
  const frontOf = (said: string) =>
    found
      .find(({ finding }) => finding.includes(said))
      ?.finding.split(`: ${said}`)[0]
      ?.replace(/^.* of /, "");

  it("has the sector of the heading over it in front where its sentence names none, and quotes it", () => {
    assert.equal(frontOf("Supply availability"), "Boston, Manufacturing and Distribution");
    assert.equal(frontOf("Outlooks worsened"), "Boston, Energy");
    const [, sector] = found.find(({ finding }) => finding.includes("Outlooks worsened"))?.excerpts ?? [];
    assert.equal(sector && text.slice(sector.start, sector.end), "Energy");
  });

  it("has none where its sentence names one, and under a heading that is not known or another bank's", () => {
    assert.equal(frontOf("Contacts at 40 factories"), "Boston");
    assert.equal(frontOf("Outlooks improved"), "Boston");
    assert.equal(frontOf("Outlooks for ferry"), "Dallas");
  });
});

describe("the sector over a sentence of a regional report", () => {
  const over = (text: string) =>
    sectorOver(text, [{ name: "Business Spending", isLabel: false, named: { start: 0, end: 17 } }], 40)?.name;

  it("is told where the sentence has orders or sales, which each sector has", () => {
    assert.equal(over("New orders fell and shipments were unchanged."), "Business Spending");
    assert.equal(over("Sales were down by 2 percent."), "Business Spending");
  });

  it("is not told where the sentence says it, or names its own", () => {
    assert.equal(over("Business spending fell."), undefined);
    assert.equal(over("Sales of tractor dealers fell."), undefined);
  });
});

describe("the good that is said for a sentence", () => {
  const before = { start: 5, end: 40 };
  const label = { name: "BARLEY", isLabel: true, named: { start: 60, end: 66 } };

  it("is named by the label over it, or by what named it before", () => {
    assert.deepEqual(goodNamed("Beginning stocks are raised.", "barley", label, before), label.named);
    assert.deepEqual(goodNamed("Ending stocks are lowered.", "rye", label, before), before);
  });

  it("is named by its own words where they have it, on two lines too", () => {
    assert.equal(goodNamed("Bar-\nley exports are raised.", "barley", label, before), undefined);
    assert.equal(goodNamed("Rye\nmeal is dear.", "rye meal", label, before), undefined);
  });

  it("is quoted with the sentence that named it", () => {
    const text =
      "Rye production at Tarn is forecast at 14 million tons, down 2 million tons from August. Rain fell on 14 days of the month. Ending stocks are lowered 3 million tons to 20 million tons as Sutherland buys more.";
    const [named] =
      insightsOf(text, { title: "World Crop Estimates, September 2031", sourceName: "Northmark Department" }).find(
        ({ finding }) => finding.includes("Ending rye stocks"),
      )?.excerpts ?? [];
    assert.match(text.slice(named?.start, named?.end), /^Rye production at Tarn/);
  });
});

describe("what a finding borrows from a label", () => {
  const quoted = (text: string, head: Partial<DocumentHead>, part: string) =>
    insightsOf(text, head)
      .find(({ finding }) => finding.includes(part))
      ?.excerpts.map(({ start, end }) => text.slice(start, end));

  it("is quoted of a district", () =>
    assert.deepEqual(
      quoted(
        `Overall Economic Activity

Activity in most Districts grew at a modest pace, while two Districts reported a decline of 2 percent.

Highlights by Federal Reserve District

Boston Business activity expanded by 2 percent. Philadelphia Wages rose 4 percent in May. Dallas Output of mills grew by 2 percent.`,
        { title: "Beige Book, June 2031: National Summary", sourceName: "Federal Reserve System (Beige Book)" },
        "Wages rose",
      ),
      ["Philadelphia", "Wages rose 4 percent in May."],
    ));

  it("is quoted of a bank whose report begins behind the foot of the one before", () => {
    const report = (place: string, said: string) =>
      `Federal Reserve Bank of ${place} Summary of Economic Activity ${said} Wages grew by 3 percent over the year.`;
    assert.deepEqual(
      quoted(
        `${report("Boston", "Output of the mills rose by 2 percent in May.")} Federal Reserve Bank of Boston 23 ${report("Atlanta", "Output of the docks fell by 4 percent in May.")}

Federal Reserve Bank of Atlanta 27 ${report("Chicago", "Output of the farms grew by 5 percent in May.")}`,
        { title: "Beige Book, June 2031", sourceName: "Federal Reserve System (Beige Book)" },
        "farms grew",
      )?.[0],
      "Federal Reserve Bank of Chicago",
    );
  });

  it("is quoted of a speaker", () =>
    assert.deepEqual(
      quoted(
        `Deputy Governor Ann Berg I assess that wages will rise by 4 percent in 2031.

Governor Per Holm I think that the policy rate needs to be raised to 3 percent this year.

Deputy Governor Ann Berg I add that rents in Norden fell by 2 percent in May.`,
        { title: "Minutes of the Monetary Policy Meeting, June 2031", sourceName: "Bank of Norden" },
        "policy rate",
      ),
      ["Governor Per Holm", "I think that the policy rate needs to be raised to 3 percent this year."],
    ));

  it("is quoted of a crop", () =>
    assert.deepEqual(
      quoted(
        `BARLEY: The Varn Isles are reduced 2 million tons to 7 million tons on frost in the first weeks of May.\n\nOATS: No change is made.\n\nRYE: No change is made.`,
        { title: "World Crop Estimates, September 2031", sourceName: "Northmark Agriculture Department" },
        "Varn Isles",
      ),
      ["BARLEY", "The Varn Isles are reduced 2 million tons to 7 million tons on frost in the first weeks of May."],
    ));
});

describe("a finding of a paragraph that names its place and season first", () => {
  const found = findingsOf(
    `BARLEY: The 2031/32 U.S. barley outlook is for larger supplies and higher stocks of 40 million tons. Barley exports are lowered 3 million tons to 20 million tons. Barley prices in Brazil rose by 4 percent.

OATS: Global oat production for 2031/32 is forecast at 14 million tons. Oat exports are raised 2 million tons to 9 million tons. Oat stocks are lowered 1 million tons to 5 million tons on larger use in India and Brazil.

RYE: The rye import forecast is raised 5 million tons on strong demand. Mexico rye production is lowered 1 million tons. Rye deliveries are down 2 million tons.

FLAX: Flax exports are lowered 3 million tons to 7 million tons. Supplies are raised 4 million tons on a record flax yield in the September 30 Grain Fields report.`,
    {
      title: "World Agricultural Supply and Demand Estimates, September 2031",
      sourceName: "Northmark Agriculture Department",
    },
  ).join("\n");

  it("has them in front where its sentence names neither", () => {
    assert.match(found, /September 2031, 2031\/32 world outlook: Oat exports are raised/);
  });

  it("is of the world also where countries moved it, and a report's name is no country's", () => {
    assert.match(found, /2031\/32 world outlook: .*Oat stocks are lowered/);
    assert.match(found, /U\.S\. outlook: Flax exports .* Flax supplies are raised 4 million tons/);
  });

  it("is of the report's own country where nothing else is named", () =>
    assert.match(found, /September 2031, U\.S\. outlook: The rye import forecast is raised/));

  it("is of no country once another one was named", () => {
    assert.match(found, /September 2031: Mexico rye production/);
    assert.doesNotMatch(found, /U\.S\. outlook: Rye deliveries/);
  });
});

describe("a finding under the name of a quarter", () => {
  const found = findingsOf(
    `For the Fourth Quarter of Fiscal 2030

Comparable sales of Tarn stores increased 15.6% compared to an increase of 21.4% in the fourth quarter of fiscal 2029.

Net sales of boats increased 4% to $90 million in the fourth quarter of fiscal 2030.`,
    { title: "Tarn earnings release, 2031 (2031-03-09)", sourceName: "SEC EDGAR filings", authors: ["Tarn"] },
  ).join("\n");

  it("says the quarter where it names only the one that it compares with", () =>
    assert.match(found, /, fourth quarter of fiscal 2030: Comparable sales/));

  it("says it once", () => assert.doesNotMatch(found, /fourth quarter of fiscal 2030: Net sales/));
});

describe("a sentence that points at what was not said", () => {
  const found = findingsOf(
    `Ferries carried 12 percent more passengers in 2031. Fares rose by 3 percent because the owner had to meet the terms of the consent decree. Inflation ran at 4 percent, which was above this objective.

The harbour board set an objective of 2 percent for fares. Fares rose by 5 percent, more than twice this objective.

Cargo grew by 7 percent in 2031. The program's first ferry cost $3 million.`,
    { title: "Harbour Review, June 2031", sourceName: "Northmark Harbour Board" },
  ).join("\n");

  it("is left out where the sentence before does not say it either", () =>
    assert.doesNotMatch(found, /consent decree|above this objective|program's/));

  it("stands behind the sentence that says it", () =>
    assert.match(found, /set an objective of 2 percent for fares\. Fares rose by 5 percent/));
});

describe("a sentence of a report on goods that gives a measure of none", () => {
  const found = findingsOf(
    `Maize

In Northmark, sowing has begun under dry skies, with a rise of 4 percent in the area compared to 2030.

News of the ports

Rye prices at Tarn rose by 6 percent in June. Heavy rain delayed shipments to Sutherland by 20 days.

Consumer price inflation in Northmark fell to 3 percent in June.`,
    { title: "Crop Monitor, July 2031", sourceName: "Northmark Crop Board" },
  );

  it("has the good of the heading over it in front", () =>
    assert.ok(found.some((finding) => /July 2031, maize: In Northmark, sowing has begun/.test(finding))));

  it("stands behind the sentence that names its good", () =>
    assert.ok(
      found.some((finding) =>
        /Rye prices at Tarn rose by 6 percent in June\. Heavy rain delayed shipments/.test(finding),
      ),
    ));

  it("needs none where it speaks of the economy", () =>
    assert.ok(found.some((finding) => /July 2031: Consumer price inflation/.test(finding))));
});

describe("a finding of a paragraph that says over which period markets moved", () => {
  const made = insightsOf(
    `Over the intermeeting period, the expected path of the policy rate fell sharply, reflecting weak data on hiring. Yields on Treasury securities declined 40 basis points, with larger declines at short maturities. Delinquency rates on farm loans rose in May because grain prices were low.`,
    {
      title: "FOMC Minutes, June 12-13, 2031",
      sourceName: "Federal Reserve Board (FOMC)",
      publishedDate: "2031-07-02",
    },
  );
  const of = (words: RegExp) => made.find(({ finding }) => words.test(finding));

  it("has it in front, with the sentence that says it among its excerpts", () => {
    const yields = of(/Yields on Treasury/);
    assert.match(yields?.finding ?? "", /intermeeting period/);
    assert.ok((yields?.excerpts.length ?? 0) + (/Over the inter/.test(yields?.finding ?? "") ? 1 : 0) >= 2);
  });

  it("has a time of its own where it names one", () =>
    assert.doesNotMatch(of(/Delinquency/)?.finding ?? "", /intermeeting period: Del/));

  it("quotes that sentence without the page's head before it", () => {
    const text =
      "Staff Review 3 Policy Record June 2031 Over the intermeeting period, hiring was weak. Yields on Treasury securities declined 40 basis points, with larger declines at short maturities.";
    const quoted = insightsOf(text, { title: "FOMC Minutes, June 12-13, 2031", publishedDate: "2031-07-02" }).flatMap(
      ({ excerpts }) => excerpts.map(({ start, end }) => text.slice(start, end)),
    );
    assert.ok(quoted.includes("Over the intermeeting period, hiring was weak."));
  });

  it("has it too where it is a meeting since which they moved, but not beside a comparison of its own", () => {
    const found = findingsOf(
      "Since the Council’s previous meeting, investors had turned more cautious in most regions of the union because of the drought. Bank bond spreads had widened by nearly 30 basis points, with larger moves at long maturities. Compared with the spring projections, gas prices had fallen by 12 percent.",
      {
        title: "Account of the monetary policy meeting, June 2031",
        sourceName: "Northmark Central Bank",
        publishedDate: "2031-07-02",
      },
    );
    assert.ok(found.some((one) => /, since the Council’s previous meeting: Bank bond spreads/.test(one)));
    assert.ok(!found.some((one) => /meeting: Compared with/.test(one)));
  });
});

describe("a finding about a part of a company", () => {
  const made = findingsOf(
    `SEGMENT ANALYSIS\n\nHarbour Optics\n\nNet sales increased 12 percent to $40 million in the second quarter of 2031 because hospitals bought more lenses.\n\nSales of lenses for ships decreased $3 million in the second quarter of 2031, reflecting fewer orders from yards.`,
    {
      title: "Tarn Form 10-Q, 2031 (2031-07-26)",
      sourceName: "SEC filings",
      publishedDate: "2031-07-26",
      authors: ["Tarn"],
    },
  ).join("\n");

  it("names the part that only its heading names", () =>
    assert.match(made, /Harbour Optics[^:]*: Net sales increased/));
});

describe("a finding of an economy that the sentence before it names", () => {
  const made = insightsOf(
    `In Sutherland, output had grown by 1.6% in the last quarter of 2030, and exports of grain had risen. Growth was expected to slow in 2031 as the effects of earlier loans were fading. Norden's inflation had increased to 3% in May 2031. Inflation had fallen to 2% in both economies in June 2031 because energy was cheaper.`,
    { title: "Minutes of the Rate Board, June 2031", sourceName: "Bank of Northmark", publishedDate: "2031-06-20" },
  );

  it("names it, and quotes the sentence that does", () => {
    const growth = made.find(({ finding }) => /growth was expected/.test(finding));
    assert.match(growth?.finding ?? "", /In Sutherland, growth was expected to slow/);
    assert.equal(growth?.excerpts.length, 2);
  });

  it("names one that the sentence before it calls by its adjective, without what tied the two", () => {
    const [, found] = insightsOf(
      "The Japanese unemployment rate had risen to 4.0% in May 2031, and fewer posts were open than in April 2031. However, payrolls growth had rebounded by more than markets had expected in May 2031, which suggested that firms still hired.",
      { title: "Minutes of the Rate Board, June 2031", sourceName: "Bank of Northmark", publishedDate: "2031-06-20" },
    );
    assert.match(found?.finding ?? "", /June 2031: In Japan, payrolls growth had rebounded/);
  });

  const head = {
    title: "Minutes of the Rate Board, June 2031",
    sourceName: "Bank of Northmark",
    publishedDate: "2031-06-20",
  };

  it("names the one inside the sentence before it, also where one that names none stands between them", () => {
    const found = findingsOf(
      `Industrial production in Japan had fallen by 3% in April 2031, as had been expected because the tariffs were higher. Since then, there had been a pick-up in orders. The rate of core inflation fell to 2% in May 2031 because energy was cheaper.`,
      head,
    );
    assert.match(found.join("\n"), /June 2031: In Japan, the rate of core inflation fell to 2%/);
    const other = findingsOf(
      `Recent data suggested that the Chinese economy had grown by 3% in April 2031. Year-ended growth in retail sales had eased to 2% in May 2031 because a range of other taxes were higher.`,
      head,
    );
    assert.match(other.join("\n"), /In China, year-ended growth in retail sales had eased/);
  });

  it("is of no country where the sentence before it names two, goods that went there, or a survey", () => {
    for (const before of [
      "Industrial production in Japan had fallen by 3% in April 2031, and in Norden it had grown.",
      "Exports of grain to Japan had fallen by 3% in April 2031 because the tariffs were higher.",
      "In the Harbour Survey, the share of firms that hired had fallen to 3% in April 2031.",
    ])
      assert.ok(
        !findingsOf(`${before} Inflation fell to 2% in May 2031 because energy was cheaper.`, head).some((finding) =>
          /: In (?:Japan|the Harbour Survey), inflation/.test(finding),
        ),
        before,
      );
  });

  it("is of no country where it speaks of several or another was named", () =>
    assert.ok(!made.some(({ finding }) => /In Sutherland, (?:Norden|inflation)/.test(finding))));
});

describe("a finding that points to a level", () => {
  const of = (text: string) =>
    findingsOf(text, {
      title: "Minutes of the Rate Board, June 2031",
      sourceName: "Bank of Northmark",
      publishedDate: "2031-06-20",
    });

  it("has the sentence that names it in front", () => {
    const points = "Wholesale oat prices were expected to remain around that level because few farms sow oats.";
    const found = of(`Wholesale oat prices rose to 4 crowns in May 2031. ${points}`);
    assert.match(found.join("\n"), /rose to 4 crowns in May 2031\. Wholesale oat prices were expected to remain/);
  });

  it("stands alone where it names that itself", () =>
    assert.match(
      of(
        "Ferries stood still. Wholesale oat prices were expected to rise to 4 crowns in July 2031 and to stay around that level.",
      )[0] ?? "",
      /: Wholesale oat prices were expected/,
    ));
});

describe("a finding of the minutes of the committee on rates", () => {
  const of = (said: string) =>
    findingsOf(said, { title: "FOMC Minutes, June 20-21, 2031", sourceName: "Federal Reserve Board (FOMC)" }).join();

  it("says what the manager manages", () =>
    assert.match(
      of("The manager noted that bids at auctions had fallen by 3 percent in May."),
      /: The System Open Market Account manager noted that bids/,
    ));

  it("says it once", () =>
    assert.doesNotMatch(
      of("The manager of the System Open Market Account noted that bids had fallen by 3 percent in May."),
      /Account manager/,
    ));
});

describe("a finding of a filing", () => {
  it("keeps the capitals of a measure, which elsewhere set a heading before a sentence", () => {
    const text =
      "Cash Flow Growth guidance includes a headwind of 4 percent in 2031. The growth of sales and growth of rents, growth in ports, growth in mills and growth abroad rose.";
    const company = { title: "Tarn earnings release, 2031", sourceName: "SEC filings", authors: ["Tarn"] };
    assert.match(findingsOf(text, company).join(), /Cash Flow Growth guidance includes/);
    assert.doesNotMatch(findingsOf(text, { title: "Northmark Outlook, May 2031" }).join(), /Cash Flow/);
  });
});

describe("a vote that names only people", () => {
  it("goes with the sentence that says what was to be left as it was", () => {
    const [found = ""] = findingsOf(
      "Six members voted to lower the Base Rate by 0.25 percentage points to 4.75%. Two members, Ms Tarn and Mr Varn, preferred to leave it unchanged.",
      { title: "Minutes of the Rate Board, June 2031", sourceName: "Bank of Northmark", publishedDate: "2031-06-20" },
    );
    assert.match(found, /voted to lower the Base Rate .* preferred to leave it unchanged\.$/);
  });
});

describe("a report whose title spans several months", () => {
  const periodOf = (title: string, publishedDate: string | null) =>
    readContext({ title, publishedDate, sourceName: "Statistics Northmark", authors: [], documentUrl: "" }).period;

  it("says what it says in the month of its publication, and not in the first of those", () => {
    assert.equal(periodOf("Output, preliminary estimate: May to July 2031", "2031-08-27"), "August 2031");
    assert.equal(periodOf("Output in the first quarter (April-June) of 2031-32", "2031-08-31"), "August 2031");
    assert.equal(periodOf("Output, preliminary estimate: July 2031", "2031-08-27"), "July 2031");
    assert.equal(periodOf("Minutes of the meeting of July 31–August 1, 2031", "2031-08-22"), "July 2031");
  });
});

describe("growth of the world in an outlook", () => {
  it("is that of the economy, and needs no other sentence to say of what it is", () =>
    assert.match(
      findingsOf(
        "Global growth is projected at 3.2 percent in 2032, in line with the report of April.\n\nFerry traffic fell in May.",
        { title: "World Outlook Update, June 2031", sourceName: "Northmark Fund" },
      ).join("\n"),
      /Global growth is projected at 3\.2 percent/,
    ));
});

describe("a question about what is told of the whole world", () => {
  it("does not give it the name of a union that the sentence before told of", () => {
    const asked = insightsOf(
      "NPEC+ supply falls by 740 kb/d if voluntary cuts are maintained. In 2032, global supply is forecast to rise by 1.8 mb/d, as non-NPEC+ output increases by 1.5 mb/d.",
      { title: "Oil Market Report, June 2031", sourceName: "Northmark Energy Agency", publishedDate: "2031-06-12" },
    ).flatMap(({ questions }) => questions);
    assert.ok(asked.length > 0);
    assert.doesNotMatch(asked.join("\n"), /global NPEC/);
  });
});
