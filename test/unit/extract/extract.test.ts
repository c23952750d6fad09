import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { processorMs } from "../../support/processor-time.ts";

const head: DocumentHead = {
  title: "Minutes of the Rate Board, March 2031",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-03-20",
  authors: ["Rate Board"],
  documentUrl: "https://example.org/minutes",
};

const MINUTES = `Minutes of the Rate Board

Prices

Consumer prices rose 4.2 percent over the twelve months to February, up from 3.8 percent in January. The increase was driven by dearer heating oil. Rents, by contrast, fell for the third month in a row. Members noted that food prices had stabilised after the harvest.

Labour market

The unemployment rate fell to 5.1 percent in February because shipyards hired more welders. However, wage growth slowed to 2.9 percent. Some members expected that hiring would weaken in the second half of the year. They also judged that the risks to employment were tilted to the downside.

Decision

The Board voted by six to three to raise the base rate by 0.25 percentage points, to 3.5 percent. Three members preferred to leave the base rate unchanged. This decision takes effect on 1 April 2031.
`;

/** A question opens with a question word or with a verb. */
const ASKS =
  /^(?:(?:By|To|At) )?(?:What|How|Why|Who|When|Which|Is|Are|Was|Were|Do|Does|Did|Has|Have|Had|Could|Would|Will|Can|Should|Must)\b.* .*\?$/i;

const words = (text: string) => text.split(/\s+/).length;
const numbersIn = (text: string) => text.match(/\d[\d.,]*\d|\d/g) ?? [];

function extractText(text: string, about: DocumentHead = head) {
  return extract(parseText(text), about);
}

describe("insights of prose", () => {
  it("keep a figure that only its theme can be asked for, beside a better one", () => {
    const figure =
      "The northern ferry spot price, a measure of freight costs, in the weeks before the meeting in May had been over $50 a tonne.";
    const better = "Rents on the isles rose by 4 percent in the spring as the ships that carry timber were sold.";
    const hall = "The hall in which the board sits has blue walls and a round window over the door of the hall.\n\n";
    const { insights } = extractText(`${figure} ${better}\n\n${hall.repeat(40)}`);
    assert.ok(insights.some(({ title }) => title.startsWith("Northern ferry spot price")));
  });

  const { insights, passages, summary } = extractText(MINUTES);
  const said = insights.map(({ finding }) => finding).join("\n");

  it("find the figure, the change, the decision and the view", () => {
    for (const fact of ["4.2 percent", "5.1 percent", "six to three", "tilted to the downside"])
      assert.match(said, new RegExp(fact));
  });

  it("say who and when in front", () => {
    for (const { finding } of insights)
      assert.match(finding, /^Bank of Northmark, Minutes of the Rate Board, March 2031: \p{Lu}/u);
  });

  it("never open with a sentence that points to one that is not there", () => {
    for (const { finding } of insights) assert.doesNotMatch(finding, /: (?:They|This|The increase|However)\b/);
  });

  it("keep a sentence that points back behind the one it needs", () => {
    const found = insights.find(({ finding }) => finding.includes("They also judged"));
    assert.match(found?.finding ?? "", /Some members expected/);
  });

  it("quote the text exactly, in one to three excerpts of together at most 700 characters", () => {
    for (const { excerpts } of insights) {
      assert.ok(excerpts.length >= 1 && excerpts.length <= 3);
      assert.ok(excerpts.reduce((sum, { start, end }) => sum + end - start, 0) <= 700);
      for (const { start, end } of excerpts) {
        assert.match(MINUTES.slice(start, end), /^\S[\s\S]*\S$/);
        assert.match(MINUTES.slice(end - 1, end), /[.!?]/);
      }
    }
  });

  it("state no number that is neither in their excerpts nor in the head", () => {
    for (const { finding, excerpts } of insights) {
      const quoted = excerpts.map(({ start, end }) => MINUTES.slice(start, end));
      const shown = new Set(numbersIn([...quoted, head.title].join(" ")));
      for (const number of numbersIn(finding)) assert.ok(shown.has(number), `${number} in ${finding}`);
    }
  });

  it("have titles of 3 to 8 words, none twice", () => {
    for (const { title } of insights) assert.ok(words(title) >= 3 && words(title) <= 8, title);
    assert.equal(new Set(insights.map(({ title }) => title.toLowerCase())).size, insights.length);
  });

  it("have two to four questions and a keyword phrase of 3 to 8 words, with the period", () => {
    for (const { questions } of insights) {
      const phrase = questions.at(-1) ?? "";
      const asked = questions.slice(0, -1);
      assert.ok(asked.length >= 2 && asked.length <= 4, questions.join(" "));
      for (const question of asked) assert.match(question, ASKS);
      assert.ok(words(phrase) >= 3 && words(phrase) <= 8, phrase);
      assert.match(questions.join(" "), /2031/);
    }
  });

  it("ask how much where a figure is given, and why where a cause is", () => {
    const questions = insights.flatMap(({ questions: asked }) => asked).join("\n");
    assert.match(questions, /How much did consumer prices rise/i);
    assert.match(questions, /Why did the unemployment rate fall/i);
  });

  it("belong to passages, and every passage has one", () => {
    const used = new Set(insights.map(({ passage }) => passage));
    assert.deepEqual(
      [...used].sort((a, b) => a - b),
      passages.map((_passage, index) => index),
    );
    for (const { passage, excerpts } of insights) {
      for (const { start, end } of excerpts) {
        assert.ok(start >= (passages[passage]?.start ?? Infinity) && end <= (passages[passage]?.end ?? 0));
      }
    }
  });

  it("come with a summary of at most 400 characters that tells the decision", () => {
    assert.ok([...summary].length <= 400);
    assert.match(summary, /raise the base rate/);
  });
});

