import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { propositionIn, voteCores } from "../../../services/document/extract/titles/propositions.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

describe("a vote on a proposition that stands above it", () => {
  const text = `Members discussed the outlook at length. The Chair asked members to vote on the proposition that:

- The base rate should be raised by 0.5 percentage points, to 3.5%.

Four members (Ada Quay, Bo Lind, Cy Marr and Di Holm) voted in favour of the proposition. Two members (Ed Vane and Flo Reis) voted against the proposition, preferring to keep the base rate at 3%.`;

  it("says what was voted on, with both sides, and quotes where that is set out", () => {
    const found = extract(parseText(text), BANK).insights.find(({ finding }) => finding.includes("voted in favour"));
    assert.match(
      found?.finding ?? "",
      /in favour of the proposition that the base rate should be raised by 0\.5 percentage points, to 3\.5%\. Two/,
    );
    const [first] = found?.excerpts ?? [];
    assert.equal(
      text.slice(first?.start, first?.end),
      "The base rate should be raised by 0.5 percentage points, to 3.5%.",
    );
    assert.match(found?.title ?? "", /^Vote on raising base rate/);
    assert.match(
      found?.questions[0] ?? "",
      /^How many members at the Bank of Northmark voted in favour of raising base rate in /,
    );
    assert.ok(!found?.questions.some((question) => /the proposition|about favour/.test(question)));
  });

  it("of a whole committee is asked for its way", () => {
    const whole =
      "The Committee voted unanimously in favour of the proposition that Bank Rate should be maintained at 3%.";
    const asked = extract(parseText(whole), BANK).insights.flatMap(({ questions }) => questions);
    assert.ok(
      asked.some((question) => /^How did the .* vote on maintaining Bank Rate in /.test(question)),
      asked.join(),
    );
    assert.ok(!asked.some((question) => question.includes("about favour")), asked.join());
  });

  it("is called a vote also beside what tells the same in other words", () => {
    const both = `At this meeting, four members voted to reduce Bank Rate to 3.5%. Before the news of May most of them had found the choice finely balanced.

Four members (Ada Quay, Bo Lind, Cy Marr and Di Holm) voted in favour of the proposition that Bank Rate should be reduced by 0.5 percentage points, to 3.5%. Two members voted against the proposition.`;
    const titles = extract(parseText(both), BANK).insights.map(({ title }) => title);
    assert.equal(titles.length, 2);
    assert.ok(
      titles.some((title) => title.startsWith("Vote on reducing Bank Rate")),
      titles.join(),
    );
  });

  it("is left as it is where something stands between, and where it says it itself", () => {
    const asked = "to vote on the proposition that: The base rate should be raised to 3%. ";
    const end = asked.length;
    const own = "All voted for the proposition that rates should fall.";
    assert.equal(propositionIn("All voted for the proposition.", asked, end)?.named.end, end - 1);
    assert.equal(propositionIn("All voted for the proposition.", `${asked}Members spoke. `, end + 15), undefined);
    assert.equal(propositionIn(own, asked, end), undefined);
  });

  it("is the one of several that the sentence counts", () => {
    const asked = "on the propositions that: - Bank Rate should be held at 3%; and - The stock should be cut. 7: ";
    const found = (text: string) => propositionIn(text, asked, asked.length)?.said;
    assert.equal(found("All voted for the second proposition."), "The stock should be cut");
    assert.equal(found("All voted for the first proposition."), "Bank Rate should be held at 3%");
    assert.equal(found("All voted for the third proposition."), undefined);
    assert.equal(found("All voted for the proposition."), undefined);
  });

  it("is called by what was to be done", () => {
    const [whole] = voteCores("Six members voted for the proposition that Bank Rate should be held at 2%.");
    assert.equal(whole?.text, "vote on holding Bank Rate at 2%");
    const [against] = voteCores(
      "Ada Quay voted against the proposition that the base rate should be cut to 2%, preferring to raise it to 4%.",
    );
    assert.equal(against?.text, "vote on cutting base rate to 2%");
    assert.deepEqual(voteCores("Members voted for lower rates."), []);
  });
});
