import model from "wink-eng-lite-web-model";
import winkNLP from "wink-nlp";
import { withVerb } from "./missed-verb.ts";
import { nounWord } from "./mistaken-nouns.ts";

/** One word or mark of a sentence, with offsets into that sentence's text. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** Universal part of speech: NOUN, PROPN, VERB, AUX, ADJ, ADV, ADP, DET, PRON, NUM, CCONJ, SCONJ, PART, PUNCT, SYM, X. */
  pos: string;
}

/** Longest text that is tagged. A longer one is no sentence that anybody would read. */
export const MAX_TAGGED_LENGTH = 1500;

/** The tagger keeps every word that it has ever seen; a fresh one bounds that in a thread that lives for days. */
const MAX_TEXTS_PER_TAGGER = 50_000;

interface Tagger {
  nlp: ReturnType<typeof winkNLP>;
  used: number;
  /** What the tagger numbers from here on is no word of its dictionary. */
  unknownFrom: number;
  /** Words that were asked for, and whether its dictionary has them. */
  words: Map<string, boolean>;
}

let tagger: Tagger | undefined;

/** A sentence is tagged when it is read and again when it is asked about, a few sentences later. */
const tagged = new Map<string, Token[]>();
const MAX_TAGGED = 64;

/** Words and parts of speech of a text, not to be changed: others may be given the same. Loads the model (about 0.2 s) on the thread's first call. */
export function tag(text: string): Token[] {
  if (text.length > MAX_TAGGED_LENGTH) return [];
  const known = tagged.get(text);
  if (known) return known;
  if (tagged.size >= MAX_TAGGED) tagged.clear();
  const tokens = newlyTagged(text);
  tagged.set(text, tokens);
  return tokens;
}

/**
 * "the ferry's" in front of a mark. The tagger takes it for one word there, remembers that, and from then on takes it for one
 * everywhere: what it makes of a text would hang on the texts before. With a space behind it, it is two words as elsewhere.
 */
