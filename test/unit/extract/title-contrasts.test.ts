import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { withoutContrast } from "../../../services/document/extract/titles/title-contrasts.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title ?? "";

describe("a title of what moved but stayed", () => {
  it("tells both", () => {
    assert.equal(
      titleOf("Ferry fares had eased in May 2031 but remained somewhat elevated."),
      "Eased but elevated ferry fares, May 2031",
    );
    assert.equal(
      titleOf("The unemployment rate edged up in May 2031, but was still low by historical standards."),
      "Higher but low unemployment rate, May 2031",
    );
  });

  it("is asked for by how it is", () =>
    assert.equal(withoutContrast("eased but elevated ferry fares"), "elevated ferry fares"));

  it("is not of what another thing stayed, or what only some of it did", () => {
    for (const text of [
      "Ferry fares had eased in May 2031 but harbour dues remained elevated.",
      "Ferry fares had eased in May 2031, and harbour dues had fallen but remained elevated.",
      "Ferry fares had eased in May 2031 but remained high for some routes.",
      "Ferry fares had eased in May 2031 but were offset by harbour dues.",
    ])
      assert.doesNotMatch(titleOf(text), / but /);
  });
});

describe("a title of an aim", () => {
  it("says where a thing is to be brought", () => {
    for (const text of [
      "The Rate Board reiterated its commitment to returning inflation to its 3 percent objective.",
      "The Rate Board is firmly committed to bringing inflation back down to its 3 percent objective.",
    ])
      assert.match(titleOf(text), /^Commitment to 3 percent inflation objective/);
  });

  it("says what is done where only its going on is named", () =>
    assert.match(
      titleOf(
        "Members judged that it was appropriate to continue the process of reducing the Board's bill holdings by 4 percent.",
      ),
      /^Support for reducing (?:Board['’]s )?bill holdings/,
    ));

  it("is of no support where that would only be, and of nothing that is not expected", () => {
    assert.match(
      titleOf("Members judged that it would be appropriate to reduce ferry fares by 4 percent."),
      /^Case for reducing ferry fares/,
    );
    assert.doesNotMatch(
      titleOf("Members agreed that they did not expect that it was appropriate to reduce ferry fares by 4 percent."),
      /^(?:Case|Support) for/,
    );
  });

  it("is not of a monitoring of nothing", () =>
    assert.doesNotMatch(
      titleOf(
        "Many members noted that losses on ferry leases resulting from dearer coal, heavy use by some yards of short loans, and weaker traffic in May 2031 warranted monitoring.",
      ),
      /(?:Case|Support) for monitoring/i,
    ));
});
