import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

describe("a figure of a board's account that only the sentence before it dates", () => {
  const made = (text: string) => extract(parseText(text), BANK).insights;
  const labour =
    "Payrolls in Norden rose by 40,000 in May, about as much as before. The unemployment rate for young workers declined to 7 percent. Home sales had been flat at 2 percent below their average. Dockers negotiated a raise of 9 percent.";
  const frontOf = (text: string, said: RegExp) =>
    made(text)
      .map(({ finding }) => finding)
      .find((finding) => said.test(finding))
      ?.split(": ")[0];

  it("has that month in front and in its title, and quotes the sentence", () => {
    const found = made(labour).find(({ finding }) => /: The unemployment rate for young/.test(finding));
    assert.match(found?.finding ?? "", /2031, May 2031: The unemployment/);
    assert.match(found?.title ?? "", /May 2031$/);
    const [first] = found?.excerpts ?? [];
    assert.equal(
      labour.slice(first?.start, first?.end),
      "Payrolls in Norden rose by 40,000 in May, about as much as before.",
    );
  });

  it("has none where something else is told than how a series moved", () =>
    assert.doesNotMatch(frontOf(labour, /Dockers negotiated/) ?? "", /May 2031/));

  it("has none where either names another time, and in another paragraph", () => {
    const fell = "The unemployment rate for young workers declined to 7 percent";
    for (const text of [
      `Payrolls rose by 40,000 in May. ${fell} over the year to April.`,
      `Payrolls rose by 40,000 in May and by 30,000 in April. ${fell}.`,
      `In the year to April, payrolls rose by more than they did in May. ${fell}.`,
      `Payrolls rose by 40,000 in May.\n\n${fell}.`,
    ])
      assert.doesNotMatch(frontOf(text, /unemployment rate for young/) ?? "", /May 2031/, text);
  });

  it("has it where the figure is only set against that of a month before", () => {
    for (const [opening, said] of [
      [
        "Consumer prices in Norden had stood 2 percent higher in May.",
        "Ferry price inflation had declined to 3 percent, from 4 percent in April.",
      ],
      [
        "Consumer prices in Norden had stood 2 percent higher in May.",
        "Ferry price inflation was 3 percent, after 4 percent in April and 5 percent in March.",
      ],
      [
        "Consumer prices in Norden had stood 2 percent higher in May.",
        "Ferry price inflation had inched up to 3 percent, from 2 percent previously.",
      ],
      [
        "Consumer prices in Norden had stood 2 percent higher in May, after 3 percent in April.",
        "Ferry price inflation rose to 3 percent, from 2 percent the month before, as berths in the northern harbours grew dearer.",
      ],
      [
        "Consumer prices in Norden had stood 2 percent higher in May.",
        "Ferry price inflation had stayed constant, at 3 percent, for the third month in a row.",
      ],
    ] as const)
      assert.match(frontOf(`${opening} ${said}`, /Ferry price/) ?? "", /, May 2031$/, `${opening} ${said}`);
    const later =
      "Consumer prices in Norden had stood 2 percent higher in April. Ferry price inflation had declined to 3 percent, from 4 percent in May.";
    assert.doesNotMatch(frontOf(later, /Ferry price/) ?? "", /April 2031$/);
  });

  it("has the quarter where it is of what is counted by quarters, and no month's series has", () => {
    const text =
      "Real GDP rose by 2 percent in the first quarter of 2031. Business investment fell by 3 percent. The unemployment rate for young workers declined to 7 percent.";
    assert.match(frontOf(text, /Business investment fell/) ?? "", /, first quarter of 2031$/);
    assert.doesNotMatch(frontOf(text, /unemployment rate for young/) ?? "", /quarter/);
  });

  it("has it where the series went on or added to another, too", () => {
    for (const [said, found] of [
      ["Timber imports continued to rise at a brisk pace of 3 percent.", /Timber imports/],
      ["Housing investment in Norden posted a smaller but still-solid increase of 1 percent.", /Housing investment/],
      ["Net timber exports contributed 2 percentage points to real GDP growth.", /Net timber exports/],
    ] as const)
      assert.match(
        frontOf(`Real GDP rose by 2 percent in the first quarter of 2031. ${said}`, found) ?? "",
        /, first quarter of 2031$/,
        said,
      );
  });

  it("has none where it went on to tell something else", () =>
    assert.doesNotMatch(
      frontOf(
        "Real GDP rose by 2 percent in the first quarter of 2031. Timber exports continued to point to a 3 percent gap.",
        /Timber exports/,
      ) ?? "",
      /quarter/,
    ));
});
