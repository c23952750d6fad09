import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { filingCores } from "../../../services/document/extract/titles/filing-cores.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const OWN = "Acmecorp";

const titlesOf = (text: string, title = "Tarn Form 10-Q, 2031") =>
  extract(parseText(text), {
    title,
    sourceName: "SEC filings",
    publishedDate: "2031-07-28",
    authors: ["Tarn"],
    documentUrl: "https://example.org/tarn",
  }).insights.map((insight) => insight.title);

describe("what a company reports is called as those call it who look for it", () => {
  for (const [said, name] of [
    [
      `in May 2031, ${OWN} returned a total of $9 million to shareholders through dividends of $4 million`,
      "shareholder returns",
    ],
    [
      `as of June 30, 2031, ${OWN} had repurchased 722,457 shares of its common stock at a cost of $8.1 million`,
      "share repurchases",
    ],
    [`${OWN} repurchased 1.2 million shares for $45 million`, "share repurchases"],
    [`${OWN} repurchased $18.0 million of its common stock`, "share repurchases"],
    [
      `approximately $3.1 million remains available under ${OWN}'s 2029 Authorization`,
      "remaining repurchase authorization",
    ],
    [
      `$3.1 million was available for purchase under the share repurchase program`,
      "remaining repurchase authorization",
    ],
    [`${OWN}'s Board of Directors declared a $0.28 per share common stock dividend`, "dividend declaration"],
    [
      "the fair value as of the respective vesting dates of restricted stock units was $7.0 million",
      "fair value of vested RSUs",
    ],
    ["revenues derived in the United States were $22 million in fiscal 2031", "U.S. revenues"],
    [
      "revenues recognized for the six months ended June 30, 2031, from amounts included in contract liabilities were $6 million",
      "revenues from contract liabilities",
    ],
    [
      "the income tax benefit related to stock-based compensation expense was $71 million in fiscal 2031",
      "stock-based compensation tax benefit",
    ],
    [`in June 2031, ${OWN} terminated the treasury lock agreements with a net gain`, "treasury lock termination"],
    [
      `${OWN} completed the sale of (i) $850,000,000 aggregate principal amount of 6.1% First Harbour Bonds due 2049`,
      "First Harbour Bonds issuance",
    ],
    [
      `${OWN} contributed $9 million and $18 million to its defined benefit pension plans`,
      "pension plan contributions",
    ],
    [
      `${OWN} plans to make cash contributions of $25 million to international pension plans`,
      "expected international pension contributions",
    ],
    [`${OWN} expects to make pension contributions to the plan trusts of $2 million`, "expected pension contributions"],
    ["half of the cash and cash equivalents was held outside the U.S.", "cash held outside U.S."],
    [`no single customer accounted for more than 10% of ${OWN}'s net sales`, "customer concentration"],
    [
      `${OWN} had one vendor that represented 10% or more of total trade payables`,
      "vendor concentration in trade payables",
    ],
    [
      `${OWN}'s three largest customers outside of Norden accounted for approximately 14% of total ferry sales.`,
      "customer concentration in ferry sales",
    ],
    [
      `${OWN} recorded $41 million in severance, accelerated depreciation and other related charges`,
      "severance and related charges",
    ],
    ["the carrier will be telling 50 employees that their jobs will be eliminated", "workforce reduction"],
    [`at year-end ${OWN} operated 1,355 stores`, "store count"],
    [
      "the increase in ferry costs for the three months ended June 30, 2031, as compared to 2030, was primarily due to fuel",
      "ferry cost increase",
    ],
    [
      "the decrease in general and administrative expenses during 2031 was driven by lower fees",
      "G&A expense decrease",
    ],
    [
      "the increase in net revenues from ferry lines for the six months ended June 30, 2031 was due to dearer fares",
      "ferry line revenue increase",
    ],
    [`${OWN} expects 2031 Adjusted Earnings Per Share (EPS) of $1.00 to $1.10`, "adjusted earnings per share guidance"],
    [
      "the guidance range for projected 2031 core earnings is reaffirmed at $1.19 to $1.23 per share",
      "core earnings guidance",
    ],
    [`${OWN}'s outlook assumes ferry sales decline 3% to 6% for the year`, "ferry sales outlook"],
    [
      `the translation impact of fluctuations in foreign currency exchange rates adversely impacted ${OWN}'s income before income taxes by $5 million`,
      "currency effect on pre-tax income",
    ],
    [
      "a hypothetical rise of 10% in interest rates would have reduced earnings by $2 million",
      "earnings sensitivity to interest rates",
    ],
    [
      `${OWN} had accrued approximately $94 million for the estimated undiscounted liability for harbour cleanup and related litigation`,
      "harbour cleanup liabilities",
    ],
    [`${OWN} issued €300 million 3.875% Ferry Notes due 2036`, "Ferry Notes issuance"],
    [`${OWN} redeemed $375 million of 2.9% debentures due in 2032`, "debenture redemption"],
    ["fuel stocks, net at the end of the first quarter of fiscal 2031 totaled $1.6 million", "fuel stocks"],
    [
      `${OWN}'s regulated operation and maintenance efficiency ratio was 33.1% for the year`,
      "regulated O&M efficiency ratio",
    ],
  ] as const)
    it(`"${name}" of "${said}"`, () =>
      assert.ok(
        filingCores(said).some(({ text }) => text === name),
        filingCores(said)
          .map(({ text }) => text)
          .join("; "),
      ));

  it("is not called so where it only sounds like it", () => {
    for (const said of [
      "employees repurchased 3 million shares of the fund",
      `$2 million remains available under ${OWN}'s credit facility`,
      "the increase in segment net sales during 2031 was driven by volume",
      "the increase in other expense for the year was due to interest income",
      "the increase in ferry costs for the year was welcome",
      `${OWN} repurchased and retired 35 million of the common shares held by Halden`,
    ])
      assert.deepEqual(filingCores(said), [], said);
  });
});

