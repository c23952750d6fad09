import type { Context } from "../context.ts";
import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { adjectivesOf, compoundOf, DEED, singular } from "../grammar/compounds.ts";
import { tag } from "../grammar/language.ts";
import { MAX_TITLE_WORDS, sizeOf } from "../grammar/shape.ts";
import { risksBefore, sameInFewer, withoutOwner } from "./shorter-words.ts";
import { withoutAmount } from "./title-amounts.ts";
import { CONTAINS } from "./title-forms.ts";
import { atHome } from "./title-places.ts";
import { canBeSaid, shortPeriod, withTail } from "./title-tails.ts";
import { isTitleTaken, type TakenTitles } from "./title-taken.ts";
import type { Topic } from "./topic.ts";

/** A title without its period, what stands behind it, and what of its period would tell more, the fullest first. */
interface Roomy {
  head: string;
  tail: string;
  fuller: readonly string[];
}

/** A title with the whole period, the bank's own area and its name, where one of its words less leaves room for that. */
export function withRoom(choice: Roomy, whose: Whose, context: Context, taken: TakenTitles): string {
  return memberTitle(choice, whose, context, taken) ?? withWhose(choice, whose, context, taken);
}

function withWhose(choice: Roomy, { home = "", who, isReport }: Whose, context: Context, taken: TakenTitles): string {
  const title = withArea(choice, home, context, taken);
  const bare = isReport ? choice.head.replace(/^staff on /i, "") : choice.head;
  // "Norden wage growth" of "staff on wage growth": of whose wages, not who reports them.
  if (bare !== choice.head) {
    const placed = withArea({ ...choice, head: bare }, home, context, taken);
    if (placed.toLowerCase().includes(home.toLowerCase())) return placed;
  }
  const whose =
    BODY.test(who) && !title.includes(who)
      ? title.replace(TELLER, (teller) => `${who} ${teller.toLowerCase()}`)
      : title;
  return sizeOf(whose) <= MAX_TITLE_WORDS && !isTitleTaken(whose, taken) ? whose : title;
}

