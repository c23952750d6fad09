import assert from "node:assert/strict";
import type { Context } from "../../../services/document/extract/context.ts";
import { isResolved, resolve } from "../../../services/document/extract/prose/resolve.ts";

const nobody: Context = {
  attribution: "",
  entity: "",
  document: "",
  period: "",
  year: undefined,
  company: undefined,
  speaker: undefined,
  isTranscript: false,
};
const tarn: Context = { ...nobody, company: "Tarn" };

describe("what a bureau or a board says", () => {
  const bureau: Context = { ...nobody, institution: "the Norden Bureau" };
  const member: Context = { ...nobody, institution: "the Federal Reserve Board", speaker: "Ada Norden" };
  for (const [context, given, resolved] of [
    [
      bureau,
      "Stocks are higher than we forecast last month.",
      "Stocks are higher than the Norden Bureau forecast last month.",
    ],
    [
      bureau,
      "Prices will be as high as we previously forecast.",
      "Prices will be as high as the Norden Bureau previously forecast.",
    ],
    [bureau, "We forecast higher stocks.", "The Norden Bureau forecasts higher stocks."],
    [bureau, "Rents rose by 2%, the Norden Bureau reported today.", "Rents rose by 2%."],
    [bureau, "The Governing Council today decided to raise rents.", "The Governing Council decided to raise rents."],
    [member, "In May the Committee raised its target.", "In May the FOMC raised its target."],
    [
      member,
      "The Basel Committee met and the Committee listened.",
      "The Basel Committee met and the Committee listened.",
    ],
    [
      { ...bureau, isTranscript: true },
      "The Rate Board kept rates low and maintained our current pace of loan purchases.",
      "The Rate Board kept rates low and maintained the Norden Bureau's current pace of loan purchases.",
    ],
    [bureau, "In May the Committee raised its target.", "In May the Committee raised its target."],
  ] as const)
    it(`"${given}" is told as it was`, () => assert.equal(resolve(given, context), resolved));
});

it("a bank is “the Bank” where that is its name", () =>
  assert.equal(
    resolve("The Bank’s loans fell.", { ...nobody, company: "Tarn Savings Bank" }),
    "Tarn Savings Bank's loans fell.",
  ));

