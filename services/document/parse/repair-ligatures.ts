/** Ligatures as Unicode keeps them for old encodings. */
const FORMS: Record<string, string> = {
  "\ufb00": "ff",
  "\ufb01": "fi",
  "\ufb02": "fl",
  "\ufb03": "ffi",
  "\ufb04": "ffl",
  "\ufb05": "st",
  "\ufb06": "st",
};

/** What a glyph without a character may have stood for, the commonest first. */
const CANDIDATES = ["fi", "fl", "ff", "ffi", "ffl", "ti", "tt"];

/** Stems by which a word with a lost ligature is known when the document does not hold it whole elsewhere. */
const STEMS =
  /^(?:first|fisc|financ|final|figur|firm|field|file|filing|filed|fix|find|five|fift|fill|film|fit|fight|fifteen|flow|flex|fluctuat|flat|float|floor|fleet|flight|flour|fluid|off|offer|office|effect|effort|effici|affect|affair|afford|affili|differ|diffic|diffus|stuff|staff|suffer|suffic|traffic|tariff|coffee|reflect|inflat|deflat|disinflat|inflow|outflow|conflict|influenc|inflect|afflict|benefi|profi|identifi|specifi|signifi|defin|redefin|defici|confi|justifi|clarifi|classifi|reclassifi|certifi|verifi|modifi|notifi|quantifi|ratifi|simplifi|satisf|unifi|unifie|artifici|coeffici|ineffici|unaffect|cutoff|layoff|payoff|selloff|offset|offshore|official|refin|confin|infinit|scientif|magnif|amplifi|diversifi|intensifi|stratifi|fortifi|certificat|pacific|specific|sacrific|classific|qualifi|disqualifi|kickoff|tradeoff|spinoff|proffer|buffer|buffet|scaffold|differenti|shuffl|waffl|raffl|muffl|baffl|fluor|flag|flash|flood|flip|flaw|flavo|camouflag|pamphl|workflow|cashflow|overflow|leaflet|firmware|fiber|fibr|fiat|fiduci|fictit|fierc|fiery|fir[ei]|fish|wifi|prefix|suffix|magnific|horrifi|terrifi|electrifi|gasifi|solidifi|codifi|edifi|falsifi|mortifi|purifi|rectifi|testifi|typifi|vilifi|finger|finish|finit|beneficiar|proficien|deficien|sufficien|confidenti|fidelity|infra)/i;

/** Whether a word begins as words with a ligature do. */
export const isKnownByStem = (word: string): boolean => STEMS.test(word);

/** A word with a lost glyph: a control character, or the sign for one that could not be read. */
const BROKEN = /[\p{L}\p{M}'’-]*[\p{Cc}\ufffd][\p{L}\p{M}'’\p{Cc}\ufffd-]*/gu;
const LOST = /[\p{Cc}\ufffd]/gu;

export interface LigatureRepair {
  /** Mends one piece of text. */
  mend(text: string): string;
  /** What was done so far, a sentence each. */
  report(): string[];
}

/**
 * Mends words whose ligatures a PDF's fonts lost. `sample` is the document's text: a word that stands whole there is
 * the first choice. What cannot be told is marked with U+FFFD and reported, never guessed.
 */
export function createLigatureRepair(sample: string): LigatureRepair {
  const known = new Set(sample.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  let mended = 0;
  let split = 0;
  let lost = 0;
  const mendWord = (word: string): string => {
    if (!/\p{L}/u.test(word)) {
      lost += word.match(LOST)?.length ?? 0;
      return word.replace(LOST, "\ufffd");
    }
    let parts = [word];
    for (let i = 0; i < 3 && parts.some((part) => part.search(LOST) >= 0); i++) {
      parts = parts.flatMap((part) => CANDIDATES.map((candidate) => part.replace(/[\p{Cc}\ufffd]/u, candidate)));
    }
    const whole = parts.find((part) => known.has(part.toLowerCase())) ?? parts.find((part) => STEMS.test(part));
    const count = word.match(LOST)?.length ?? 0;
    if (whole === undefined) lost += count;
    else mended += count;
    return whole ?? word.replace(LOST, "\ufffd");
  };
  return {
    mend(text) {
      const plain = text.replace(/[\ufb00-\ufb06]/g, (form) => {
        split++;
        return FORMS[form] ?? form;
      });
      return plain.search(LOST) < 0 ? plain : plain.replace(BROKEN, mendWord);
    },
    report: () => [
      ...(mended > 0 ? [`Restored ${mended} ligatures that the PDF's fonts had lost.`] : []),
      ...(split > 0 ? [`Wrote ${split} ligatures as separate letters.`] : []),
      ...(lost > 0 ? [`${lost} characters could not be read and stand as U+FFFD.`] : []),
    ],
  };
}
