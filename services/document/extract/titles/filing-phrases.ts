/** A name that the tagger takes for a name, where that of the company may read as words: "Best Buy". */
export const OWN_NAME = "Acmecorp";

const NUMBER = "\\d[\\d.,]*(?: (?:million|billion|thousand))?";
const ABOUT = "(?:(?:about|approximately|nearly|over|up to|a total of|an aggregate of) ){0,2}";
export const SUM = `${ABOUT}[$€£]${NUMBER}`;
/** "$9 million and $18 million, respectively," */
export const SUMS = `${SUM}(?:(?: and|,) ${SUM}){0,2}(?:, respectively,?)?`;
const DID = `${OWN_NAME} (?:(?:has|had|also) ){0,2}`;
const WILL_MAKE = "(?:expects|plans|intends|anticipates) (?:to make|making) ";
const rule = (pattern: string, name: string): [RegExp, string] => [new RegExp(pattern), name];

/** What a filing says in set phrases that have no noun, with the noun that is looked for. */
export const SET_PHRASES: readonly (readonly [RegExp, string])[] = [
  rule(`\\breturned ${SUM} to (?:its |our )?(?:share|stock)holders\\b`, "shareholder returns"),
  rule(
    `${SUM} (?:remain(?:s|ed)|(?:is|was) (?:still )?available) (?:available )?(?:for \\w+ )?under .{0,60}?(?:\\b[Rr]epurchase [Aa]uthorization|\\b[Rr]epurchase [Pp](?:rogram|lan)|\\b\\d{4} Authorization)`,
    "remaining repurchase authorization",
  ),
  rule(
    "\\brepurchase authorization remaining\\b|\\bremaining (?:share |stock )?repurchase authorization\\b",
    "remaining repurchase authorization",
  ),
  rule(`\\bleaving ${ABOUT}${NUMBER} shares available for repurchase\\b`, "remaining repurchase authorization"),
  rule(
    `\\b${DID}(?:re)?purchased (?:${ABOUT}${NUMBER} shares of (?:its|${OWN_NAME}['’]s)|${SUM} of its (?:\\w+ )?(?:common stock|shares))\\b`,
    "share repurchases",
  ),
  rule(
    `\\b${DID}repurchased ${ABOUT}${NUMBER} shares (?:of (?:common|outstanding|capital|Class \\w) |for |at |under |in |during )`,
    "share repurchases",
  ),
  rule(
    `\\bdeclared an? (?:(?:regular|cash|common) ){0,2}quarterly (?:\\w+ ){0,2}dividend\\b`,
    "quarterly dividend declaration",
  ),
  rule(`\\bdeclared an? (?:\\$[\\d.]+ per share |cash |common stock ){0,3}dividend\\b`, "dividend declaration"),
  rule("\\bmaintains its quarterly dividend of\\b", "quarterly dividend"),
  rule(
    `\\b${DID}contributed ${SUMS} (?:to|for the funding of) (?:its|the) (?:[\\w-]+ ){0,3}?pension plans?\\b`,
    "pension plan contributions",
  ),
  rule(
    `\\b${WILL_MAKE}(?:cash )?contributions of ${SUM} to (?:the |its )?international pension plans?\\b`,
    "expected international pension contributions",
  ),
  rule(
    `\\b${WILL_MAKE}(?:(?:cash )?contributions of ${SUM} to (?:\\w+ ){0,5}pension plans?|(?:cash )?pension contributions .{0,40}?${SUM})`,
    "expected pension contributions",
  ),
  rule(
    "\\bcash(?:,| and) cash equivalents\\b[^.]{0,50}? held (?:outside (?:of )?the (?:U\\.S\\.|United States)|by (?:its |our )?foreign subsidiaries)",
    "cash held outside U.S.",
  ),
  rule(
    "\\bno (?:single |one |individual )?customer (?:\\w+ ){1,3}(?:for )?(?:(?:more|greater) than )?(?:10 ?%|10 percent) (?:or more )?of\\b",
    "customer concentration",
  ),
  rule(`\\brecorded ${SUMS} (?:in|of) severance\\b[^.]*\\bcharges\\b`, "severance and related charges"),
  rule(`\\bincurred ${SUMS} (?:in|of) restructuring (?:costs|charges)\\b`, "restructuring costs"),
  rule(
    `\\breduc(?:e|ed|ing) (?:its|the|${OWN_NAME}['’]s) (?:\\w+ )?workforce by\\b|\\breduction of ${OWN_NAME}['’]s (?:\\w+ )?workforce by\\b|\\bemployees\\b[^.]{0,60}\\bjobs (?:will be|were) eliminated\\b`,
    "workforce reduction",
  ),
  rule(
    "\\bunrecognized (?:(?:stock|share)-based )?compensation (?:cost|expense)\\b(?=.* period of)",
    "unrecognized compensation cost",
  ),
  rule(`\\boperated [\\d,]+ stores\\b`, "store count"),
  rule("\\breflects an effective tax rate of .* (?:higher|lower) than the effective tax rate\\b", "effective tax rate"),
  rule(
    "^the effective tax rate of .* lower than the (?:U\\.S\\. )?(?:federal )?statutory rate\\b",
    "effective tax rate below statutory rate",
  ),
  rule(
    "^the effective tax rate of .* higher than the (?:U\\.S\\. )?(?:federal )?statutory rate\\b",
    "effective tax rate above statutory rate",
  ),
  rule(
    "\\bfair value\\b.{0,60}?\\bvest(?:ed|ing)\\b.{0,40}?\\b(?:restricted stock units|RSUs)\\b|\\bfair value of (?:restricted stock units|RSUs) (?:that )?vested\\b",
    "fair value of vested RSUs",
  ),
  rule("^revenues? (?:derived|earned|generated) in the United States\\b", "U.S. revenues"),
  rule(
    "^revenues? recogni[sz]ed\\b.{0,140}?\\bincluded in (?:the )?(?:\\w+ )?contract liabilit(?:y|ies)\\b",
    "revenues from contract liabilities",
  ),
  rule(
    "^the income tax benefits? (?:recogni[sz]ed )?(?:related to|from|for) stock-based compensation\\b",
    "stock-based compensation tax benefit",
  ),
  rule("\\bterminated .{0,40}?\\btreasury lock agreements?\\b", "treasury lock termination"),
  rule("^GAAP and [Nn]on-GAAP operating margin was\\b", "GAAP and non-GAAP operating margin"),
];
