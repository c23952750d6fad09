import type { Context } from "../context.ts";
import { NO_ABBREVIATIONS } from "../grammar/abbreviations.ts";
import { type Adjunct, adjunctsOf } from "../grammar/adjuncts.ts";
import { tellerOf } from "../grammar/holders.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { bankOf, homeOf, isOwnArea, namesAway } from "../prose/country.ts";
import { districtOf } from "../prose/sections.ts";
import type { Statement } from "../prose/select.ts";
import { placeOfLead, thingOver } from "../prose/setting.ts";
import { shortEntity } from "../questions/keyword-phrase.ts";
import { isTelling } from "../questions/question-choice.ts";
import { questionsOf } from "../questions/questions.ts";
import { sideQuestions, sidesOf } from "../questions/side-clauses.ts";
import { saidThat } from "../questions/that-form.ts";
import { sourceOf, withoutMinutes } from "../source.ts";
import { accountLetters, shorterForms } from "./account-titles.ts";
import { composeTitles } from "./compose.ts";
import { doingCores } from "./doing-cores.ts";
import { filingCores } from "./filing-cores.ts";
import { OWN_NAME } from "./filing-phrases.ts";
import { awayFromDistrict, withoutOwnDistrict } from "./own-district.ts";
import { predicateCores } from "./predicate-cores.ts";
import { innermost, type Reading, readStatementParts } from "./reading.ts";
import { rulingCores } from "./ruling-cores.ts";
import { belowTold, ofSector, sectorTold } from "./sector-cores.ts";
import { type Part, tellingOf } from "./telling.ts";
import { causeCores } from "./title-causes.ts";
import { conditionCores } from "./title-conditions.ts";
import { coresOf, type TitleCore } from "./title-cores.ts";
import { type Degree, degreeIn } from "./title-degrees.ts";
import { withEffects } from "./title-effects.ts";
import { type Half, halvesOf } from "./title-halves.ts";
import { type Lacking, lackingIn } from "./title-missing.ts";
import { type Dating, datingOf } from "./title-period.ts";
import { begun, begunBehind, isAbroad } from "./title-places.ts";
import { ofPrices } from "./title-prices.ts";
import { phraseCores } from "./told-cores.ts";

/** What a statement is about, in strings alone: what its title, its questions and its keyword phrase are made of. */
export interface Topic extends Dating {
  /** What its title may say, the best first. */
  cores: TitleCore[];
  /** Questions that it answers, the best first. */
  questions: string[];
  /** Those that its other clauses answer. */
  sides: string[];
  /** Asks for it in its own words where none of the others is more than a theme; else empty. */
  whole: string;
  /** Whose document it is, as one types it into a search box: "ECB". */
  who: string;
  /** No sentence of its finding stands before it, which might tell of when it speaks. */
  opens?: boolean;
  /** What it says in few words, and what its other clauses do: of two a title can be made. */
  halves: Half[];
  besides: Half[];
  /** Who tells it, as a title has it: "Northmark" of the speaker Anna Northmark, "ECB". Empty of a company's own document. */
  says: string;
  /** The place, or the good, of which all of it is told, where others of the document are told of others. Empty where none is. */
  scope: string;
  /** The bank's own area, where it may be told of that: "euro area". Absent where another place may be meant. */
  home?: string;
  /** Its sentence names nobody who says it, and tells what is and not what is foreseen. */
  isReport?: boolean;
  /** The one good that it tells of, in a report on goods. Empty where it tells of several, or of none. */
  good?: string;
  /** How what it tells of moved. Absent where it tells of no move, and of a company's. */
  degree?: Degree;
  /** What its title may lack. Absent of a company's. */
  lacking?: Lacking;
}

/** "$4", "4%" */
const MEASURED = /[$€£]\d|\d ?(?:%|percent\b)/;
/** Who acts for a company. */
const ITS_OWN = new RegExp(`\\b(?:${OWN_NAME}|subsidiary|[Bb]oard)\\b`);

