import type { Context } from "../context.ts";

/** Of several committees a member of the Board speaks of that on rates without its name. */
export const withCommittee = (text: string) =>
  /\p{Lu}\p{L}+ Committee\b|\bFOMC\b/u.test(text)
    ? text
    : text.replace(/\b[Tt]he Committee\b/, (found) => (found.startsWith("T") ? "The FOMC" : "the FOMC"));

/** Who acts where a member of a board says "we": policy is the committee's, whatever board the member is of. */
export function bodyOf(text: string, { institution, speaker }: Context): string | undefined {
  if (speaker === undefined || institution !== "the Federal Reserve Board") return institution;
  // A balance sheet is the bank's, whoever decides on it.
  return POLICY.test(text) && !OF_THE_BANK.test(text) ? "the FOMC" : "the Federal Reserve";
}
const OF_THE_BANK = /\b[Oo]ur (?:[\p{L}-]+ )?(?:balance sheet|(?:securities )?holdings|portfolio)\b/u;
const POLICY =
  /\b(?:monetary|polic(?:y|ies)|rates?|inflation|meetings?|targets?|mandate|balance sheet|securities|purchases|price stability|employment|labor|tighten\w*|hik\w+|runoff|FOMC|stance)\b/i;
