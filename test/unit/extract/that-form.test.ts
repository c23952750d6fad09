import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { chooseQuestions } from "../../../services/document/extract/questions/question-choice.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const asked = (text: string, head = BANK) =>
  extract(parseText(text), head)
    .insights.flatMap(({ questions }) => questions)
    .join("\n");

describe("a statement of which nothing can be asked in other words", () => {
  const cases: [string, string, RegExp, typeof BANK?][] = [
    [
      "is asked for as those said it who did",
      "Several members noted that longer-term rent expectations could be at levels below those consistent with stable harbour fees.",
      /^Did several members at the Bank of Northmark note in June 2031 that longer-term rent expectations could be at levels below those consistent with stable harbour fees\?$/m,
    ],
    [
      "is asked for as what the document says",
      "Reducing the pace of purchases before ending them would be consistent with most previous changes in harbour policy.",
      /^Did the Bank of Northmark's minutes of June 2031 say that reducing the pace of purchases before ending them would be consistent with most previous changes in harbour policy\?$/m,
    ],
    [
      "loses what only adds to it where it is long",
      "Reducing the pace of purchases before ending them would be consistent with most previous changes in harbour policy, although rents in the northern towns had held up.",
      /consistent with most previous changes in harbour policy\?$/m,
    ],
    [
      "keeps the condition under which it holds",
      "Reducing purchases before ending them would be consistent with changes in harbour policy, although only if rents held up.",
      /consistent with changes in harbour policy, although only if rents held up\?$/m,
    ],
    [
      "loses a second thing that was said where it is too long with it",
      "Several members noted that longer-term rent expectations could be at levels below those consistent with stable harbour fees in the northern towns and that most of the ferries would have to wait for dearer timber.",
      /note in June 2031 that longer-term rent expectations could be at levels below those consistent with stable harbour fees in the northern towns\?$/m,
    ],
    [
      "loses when it was where it is too long with it",
      "Reducing the pace of purchases before ending them would be consistent with most previous changes in harbour policy and with steady fees following the opening of the northern ferry terminals.",
      /consistent with most previous changes in harbour policy and with steady fees\?$/m,
    ],
    [
      "loses what only ties it to the sentence before",
      "On the downside, reducing the pace of purchases before ending them would be inconsistent with most previous changes in harbour policy.",
      /say that reducing the pace of purchases/m,
    ],
  ];
  for (const [title, text, question, head] of cases) it(title, () => assert.match(asked(text, head), question));

  it("does not end before the verb of what was said", () => {
    const text =
      "A decomposition of northern ferry developments over many years and harbours illustrated that the rally since the start of the year had been largely driven by upward revisions in the fees of the northern towns.";
    assert.doesNotMatch(asked(text), /that the rally\?/);
  });

  it("keeps what something comes in addition to, and what it is compared with", () => {
    const text =
      "In addition to harbour risks, reducing the pace of purchases before ending them would be consistent with most changes in harbour policy.";
    assert.doesNotMatch(asked(text), /say that to harbour/);
    const survey =
      "The median respondent to the ferry surveys of the northern harbour towns expected the fees of the northern ferries to increase slightly relative to the fees of the southern ferries and of the barley boats.";
    assert.doesNotMatch(asked(survey), /increase slightly\?/);
  });

  it("is not where it would give the figure away", () => {
    const text = "Reducing purchases before ending them would be consistent with a fall of 7 percent in harbour fees.";
    assert.doesNotMatch(asked(text), /say that/);
  });

  it("is not where something better can be asked", () => {
    const better = ["How did barley prices change in May 2031?", "Did rents rise in May 2031?"];
    const whole = "Did the Board say in May 2031 that rents rose while barley became cheaper?";
    assert.deepEqual(chooseQuestions([better], "rents rose and barley prices fell", [whole]), better);
    const theme = "What did the Board say about rents in May 2031?";
    assert.deepEqual(chooseQuestions([["Did rents rise in May 2031?", theme]], "rents rose", [whole]), [
      better[1],
      whole,
    ]);
  });

  it("names a company once", () => {
    const text =
      "Harlow may not be able to accurately predict its rope sales for the harbours of the north, which may depress its income.";
    assert.match(
      asked(text, COMPANY),
      /^Did Harlow say in its 2031 10-K that it may not be able to accurately predict/m,
    );
  });
});

describe("a question", () => {
  it("names more than that something was appropriate", () => {
    const all = asked("Members agreed that it was appropriate to reduce the harbour fee in small steps.");
    assert.match(all, /^Was it appropriate to reduce the harbour fee in small steps, according/m);
    assert.doesNotMatch(all, /consider appropriate/);
  });

  it("is of the business year that a heading names", () => {
    const release = { ...COMPANY, title: "Harlow earnings release, 2031 (2032-03-09)" };
    const text =
      "For Fiscal Year 2031\n\n\n• Net sales increased 18.3% to $10.2 billion compared to $8.6 billion in fiscal 2030.\n";
    assert.match(asked(text, release), /^By how much did Harlow's net sales increase in fiscal 2031\?$/m);
  });
});