export function readTopic(statement: Statement, given: Context, vocabulary: Vocabulary, period: string): Topic {
  const company = given.company;
  if (company === undefined) return topicOf(statement, given, vocabulary, period);
  const name = new RegExp(
    `\\b${company.replace(/[^\w ]/g, "\\$&").replace(/s$/, "['’]?s")}\\b(?:,? (?:Incorporated|Inc|Corp|Corporation|Company|Ltd|plc|Co|N\\.V)\\b\\.?)?`,
    "gi",
  );
  const swapped = { ...statement, plain: statement.plain.replace(name, OWN_NAME), tokens: [] };
  const topic = topicOf(swapped, { ...given, company: OWN_NAME, entity: OWN_NAME }, vocabulary, period);
  const back = (text: string) => text.replaceAll(OWN_NAME, company);
  return {
    ...topic,
    cores: topic.cores.map(({ text, worth }) => ({ text: back(text), worth })),
    questions: topic.questions.map(back),
    sides: topic.sides.map(back),
    halves: topic.halves.map((half) => ({ ...half, text: back(half.text), thing: back(half.thing) })),
    besides: topic.besides.map((half) => ({ ...half, text: back(half.text), thing: back(half.thing) })),
    whole: back(topic.whole),
    who: back(topic.who),
  };
}

