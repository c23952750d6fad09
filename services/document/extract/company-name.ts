/** How often a document must say a shorter name for it to be one. */
const OFTEN = 5;
/** What a company is, not what it is called. */
const FORM = /,? (?:Corporation|Corp|Incorporated|Inc|Company|Co|Limited|Ltd|plc|N\.V|S\.A)\.?$/;

/**
 * A company in as few words as leave no doubt: "Harlow" of "Harlow Corporation", and "Harlow Ferry" of "Harlow Ferry Lines" where
 * the document calls it so.
 */
export function companyIn(company: string, text: string): string {
  const name = company.replace(FORM, "") || company;
  const words = name.split(" ");
  const less = words.slice(0, -1).join(" ");
  if (words.length < 3 || !/\p{L}{3}$/u.test(less)) return name;
  // "Harlow Ferry Capital" is another's.
  const called = new RegExp(`\\b${RegExp.escape(less)}(?! \\p{Lu})(?![\\p{L}&-])`, "gu");
  let seen = 0;
  while (seen < OFTEN && called.test(text)) seen += 1;
  return seen < OFTEN ? name : less;
}
