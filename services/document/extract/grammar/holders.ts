const HOLDERS =
  /^(?:(?:the|a|an|every|each|committee|some|several|many|most|few|all|both|these|those|various|almost|two|three|four|five|six|seven|eight|nine|ten|\d+|one|number|couple|majority|of|vast|large|other|bank|ecb|fed|fomc|mpc|board|executive|bank['’]s|business|district|market|survey) )*(?:participants?|members?|committee|council|board|staff|officials?|contacts|respondents?|management|governors?|directors?|mpc|fomc|fed|desk|company|corporation|policymakers?|economists?|analysts?|policy makers|we|i|they|he|she|it|you|one|commission|agency|manager|judges?)$/i;
/** "the Governing Council", "the Federal Open Market Committee". */
const BODY = /^(?:the )?(?:\p{Lu}[\p{L}&]{1,20} ){1,5}(?:Committee|Council|Board)$/u;
/** "of the Bank of Northmark", "Northmark Bank's": whose body it is. */
const BANK =
  "(?:\\p{Lu}[\\p{L}.]+ (?:of |de |do )?){0,4}(?:\\p{Lu}\\p{Ll}*b|[Bb])an[ck]\\p{L}*(?: (?:(?:of|de|do) )?\\p{Lu}\\p{L}+){0,3}|(?:\\p{Lu}\\p{L}+ ){0,3}Reserve(?: (?:of )?\\p{Lu}\\p{L}+)*";
const OF_BANK = new RegExp(` of (?:the )?(?:${BANK})$`, "u");
const BANKS = new RegExp(`^(?:the )?(?:${BANK})['’]s (?=\\p{Lu})`, "u");
const EMPTY = new Set(
  "it there this that these those they he she we i you which who what such one most some several many others all few both".split(
    " ",
  ),
);

/** Whether a subject is somebody who says, judges or decides rather than what is spoken of. */
export function isHolder(subject: string): boolean {
  const name = subject.replace(/,.*$/s, "").trim();
  if (
    BODY.test(
      name
        .replace(OF_BANK, "")
        .replace(/ \([A-Z]+\)$/, "")
        .replace(BANKS, ""),
    )
  )
    return true;
  return HOLDERS.test(name) || HOLDERS.test(name.replace(/ (?:in|of|from|at|on) .*$/s, ""));
}

/** Whether a subject is a pronoun or the like, which names nobody. */
export const saysNothing = (subject: string) => EMPTY.has(subject.toLowerCase());

interface Telling {
  holder: string;
  claim: { verb: string };
  ownPeriod: string;
}

/** "participants" of "some participants judged", or of the heading that a sentence without such a subject stands under. */
export function tellerOf({ holder, claim, ownPeriod }: Telling, above = ""): string {
  // What has a period of its own is a fact, whoever tells it.
  if (holder === "") return claim.verb === "decide" || ownPeriod !== "" ? "" : above;
  // Market participants are no board's.
  if (/\b(?:market|survey)\b/i.test(holder)) return "";
  return /(?<=(?:^| ))(?:staff|members|participants|directors|governors|policymakers)$/.exec(holder)?.[0] ?? "";
}