function topicOf(statement: Statement, context: Context, vocabulary: Vocabulary, period: string): Topic {
  const reading = readStatementParts(statement, context);
  const who = shortEntity(withoutMinutes(sourceOf("", context)), vocabulary);
  const { plain, tokens } = reading ?? statement;
  const country = context.company === undefined ? placeOfLead(statement) : "";
  const district = placeOfReport(context) || districtOf(context.document);
  const thing = context.company === undefined && district === "" ? thingOver(statement) : "";
  const opened = context.company === undefined ? reading?.place || (statement.within ?? "") : "";
  const elsewhere = thing !== "" || isOwnArea(opened, context.attribution) ? "" : opened;
  const entity = context.company ?? (country || district || elsewhere);
  const where = context.company !== undefined ? "at" : country + thing === "" ? "in" : "before";
  const telling = tellingOf(tokens, partsOf(reading, tokens), vocabulary);
  const first = /^\p{L}+/u.exec(plain)?.[0] ?? "";
  const doer = reading?.claim.subject;
  const isOwnDeed =
    doer === undefined ||
    reading?.claim.isPassive === true ||
    ITS_OWN.test(sliceText(tokens, plain, doer.from, doer.to));
  const worded = (text: string) =>
    context.company !== undefined
      ? accountLetters(text, plain)
      : withoutOwnDistrict(ofPrices(withoutPublisher(text, context), context, plain), district);
  const parts = (cores: TitleCore[], adjuncts: Adjunct[] = []) =>
    composeTitles({
      cores: cores
        .filter(({ text }) => context.speaker === undefined || !isNamed(text, context.speaker))
        .map((core) => ({ ...core, text: begunBehind(worded(core.text), first, vocabulary) }))
        .flatMap((core) =>
          context.company === undefined
            ? [core]
            : shorterForms(core, isOwnDeed, statement.segment?.name, MEASURED.test(plain)),
        ),
      adjuncts: awayFromDistrict(adjuncts, district),
      entity,
      where,
      thing,
      place: opened,
      isAbroad: reading !== undefined && isAbroad(reading),
      teller: reading ? tellerOf(reading, context.teller) : "",
      telling,
      vocabulary,
      tokens,
      abbreviations: context.abbreviations ?? NO_ABBREVIATIONS,
    });
  // Where, for whom and why hang on the verb of a sentence, and these on none of its words.
  const filed = context.company === undefined ? [] : parts([...filingCores(plain), ...rulingCores(plain)]);
  const dating = datingOf(statement, reading, context, vocabulary, period);
  // What a District's part of a report says nobody looks for by the report's name.
  const says = context.company === undefined && district === "" ? (context.speaker?.split(" ").at(-1) ?? who) : "";
  const scope = context.company !== undefined ? "" : thing || entity;
  const home =
    (statement.isHome || context.teller === "participants" || isOfRegions(context, "")) &&
    entity + thing + opened === "" &&
    !namesAway(plain, bankOf(context))
      ? homeOf(context)
      : "";
  if (!reading)
    return {
      ...dating,
      cores: [...filed, ...parts(phraseCores(statement, context))],
      questions: [],
      sides: [],
      halves: [],
      besides: [],
      whole: "",
      who,
      says,
      scope,
      good: statement.ofGood ?? "",
    };
  const { claim, isAgent, holder } = reading;
  const speaker = context.speaker?.split(" ").at(-1);
  const agent = holder !== "" ? "" : (context.company ?? (speaker && isAgent ? `${speaker}’s` : ""));
  const sides = sidesOf(reading, (statement) => readStatementParts(statement, context));
  const causes =
    context.company !== undefined
      ? []
      : [
          ...causeCores(reading),
          ...conditionCores(reading),
          ...sides
            .filter((side) => mayName(side, reading))
            .flatMap(causeCores)
            .map(ofSide),
        ];
  // Elsewhere a sentence of what something does is seldom one that somebody would search for.
  const doing = context.company === undefined && OF_BOARD.test(context.attribution) ? doingCores(reading) : [];
  const told = coresOf({ claim, tokens, plain, isAgent, agent }).filter(({ text }) => !isPairOf(text, doing));
  const regional = isOfRegions(context, district) ? belowTold(ofSector(told, sectorOf(reading))) : told;
  const cores = [
    ...(context.company === undefined ? withEffects(regional, reading) : told),
    ...causes,
    ...predicateCores(reading, agent),
    ...doing,
  ];
  // What hangs on a predicate that no title could be made of, other than where, hangs on nothing else.
  const isUnread = cores.length === 0;
  if (isUnread) cores.push(...phraseCores(statement, context).map((core) => ({ ...core, worth: core.worth - 0.3 })));
  const lower = (text: string) => begunBehind(begun(worded(text), vocabulary), first, vocabulary);
  const named = (halves: Half[]) =>
    // Of a District "prices and employment" would be anybody's.
    halves.map((half) => ({ ...half, text: lower(half.text), thing: district === "" ? lower(half.thing) : "" }));
  const from = claim.subject?.from ?? innermost(reading.clause)?.subject.from ?? 0;
  // What a heading dates to a quarter, or to a year of a company, is told of it, where it looks back; and all under a season of that season.
  const questions = questionsOf(
    reading.ownPeriod === "" &&
      ((claim.tense === "past" && / quarter of |^fiscal (?:19|20)\d\d$|^\p{Lu}\p{Ll}+ \d{4}$/u.test(period)) ||
        SEASON.test(period))
      ? { ...reading, ownPeriod: period }
      : reading,
    context,
  );
  const isOne = questions.filter((one) => !isTelling(one)).length === 1;
  // "Rates are not on a preset course": of no rates on such a course.
  const isElsewhere = claim.isNegated && claim.adjective < 0 && /^(?:be|remain|stand|lie)$/.test(claim.verb);
  const adjuncts = claim.isInfinitive || isElsewhere ? [] : adjunctsOf(tokens, plain, claim, from);
  return {
    ...dating,
    cores: [
      ...filed,
      ...parts(
        cores,
        adjuncts.filter(
          ({ texts }) => !isUnread || /^(?:in|at|among|across|within|amid|despite) /.test(texts[0] ?? ""),
        ),
      ),
    ],
    ...(context.company === undefined ? { lacking: lackingIn(reading, adjuncts), ...degreeIn(reading) } : {}),
    questions: [...questions, ...(isOne ? shortWhole(reading, context) : [])],
    sides: sideQuestions(reading, sides, context),
    halves: named(halvesOf(reading)),
    besides: named(sides.filter((side) => isOfSameTime(side, reading)).flatMap(halvesOf)),
    whole: questions.every(isTelling) ? saidThat(reading, context) : "",
    who,
    says,
    scope,
    good: statement.ofGood ?? "",
    ...(home === "" ? {} : { home, isReport: holder === "" && claim.expected === "" && claim.modal === "" }),
  };
}

const OF_BOARD = /\b(?:minutes|account of|statement|bank rate|monetary policy meeting)\b/i;

