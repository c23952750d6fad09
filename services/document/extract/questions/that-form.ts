import type { Context } from "../context.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { filingOf, sourceOf } from "../source.ts";
import type { Reading } from "../titles/reading.ts";
import { aloneText } from "./askable.ts";
import { isMisread } from "./misread.ts";

/** Words of what was said: nobody types more of them. */
const LEAST_SAID = 6;
const MOST_SAID = 25;
/** What is cut where more follows. */
const LONG = 16;

/** Verbs that report with "that". */
const TELLS =
  /^(?:note|judge|say|observe|remark|report|comment|argue|suggest|indicate|expect|agree|believe|think|emphasi[sz]e|stress|acknowledge|state|anticipate|conclude|assess|warn|caution|highlight|mention|underline|recognize|recognise)$/;
/** What ties a sentence to the one before it, or says that somebody said it. */
const OPENING =
  /^(?:(?:however|moreover|furthermore|in addition(?! to)|additionally|that said|(?:by|in) (?:contrast|turn|summary)|accordingly|overall|similarly|meanwhile|nevertheless|nonetheless|therefore|thus|also|hence|consequently|at the same time|on balance|in particular|in general|on the contrary|in fact|of course|indeed|finally|first|second|third|for example|for instance|as a result|on the (?:other hand|one hand|downside|upside)|looking ahead|and|but|in (?:this|that) (?:context|regard|respect)),? |members were (?:briefed|told|informed) that |(?:it|the (?:view|point|argument|remark|concern)) (?:was|is|has been|had been) (?:also |further |generally |widely )?(?:argued|noted|stressed|underlined|pointed out|remarked|observed|suggested|felt|recalled|emphasi[sz]ed|highlighted|considered|seen|acknowledged|expressed|made|mentioned|contended|maintained|cautioned) that )+/i;
/** Where a whole clause may end: what follows says more, and takes nothing back. */
const ENDS =
  /;|,? (?:while|although|though|whereas|because|even though|owing to|in part) |, (?:but|which|who|where|with|reflecting|including|such as|partly|due to|given|particularly|especially|notably|excluding|led by|as|thereby|thus|\p{Ll}+ing|and (?:the|that|it|they|this|some|many|most|several|a few|participants|members)) /u;
const DASHED = / ?(?:—|--|(?<= )[–-](?= ))[^—–]{3,120}?(?:—|--|(?<= )[–-](?= )) ?/g;
const ASIDE = /,? (?:of course|in fact|indeed)(?:,|(?= ))/g;
/** Figures that name a thing: they are no answer. */
const NAMES =
  /\b(?:19|20)\d\d(?:\/\d\d)?\b|\b\d{1,3}[- ](?:year|month|week|day|basis[- ]point)\b|\b2 (?:percent|per cent)(?= (?:\p{L}+ )?(?:objective|target|goal))|\b2%(?= (?:\p{L}+ )?(?:objective|target|goal))|(?<=[A-Z]\p{Ll}+ )\d{1,2},(?= (?:19|20))/gu;
/** What opens with a word that stands for another, or with a change of nothing. */
const POINTS =
  /^(?:(?:it|they|this|these|those|such|that|he|she|both|neither|the (?:former|latter)|another|others)\b|(?:[\w-]+,? ){1,6}it\b|the (?:change|increase|decrease|decline|rise|fall|drop|reduction|improvement|difference|amount|rate|pace|gap) (?:was|were|is|are|reflect|primarily|mainly|partly))/i;
const OTHERS =
  /\b(?:(?<!, )this|these|that (?:decision|level|period|time|meeting|view|pace|rate|point|approach|amount)|those(?! (?:of|in|for|from|with|who|that|consistent))|such(?! as)|certain of)\b|among other things$/;
const SPOKEN =
  /\b(?:we|our|us|ours|I|my|you|your|former|latter|here|following|respectively)\b|\b(?:above|below)(?=,|$)/;
/** "it would be appropriate", which points to nothing. */
const EXPLETIVE =
  /^it (?:\p{L}+ ){1,4}?(?:appropriate|important|necessary|essential|critical|crucial|likely|unlikely|possible|too early|premature|difficult|clear|unclear|noteworthy|(?:to be )?seen|prudent|desirable|warranted|useful|helpful)\b/u;

/**
 * "Did several members note in May 2031 that rents could rise further?": asked of a statement of which nothing can be asked in
 * other words. Nothing in it is turned round, so that it is whole where the statement is; empty where it points to another, gives
 * the figure away or is too long to be typed.
 */
export function saidThat(reading: Reading, context: Context): string {
  const source = sourceOf("", context);
  if (source === "") return "";
  // "noted a fall in supply caused delays": which verb is whose cannot be told.
  const { claim, tokens } = reading;
  const isTorn = ({ pos, text }: Token, at: number) =>
    at > claim.action + 1 &&
    pos === "VERB" &&
    /ed$/.test(text) &&
    tokens[at - 1]?.pos === "NOUN" &&
    /^(?:NOUN|DET|ADJ|PROPN)$/.test(tokens[at + 1]?.pos ?? "");
  if (TELLS.test(claim.verb) && tokens.some(isTorn)) return "";
  const { who, verb, said, verbEnd } = toldBy(reading, context);
  // Where its verb stands is not known of what was misread: it is asked whole.
  const ways = isMisread(reading) ? [said] : waysOf(said, verbEnd);
  for (const way of ways) {
    const text = askedText(way, reading, context);
    if (text !== "") return `Did ${asked(who, verb, context)} that ${text}?`;
  }
  return "";
}