describe("who and when of a sentence", () => {
  for (const [given, resolved] of [
    ["The Company closed two plants.", "Tarn closed two plants."],
    ["The Group’s margin rose, and the Group paid its debts.", "Tarn's margin rose, and Tarn paid its debts."],
    [
      "The Bank closed two plants of the Group Insurance Fund.",
      "The Bank closed two plants of the Group Insurance Fund.",
    ],
    ["Company contributions were $3 million.", "Tarn's contributions were $3 million."],
    ["Company maintains its dividend.", "Tarn maintains its dividend."],
    ["Company is raising its dividend.", "Tarn is raising its dividend."],
    ["Company guides 2031 ferry sales growth of 4.0%.", "Tarn guides 2031 ferry sales growth of 4.0%."],
    ["The plants belong to the Company’s subsidiary.", "The plants belong to Tarn's subsidiary."],
    ["We expect our sales to grow.", "Tarn expects its sales to grow."],
    ["We are closing plants.", "Tarn is closing plants."],
    ["We’ll close plants.", "Tarn will close plants."],
    ["We've closed our plants and are selling boats.", "Tarn has closed its plants and is selling boats."],
    ["We may not sell our plants.", "Tarn may not sell its plants."],
    ["Demand for our boats fell.", "Demand for Tarn's boats fell."],
    ["We design and sell boats.", "Tarn designs and sells boats."],
  ] as const) {
    it(`"${given}" names the company`, () => assert.equal(resolve(given, tarn), resolved));
  }

  for (const [given, resolved] of [
    ["I support the proposal but am concerned.", "Governor Varn supports the proposal but is concerned."],
    ["I expect prices to rise, and I see risks.", "Governor Varn expects prices to rise, and Varn sees risks."],
    ["We raised our target rate in May.", "The Bank of Northmark raised its target rate in May."],
  ] as const) {
    it(`"${given}" names the speaker and the institution`, () =>
      assert.equal(resolve(given, { ...nobody, institution: "the Bank of Northmark" }, "GOVERNOR VARN"), resolved));
  }

  for (const [given, resolved] of [
    ["Our policy stance is tight.", "The FOMC's policy stance is tight."],
    ["At our next meeting, we will raise rates.", "At the FOMC's next meeting, the FOMC will raise rates."],
    ["We reduced our large balance sheet in May.", "The Federal Reserve reduced its large balance sheet in May."],
    ["I further pointed out that rents rose.", "Governor Varn further pointed out that rents rose."],
    ["I won't support a rise in rates.", "Governor Varn won't support a rise in rates."],
    ["My colleagues and I are for low rents.", "Governor Varn's colleagues and Governor Varn are for low rents."],
    ["I should note, however, that rents rose.", "Governor Varn notes, however, that rents rose."],
  ] as const) {
    it(`"${given}" of a governor is of whoever does it`, () => {
      const context = { ...nobody, institution: "the Federal Reserve Board", speaker: "Governor Varn" };
      assert.equal(resolve(given, context), resolved);
    });
  }

  it("does not tell what a governor sees of the committee", () => {
    const context = { ...nobody, institution: "the Federal Reserve Board", speaker: "Ada Varn" };
    assert.ok(!isResolved(resolve("In the labor data we see that rents rose.", context)));
  });

  it("says of minutes over which period something moved", () => {
    const minutes = { ...nobody, attribution: "FOMC Minutes, May 2031" };
    assert.equal(
      resolve("Yields rose over the period, on net.", minutes),
      "Yields rose over the intermeeting period, on net.",
    );
    assert.equal(
      resolve("Talks over the period heightened attention.", minutes),
      "Talks over the intermeeting period heightened attention.",
    );
    assert.equal(
      resolve("Yields rose over the period of low rates.", minutes),
      "Yields rose over the period of low rates.",
    );
    assert.equal(resolve("Yields ended the period lower.", minutes), "Yields ended the intermeeting period lower.");
    assert.equal(
      resolve("Yields rose early in the intermeeting period and fell later in the period.", minutes),
      "Yields rose early in the intermeeting period and fell later in the period.",
    );
    assert.equal(resolve("Rents may fall in the period ahead.", minutes), "Rents may fall in the period ahead.");
    assert.equal(
      resolve("Yields ended the period lower.", { ...nobody, attribution: "Minutes of the Board, May 2031" }),
      "Yields ended the period lower.",
    );
  });

  for (const said of ["We all know that rents rose.", "Rents rose as you told me.", "Rents fell last quarter."]) {
    it(`"${said}" is not resolved`, () =>
      assert.ok(!isResolved(resolve(said, { ...nobody, institution: "the Bank of Northmark" }, "GOVERNOR VARN"))));
  }

  it("counts the same period of the year before from the year that is told", () => {
    const dated = { ...nobody, year: 2031 };
    assert.equal(
      resolve("Growth was 3 percent for the fourth quarter of 2030 compared with the same period last year.", dated),
      "Growth was 3 percent for the fourth quarter of 2030 compared with the same period a year earlier.",
    );
    assert.equal(
      resolve("Growth was 3 percent in May compared with the same period last year.", dated),
      "Growth was 3 percent in May compared with the same period last year [2030].",
    );
  });

  it("compares a company's year with the one before in words that need no number", () => {
    assert.equal(resolve("Sales fell versus last year.", tarn), "Sales fell versus a year earlier.");
    assert.equal(
      resolve("Net sales rose to $3.4 billion from $3.2 billion last year.", tarn),
      "Net sales rose to $3.4 billion from $3.2 billion a year earlier.",
    );
    assert.equal(
      resolve("Profit was $4 million, compared to $3 million, $2.98 a share, last year.", tarn),
      "Profit was $4 million, compared to $3 million, $2.98 a share, a year earlier.",
    );
    assert.equal(
      resolve("Cash fell when compared with the same period last year.", tarn),
      "Cash fell when compared with the same period a year earlier.",
    );
    assert.ok(!isResolved(resolve("Tarn opened 3 mills last year.", tarn)));
  });

  it("leaves a quotation as it was said", () => {
    const said = "“We expect our sales to grow,” said the founder.";
    assert.equal(resolve(said, tarn), said);
  });

  it("gives last year its number in brackets, and no other word changes", () => {
    assert.equal(resolve("Rents rose last year.", { ...nobody, year: 2031 }), "Rents rose last year [2030].");
  });

  it("changes nothing in a document that says nothing of itself", () => {
    const said = "The Company expects our sales to grow this year.";
    assert.equal(resolve(said, nobody), said);
  });
});