/** Whose document it is: the bank's own area and its letters, "ECB"; and whether its sentence names who says it. */
type Whose = Pick<Topic, "home" | "who" | "isReport" | "says">;
const BODY = /^\p{Lu}\p{L}{0,3}\p{Lu}$/u;
/** "Participants on", "Staff’s": of which body they are. */
const TELLER = /^(?:Participants|Members|Staff)(?=['’]| on )/;

/**
 * "Northmark on fares, June 2031", "Northmark's concern about fares" of what one member of a board said: the others said
 * something of it too. Undefined of a document of one speaker, and where there is no room for the name.
 */
function memberTitle(choice: Roomy, { says, who }: Whose, context: Context, taken: TakenTitles): string | undefined {
  if (says === "" || says === who || context.speaker !== undefined || context.company !== undefined) return undefined;
  const isOwn = ATTITUDE.test(choice.head);
  const lead = isOwn ? `${says}${says.endsWith("s") ? "’" : "’s"} ` : `${says} on `;
  if (choice.head.includes(says) || (!isOwn && !canBeSaid(choice.head, lead))) return undefined;
  const year = /(?:19|20)\d\d$/.exec(choice.tail)?.[0] ?? choice.tail;
  for (const tail of [...choice.fuller, choice.tail, ...(isOwn ? [year] : [])]) {
    const told = (text: string) => withTail(lead + text, tail, context);
    const head = shortEnough(
      choice.head,
      (text) => sizeOf(told(text)) <= MAX_TITLE_WORDS && !isTitleTaken(told(text), taken),
    );
    if (head !== undefined) return told(head);
  }
  return undefined;
}
const ATTITUDE =
  /^(?:concerns?|support|preference|optimism|confidence|caution|doubts?|scepticism|expectations?|views?) /i;

function withArea(choice: Roomy, home: string, context: Context, taken: TakenTitles): string {
  const isFree = (text: string) => sizeOf(text) <= MAX_TITLE_WORDS && !isTitleTaken(text, taken);
  const whole = (text: string, tail: string) => withTail(text, tail, context);
  let { head, tail } = choice;
  for (const fuller of choice.fuller) {
    const short = shortEnough(head, (text) => isFree(whole(text, fuller)));
    if (short === undefined) continue;
    [head, tail] = [short, fuller];
    break;
  }
  const dated = whole(head, tail);
  const placed = atHome(dated, home);
  if (placed === dated || isFree(placed)) return placed;
  // "second quarter" as "Q2"
  const brief = shortPeriod(tail);
  const short = shortEnough(head, (text) => isFree(atHome(whole(text, brief), home)), FOR_AREA);
  return short === undefined ? dated : atHome(whole(short, brief), home);
}

/** `text` in as few words fewer as make it fit, said as it was; undefined where none of that helps. */
export function shortEnough(text: string, fits: (text: string) => boolean, steps = STEPS): string | undefined {
  let short = text;
  for (const step of steps) {
    // What was tied may be tied again: "decline in growth in lending".
    for (let time = 0; time < 2 && !fits(short); time += 1) short = step(short);
    if (fits(short)) return short;
  }
  return undefined;
}

/** What says the same in a word less, what loses least first. */
export const LOSSLESS = [linked, sameInFewer, tied, turned, placed];
/** What may be left out for the area: how it moved is less than where. */
const FOR_AREA = [...LOSSLESS, withoutManner];
const STEPS = [...LOSSLESS, risksBefore, withoutOwner, withoutPace, withoutAmount, withoutManner];

/** "vulnerabilities from borrowing" of "vulnerabilities associated with borrowing", "rate on balances" of "rate paid on balances". */
function linked(text: string): string {
  const short = text.replace(" paid on ", " on ");
  return / from /.test(short)
    ? short
    : short.replace(/(?<=\p{Ll}) (?:due to|associated with|stemming from|resulting from|arising from) /u, " from ");
}

const PREPOSITIONS = new Set(
  (
    "of in for on to from with by at as amid due despite between among across under over above below than about per and or " +
    "alongside against within through during after following towards toward into beyond around near since because while excluding including"
  ).split(" "),
);
const TIES = /^(?:of|in|for)$/;
/** What may stand behind what "of" ties to it, beside measures. */
const TIED = /^(?:pace|stance|quality|path|conditions|indicators|usage)$/;
const SECTOR = /(?:sectors?|markets?|industry|industries)$/;
const LONGEST = 5;

/** "ferry lending growth" of "growth in ferry lending", "case for tight policy stance" of "case for tight stance of policy". */
function tied(text: string): string {
  const words = text.split(" ");
  const at = words.findLastIndex((word) => PREPOSITIONS.has(word) || word.endsWith(","));
  const [noun = "", preposition = ""] = words.slice(at - 1, at + 1);
  if (at < 1 || !TIES.test(preposition) || words.length - at - 1 > LONGEST) return text;
  const from = words.findLastIndex((word, place) => place < at && (PREPOSITIONS.has(word) || word.endsWith(","))) + 1;
  // "at upper end of distribution": no distribution end.
  if (noun === "end") return text;
  // "supply and growth in demand": which of them?
  if (/^(?:and|or)$/.test(words[from - 1] ?? "")) return text;
  const before = words.slice(0, from).join(" ");
  const core = words.slice(from, at).join(" ");
  const thing = words.slice(at + 1).join(" ");
  if (/\d|['’]/.test(thing) || /['’]s? /.test(core) || !/^(?:NOUN|PROPN)$/.test(tag(thing).at(-1)?.pos ?? ""))
    return text;
  // "effects on inflation of tariffs": it is the effects that are theirs.
  if (/\b(?:effects?|impact) on $/i.test(`${before} `)) return text;
  const form = tiedForm(core, noun, preposition, thing);
  return form === undefined ? text : before === "" ? form : `${before} ${form}`;
}

function tiedForm(core: string, noun: string, preposition: string, thing: string): string | undefined {
  const lead = leadOf(core);
  const small = noun.toLowerCase();
  const isAlone = core === noun || core === `${lead} ${noun}`;
  const front = lead === "" ? "" : `${lead} `;
  // "maintaining a tight stance", "grain futures": no noun that stands behind or before another.
  if ((/^\p{L}+ing /u.test(core) && tag(core)[0]?.pos === "VERB") || /futures$/.test(thing)) return undefined;
  // "slower average pace", "relatively tight conditions": nothing stands in front of how they are.
  if (lead === "" && HOW.test(core)) return undefined;
  // "costs of cutting fares": no fare that cuts.
  if (DEED.test(thing)) return undefined;
  if (preposition === "for" && !thing.includes(" ")) return undefined;
  if (isAlone && CHANGE_NOUNS.has(small) && /^(?:in|of)$/.test(preposition))
    return `${front}${singular(thing)} ${small}`;
  const rest = lead === "" ? lowered(core, noun) : core.slice(front.length);
  if (preposition === "in" && SECTOR.test(thing) && rest.split(" ").length < 3)
    return `${front}${singular(thing)} ${rest}`;
  if (/^(?:of|for)$/.test(preposition) && TIED.test(small)) return `${front}${singular(thing)} ${rest}`;
  return compoundOf(lead === "" ? rest : core, small, lead, { preposition, text: thing });
}

const HOW = /^(?:\p{L}+ly|slower|faster|more|less) /iu;

/** What stands loosely in front of its nouns; the tagger takes "elevated" for a verb there. */
export function leadOf(core: string): string {
  const done = /^\p{L}+ed (?=\S)/u.exec(core)?.[0] ?? "";
  const rest = core.slice(done.length);
  const tokens = tag(rest);
  return (done + adjectivesOf({ from: 0, to: tokens.length }, tokens, rest)).trimEnd();
}

/** The capital of its first word was the title's. */
const lowered = (core: string, noun: string) => (core === noun ? noun.toLowerCase() : core);

/** "ferry price effect on demand" of "effect of ferry prices on demand". */
function turned(text: string): string {
  const [, lead = "", noun = "", thing = "", rest = ""] =
    /^((?:\p{Ll}+ed |possible )?)(effects?|impact|contribution|influence) of ((?:(?!(?:and|or|in|of|for|on|to|from|with|by|at) )[^\s,'’]+ ){1,3})((?:on|to) .+)$/iu.exec(
      text,
    ) ?? [];
  return thing === "" ? text : `${lead}${singular(thing.trimEnd())} ${noun.toLowerCase()} ${rest}`;
}

/** "ferry price decline in northern ports" of "decline in ferry prices in northern ports". */
function placed(text: string): string {
  const [, lead = "", noun = "", thing = "", rest = ""] =
    /^((?:\p{L}+ ){0,2}?)(\p{L}+) in ((?:(?!(?:and|or|in|of|for|on|to|from|with|by|at) )[^\s,'’\d]+ ){1,4})((?:in|at|among|across) .+)$/u.exec(
      text,
    ) ?? [];
  return thing === "" || !CHANGE_NOUNS.has(noun.toLowerCase()) || CONTAINS.test(thing.trimEnd())
    ? text
    : `${lead}${singular(thing.trimEnd())} ${noun.toLowerCase()} ${rest}`;
}

/** "moderation in monthly ferry sales" of "moderation in monthly pace of ferry sales". */
function withoutPace(text: string): string {
  const change = /(\p{L}+) in (?:\p{L}+ )?pace of /u.exec(text)?.[1] ?? "";
  return CHANGE_NOUNS.has(change.toLowerCase()) ? text.replace("pace of ", "") : text;
}

const MANNER =
  /^((?:(?:expected|possible|projected|estimated) )?)(?:overall|slight|modest|moderate|gradual|marked|further|continued|ongoing|steady|sharp|notable|significant|substantial|considerable) (?=\S+ \S)/i;

/** "decline in sales" of "slight decline in sales": it moved all the same. */
function withoutManner(text: string): string {
  const rest = text.replace(MANNER, "$1");
  return rest !== text && rest.split(" ").some((word) => CHANGE_NOUNS.has(word)) ? rest : text;
}
