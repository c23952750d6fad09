import type { Vocabulary } from "../grammar/vocabulary.ts";
import { oneLine } from "../passages.ts";

/** List marks, paragraph and section numbers: "• ", "(a) ", "13: ", "4.2 ". */
const LIST_MARK =
  /^(?:[•▪●■◦‣∙*·–—-]|\(?(?:[ivx]{1,4}|[a-z]|\d{1,3})[).:]|\d{1,2}(?:\.\d{1,2}){1,3}\.?(?= \p{Lu})|\d{1,3}(?= (?:The|In|On|At|A|An|As|For|Most|Some|Several|Many|While|Although|However)\s)) +(?=\S)/u;
/** "www.norden.example/data Global trade In 2031": a note's address set in front of the next heading. */
const ADDRESS = /^(?:\[[^[\]]{3,40}\]\.? )?(?:https?:\/\/|www\.)\S+ /;
/** Names of sections that a lost line break set in front of their first sentence. */
const SECTION_NAME =
  /^(?:Federal Reserve Bank of [A-Z][a-z.]+(?: [A-Z][a-z]+)? \d{1,3} )?(?:\d{1,3} )?(?:The Beige Book )?(?:Federal Reserve Bank of [A-Z][a-z.]+(?: (?:City|Louis|Francisco|York))? )?(?:\d{1,3} )?(?:(?:(?:Overall|Summary of) Economic Activity|National Summary|Labor Markets|Employment and Wages|Consumer Spending|Business Spending|Banking and Finance|Community Conditions|Real Estate and Construction|(?:Residential|Commercial) Real Estate(?= [A-Z][a-z]+ [a-z]+ of )|Financial Conditions|Manufacturing(?= [A-Z][a-z]+ [a-z])|Prices(?= (?:[A-Z][a-z]+ )?(?:[a-z]+ )?prices\b))(?: \d{1,3})? )?(?=[A-Z])/;
/** "Deputy Governor Per Jansson I support": a speaker set in front of what is said. */
const RUN_IN_SPEAKER =
  /^(?:First )?(?:Deputy |Vice )?(?:Governor|Chair|President) \p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+ (?=(?:I|The|In|As|My|Let|We|At|Since|It|This|To|With|On|For|Today) )/u;
/** "Prices Prices have risen": a heading and the first word behind it. */
const DOUBLED =
  /^(?:(\p{Lu}\p{L}+(?: \p{L}+){0,3}) (?=\1 )|(?:\p{Lu}[\p{L}-]+ ){1,5}\d{1,3} (?=(?:The|In|On|At|A|An|As|While) \p{Ll}))/iu;
/** "Harbour fees and other income Harbour fees rose": a heading of which the sentence tells the first part. */
const BEGUN_AGAIN = /^(?=(\p{Lu}\p{L}+ \p{Ll}+) )[\p{L} -]{8,90}? (?=\1 )/u;
/** "Inflation expectations The latest survey": a heading that a sentence follows without a full stop. */
const HEADING =
  /^(\p{Lu}[\p{L}’'-]*(?: [\p{L}\d&’'.,%-]+){0,12}?) (?=(?:The|In|To|On|However|While|Although|These|This|Overall|Since|According|Despite|After|During|For|At|As|Most|Some|Several|Many|Over|Recent) (?:[\p{Ll}\d]|U\.S\.|\p{Lu}\p{Ll}+ \p{Ll}))/u;

/** "Special features 12 Food Outlook November 2031 Early in": a running head with its page and date. */
const RUNNING_HEAD =
  /^(?:[\p{Lu}\d][\p{L}\d’'&-]*|of|and|the|for|in|on|to|features?) (?:[\p{L}\d’'&-]+ ){0,9}(?:January|February|March|April|May|June|July|August|September|October|November|December) (?:19|20)\d\d (?=\p{Lu}\p{Ll}+ (?:\p{Ll}|\d))/u;

