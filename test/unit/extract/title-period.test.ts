import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { titlesOf } from "../../../services/document/extract/title.ts";
import { datedAs } from "../../../services/document/extract/title-period.ts";
import type { Topic } from "../../../services/document/extract/topic.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const SPEECH: DocumentHead = {
  title: "Banks and the Harbour Towns",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: ["Anna Halden"],
  documentUrl: "https://example.org/speech",
};
const MONITOR: DocumentHead = {
  title: "Island Grain Monitor",
  sourceName: "Grain Council of the Isles",
  publishedDate: "2031-06-06",
  authors: [],
  documentUrl: "https://example.org/monitor",
};

describe("the period of a title", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    [
      "is not that of a level which something is held against",
      "Five-year lending rates have increased by more than 80 basis points and are now at levels last seen in late 2027.",
      "Five-year lending rate increase, June 2031",
    ],
    [
      "is not that of a peak that was reached before",
      "Prices of barley in the northern towns were below the peaks reached in March.",
      "Prices of barley in northern towns, June 2031",
    ],
    [
      "is not that of a schedule which something follows",
      "Members preferred to continue to reduce the bond holdings of the Board according to the schedule announced in December.",
      "Continued reduction in Board bond holdings, June 2031",
    ],
    [
      "is not that since which something has gone on",
      "Since the runoff began in January 2030, the holdings of harbour bonds had declined by 40 percent.",
      "Decline in holdings of harbour bonds, June 2031",
    ],
    [
      "is the month in which something began again, not that in which it had ended",
      "Ferry construction in Velden restarted in early May after being suspended in late March.",
      "Ferry construction in Velden, May 2031",
    ],
    [
      "is not the document's month where the quarter before is spoken of",
      "In the quarter, there had been further strong growth of timber exports, while growth in consumption picked up a little.",
      "Strong growth of timber exports",
    ],
    [
      "is not the document's month where ten years are",
      "The staff noted that the market value of the island shipyards had grown significantly over the past decade.",
      "Significant growth in market value of island shipyards",
    ],
    [
      "is that of the deed, not the year by which a case is called",
      "In response to the law, on January 27, 2032, Harlow's island subsidiary filed an updated application requesting the commission to consider a plan in its pending 2030 general rate case.",
      "Filing of updated application at Harlow, January 2032",
      COMPANY,
    ],
    [
      "is not that of a speech for what it tells in the past",
      "The Harbour Fund issued a request for information on the merger of ferry companies.",
      "Harbour Fund’s issuance of request for information",
      SPEECH,
    ],
    [
      "is not that of a report of the first days of a month, which tells of the month before",
      "Barley quotations eased slightly on higher output in the south.",
      "Slight easing in barley quotations on higher output",
      MONITOR,
    ],
  ];
  for (const [name, text, title, head = BANK] of cases)
    it(name, () => assert.equal(extract(parseText(text), head).insights[0]?.title, title));

  describe("of a sentence that names none", () => {
    const told = { period: "June 2031", isOwn: false, namesTime: false, measured: "rate" };
    const before = { period: "May 2031", isOwn: true, namesTime: true, measured: "rate" };
    it("is that of the sentence before it that tells of the same measure", () =>
      assert.equal(datedAs(told, before).period, "May 2031"));
    for (const [name, other] of [
      ["another measure", { ...told, measured: "wages" }],
      ["what is not told in the past", { ...told, measured: "" }],
      ["a time of its own", { ...told, namesTime: true }],
    ] as const)
      it(`is its own where it has ${name}`, () => assert.equal(datedAs(other, before).period, "June 2031"));
  });

  describe("where the month leaves no room", () => {
    const topic: Topic = {
      cores: [{ text: "expansion in state and local ferry payrolls", worth: 1.5 }],
      ...{ questions: [], sides: [], halves: [], besides: [], whole: "", who: "", says: "", scope: "" },
      ...{ period: "May 2031", isOwn: true, namesTime: true, measured: "" },
    };
    const titles = (head: DocumentHead) => titlesOf(topic, undefined, readContext(head)).map(({ title }) => title);
    it("may be the year", () => assert.ok(titles(BANK).includes("Expansion in state and local ferry payrolls, 2031")));
    it("is none in a company's report, where the year is another period", () =>
      assert.deepEqual(titles(COMPANY), ["Expansion in state and local ferry payrolls"]));
  });
});