/** What was said as it can be asked for, or nothing. */
function askedText(said: string, { ownPeriod }: Reading, context: Context): string {
  const family = context.speaker?.split(" ").at(-1);
  let text = aloneText(
    said.replace(/^, /, "").replace(OPENING, "").replace(DASHED, " ").replace(ASIDE, ""),
    ownPeriod,
    context,
  );
  if (family !== undefined && text.includes(family)) return "";
  if (context.company !== undefined && text.startsWith(`${context.company} `))
    text = `it ${text.slice(context.company.length + 1)}`;
  else if ((POINTS.test(text) && !EXPLETIVE.test(text)) || SPOKEN.test(text)) return "";
  const words = text.split(" ").length;
  if (words < LEAST_SAID || words > MOST_SAID || OTHERS.test(text)) return "";
  return /[\d"“”()[\]:;?–—$€£]|--/.test(text.replace(NAMES, "")) ? "" : text;
}

/** Who said what: of "members noted that rents rose" the members, where the question can name them. */
function toldBy({ claim, clause, tokens, plain, holder, holds }: Reading, context: Context) {
  const source = sourceOf("", context);
  const holders = holder === "" ? source : sourceOf(holder, context);
  const at = clause.verb.to;
  const isTold = clause.reported && holders !== source && TELLS.test(holds) && tokens[at]?.text === "that";
  const from = isTold ? at + 1 : 0;
  const verbEnd = tokens[claim.action]?.end ?? plain.length;
  const start = tokens[from]?.start ?? 0;
  return {
    who: isTold ? holders : source,
    verb: isTold ? holds : "say",
    said: sliceText(tokens, plain, from, tokens.length).replace(/[.!]$/, ""),
    verbEnd: verbEnd - start,
  };
}

/** As far as a clause that only adds to it, behind its verb; and, where that is too long or gives a figure away, as far as one that tells why, when or beside what. */
function waysOf(said: string, verbEnd: number): string[] {
  const short = shortened(said, verbEnd);
  const behind = short.slice(verbEnd);
  const cuts = [...behind.matchAll(ADDS)]
    .map(({ index }) => behind.slice(0, index))
    .filter((kept) => {
      const rest = said.slice(verbEnd + kept.length);
      return (
        kept.trim().split(" ").length > 2 &&
        !/\b(?:if|unless|until|provided)\b/.test(rest) &&
        !OPEN_END.test(kept) &&
        !MOST_OF_ALL.test(kept) &&
        hasVerb(kept) &&
        // Of "no higher owing to slack" the cause is what is denied; behind a comma ", and" may end a list.
        !(/\b(?:not|no|never)\b/.test(short.slice(0, verbEnd + kept.length)) && !/^, and|^ and that/.test(rest)) &&
        !(/^,? and/.test(rest) && (kept.includes(",") || /\bboth\b/.test(kept)))
      );
    });
  return [short, ...cuts.toReversed().map((kept) => short.slice(0, verbEnd + kept.length))];
}
/** "shows that the rally" is half a clause. */
const hasVerb = (kept: string) =>
  !/ (?:that|which|who) /.test(kept) ||
  new RegExp(`\\b${FINITE}\\b`).test(kept.split(/ (?:that|which|who) /).at(-1) ?? "");
const FINITE = "(?:is|are|was|were|has|have|had|would|could|will|may|might|remained|[a-z]{3,}ed)";
const ADDS = new RegExp(
  `,? and that |, and (?=(?:[\\w’'-]+ ){1,6}?${FINITE} )|,? (?:so that|in order to|so as to|given|amid|despite|reflecting|due to|because of|following|after|since|in line with|as (?=(?:[\\w’'-]+ ){1,6}?${FINITE}\\b)) `,
  "g",
);
/** "at its highest level", since when? */
const MOST_OF_ALL = /\b(?:(?:high|low|larg|strong|weak|fast|slow|steep|sharp)est|most|least)(?: [\w-]+)?$/;
/** What goes on behind it: "such as", "as well as", "viewed as". */
const OPEN_END =
  /(?:\b(?:such|as (?:\w+)|same|seen|viewed|regarded|described|characteri[sz]ed|considered|is|are|was|were|be|been|both|either|two|three|as|and|or|by|of|the|to|in|for|with|well|just|even|especially|particularly|driven|led|only|partly|largely|mainly|primarily),?|,|[-–—])$/;

/** As far as a clause that only adds to it, behind its verb. */
function shortened(said: string, verbEnd: number): string {
  if (said.split(" ").length <= LONG) return said;
  const behind = said.slice(verbEnd);
  const at = behind.search(ENDS);
  // "reflected, in part, a shift": the verb alone says nothing.
  const cut = at < 0 || behind.slice(0, at).trim().split(" ").length < 2 ? said : said.slice(0, verbEnd + at);
  return /\b(?:if|unless|until|provided)\b/.test(said.slice(cut.length)) ? said : cut;
}

/** "the Board's minutes of May 2031 say", "several members note in May 2031", "Harlow say in its July 2031 Form 10-Q" */
function asked(who: string, verb: string, context: Context): string {
  const { period, company } = context;
  const filing = company === undefined ? "" : filingOf(context);
  if (filing !== "") return `${who} ${verb} in its ${filing}`;
  if (period === "") return `${who} ${verb}`;
  return / minutes$/.test(who) ? `${who} of ${period} ${verb}` : `${who} ${verb} in ${period}`;
}
