/**
 * Queries as callers ask them, each with a text that answers it and no other query; written for this project. They show
 * how a model's cosines lie (`cosine-scale.ts`): change one, and the anchors of the bundled model change with it.
 */
export const PAIRS: { query: string; text: string }[] = [
  {
    query: "How much did Halden wheat exports rise in 2024?",
    text: "Halden wheat exports\nExports of wheat from Halden rose by 12 % to 4.1 million tonnes in 2024, the most since 2016.",
  },
  {
    query: "policy rate decision March 2023",
    text: "Policy rate kept unchanged\nAt its meeting of 22 March 2023 the Committee decided to keep the policy rate at 3.5 percent.",
  },
  {
    query: "Why did the company's gross margin decline?",
    text: "Gross margin under pressure\nGross margin fell to 31.4 % from 34.0 % because freight and resin became more expensive.",
  },
  {
    query: "unemployment rate youth",
    text: "Unemployment among the young\nThe unemployment rate of people aged 15 to 24 was 17.9 % in the fourth quarter.",
  },
  {
    query: "Who was appointed chief financial officer?",
    text: "New finance chief\nThe board appointed Mara Lindqvist as chief financial officer with effect from 1 June.",
  },
  {
    query: "natural gas storage levels before winter",
    text: "Gas in storage\nWorking gas in storage stood at 3,720 billion cubic feet at the end of October, 5 % above the five-year average.",
  },
  {
    query: "What did members say about housing demand?",
    text: "Demand for housing\nSeveral members noted that demand for houses had weakened as mortgages became dearer.",
  },
  {
    query: "dividend per share 2022",
    text: "Dividend for 2022\nThe board proposes a dividend of 1.85 crowns a share for the financial year 2022, up from 1.70.",
  },
  {
    query: "How large is the pension plan deficit?",
    text: "Funding of pensions\nThe obligations of the pension plans exceeded their assets by 212 million at year end.",
  },
  {
    query: "copper mine strike output loss",
    text: "Strike at the Tessel mine\nA strike of six weeks at the Tessel mine cost 23,000 tonnes of copper in the second quarter.",
  },
  {
    query: "When does the credit facility mature?",
    text: "Revolving credit\nThe revolving credit facility of 900 million matures in April 2029 and was undrawn.",
  },
  {
    query: "consumer prices services inflation",
    text: "Prices of services\nPrices of services rose by 5.3 % over the year to May, those of goods by 0.8 %.",
  },
  {
    query: "How many employees were laid off in the restructuring?",
    text: "Restructuring of the logistics arm\nThe programme ended some 1,400 jobs, most of them in warehouses, at a cost of 61 million.",
  },
  {
    query: "bank capital ratio CET1",
    text: "Capital position\nThe common equity tier 1 ratio of the banking group was 14.2 % at the end of June.",
  },
  {
    query: "What risks does the company see from cyber attacks?",
    text: "Attacks on information systems\nAn intrusion into our systems could interrupt orders and disclose data of customers.",
  },
  {
    query: "soybean yield forecast drought",
    text: "Soybean harvest\nBecause of drought in the south the yield of soybeans is now forecast at 2.9 tonnes per hectare.",
  },
  {
    query: "By how much did government debt increase relative to GDP?",
    text: "Public debt\nGeneral government debt increased from 58 % to 63 % of gross domestic product within two years.",
  },
  {
    query: "wage growth manufacturing",
    text: "Earnings in industry\nAverage hourly earnings in manufacturing were 4.4 % higher than a year before.",
  },
  {
    query: "What was paid for the acquisition of the software business?",
    text: "Purchase of Orla Systems\nWe acquired Orla Systems, a maker of planning software, for 340 million in cash.",
  },
  {
    query: "container volumes ports quarter",
    text: "Containers handled\nThe terminals handled 2.6 million containers in the third quarter, 7 % fewer than a year ago.",
  },
  {
    query: "Does the auditor doubt that the company can continue as a going concern?",
    text: "Going concern\nRecurring losses raise substantial doubt about the ability to continue as a going concern, the auditor writes.",
  },
  {
    query: "exchange rate effect on revenue",
    text: "Currencies\nA stronger crown reduced reported revenue by 3 percentage points.",
  },
  {
    query: "How much electricity came from wind?",
    text: "Wind power\nWind supplied 28 % of the electricity that was generated in 2023.",
  },
  {
    query: "oil production quota cut members agreed",
    text: "Output agreement\nMembers agreed to lower the production of crude oil by 500,000 barrels a day from January.",
  },
];