describe("what yields no insight", () => {
  for (const [what, sentence] of [
    [
      "a disclaimer",
      "This release contains forward-looking statements that are subject to risks and uncertainties of many kinds.",
    ],
    ["a note", "Note – Amounts may not sum due to rounding."],
    ["a definition", "“Commitments” means the amounts set forth in the schedule to this agreement for each lender."],
    ["figures alone", "5.0 1.93 L-May 2031 5.1 2.2 S-Apr 2031 4.9 1.7."],
    [
      "an order",
      "Conduct repurchase operations with a minimum rate of 5.25 percent and a limit of 500 billion crowns.",
    ],
    ["a life", "Ms. Tarnow has over 20 years of experience in the sale of boats and joined the board in 2019."],
    ["how a number is made", "The estimated standard error of the monthly change of the price index is 0.03 percent."],
    ["who is not named", "We expect that prices will rise by 4 percent because you told us so in 2030."],
    [
      "a season that is not named",
      "Exports of barley will fall by 3 percent next quarter because harbours are closed.",
    ],
    [
      "lines that were set beside each other",
      "Prices of coarse grains rose The outlook for sugar weakened by 4 percent in 2031.",
    ],
    ["an invitation", "At 8:15 a.m. on July 13, 2031, the bank will host a live question session with 200 investors."],
    [
      "a deed without a doer",
      "Returned 383 million crowns to shareholders, including 250 million of purchases of shares.",
    ],
    [
      "what leans on what is not there",
      "The increase was driven by exports of barley, which rose by 4 percent in 2031.",
    ],
    [
      "a danger that any company has",
      "If Tarn fails to keep its staff, its results could be materially and adversely affected.",
    ],
    ["a reference", "For more information about rates and prices in 2031 please visit the website of the bank."],
    ["a question", "Will prices rise by 4 percent in 2031 if wages and rents grow further?"],
    ["a list's lead-in", "Prices rose by 4 percent in 2031 for the following reasons:"],
    ["a torn sentence", "and 4 percent of wages that rose in the northern towns during 2031"],
  ] as const) {
    it(what, () => assert.deepEqual(extractText(sentence).insights, []));
  }

  it("a document without blocks", () => {
    const nothing = { text: "", blocks: [], tables: [], head: {}, repairs: [] };
    assert.deepEqual(extract(nothing, head), { summary: head.title, passages: [], insights: [] });
  });
});

describe("insights of a document", () => {
  it("do not repeat a finding", () => {
    const paragraph = "Consumer prices rose 4.2 percent over the twelve months to February 2031.";
    assert.equal(extractText(`${paragraph}\n\n${paragraph}\n\n${paragraph}`).insights.length, 1);
  });

  it("are found in lower-case text without date, names or figures", () => {
    const text =
      "the lift of a slender wing was measured in a small tunnel . it was found that the lift increases when the leading edge is drooped . the theory of thin wings agrees with the experiment .";
    const about = { title: "", sourceName: "abstracts", publishedDate: null, authors: [], documentUrl: "" };
    const { insights } = extractText(text, about);
    assert.ok(insights.length >= 1);
    assert.match(insights[0]?.finding ?? "", /^the lift of a slender wing/i);
  });

  it("keep may, not and a minus sign", () => {
    const text =
      "Grain exports may not recover before 2033 because harbours remain closed. Output of barley changed by -3.4 percent in 2030.";
    const said = extractText(text)
      .insights.map(({ finding }) => finding)
      .join(" ");
    assert.match(said, /may not recover/);
    assert.match(said, /-3\.4 percent/);
  });

  it("say what a questioner says of nobody", () => {
    const talk = parseText(
      "Do you expect that prices will rise by 9 percent next year?\n\nConsumer prices rose by 4 percent in 2030 because heating oil was dear.",
    );
    const [question, answer] = talk.blocks;
    if (!question || !answer) assert.fail("two paragraphs make two blocks");
    question.speaker = "ANNA REPORTER";
    answer.speaker = "CHAIR HOLM";
    const { insights } = extract(talk, { ...head, authors: ["Karin Holm"], title: "Transcript of a press conference" });
    assert.equal(insights.length, 1);
    assert.match(insights[0]?.finding ?? "", /4 percent/);
  });

  it("are not made of what a broken font left, nor is the summary", () => {
    const noise =
      "05H.-2>2,-1,H.5^+;_% is /.30-.5J2<./,=.,-/.7-/1>-12,7$X aM+bb+ A+ _b +;A ;;2330/71,=13312,7K.c>.4 rose.";
    const { insights, summary } = extractText(
      `${noise} ${noise}\n\nPrices rose by 4 percent in 2030 because oil was dear.`,
    );
    assert.equal(insights.length, 1);
    for (const text of [summary, insights[0]?.finding ?? ""]) {
      assert.match(text, /4 percent/);
      assert.doesNotMatch(text, /2330/);
    }
  });
});

describe("extraction of hostile text", () => {
  for (const [what, text] of [
    ["a sentence of a megabyte", `Prices rose ${"and fell again ".repeat(70_000)}.`],
    ["a megabyte without a space", "x".repeat(1_000_000)],
    ["a hundred thousand headings", "Prices\n\n".repeat(100_000)],
    ["a megabyte of hyphens", "a-".repeat(500_000)],
    ["a megabyte of quotation marks", "“”".repeat(500_000)],
  ] as const) {
    it(`is bounded: ${what}`, () => {
      const parsed = {
        text,
        blocks: [{ start: 0, end: text.length, kind: "paragraph" as const }],
        tables: [],
        head: {},
        repairs: [],
      };
      assert.ok(processorMs(() => extract(parsed, head)) < 10_000);
    });
  }
});