/** "Strikes and fares", where "strikes disrupting fares" says what one does to the other. */
function isPairOf(text: string, doing: readonly TitleCore[]): boolean {
  const [one = "", two] = text.split(" and ");
  return two !== undefined && doing.some((core) => core.text.startsWith(`${one} `) && core.text.includes(` ${two}`));
}

/** All of it in its own words, where these are few. */
function shortWhole(reading: Reading, context: Context): string[] {
  const whole = saidThat(reading, context);
  // Which year a month is of that is to come, and that somebody made a reference, is no part of what was said.
  const isSure = !MADE_OR_DATED.test(whole.replace(context.period, ""));
  return whole === "" || !isSure || whole.split(" ").length > MOST_WHOLE ? [] : [whole];
}
const MADE_OR_DATED = /\b(?:reference was made|attention was drawn)\b|\p{Lu}\p{Ll}{2,} (?:19|20)\d\d\b/u;
const MOST_WHOLE = 24;

/** What a regional report tells of whom, where its clause does not. */
function sectorOf({ plain, tokens, clause, claim, statement }: Reading): string {
  const { from, to } = clause.subject;
  const told = plain.slice(tokens[from]?.start ?? 0, tokens[claim.end - 1]?.end);
  const heading = statement.theme !== undefined && /^\p{Lu}/u.test(statement.theme) ? statement.theme : "";
  return sectorTold(sliceText(tokens, plain, from, to), told, heading);
}

const isOfRegions = ({ attribution }: Context, district: string) =>
  district !== "" || /\bBeige Book\b/.test(attribution);

/** A clause behind the sentence's own, of the same time: what one opens with "while" is the lesser half. */
const mayName = (side: Reading, whole: Reading) =>
  isOfSameTime(side, whole) && whole.plain.indexOf(side.plain) > (whole.tokens[whole.claim.finite]?.start ?? 0);

/** What another clause tells is not all that the sentence does. */
const ofSide = ({ text, worth }: TitleCore): TitleCore => ({ text, worth: worth - SIDE });
const SIDE = 0.25;

/** What another clause tells is of the time of the whole sentence, unless it names its own. */
const isOfSameTime = (side: Reading, whole: Reading) =>
  side.claim.tense === whole.claim.tense && (side.ownPeriod === "" || side.ownPeriod === whole.ownPeriod);

const SEASON = /^\d{4}\/\d\d$/;

/** The publisher's own "forecasts" are forecasts. */
const withoutPublisher = (text: string, { institution }: Context) =>
  institution === undefined || !/['’]/.test(text)
    ? text
    : text.replace(
        new RegExp(`${institution.replace(/^the /, "").replace(/[^\w ]/g, "\\$&")}(?: Group)?['’]s? `, "i"),
        "",
      );

/** "Deputy Governor Anna Northmark": who speaks is no theme. */
const isNamed = (text: string, speaker: string) =>
  text.endsWith(speaker) && /^(?:\p{Lu}[\p{L}.-]* ?)+$/u.test(text) && text.split(" ").length < 7;

/** "Norden" of "the Federal Reserve Bank of Norden" that reports on its district. What its president says is of the country. */
const placeOfReport = ({ entity, document }: Context) =>
  /^the (?:Federal Reserve Bank of (.+)|(.+) District)$/
    .exec(entity)
    ?.slice(1)
    .find((one) => one !== undefined && /\b(?:Beige Book|survey|outlook)\b/i.test(document)) ?? "";

/** Subject and object tell most of what a sentence says; what hangs on its predicate less, and what else it says little. */
function partsOf(reading: Reading | undefined, tokens: Token[]): Part[] {
  const rest = { from: 0, to: tokens.length, weight: reading ? 0.15 : 0.5 };
  if (!reading) return [rest];
  const { claim, isAgent } = reading;
  const subject = claim.subject && !isAgent ? [{ ...claim.subject, weight: 1 }] : [];
  const object = claim.object ? [{ ...claim.object, weight: isAgent ? 1 : 0.8 }] : [];
  const opening = { from: 0, to: reading.holder === "" ? (claim.subject?.from ?? 0) : 0, weight: 0.4 };
  return [...subject, ...object, { from: claim.action + 1, to: claim.end, weight: 0.5 }, opening, rest];
}
