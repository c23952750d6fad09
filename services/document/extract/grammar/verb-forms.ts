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
  broken: "break",
  frozen: "freeze",
  froze: "freeze",
  fed: "feed",
  understood: "understand",
  undertook: "undertake",
  undertaken: "undertake",
  overtook: "overtake",
  overtaken: "overtake",
  foresaw: "foresee",
  foreseen: "foresee",
  chosen: "choose",
  proven: "prove",
  laid: "lay",
  bound: "bind",
  dealt: "deal",
  wound: "wind",
  withdrawn: "withdraw",
  shrunk: "shrink",
  rebuilt: "rebuild",
  am: "be",
  guaranteed: "guarantee",
  freed: "free",
  decreed: "decree",
  focused: "focus",
  biased: "bias",
  arose: "arise",
  arisen: "arise",
  overcame: "overcome",
  forgone: "forgo",
  underwent: "undergo",
  undergone: "undergo",
  caught: "catch",
  taught: "teach",
  slept: "sleep",
  swept: "sweep",
  crept: "creep",
  dug: "dig",
  hung: "hang",
  rode: "ride",
  shot: "shoot",
  spun: "spin",
  stuck: "stick",
  sunk: "sink",
  threw: "throw",
  thrown: "throw",
  wore: "wear",
  worn: "wear",
  woven: "weave",
  offset: "offset",
};

/** The form that stands behind "did": rose → rise, increased → increase, expects → expect. */
export function baseForm(verb: string): string {
  const text = verb.toLowerCase();
  const known = Object.hasOwn(IRREGULAR, text) ? IRREGULAR[text] : undefined;
  if (known) return known;
  if (/ied$|ies$/.test(text) && text.length > 4) return `${text.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(text)) return text.slice(0, -2);
  if (/[^s]s$/.test(text) && !/us$|is$/.test(text)) return text.slice(0, -1);
  if (/ed$/.test(text) && !/eed$/.test(text) && text.length > 3) return regularPast(text.slice(0, -2));
  return text;
}

/** The base form also of "working": work, "rising": rise. */
export function actionForm(verb: string): string {
  const text = verb.toLowerCase();
  if (!/[aeiouy].*ing$/.test(text) || /^(?:bring|string|spring)$/.test(text)) return baseForm(text);
  return /ying$/.test(text) && text.length <= 6 && /^(?:l|d|t)ying$/.test(text)
    ? `${text.charAt(0)}ie`
    : regularPast(text.slice(0, -3));
}

/** Stems in a doubled l that keep both: "called", "filled", but "signalled", "controlled". */
const KEEPS_TWO = /^(?:[^aeiou]*[aeiou]ll|(?:re|over|un|ful|in|dis|en)(?:call|fill|still|stall|roll|spell))$/;

/** Stems that have lost an e before "ed", by their last letters. English spelling leaves the vowel-consonant ones to lists. */
const LOST_E_ENDINGS = [
  /(?:[^n]g|[cvz]|[^a]u)$/,
  /(?:chang|arrang|challeng|rang|hing|plung|lung|infring|cring|veng)$/,
  /(?:[^aeious]|[aeou]|ai|oi|[^aeiou]i)s$/,
  /[^aeioulr]l$|(?:scal|stal|fil|compil|reconcil|[^a]ul|consol)$/,
  /(?:[^eo]at|creat)$/,
  /(?:\bcit|unit|invit|ignit|exc?it|recit|expedit|\bnot|denot|quot|\bvot|promot|devot|[^o]ut|complet|delet|deplet|compet)$/,
  /(?:trad|fad|grad|persuad|vad|[^ao]id|rod|plod|[^oa]ud|ced|sed|ped)$/,
  /(?:shar|compar|prepar|declar|spar|squar|flar|scar|\bfar|adher|interfer|persever|[^a]ir|stor|plor|scor|ignor|[^o]ur)$/,
  /(?:[^aeo]in|postpon|tun|prun|conven|terven)$/,
  /(?:nam|fram|blam|tim|welcom|um)$/,
  /(?:\bmak|stak|brak|lik|strik|hik|vok)$/,
  /(?:shap|scap|hop|\bcop|scop|typ|wip)$/,
  /[ui]b$/,
];
const LOST_E = new RegExp(LOST_E_ENDINGS.map(({ source }) => source).join("|"));

function regularPast(stem: string): string {
  if (/ll$/.test(stem)) return KEEPS_TWO.test(stem) ? stem : stem.slice(0, -1);
  if (/([bdgmnprt])\1$/.test(stem) && !/^(?:add|odd|err|purr|butt)$/.test(stem)) return stem.slice(0, -1);
  return LOST_E.test(stem) ? `${stem}e` : stem;
}

/** Verbs whose last consonant is doubled before "ing" though they have more than one syllable. */
const DOUBLES =
  /(?:begin|occur|recur|incur|refer|prefer|transfer|permit|admit|commit|submit|control|offset|upset|reset|spur|expel|compel|equip|defer|infer)$/;

/** rise → rising, cut → cutting, lie → lying. */
export function ingForm(base: string): string {
  if (/ie$/.test(base)) return `${base.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(base) && base !== "be") return `${base.slice(0, -1)}ing`;
  const doubles = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(base) || DOUBLES.test(base);
  return doubles ? `${base}${base.at(-1)}ing` : `${base}ing`;
}

/** increase → increases, carry → carries, be → is. */
export function singularForm(base: string): string {
  if (base === "be") return "is";
  if (base === "have") return "has";
  if (/(?:s|sh|ch|x|z|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}