describe("a filing's title", () => {
  it("names the company, what is looked for and when", () => {
    assert.deepEqual(
      titlesOf(
        "As of June 30, 2031, approximately 50% of the consolidated cash and cash equivalents were held outside the U.S.",
      ),
      ["Tarn cash held outside U.S., June 2031"],
    );
    assert.deepEqual(
      titlesOf(
        "Tarn's adjusted regulated operation and maintenance efficiency ratio was 33.1% for the twelve months ended June 30, 2031, as compared to 33.7% for the twelve months ended June 30, 2030.",
      ),
      ["Tarn adjusted regulated O&M efficiency ratio, June 2031"],
    );
    assert.deepEqual(
      titlesOf(
        "In the absence of hedging for the six months ended June 30, 2031, a hypothetical adverse exchange rate movement of 10% would have resulted in a decline of Tarn's net income of approximately $80 million.",
      ),
      ["Net income sensitivity to exchange rates, H1 2031"],
    );
  });

  it("is not of the quarter that stands over it where it tells of more", () => {
    const text =
      "Three months ended June 30, 2031\n\nIn Q2 FY31, Tarn returned a total of $279 million to shareholders. On a year-to-date basis, Tarn has returned a total of $560 million to shareholders.";
    assert.ok(titlesOf(text, "Tarn earnings release, 2031").every((title) => !/June 2031 quarter/.test(title)));
  });
});

describe("that an officer leaves", () => {
  const text =
    "As previously disclosed on November 29, 2031, Ada E. Rye, a named executive officer, will cease to serve as Executive Vice President and Chief Financial Officer, effective February 28, 2032, on terms that the Board of Directors determined.";
  it("is told with the name and the office, as of when it takes effect", () =>
    assert.deepEqual(titlesOf(text, "Tarn Form 8-K, 2031"), ["Tarn CFO Rye departure, February 2032"]));
});
