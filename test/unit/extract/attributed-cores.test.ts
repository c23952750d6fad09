import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;

describe("a title of what is attributed to something", () => {
  for (const part of ["", "in large part ", "largely "])
    it(`says that it comes from that${part === "" ? "" : `, where it is so ${part.trim()}`}`, () =>
      assert.equal(
        titleOf(`Analysts attributed the decline in ferry traffic ${part}to weak demand.`),
        "Decline in ferry traffic from weak demand, 2031",
      ));
});