/** "FISCAL 2031 COMPARED TO FISCAL 2030 Sales rose": a heading in capitals. */
const CAPITALS = /^(?=(?:[^\p{Ll}]*?\p{Lu}){12})(?:[\p{Lu}\d&][\p{Lu}\d&.,'’()-]* ){3,14}(?=\p{Lu}\p{Ll})/u;

/** "RICE: The outlook": a label in capitals. */
const LABEL = /^\p{Lu}[\p{Lu}&, ]{2,40}: (?=\p{Lu}[\p{Ll}’'])/u;

/** "Short-term outlook (from June 2031 to March 2032) Supply is": a heading with the time that it is for. */
const DATED_HEADING = /^\p{Lu}[\p{L}-]+(?: [\p{Ll}-]+){0,3} \([^()\d]{0,40}\d[^()]{3,40}\) (?=\p{Lu}\p{Ll}+ \p{Ll})/u;

/** "Mills and Other Works Mills closed": a heading that begins with the first word of its sentence. */
const SAME_START = /^(\p{Lu}\p{Ll}{3,})(?: (?:and|of|for|the|\p{Lu}\p{Ll}+)){1,5} (?=\1 \p{Ll})/u;

/** "Energy Tenth District gas output fell": the heading of a report of Districts. */
const OF_DISTRICT =
  /^(?!(?:The|In|At|Across|Within|While|As|On|For|Most|Many|Some|Several|All) )\p{Lu}[\p{L}-]+(?:,? (?:and )?\p{Lu}[\p{L}-]+){0,4} (?=(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth) District \p{Ll})/u;

/** "PORT ELM – ", "PORT ELM, May 3, 2031 -- ", "May 3, 2031 — ": where and when a release was given out, and no part of its first sentence. */
const GIVEN_OUT =
  /^(?:(?:\p{Lu}[\p{Lu}.’' -]{3,30}(?:, (?:\p{Lu}\p{Ll}{1,12}\.?|\p{Lu}\.\p{Lu}\.)(?: \p{Lu}\p{Ll}+)?)?(?:,? \(?(?=\p{Lu}\p{Ll}+\.? \d)[^,]{5,12}, \d{4}\)?)?|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2}(?:, \p{Lu}[\p{Lu}.]{1,3})?, (?=\p{Lu}\p{Ll}+ \d)[^,]{5,12}, \d{4}|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4})(?: [—–-] | -- |(?<=\d)[—–])(?=["“]?\p{Lu})){1,2}/u;

/** "The report was issued today by Ada Quay, head of the Office: “Traffic rose": who gives it out. */
const ISSUED = /^The (?:report|survey|release) was (?:issued|released|published)\b[^"“”]{0,170}: ["“](?=\p{Lu})/u;

const OPENINGS = [
  ADDRESS,
  SAME_START,
  LIST_MARK,
  GIVEN_OUT,
  ISSUED,
  DATED_HEADING,
  SECTION_NAME,
  OF_DISTRICT,
  RUN_IN_SPEAKER,
  RUNNING_HEAD,
  CAPITALS,
  LABEL,
  DOUBLED,
  BEGUN_AGAIN,
];

/** How many characters of a stretch stand before its sentence: list marks, numbers of paragraphs, headings run into it. */
export function lengthBefore(raw: string, speaker?: string): number {
  // The patterns know single spaces; one character for one keeps the offsets.
  const flat = raw.replace(/[^\S ]/g, " ");
  let at = 0;
  if (speaker !== undefined && flat.startsWith(speaker))
    at = /^[.:]? */.exec(flat.slice(speaker.length))?.[0].length ?? 0;
  if (at > 0) at += speaker?.length ?? 0;
  let opening = flat.slice(at, at + 200);
  for (const pattern of OPENINGS) {
    const found = pattern.exec(opening);
    if (!found) continue;
    at += found[0].length;
    opening = flat.slice(at, at + 200);
  }
  const runIn = RUN_IN.exec(opening);
  if (runIn && !HAS_VERB.test(runIn[1] ?? "") && isSaidBehind(runIn[1] ?? "", opening.slice(runIn[0].length)))
    at += runIn[0].length;
  const heading = HEADING.exec(flat.slice(at, at + 140))?.[1];
  if (heading !== undefined && !HAS_VERB.test(heading) && !WANTS_MORE.test(heading)) at += heading.length;
  while (flat[at] === " ") at += 1;
  return at < flat.length ? at : 0;
}

/** "Harbour Dues — As of May 31, harbour dues were": a heading set before its sentence with a dash. */
const RUN_IN = /^(\p{Lu}[\p{L}’'-]*(?: (?:and|of|for|[\p{L}’'-]{4,})){0,5}) [—–] (?=\p{Lu})/u;

/** "Financial Services Loan demand rose": words with capitals set in front of one that the document has without. */
const SET_BEFORE = /^((?:\p{Lu}\p{Ll}+ (?:(?:and|of) )?){1,5})(\p{Lu}\p{Ll}+)(?= \p{Ll}+ \p{Ll}+)/u;
const SET_BY_SENTENCE = /^(?:The|In|On|At|An?|First|Deputy|Governor|Chair)\b/;
/** Fewer, and it may be a name that is also a word. */
const FEWEST_SMALL = 5;

/** How many characters of a sentence are a heading that only the document's own use of capitals tells from it. */
export function headingLength(raw: string, { lower, names }: Vocabulary): number {
  const [, heading = "", first = ""] = SET_BEFORE.exec(raw.slice(0, 140).replace(/[^\S ]/g, " ")) ?? [];
  if (heading === "" || SET_BY_SENTENCE.test(heading)) return 0;
  const small = lower.get(first.toLowerCase()) ?? 0;
  return small >= FEWEST_SMALL && small >= 3 * (names.get(first.toLowerCase()) ?? 0) ? heading.length : 0;
}

/** Nothing is lost without a heading whose last word the sentence has too. */
function isSaidBehind(heading: string, sentence: string): boolean {
  const last = heading.split(" ").at(-1)?.toLowerCase() ?? "";
  const stem = last.replace(/(?:ies|(?<=[sx])es|s)$/, "");
  return stem.length > 2 && sentence.toLowerCase().includes(stem);
}

/** What makes words in front of "The" part of the sentence: a verb of its own, or a last word that wants more behind it. */
const HAS_VERB =
  /\b(?:is|are|was|were|be|been|has|have|had|will|would|may|might|could|can|should|said|says|that|which|because|if|when|who|noted|judged|rose|fell)\b/;
const WANTS_MORE =
  /(?:,|\b(?:to|of|in|for|by|and|or|with|on|at|from|as|than|but|the|an?|its|their|[\p{L}]+(?:ed|ing)|via|see))$/u;

/** A sentence on one line, without footnote marks and a space before its full stop. */
export function displayText(text: string): string {
  return (
    oneLine(text)
      .replace(/\[\d{1,3}\]/g, "")
      .replace(/(?<=\p{L})[®™]/gu, "")
      .replace(
        / ?\((?:see (?:also )?)?(?:figures?|charts?|tables?|box|boxes|annex|panels?|graphs?|slides?|exhibits?|appendix) [^()]{1,30}\)/gi,
        "",
      )
      // What is looked for stands in front of what must precede it, so that this is looked at in few places.
      .replace(/(?=\d)(?<=\p{Ll}{3}[,;]?|\d%)\d{1,2}(?= \p{Ll}|[.,;]?$)/gu, "")
      // Where a word may be broken: no letter of it.
      .replace(/(?<=\p{Script=Latin})[\u200b-\u200d\u2060\ufeff](?=\p{Script=Latin})/gu, "")
      .replace(/(?=\(\d\)(?:[ ,.;:]|$))(?<=[\p{Ll}%])\(\d\)/gu, "")
      .replace(/(?=\*)(?<=[\d%)]|\p{L}{2})\*{1,3}(?=[ ,.;]|$)/gu, "")
      .replace(DEFINES, "")
      .replace(/,? as (?:shown|set out|listed|described) below(?:,(?= ))?(?= |[.,]|$)/g, "")
      .replace(
        /^As (?:shown|seen|illustrated|depicted) in (?:the )?(?:table|figure|chart|box|panel) \w+, ([a-zA-Z])/i,
        (_, letter: string) => letter.toUpperCase(),
      )
      // "For example, as shown in table 1, fares rose"
      .replace(
        /^(\p{Lu}[^,]{1,20}), as (?:shown|seen|illustrated|depicted) in (?:the )?(?:table|figure|chart|box|panel) \w+(?=, )/iu,
        "$1",
      )
      .replace(/\((?:the )?["“](\p{Lu}{2,8}s?)["”]\)/gu, "($1)")
      .replace(PAGE_HEAD, " ")
      .replace(/ ([.,;])(?= |$)/g, "$1")
      .trim()
  );
}

/** "the Norden Works (the “Works”)": a name for the rest of a contract. Short forms stay. */
const DEFINES =
  / ?\((?:(?:the|each|collectively|together|individually|hereinafter|such)\b[^()“”"]{0,70})?(?:["“](?!\p{Lu}{2,8}s?["”])[^“”"()]{2,60}["”](?:(?:,| and| or)[^()“”"]{0,70}(?=["“)]))?){1,3}\)/gu;

/** "loans and Federal Reserve Bank of Norden 11 mortgages": a page's head inside a sentence that goes on behind it. */
const PAGE_HEAD = / Federal Reserve Bank of [A-Z][a-z.]+(?: [A-Z][a-z]+)? \d{1,3} (?=\p{Ll})/gu;

/** An item of a list as the sentence that it is: "Rents rose by 4 per cent; and". */
export const finishItem = (text: string): string => text.replace(/;(?: and| or)?$/, ".");

const QUOTES = /["“”]/g;

/**
 * What a company is quoted with about itself, as its own words: a sentence of a longer quotation has its marks on one side
 * only, or around all of it. Other quotations stay as they are.
 */
export function ownWords(text: string): string {
  const marks = text.match(QUOTES)?.length ?? 0;
  if (marks === 2 && /^["“].*\.["”]$/.test(text)) return text.slice(1, -1);
  if (marks !== 1) return text;
  return /^["“]/.test(text) ? text.slice(1) : text.replace(QUOTES, "");
}

/**
 * The sentence without the words that only tie it to the one before: "prices are also expected", "some firms, however,
 * reported". What joins two parts of the sentence itself stays.
 */
export const withoutTies = (said: string): string => {
  const text = withTopic(withoutAddress(said));
  return /^(?:they|it|he|she|this|these|those|both|others|such)\b/i.test(text) ? text : untied(text);
};

/** "As you know, rents are high" as "Rents are high": whom a speaker addresses is no part of what he says. */
const withoutAddress = (text: string): string =>
  text.replace(AS_YOU_KNOW, (_found, next: string) => next.toUpperCase());
const AS_YOU_KNOW =
  /^(?:(?:But|And|So|However,|Now,) )?[Aa]s (?:(?:many|most|all|some) of )?(?:you|we) (?:(?:all|well|may|might|surely|probably|can|will) )*(?:know|recall|remember|see|(?:are |be )?(?:well |all |fully )?aware), (\p{L})/u;

/** "Turning to fiscal policies, there had been a tightening" as "Regarding fiscal policies, …", which nothing else names. */
const withTopic = (text: string): string =>
  text.replace(TOPIC, (found, topic: string) => {
    const last = /[\p{L}-]+$/u.exec(topic)?.[0].slice(0, 5) ?? "";
    const isSaid = text.slice(found.length).toLowerCase().includes(last.toLowerCase());
    return isSaid || NO_TOPIC.test(topic) ? found : `Regarding ${topic}, `;
  });
const TOPIC = /^(?:(?:Turning|Moving) (?:\p{L}+ )?to|As regards) ((?:the )?[\p{L}’' -]{3,50}), (?=\p{L})/u;
/** Parts of a meeting's order. */
const NO_TOPIC =
  /\b(?:analys[ie]s|communications?|assessments?|considerations?|discussions?|conditions|environment|developments|decisions?|operations|stance)\b/i;

const untied = (text: string): string =>
  text
    .replace(/ \((?:see|as (?:discussed|described|noted)) (?:above|below|[a-z]+ (?:above|below))\)/g, "")
    .replace(
      /(?= also)(?<!\b(?:but|and|or|not|only|while|which|who|that|as)) also(?= [\p{Ll}])/gu,
      (found, at: number) => (/\b(?:not only|as well|but)\b/i.test(text.slice(0, at)) ? found : ""),
    )
    .replace(/, (?:as )?(?:outlined|discussed|described|noted) (?:above|below|earlier)(?=[,.;]|$)/g, "")
    // "was therefore uncertain": why was said before; "fell and therefore" is the sentence's own.
    .replace(/(?<!\b(?:and|or|but)|[,;—]) therefore(?= \p{Ll})/u, "")
    // "were then expected" after what was said before; "if rates fall, it would then" is the sentence's own.
    .replace(/^([^,]{3,80}\b(?:was|were|is|are|will)) then(?= \p{Ll})/u, (found, rest: string) =>
      /\b(?:if|when|once|after|until|because)\b/i.test(rest) ? found : rest,
    )
    .replace(/(?<!\b(?:and|or|but|yet)) (?:nonetheless|nevertheless|likewise)(?= \p{Ll})/u, (found) =>
      /\b(?:although|though|while|despite|but)\b/i.test(text) ? found : "",
    )
    .replace(/(?=, )(?<=^.{3,60}), (?:however|moreover|therefore|meanwhile|furthermore|in turn|too),(?= )/u, "");

/** Without brackets and quotation marks; "this year [2031]" as "in 2031". */
export function withoutAsides(text: string): string {
  return (
    text
      .replace(
        /\b(to|with|than|from|of|until|since|into|by|on|over|versus|against) (?:this|next|last) year \[(\d{4})\]/gi,
        "$1 $2",
      )
      .replace(
        /\b((?:the )?(?:remainder|rest|end|course|beginning|start|first half|second half) of )?(?:this|next|last) year \[(\d{4})\]/gi,
        (_whole, part: string | undefined, year: string) => (part ? `${part}${year}` : `in ${year}`),
      )
      .replace(/(['’]s) \[\d{4}\]/g, "$1")
      .replace(/\b(?:in|over|for|by|during) in (\d{4})/g, "in $1")
      // "sales, adjusted for the season but not for prices, were"
      .replace(
        /, (?:not )?adjusted for [^.;:]{3,140}?,(?= (?:was|were|is|are|has|had|have|rose|fell|increased|decreased|declined|totaled|stood)\b)/g,
        "",
      )
      .replace(/\((excluding [^()]{0,60})\)/g, "$1")
      .replace(/\s*\([^()]{0,200}\)/g, "")
      .replace(/[“”"]/g, "")
  );
}
