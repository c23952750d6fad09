import { MONTHS } from "#kit/months.ts";
import type { Context } from "../context.ts";
import { word } from "../grammar/clause.ts";
import { type Token, tag } from "../grammar/language.ts";
import { baseForm } from "../grammar/verb-forms.ts";
import { bodyOf, withCommittee } from "./bodies.ts";

const MODALS = new Set("may might will would can could should must shall did had was not cannot wo ca sha".split(" "));
const TO_SINGULAR: Record<string, string> = {
  are: "is",
  am: "is",
  were: "was",
  have: "has",
  do: "does",
  "don't": "doesn't",
  "aren't": "isn't",
  "haven't": "hasn't",
};

/** What a company is by its own name: "Harlow Savings Bank". */
const OWN_KIND = /(?:Bank|Trust|Partnership)$/;

/**
 * Says who and when where a sentence leaves it to the document: "the Company", "we" and "I" become names, "last year"
 * gets its number in brackets. Adds nothing that the document's head, or the turn of a speaker, does not say. What it
 * cannot resolve it leaves; see `isResolved`.
 */
export function resolve(text: string, context: Context, speaker?: string): string {
  const { company, year, month } = context;
  let clear = text;
  if (company !== undefined)
    clear = clear.replace(
      /\bthe (?:Company|Registrant|Corporation|Firm)(['’]s)?(?![\w(])/gi,
      (_found, owns: string | undefined) => (owns ? `${company}'s` : company),
    );
  const called = company === undefined ? undefined : OWN_KIND.exec(company)?.[0];
  if (company !== undefined)
    clear = clear.replace(
      /\b[Tt]he (Bank|Group|Trust|Partnership)(['’]s)?(?=$|[,;:.)]| \p{Ll})/gu,
      (found, kind: string, owns: string | undefined) => {
        // "the Bank" may be a subsidiary, "the Group" is all of it.
        const isOwn = kind === "Group" || kind === called;
        return isOwn ? `${company}${owns ? "'s" : ""}` : found;
      },
    );
  if (company !== undefined && clear.startsWith("Company ")) clear = ofCompany(clear, company);
  clear = clear.replace(WILL_SAY, "I $1");
  if (FIRST_PERSON.test(clear) && !quotesFirstPerson(clear)) {
    const I = speakerName(speaker ?? context.speaker);
    const we = company ?? bodyOf(clear, context);
    clear = inThirdPerson(clear, { I, we, isOneOfMany: I !== undefined || context.isTranscript }) ?? clear;
  }
  if (clear.includes(" today")) clear = clear.replace(SAID_TODAY, "").replace(DONE_TODAY, " ");
  if (context.institution === "the Federal Reserve Board" && context.speaker !== undefined)
    clear = withCommittee(clear);
  if (clear.includes("the period") && /\bFOMC Minutes\b/.test(context.attribution)) clear = ofMeeting(clear);
  if (year !== undefined) {
    if (clear.includes(" year"))
      clear = (clear.includes(`${year - 1}`) ? clear.replace(SAME_YEAR_BEFORE, "$1 a year earlier") : clear)
        .replace(/\b([Ll]ast year['’]s)\b/, `$1 [${year - 1}]`)
        .replace(/\b([Tt]his year['’]s)\b/, `$1 [${year}]`)
        .replace(/\b([Nn]ext year['’]s)\b/, `$1 [${year + 1}]`)
        // "Over the last year" are the twelve months before.
        .replace(/(?<!\b(?:the|this) )\b([Ll]ast year)\b(?![’'])/, `$1 [${year - 1}]`)
        .replace(/(?<!\b(?:the|this) )\b([Nn]ext year)\b(?![’'])/, `$1 [${year + 1}]`)
        .replace(/\b([Tt]his year)\b(?![’'])/, `$1 [${year}]`);
  } else clear = clear.replace(YEAR_BEFORE, "$1 a year earlier");
  if (month !== undefined && clear.includes(" month")) {
    clear = clear
      .replace(/\b([Ll]ast month)\b(?![’'])/, `$1 [${monthBefore(month, 1)}]`)
      .replace(/\b([Nn]ext month)\b(?![’'])/, `$1 [${monthBefore(month, -1)}]`)
      .replace(/\b([Tt]his month)\b(?![’'])/, `$1 [${month}]`);
  }
  return clear;
}

/** "than last year", "from $49.4 billion last year", "compared to $3 a share, last year": of a quarter the one a year before. */
/** "Company fares were $3 million" as "Harlow's fares", "Company expects fares to rise" as "Harlow expects". */
function ofCompany(text: string, company: string): string {
  const end = /^Company \p{Ll}+(s|ed)\b/u.exec(text)?.[1];
  if (end === undefined) return text;
  const [, next, behind] = tag(text);
  // "Company guides 2031 sales growth of 4 percent": what a figure follows is no thing of the company's.
  const isVerb = end === "ed" || /^(?:VERB|AUX)$/.test(next?.pos ?? "") || behind?.pos === "NUM";
  return text.replace("Company ", `${company}${isVerb ? "" : "'s"} `);
}

/** "for the fourth quarter of 2030 compared with the same period last year": the year before that one. */
const SAME_YEAR_BEFORE = /\b(the same (?:period|quarter|month|week|time)(?: of)?,?) last year\b(?![’'])/gi;
const YEAR_BEFORE =
  /\b((?:versus|compared (?:to|with)|than|from|over|against)(?: [$€£]?\d[^;]{0,70}?| the same (?:period|quarter))?,?) last year\b(?![’'])/gi;

/** "over the period": of minutes the time since the meeting before, which is named once. */
const ofMeeting = (text: string) =>
  /\bintermeeting period\b.*\bthe period\b/i.test(text) ? text : text.replace(THE_PERIOD, "$1 intermeeting$2");

const THE_PERIOD =
  /\b((?:over|during|early in|later? in|earlier in|part of|throughout|(?:end|beginning|start|most|much|remainder|rest|weeks) of|end(?:ed|ing|s)?|finish(?:ed|ing)|beg[au]n|for) the)( period)(?! (?:of|ahead|in|from|that|which|when|since|between|before|after|under|through|until|to|covered|prior|leading|immediately|following|surrounding|preceding|associated|just|over)\b)/iu;

/** "I will note that rents fell", "I should note that" notes it. */
const WILL_SAY =
  /\bI(?: will|['’]ll| should| must) (?:also |again |just |only |simply )?(note|stress|emphasi[sz]e|argue|add)(?=(?:, however,)? that\b)/;

/** "sales rose, the bureau reported today." */
const SAID_TODAY = /, (?:the )?\p{Lu}[\p{L}. ]{2,60} (?:reported|announced|said) today(?=\.$)/u;

/** "The Council today decided", "decided today to raise it": the day of the document, which its head gives. */
const DONE_TODAY =
  /(?<=\b(?:Council|Committee|Board|Bank(?: of \p{Lu}\p{L}+)?)) today (?=\p{Ll}+ed\b)|(?<=\b(?:decided|agreed|voted)) today (?=to )/gu;

/** Whether it is somebody else who says "we". */
const quotesFirstPerson = (text: string) => /["“”]/.test(text.replace(SAID_BY_NONE, ""));
const SAID_BY_NONE =
  /(?:“(?![^“”]*\b(?:[Ww]e|[Oo]ur|us|[Mm]y|me|I)\b)[^“”"]*”|"(?![^"]*\b(?:[Ww]e|[Oo]ur|us|[Mm]y|me|I)\b)[^“”"]*")/g;

const FIRST_PERSON = /\b(?:[Ww]e|[Oo]ur|us|ourselves|[Mm]y|me|myself|mine|ours)\b|(?<![\w&/.-])I(?![\w&/.-])/;
/** "this quarter": of the calendar or of a business year is not said. */
const UNSURE_TIME =
  /\b(?:this|last|next|the current|the coming) (?:quarter|week|fiscal year|fiscal quarter|season|half[- ]year)\b(?! (?:of|ended|ending))/i;
const UNSURE_DAY = /\b(?:yesterday|tomorrow|tonight|this (?:morning|afternoon|evening))\b/i;
/** Beside a named one, the season before is clear. */
const NAMED_TIME = /\b(?:19|20)\d\d(?!\])\b/;
const ONCE_SAID = /\b((?:this|last|next) (?:year|month)) \[.*\b\1\b/i;
const UNSURE_YEAR = /(?<!\bthe )\b(?:this|last|next) (?:year|month)\b(?! \[|[’'])/i;

/** Whether nobody is left who only the reader of the whole document could name: "we", "I", "you", "this quarter". */
export function isResolved(text: string): boolean {
  const said = text.replace(/“[^”]*”|"[^"]*"/g, "").trim();
  if (FIRST_PERSON.test(said)) return false;
  // A quotation that is all of the sentence does not say whose it is.
  if (said.length < 4 && FIRST_PERSON.test(text)) return false;
  return (
    !/\b(?:you|your|yours)\b/i.test(said) &&
    !UNSURE_DAY.test(said) &&
    (!UNSURE_YEAR.test(said) || ONCE_SAID.test(said)) &&
    (!UNSURE_TIME.test(said) || NAMED_TIME.test(said))
  );
}

/** The month so many months before "June 2031". */
function monthBefore(month: string, back: number): string {
  const [name = "", year = ""] = month.split(" ");
  const at = Number(year) * 12 + MONTHS.indexOf(name) - back;
  return `${MONTHS[at % 12]} ${Math.floor(at / 12)}`;
}

/** "CHAIR POWELL" as "Chair Powell", "Jerome H. Powell" as "Powell". */
function speakerName(speaker: string | undefined): string | undefined {
  if (speaker === undefined) return undefined;
  const name = nameOf(speaker).replace(/,.*$/, "");
  return /^(?:Chair|Vice|Governor|President|Deputy|Mr|Ms|Mrs|Dr)\b/.test(name) ? name : name.split(" ").at(-1);
}

/** "CHAIR POWELL" as "Chair Powell". */
export const nameOf = (speaker: string) =>
  speaker === speaker.toUpperCase()
    ? speaker.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    : speaker;

/** Who the first person is: one who speaks, and those for whom the text speaks. */
interface FirstPerson {
  I: string | undefined;
  we: string | undefined;
  /** A person speaks, whose "we" may be anybody but where it acts as an institution does. */
  isOneOfMany: boolean;
}

/** What only an institution does or has: "we raised", "our target". */
const ACTS = new Set(
  (
    "raise lower cut reduce increase begin start continue decide vote announce purchase buy sell set adjust act commit conduct publish monitor expect anticipate project forecast " +
    "maintain keep slow taper tighten ease reinvest target use provide respond pursue achieve restore communicate signal determine follow review assess judge see aim seek ensure stand"
  ).split(" "),
);
const OWNS =
  /^(?:policy|target|targets|goal|goals|mandate|objective|objectives|tools?|decisions?|forecasts?|projections?|balance|statement|framework|baseline|purchases|holdings|securities|staff|outlook|pace|guidance|actions|assessment|meetings?|strategy|commitment|instruments?|stance|monetary|inflation|forward|2|two|maximum|longer|dual|price)$/i;

/** "our October meeting", "our Summary of Economic Projections". */
const ownsOne = (tokens: Token[], from: number) =>
  [0, 1, 2, 3].some(
    (behind) =>
      OWNS.test(word(tokens, from + behind)) &&
      tokens.slice(from, from + behind).every(({ pos }) => /^(?:ADJ|NOUN|PROPN|ADP|NUM)$/.test(pos)),
  );

const WHOLE: Record<string, string> = { ll: "will", ve: "have", re: "are", m: "am" };

/** "We expect our sales" as "Nike expects its sales", or undefined where a verb's form or its subject is not certain. */
function inThirdPerson(said: string, { I, we, isOneOfMany }: FirstPerson): string | undefined {
  const text = said.replace(
    /\b(we|I)['’](ll|ve|re|m)\b/gi,
    (_found, who: string, verb: string) => `${who} ${WHOLE[verb.toLowerCase()]}`,
  );
  if (/\b(?:we|I)['’]/i.test(text)) return undefined;
  if (/\b(?:ours|mine|let us|myself|me)\b/.test(text)) return undefined;
  const tokens = tag(text);
  const edits: { start: number; end: number; as: string }[] = [];
  let subject = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const name = token.text.toLowerCase();
    if (name === "we" || token.text === "I") {
      const who = name === "we" ? we : named(I, subject);
      const verbs = verbsOf(tokens, at);
      if (!verbs || who === undefined) return undefined;
      // What a member of the Board sees in the data the committee need not.
      if (who === "the FOMC" && baseForm(verbs.main) === "see") return undefined;
      if (name === "we" && isOneOfMany && !ACTS.has(baseForm(verbs.main))) return undefined;
      const again = name === "we" && subject === who ? "it" : who;
      edits.push({ start: token.start, end: token.end, as: at === 0 ? capitalised(who) : again }, ...verbs.edits);
      subject = who;
    } else if (name === "our" || name === "my") {
      const who = name === "our" ? we : named(I, subject);
      if (who === undefined || (name === "our" && isOneOfMany && !ownsOne(tokens, at + 1))) return undefined;
      const owner = subject === who && name === "our" ? "its" : `${who}'s`;
      edits.push({ start: token.start, end: token.end, as: at === 0 ? capitalised(owner) : owner });
    } else if (token.text === "us") {
      if (we === undefined || isOneOfMany) return undefined;
      edits.push({ start: token.start, end: token.end, as: we });
    } else if (name === "ourselves") edits.push({ start: token.start, end: token.end, as: "itself" });
  }
  let clear = text;
  for (const { start, end, as } of edits.sort((a, b) => b.start - a.start))
    clear = clear.slice(0, start) + as + clear.slice(end);
  return clear;
}

/** Named a second time, a person is named shortly. */
const named = (person: string | undefined, before: string) =>
  person !== undefined && before !== "" && person.endsWith(before.split(" ").at(-1) ?? "")
    ? person.split(" ").at(-1)
    : person;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The main verb that "we" or "I" governs, with its verbs put in the third person; undefined where one cannot be told. */
function verbsOf(
  tokens: Token[],
  subject: number,
): { main: string; edits: { start: number; end: number; as: string }[] } | undefined {
  let at = subject + 1;
  while ((tokens[at]?.pos === "ADV" && !MODALS.has(word(tokens, at))) || isAdverb(tokens, at)) at += 1;
  const verb = tokens[at];
  if (!verb || (verb.pos !== "AUX" && verb.pos !== "VERB")) return undefined;
  const text = word(tokens, at);
  // "My colleagues and I are": of several.
  if (/^(?:are|were|have)$/.test(text) && isOneOfThem(tokens, subject)) return { main: text, edits: [] };
  // "more than we forecast last month": of what looks the same in the past.
  if (ALIKE.test(text) && isPast(tokens, subject, at)) return { main: text, edits: [] };
  let head = at;
  while (["AUX", "ADV", "PART"].includes(tokens[head]?.pos ?? "") && head < at + 5) head += 1;
  const main = word(tokens, tokens[head]?.pos === "VERB" ? head : at);
  // "We have never seen that": anybody has.
  if (/^seen$/.test(main)) return undefined;
  if (MODALS.has(text)) return { main, edits: [] };
  const first = singular(text);
  if (first === text) return { main, edits: [] };
  const edits = [{ start: verb.start, end: verb.end, as: first }];
  // "We design, market and sell": verbs in a row share the subject.
  for (let next = at + 1; next < Math.min(tokens.length, at + 30); next += 1) {
    if (!/^(?:and|or|but|,)$/.test(word(tokens, next))) continue;
    let follows = next + 1;
    while (/^(?:and|or|but)$/.test(word(tokens, follows)) || tokens[follows]?.pos === "ADV") follows += 1;
    if (word(tokens, follows) === "as" && word(tokens, follows + 1) === "a") follows += 3;
    const coordinate = tokens[follows];
    const form = word(tokens, follows);
    const isAuxiliary =
      coordinate?.pos === "AUX" &&
      /^(?:am|are|have|were|do)$/.test(form) &&
      /^(?:and|but)$/.test(word(tokens, follows - 1));
    if (!coordinate || !(isAuxiliary || (coordinate.pos === "VERB" && verb.pos === "VERB"))) continue;
    if (/ing$|ed$/.test(form) || (form !== baseForm(form) && !isAuxiliary)) continue;
    edits.push({ start: coordinate.start, end: coordinate.end, as: singular(form) });
    next = follows;
  }
  return { main, edits };
}

/** "my colleagues and I" */
const isOneOfThem = (tokens: Token[], subject: number) =>
  tokens[subject]?.text === "I" &&
  word(tokens, subject - 1) === "and" &&
  /^(?:NOUN|PROPN|PRON)$/.test(tokens[subject - 2]?.pos ?? "") &&
  /^(?:my|our|the|these|those)$/.test(word(tokens, openingOf(tokens, subject - 2) - 1));

/** Where the nouns begin that end at a token. */
function openingOf(tokens: Token[], end: number): number {
  let at = end;
  while (/^(?:NOUN|PROPN|ADJ)$/.test(tokens[at - 1]?.pos ?? "")) at -= 1;
  return at;
}

/** Verbs of which present and past are one. */
const ALIKE = /^(?:forecast|cut|put|set|hit|let|cost|spread|read|cast|bid|split)$/;

const isPast = (tokens: Token[], subject: number, verb: number) =>
  word(tokens, subject - 1) === "than" ||
  /^(?:previously|earlier|initially|originally)$/.test(word(tokens, verb - 1)) ||
  [1, 2, 3, 4, 5, 6].some((behind) => /^(?:last|earlier|previously|ago)$/.test(word(tokens, verb + behind)));

/** "further" of "I further pointed out", which could be a verb. */
const isAdverb = (tokens: Token[], at: number) =>
  /^(?:further|first|now|also|still|even|then)$/.test(word(tokens, at)) &&
  /^(?:VERB|AUX)$/.test(tokens[at + 1]?.pos ?? "");

function singular(verb: string): string {
  const known = Object.hasOwn(TO_SINGULAR, verb) ? TO_SINGULAR[verb] : undefined;
  if (known) return known;
  if (baseForm(verb) !== verb) return verb;
  if (/(?:s|sh|ch|x|z|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