const ENDING_OWNER = /['’][sS](?=[^\p{L}\p{N}\s])/gu;

function newlyTagged(text: string): Token[] {
  const { nlp } = openTagger();
  const words = nlp.readDoc(text.replace(ENDING_OWNER, "$& ")).tokens();
  const texts = words.out();
  const parts = words.out(nlp.its.pos);
  const tokens: Token[] = [];
  let from = 0;
  for (const [index, word] of texts.entries()) {
    // The tagger may put other characters for what it does not know: such a token is left out, not misplaced.
    const start = text.indexOf(word, from);
    if (start < 0 || start - from > 4) continue;
    from = start + word.length;
    tokens.push({ text: word, start, end: from, pos: partOf(word, String(parts[index]), tokens.at(-1)) });
  }
  const better = tokens.map((_token, at) => mended(tokens, at));
  for (const [at, token] of tokens.entries()) token.pos = better[at] ?? token.pos;
  return withVerb(tokens);
}

function openTagger(): Tagger {
  if (!tagger || tagger.used >= MAX_TEXTS_PER_TAGGER) {
    const nlp = winkNLP(model, ["pos"]);
    tagger = { nlp, used: 0, unknownFrom: numberOf(nlp, "zqxjvk"), words: new Map() };
  }
  tagger.used += 1;
  return tagger;
}

/** Whether the tagger's dictionary of English has a word. Takes, the first time, about as long as tagging a short sentence. */
export function isEnglishWord(word: string): boolean {
  const { nlp, unknownFrom, words } = openTagger();
  const known = words.get(word) ?? numberOf(nlp, word) < unknownFrom;
  words.set(word, known);
  return known;
}

const numberOf = (nlp: Tagger["nlp"], word: string) =>
  Number(nlp.readDoc(word).tokens().out(nlp.its.uniqueId)[0] ?? Number.POSITIVE_INFINITY);

/** The part of speech that a word can only have where it stands, where the tagger took it for another: "hiring would slow", "the lags with which". */
function mended(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  // Most words are none of those that the next lines look for.
  if (!token || !MISTAKEN.has(token.text.toLowerCase())) return mendedVerb(tokens, at);
  if (/^(?:upward|downward)$/i.test(token?.text ?? "")) return "ADJ";
  const forward = nounWord(tokens, at);
  if (forward !== undefined) return forward;
  // "forward curves", "low global prices" at a sentence's start
  if (
    /^(?:forward|low|high)$/i.test(token?.text ?? "") &&
    token?.pos === "ADV" &&
    /^(?:NOUN|ADJ)$/.test(next?.pos ?? "")
  )
    return "ADJ";
  // "a new multi-year high over the month"
  if (
    /^(?:high|low)$/.test(token?.text ?? "") &&
    /^(?:ADJ|NOUN|NUM)$/.test(before?.pos ?? "") &&
    /^(?:ADP|PUNCT)$/.test(next?.pos ?? "PUNCT") &&
    tokens.slice(Math.max(0, at - 6), at).some(({ text }) => /^(?:an?|its|their|record)$/i.test(text))
  )
    return "NOUN";
  // "a faster adjustment", "slower foreign growth"
  const isBeforeNoun = next?.pos === "NOUN" || (next?.pos === "ADJ" && tokens[at + 2]?.pos === "NOUN");
  if (/^(?:faster|slower|tighter|longer|further|closer|earlier)$/i.test(token?.text ?? "") && isBeforeNoun)
    return "ADJ";
  // "accounts payable"
  if (/^(?:payable|receivable)$/i.test(token?.text ?? "") && /s$/.test(before?.text ?? "")) return "NOUN";
  if (/^(?:tilted|skewed)$/.test(token?.text ?? "")) return "ADJ";
  if (/^(?:upside|downside)$/i.test(token?.text ?? "")) return "NOUN";
  if (token?.text === "no" && next?.text === "longer") return "ADV";
  // "the banking system was sound and resilient": how it was.
  const behindAdverb = before?.pos === "ADV" ? tokens[at - 2] : before;
  const isBehindIs = IS.test(behindAdverb?.text ?? "") && next?.pos !== "NOUN";
  if (token.text === "sound" && (isBehindIs || (!before && next?.pos === "NOUN"))) return "ADJ";
  // "Starts of single-family homes"
  if (!before && /^starts$/i.test(token.text) && next?.text === "of") return "NOUN";
  return mendedVerb(tokens, at);
}

const IS = /^(?:is|are|was|were|be|been|remains?|remained)$/;
const MISTAKEN = new Set(
  (
    "upward downward forward low high faster slower tighter longer further closer earlier payable receivable tilted skewed " +
    "upside downside no starts sound"
  ).split(" "),
);

/** As `mended`, of words that may be verbs or nouns, and of names: "the Dutch Title Transfer Facility". */
function mendedVerb(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  // "the ON RRP facility"
  if (token && /^(?:ADP|PRON|AUX|CCONJ)$/.test(token.pos) && /^[A-Z]{2,6}$/.test(token.text)) return "PROPN";
  const tied = tieWord(tokens, at) ?? stemWord(tokens, at) ?? nounWord(tokens, at);
  if (tied !== undefined) return tied;
  // "Cal Am", a name
  if (token?.text === "Am" && before?.pos === "PROPN") return "PROPN";
  // "the lift increases when"
  if (
    before?.pos === "NOUN" &&
    /^(?:increases|decreases|declines|rises|falls|drops|changes)$/.test(token?.text ?? "") &&
    !/s$/.test(before.text)
  ) {
    // "met resistance to rent increases when", "reported charging rent increases": no verb stands so near behind a verb.
    const isBehind = tokens[at - 2]?.pos === "ADP" || /^\p{Ll}{4,}ing$/u.test(tokens[at - 2]?.text ?? "");
    if (isBehind && tokens.slice(0, at - 1).some(({ pos }) => pos === "VERB" || pos === "AUX")) return "NOUN";
    return /^(?:when|as|because|while|if|with|by)$/.test(next?.text ?? "") ? "VERB" : undefined;
  }
  // "the decision sets the cap", "Northmark forecasts that": a noun is not followed by an article, nor a name by such a plural.
  if (
    token?.pos === "NOUN" &&
    before &&
    /^(?:NOUN|PROPN)$/.test(before.pos) &&
    /[^s]s$/.test(token.text) &&
    !/s$/.test(before.text) &&
    !/^(?:months|years|weeks|days|quarters|times)$/.test(token.text) &&
    (/^(?:the|an?|its|no)$/.test(next?.text ?? "") ||
      (before.pos === "PROPN" &&
        /^(?:forecasts|estimates|projects|reports|notes|views|plans|claims)$/.test(token.text) &&
        /^(?:that|to|[a-z]+)$/.test(next?.text ?? ""))) &&
    !tokens.slice(0, at).some(({ pos }) => pos === "VERB" || pos === "AUX")
  )
    return "VERB";
  if (token?.pos !== "VERB") return undefined;
  if (/^\p{Lu}/u.test(token.text) && /^(?:\p{Lu}\p{Ll}\S* ?){3}$/u.test(`${before?.text} ${token.text} ${next?.text}`))
    return "PROPN";
  const isOpen = !before || /^(?:DET|ADJ|SCONJ|ADP|CCONJ|PUNCT)$/.test(before.pos) || /^that$/i.test(before.text);
  if (/ing$/i.test(token.text)) {
    if (
      isOpen &&
      (next?.pos === "AUX" ||
        /^(?:would|will|could|may|might|had|has|was|is|remained|slowed|increased|declined)$/i.test(next?.text ?? ""))
    )
      return "NOUN";
    // "limited grower selling underpinned fares"
    if (before?.pos === "NOUN" && DOINGS.test(token.text) && /^(?:VERB|AUX)$/.test(next?.pos ?? "")) return "NOUN";
    return before && /^(?:DET|ADJ)$/.test(before.pos) && /^of$/i.test(next?.text ?? "") ? "NOUN" : undefined;
  }
  // "new credit card offers edged down", but "volatility remains subdued"
  if (
    /[^s]s$/.test(token.text) &&
    !/^(?:remains|appears|seems|stays|looks)$/.test(token.text) &&
    next?.pos === "VERB" &&
    !/ing$/.test(next.text) &&
    before &&
    /^(?:NOUN|ADJ)$/.test(before.pos)
  )
    return "NOUN";
  // "there were signs of": no verb follows "were" in that form.
  if (/[^s]s$/.test(token.text) && /^(?:is|are|was|were|been|be)$/i.test(before?.text ?? "")) return "NOUN";
  const isBehindArticle = /^(?:the|a|an|its|their|upward|downward|upside|downside|gradual|strong|weak)$/i.test(
    before?.text ?? "",
  );
  return isBehindArticle && !/(?:ed|en|wn)$/i.test(token.text) && next?.pos !== "NOUN" && next?.pos !== "PROPN"
    ? "NOUN"
    : undefined;
}

/** What people do is a noun behind who does it, where another verb follows. */
const DOINGS =
  /^(?:selling|buying|spending|lending|borrowing|hiring|planting|harvesting|stockpiling|drilling|building|pricing|trading|funding)$/;

const BEHIND_NOUN = /^(?:of|in|for|on|from|with|about|at|between|over|amid|despite|under|per)$/i;
/** Words that have no ending of a verb and are nouns in front of others: "pay growth", "job seekers". */
const MODIFIERS =
  /^(?:pay|job|hedge|rate|trade|interest|credit|supply|demand|labou?r|stress|export|import|transport|oil|gas|market|target|tariff|headline|stock|policy)$/i;

/** "to heightened uncertainty", "access to credit": what is a preposition there, where the tagger took it for that of an infinitive. */
function tieWord(tokens: readonly Token[], at: number): string | undefined {
  const next = tokens[at + 1];
  if (tokens[at]?.text !== "to" || tokens[at]?.pos !== "PART" || !next) return undefined;
  const isParticiple = /[a-z]{3}ed$/.test(next.text) && /^(?:ADJ|NOUN|PROPN)$/.test(tokens[at + 2]?.pos ?? "");
  const isNamed =
    MODIFIERS.test(next.text) &&
    /^(?:NOUN|PROPN|ADJ)$/.test(tokens[at - 1]?.pos ?? "") &&
    !/^(?:DET|PRON)$/.test(tokens[at + 2]?.pos ?? "");
  return /ing$/.test(next.text) || isParticiple || isNamed || (next.text === "total" && tokens[at - 1]?.pos === "NOUN")
    ? "ADP"
    : undefined;
}

/** "indicators of pay growth", "over the longer term": no finite verb stands behind a preposition or an article with its adjective. */
function stemWord(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token?.pos === "ADV" && token.text === "home" && tokens[at + 1]?.pos === "NOUN") return "NOUN";
  // "the median of the estimates", "the near term"
  if (token?.text === "median" && /^(?:of|for|was|is)$/.test(tokens[at + 1]?.text ?? "")) return "NOUN";
  if (
    token?.text === "near" &&
    /^the$/i.test(before?.text ?? "") &&
    /^(?:term|future)$/.test(tokens[at + 1]?.text ?? "")
  )
    return "ADJ";
  if (
    token?.text.length === 8 &&
    /^headline$/i.test(token.text) &&
    /^(?:inflation|CPI|PCE|HICP)$/.test(tokens[at + 1]?.text ?? "")
  )
    return "NOUN";
  if (token?.pos !== "VERB" || !before || /(?:ed|ing|en|wn)$|^(?:made|paid|sold|held|given|set)$/i.test(token.text))
    return undefined;
  if (BEHIND_NOUN.test(before.text) && before.pos === "ADP" && /[a-z]$/.test(token.text)) return "NOUN";
  if (/^to$/i.test(before.text) && tieWord(tokens, at - 1) === "ADP") return "NOUN";
  // "pay growth could be moderating", "pay settlements"
  if (
    /^pay$/i.test(token.text) &&
    /^(?:growth|settlements?|awards?|expectations|rises?|deals?)$/.test(tokens[at + 1]?.text ?? "")
  )
    return "NOUN";
  // "inventory builds will moderate", "the forward curve had shifted": no auxiliary follows a finite verb.
  if (tokens[at + 1]?.pos === "AUX" && /^(?:NOUN|ADJ)$/.test(before.pos)) return "NOUN";
  const isOf = /^(?:the|an?|its|their)$/i.test(tokens[at - 2]?.text ?? "");
  return isOf && /^(?:longer|shorter|near|earlier|later|recent|sharp|further|faster|slower|greater)$/.test(before.text)
    ? "NOUN"
    : undefined;
}

/** Verbs that are adjectives too: "will slow the pace". */
const SLOWS = /^(?:slow|lower|narrow|tight|clear|further|open|complete|own|free|ready)$/;

/** "might warrant": what follows a modal is a verb, also where the tagger took it for a noun. */
function partOf(word: string, pos: string, before: Token | undefined): string {
  if (word === "preferred" && before && /^(?:NOUN|PROPN|PUNCT)$/.test(before.pos)) return "VERB";
  return (pos === "NOUN" || (pos === "ADJ" && SLOWS.test(word))) &&
    before &&
    /^(?:may|might|will|would|could|should|must|cannot)$/i.test(before.text)
    ? "VERB"
    : pos;
}
