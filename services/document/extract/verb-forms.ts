const IRREGULAR: Record<string, string> = {
  rose: "rise",
  risen: "rise",
  fell: "fall",
  fallen: "fall",
  grew: "grow",
  grown: "grow",
  was: "be",
  were: "be",
  is: "be",
  are: "be",
  been: "be",
  has: "have",
  had: "have",
  did: "do",
  does: "do",
  done: "do",
  went: "go",
  gone: "go",
  made: "make",
  said: "say",
  saw: "see",
  seen: "see",
  held: "hold",
  kept: "keep",
  led: "lead",
  left: "leave",
  lost: "lose",
  met: "meet",
  paid: "pay",
  put: "put",
  ran: "run",
  sold: "sell",
  sent: "send",
  set: "set",
  shown: "show",
  stood: "stand",
  took: "take",
  taken: "take",
  thought: "think",
  told: "tell",
  won: "win",
  began: "begin",
  begun: "begin",
  became: "become",
  brought: "bring",
  built: "build",
  bought: "buy",
  came: "come",
  chose: "choose",
  cut: "cut",
  drew: "draw",
  drawn: "draw",
  drove: "drive",
  driven: "drive",
  felt: "feel",
  found: "find",
  gave: "give",
  given: "give",
  got: "get",
  heard: "hear",
  hit: "hit",
  knew: "know",
  known: "know",
  let: "let",
  lent: "lend",
  lay: "lie",
  meant: "mean",
  spent: "spend",
  spoke: "speak",
  spread: "spread",
  swung: "swing",
  wrote: "write",
  written: "write",
  withdrew: "withdraw",
  upheld: "uphold",
  agreed: "agree",
  added: "add",
  adding: "add",
  tied: "tie",
  sank: "sink",
  shrank: "shrink",
  slid: "slide",
  sought: "seek",
  struck: "strike",
  bore: "bear",
  broke: "break",
};

/** The form that stands behind "did": rose → rise, increased → increase, expects → expect. */
export function baseForm(verb: string): string {
  const text = verb.toLowerCase();
  const known = Object.hasOwn(IRREGULAR, text) ? IRREGULAR[text] : undefined;
  if (known) return known;
  if (/ied$|ies$/.test(text) && text.length > 4) return `${text.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(text)) return text.slice(0, -2);
  if (/[^s]s$/.test(text) && !/us$|is$/.test(text)) return text.slice(0, -1);
  if (/ed$/.test(text) && text.length > 4) return regularPast(text.slice(0, -2));
  return text;
}

function regularPast(stem: string): string {
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  if (
    /(?:[aeiou]s|[^aeiou]l|[uo]r|[aei]v|[cgvuz]|[ao]t|[^aeiou][aiu][dtkmnl]|[aeiou][au]s|[^aeou]is|lin|fin|ur|ir|as|ar)$/.test(
      stem,
    ) &&
    !/(?:nt|ct|ft|er|or|al|el|en|on|it|ur)$/.test(stem)
  ) {
    return `${stem}e`;
  }
  if (
    /(?:creat|estimat|indicat|anticipat|moderat|not|stat|cit|stimulat|accelerat|decelerat|fluctuat|reiterat|evaluat|mitigat|generat|operat|allocat|requir|acquir|measur|figur|secur|ensur|captur|declin|combin|determin|examin|outlin|restor|explor|compar|shar|prepar|declar|provid|decid|exclud|includ|conclud|trad|fad|upgrad|downgrad|promot|quot|vot|execut|contribut|distribut|complet|delet|writ|unit)$/.test(
      stem,
    )
  ) {
    return `${stem}e`;
  }
  return stem;
}
