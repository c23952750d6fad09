/** Nouns that say of what kind something is, and not what it is: any document could hold them. */
const KINDS =
  /^(?:patterns?|periods?|percentages?|percent|proposals?|matters?|areas?|aspects?|features?|topics?|subjects?|recap|remarks?|points?|segments?|conduct|cases?|examples?|numbers?|questions?|sets?|roles?|needs?|purposes?|parts?|things?|issues?|ideas?|principles?|considerations?|options?|scenarios?|steps?|ways?|stor(?:y|ies)|pictures?|assessments?|outcomes?|events?|amounts?|commitments?|determination|reservations?|supports?|median|gaps?|signs?|indications?|indicators?|policy|fed|fomc|board|committee|conditions?|environments?|situations?|circumstances?|results?|expectations?|forecasts?|projections?|changes?|criteri(?:a|on)|manner|extent|degree|upgrades?|trajector(?:y|ies)|outlook|elements?|reasons?|factors?|values?|respects?|groups?|members?|participants?|respondents?|contacts?|views?|opinions?|meetings?|briefings?|discussions?|documents?|statements?|releases?|lists?|items?|terms?|ranges?|basis|bases|categor(?:y|ies)|types?|kinds?|forms?|judge?ments?|messages?|magnitude|lessons?|implications?|developments?|effects?|impacts?|figures?|data|information|evidence|measures?|estimates?|tools?|work|actions?|decisions?|approach(?:es)?|efforts?|use|process(?:es)?|progress|issuance|unwinding|mornings?|afternoons?|days?|weeks?|months?|quarters?|years?)$/i;

/** What may be said of all of these. */
const ANY =
  /^(?:of|in|on|for|to|from|with|at|by|and|or|as|the|a|an|its|their|per|general|reasonable|approximate|unchanged|numerous|mixed|usual|normal|typical|similar|other|several|own|new|old|original|various|strong|weak|heightened|initial|current|clear|complete|likely|possible|expected|projected|needed|broad|common|many|most|more|less|better|different|multiple|specific|certain|main|key|major|important|significant|substantial|considerable|further|recent|overall|total|whole|full|additional|particular|relevant|next|last|first|second|third|final|single|basic|simple|good|bad|great|big|large|small|high|low|related|alternative|early|late|long|short|continued|ongoing|concentrated|following|previous|subsequent|external|internal|appropriate|necessary|careful|special|extended|limited|increase|decrease|decline|change|reduction|index|pace|time)$/i;

/**
 * Names no thing at all: "general pattern", "support for proposal". A title that is so tells its insight from no other,
 * whatever sentence it was made of.
 */
export const isEmptyTheme = (text: string) =>
  text
    .replace(WHERE, "")
    .split(/[\s,]+/)
    .every((word) => word === "" || KINDS.test(word) || ANY.test(word));

/** "at Harlow": the company, which all that its document tells has in common. */
const WHERE = / at \p{Lu}\S*(?: \p{Lu}\S*)*$/u;

/** "Northmark on X": what X is, where that is the whole title; else the title itself. */
export const themeOf = (title: string) => /^\p{Lu}[\p{L}.’'-]* on (.+)$/u.exec(title)?.[1] ?? title;
