/**
 * English words that say nothing of what is looked for: articles, pronouns, prepositions, auxiliaries and the words that
 * open a question or a request. Compared in lower case, before stemming. Left out on purpose: "us" (the country), "no",
 * "not", "up", "down", "above", "below", "over", "under" (directions carry meaning in this field).
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those such
  i me my mine we our ours you your yours he him his she her hers it its they them their theirs itself themselves
  am is are was were be been being do does did doing done have has had having
  can could will would shall should may might must
  and or but nor so if then than because as while of at by for with about against between into through during
  to from in on off out upon per via within among across toward towards until since
  there here also both each any all some other same own just only very too more most much many few
  what which who whom whose when where why how
  please tell give show find explain describe discuss list provide know like want need get let based`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
