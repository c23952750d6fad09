import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { draftOf, saidOf } from "../draft.ts";
import { type Group, groupStatements, type PlacedStatement } from "../excerpts.ts";
import { splitSentences } from "../grammar/sentences.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { type BlockSentence, oneLine, type PassageParts } from "../passages.ts";
import { bestCore } from "../titles/title.ts";
import { stretchOver } from "../titles/title-period.ts";
import { type TimeTold, timeAt } from "./carried-time.ts";
import { bankOf, countryOf, goesAway, homeOf, isAtHome, isHomeUnder } from "./country.ts";
import { lengthBefore } from "./display.ts";
import { isAsked, mayAnswer } from "./finding.ts";
import { goodNamed, isGoods } from "./goods.ts";
import {
  type Headed,
  type Over,
  opensGlobal,
  readHeaded,
  segmentOf,
  staysGlobal,
  tellerOf,
  tellsMethods,
  toldAbove,
} from "./headed.ts";
import { tellersOf } from "./loosened.ts";
import { narrow } from "./narrow.ts";
import {
  AHEAD,
  isOfQuarter,
  isOfThePast,
  periodOfHeadings,
  quarterOver,
  reportedPeriod,
  titledPeriod,
} from "./period.ts";
import { periodsTold } from "./period-told.ts";
import { joinLeft, type ProseCandidate, toCandidate } from "./prose-candidates.ts";
import { contextIn, districtOf, readSections, type Section, sectionAt } from "./sections.ts";
import { readSectors, sectorOver } from "./sectors.ts";
import { segmentOver, spelledOut, type UnderHeading, underHeading } from "./segments.ts";
import { ABOUT_NOTHING, type About, LEAST_WORTH, readStatement, type Statement } from "./select.ts";
import {
  leadOf,
  leavesThingOut,
  movedBy,
  NO_SETTING,
  opensYear,
  periodOver,
  type Setting,
  seasonOf,
  settingOf,
} from "./setting.ts";
import { readThemes, type Theme } from "./themes.ts";

/** What the sentences of a document yield. */
export interface Prose {
  drafts: ProseCandidate[];
  /** The best of what is worth too little, for a document that has nothing else: without one it could not be found. */
  weak: ProseCandidate[];
  /** Every statement, without its tagged words: those of a long document would fill the memory. */
  said: Statement[];
}

/** Passages whose weak statements are kept; a document that has nothing better in so many has nothing. */
const WEAK_PASSAGES = 20;
const MOST_WEAK = 3;

/** What states so much, a figure or more, is worth finding by questions that only name its theme. */
const STRONG = 1.4;

/** So much of a paragraph is looked at for its first sentence. */
const LONGEST_OPENING = 600;
/** So much of one before a sentence is looked at for the years that it spoke of. */
const MOST_REMEMBERED = 600;
export const NO_PROSE: Prose = { drafts: [], weak: [], said: [] };

export function readProse(
  document: ParsedDocument,
  parts: readonly PassageParts[],
  context: Context,
  vocabulary: Vocabulary,
): Prose {
  const drafts: ProseCandidate[] = [];
  const weak: ProseCandidate[] = [];
  const said: Statement[] = [];
  const sections = readSections(document.text);
  const reported = context.company === undefined ? "" : reportedPeriod(document.text);
  const titled = context.company === undefined ? "" : titledPeriod(context.document);
  const released = isOfQuarter(document.text) ? reported : "";
  const periodToldAt = periodsTold(document, reported);
  const sectors = readSectors(document.text, sections, districtOf(context.document));
  const headed = readHeaded(document);
  const aboutBlock = followThemes(document, headed, context);
  const contextOf = (group: Group, { headings }: PassageParts) => {
    const above = context.company === undefined ? "" : periodOfHeadings(headings, reported);
    const segment = context.company === undefined ? "" : segmentOf(headings);
    const over = above || quarterOver(group.statements[0]?.text ?? "", released, headings);
    const said = periodOver(group.statements[0]?.text ?? "", over, context);
    const [first] = group.statements;
    if (said !== "" && first && !first.periodTold) first.periodTold = periodToldAt(said, first.start);
    const own = themed(group, contextIn(sectionAt(sections, group.focus.start), context), over, segment);
    return { above, own: { ...own, teller: tellerOf(headings) } };
  };
  const made = (group: Group, passage: number, part: PassageParts) => {
    const { above, own } = contextOf(group, part);
    const { lead = "", carried } = group.focus;
    const ofTitle = AHEAD.test(group.focus.plain) ? "" : titled;
    const period = above || stretchOver(lead) || reported || seasonOf(lead) || carried?.time || ofTitle;
    return toCandidate(passage, group, draftOf(group, own, vocabulary, period), own);
  };
  for (const [passage, part] of parts.entries()) {
    const statements = readPart(document.text, part, { sections, sectors, headed }, aboutBlock, context, vocabulary);
    const groups = groupStatements(statements);
    const own = joinLeft(
      groups.filter((group) => group.worth >= LEAST_WORTH),
      statements,
      (group) => made(group, passage, part),
      (group, draft) => {
        const { own } = contextOf(group, part);
        const told = saidOf(group, own);
        const best = bestCore(draft.topic, draft.also, own, told.said);
        return toCandidate(passage, group, { ...draft, ...told, best }, own);
      },
    );
    const hasBetter = own.some(({ draft }) => !draft.isSpare && draft.topic.cores.length > 0);
    for (const one of own)
      drafts.push(hasBetter && one.draft.isSpare && one.stated < STRONG ? withoutQuestions(one) : one);
    if (drafts.length === 0 && passage < WEAK_PASSAGES) {
      const best = groups.toSorted((a, b) => b.worth - a.worth)[0];
      if (best) weak.push(made(best, passage, part));
    }
    for (const statement of statements) said.push({ ...statement, tokens: [], alone: undefined });
  }
  const kept = weak.toSorted((a, b) => b.worth - a.worth).slice(0, MOST_WEAK);
  return { drafts, weak: kept.toSorted((a, b) => a.passage - b.passage), said };
}

/** A candidate that is no insight of its own where its passage has a better one. */
const withoutQuestions = (candidate: ProseCandidate): ProseCandidate => ({
  ...candidate,
  draft: { ...candidate.draft, questions: [] },
});

/** A finding that leaves its theme, its place or its period to what stands above it has that said in front. */
function themed({ statements }: Group, context: Context, above: string, segment: string): Context {
  const first = statements[0];
  if (!first) return context;
  const isPart = segment !== "" && !statements.some(({ text }) => text.includes(segment));
  const holder = first.holder?.name ?? "";
  const added = [
    isPart ? segment : "",
    holder,
    first.segment ? spelledOut(first.segment, context.abbreviations) : "",
    first.lead ?? "",
    first.carried?.time ?? "",
    periodOver(first.text, above, context),
    first.theme ?? "",
  ];
  return { ...context, attribution: [context.attribution, ...added].filter((part) => part !== "").join(", ") };
}

/** A season, or a window of time, that only the paragraph's first sentence tells. */
const TOLD_ABOVE = /\d{4}|period|^(?:since|over)\b/;

/** What stands over a sentence, the first one of its paragraph, which may tell where and when, and that which named a country. */
type Above = About & {
  setting: Setting;
  placed?: Span;
  /** The sentence that said for which year its paragraph goes on. */
  dated?: Span;
  /** The sentence or the label that named the good which is spoken of. */
  good?: Span | undefined;
  /** The month or quarter that the sentence before told its figures of. */
  told?: TimeTold | undefined;
  /** What a company's heading has under it. */
  under?: UnderHeading;
} & Over;

/** What stands over each sentence: the theme of its block, and the thing that was spoken of last under it. */
function followThemes(
  document: ParsedDocument,
  headed: ReadonlyMap<Block, Headed>,
  context: Context,
): (block: Block, headings: readonly string[]) => Above {
  const themes = readThemes(document);
  const goods = readGoods(document);
  // A bank tells of its own area until it names another.
  const isHome = homeOf(context) !== "";
  let about: Above = { ...ABOUT_NOTHING, setting: NO_SETTING, opens: "", isGlobal: false, isHome };
  let last: Block | undefined;
  let lastHeading = "";
  return (block, headings) => {
    const heading = headings.at(-1) ?? "";
    // And so it does behind a heading, unless that does.
    if (heading !== lastHeading) about.isHome = isHome && isHomeUnder(heading, bankOf(context));
    lastHeading = heading;
    const theme = themes.get(block) ?? goods.get(block);
    if (block !== last) {
      const isNew = theme === undefined || theme !== about.theme;
      const [first] = splitSentences(document.text, block.start, Math.min(block.end, block.start + LONGEST_OPENING));
      const opening = first && { ...first, start: wordsOf(document.text, { ...first, block }) };
      const before = isNew ? NO_SETTING : about.setting;
      const opens = opening ? oneLine(document.text.slice(opening.start, opening.end)) : "";
      const setting = settingOf(opens, before);
      const over = { opening, opens, headed: headed.get(block), isGlobal: opensGlobal(opens, context) };
      about = {
        ...(isNew ? { thing: "", theme, good: undefined } : about),
        setting,
        country: "",
        isHome: about.isHome === true,
        ...over,
        told: undefined,
        ...(about.under ? { under: about.under } : {}),
      };
    }
    last = block;
    return about;
  };
}

/** The goods that headings directly over a text name, which it need not say again: "Soybeans". */
function readGoods({ text, blocks }: ParsedDocument): ReadonlyMap<Block, Theme> {
  const found = new Map<Block, Theme>();
  let open: Theme | undefined;
  for (const block of blocks) {
    const name = block.kind === "heading" ? text.slice(block.start, Math.min(block.end, block.start + 60)).trim() : "";
    if (block.kind === "heading")
      open = isGoods(name) ? { name, isLabel: false, named: { start: block.start, end: block.end } } : undefined;
    else if (open && !block.role) found.set(block, open);
  }
  return found;
}

/** Whose parts a document is put together of, and what they are about. */
interface Parts {
  sections: readonly Section[];
  sectors: readonly Theme[];
  headed: ReadonlyMap<Block, Headed>;
}

/** A paragraph up to the end of a sentence. */
const saidUpTo = (text: string, { end, block }: Span & { block: Block }): string =>
  text.slice(Math.max(block.start, end - MOST_REMEMBERED), end);

/** Where a sentence begins behind the headings and page numbers that are set in front of it. */
const wordsOf = (text: string, { start, end, block }: Span & { block: Block }): number =>
  start + lengthBefore(narrow(text.slice(start, end)), block.speaker);

/** Where a sentence begins behind the label that its paragraph opens with, as others do: "Quay dues: Dues fell". */
function behindLabel(text: string, { start, block }: BlockSentence, headed: ReadonlyMap<Block, Headed>): number {
  const label = headed.get(block)?.own?.named;
  return label?.start === start
    ? label.end + (/^:\s+/.exec(text.slice(label.end, label.end + 9))?.[0].length ?? 0)
    : start;
}

function readPart(
  text: string,
  part: PassageParts,
  { sections, sectors, headed }: Parts,
  aboutBlock: (block: Block, headings: readonly string[]) => Above,
  context: Context,
  vocabulary: Vocabulary,
): PlacedStatement[] {
  const home = homeOf(context);
  return part.sentences
    .filter(
      ({ block }) =>
        mayAnswer(block.speaker, context) &&
        !(context.isTranscript && isAsked(text.slice(block.start, block.end))) &&
        !tellsMethods(block, headed.get(block), context),
    )
    .map((sentence) => {
      const section = sectionAt(sections, sections.length === 0 ? sentence.start : wordsOf(text, sentence));
      // A foot of the page before may be set in front of the section's name.
      const opensSection = section !== undefined && section.start >= sentence.start;
      const start = opensSection ? section.start + section.nameLength : behindLabel(text, sentence, headed);
      const about = aboutBlock(sentence.block, part.headings);
      const statement = readStatement(text, { ...sentence, start }, vocabulary, contextIn(section, context), about);
      if (context.company !== undefined)
        about.under = underHeading(statement, about.under, about.headed?.heading.named.start ?? 0, context);
      const under = about.headed?.part ? { ...about.under, heading: 0, segment: about.headed.part } : about.under;
      const segment = under ? segmentOver(statement, under, context) : undefined;
      const isOpen = !statement.thing && leavesThingOut(statement.text, about.thing);
      const over = sectorOver(statement.text, sectors, statement.start);
      const theme = statement.theme ?? over?.name ?? (isOpen ? about.thing : undefined);
      const lead = leadOf(statement.text, about.setting, context);
      const { forYear } = about.setting;
      const timed = forYear !== "" && lead.startsWith(forYear) ? about.dated : about.opening;
      const isOpening = sentence.end === about.opening?.end;
      const above = { ...about, opens: isOpening ? "" : about.opens, isGlobal: about.isGlobal && about.country === "" };
      const told = toldAbove(statement.text, above, lead, context);
      const dated = timeAt(statement, about.told, context);
      about.told = dated.told;
      about.tellers = tellersOf(statement.text, { start: statement.start, end: statement.end }, about.tellers);
      const isBorrowed =
        about.country !== "" && !text.startsWith("In ", statement.start) && /^In /.test(statement.text);
      const named = [
        ...(isBorrowed && about.placed ? [about.placed] : []),
        ...(lead !== "" && TOLD_ABOVE.test(lead) && timed ? [timed] : []),
        ...(section ? [section.named] : []),
        ...(sentence.block.speakerNamed && context.speaker === undefined ? [sentence.block.speakerNamed] : []),
        ...told.named,
        ...(segment ? [segment.named] : []),
        ...(statement.theme !== undefined && about.theme ? [about.theme.named] : []),
        ...(over && statement.theme === undefined ? [over.named] : []),
      ];
      const leads = [lead, told.said].filter((part) => part !== "").join(", ");
      const { start: from, end, thing = "" } = statement;
      const good = thing === "" ? undefined : goodNamed(text.slice(from, end), thing, about.theme, about.good);
      if (thing !== "") about.good = good ?? { start: from, end };
      about.thing = statement.isOfSeveral ? "" : thing || about.thing;
      about.setting = movedBy(statement.text, about.setting);
      if (opensYear(statement.text)) about.dated = { start: statement.start, end: statement.end };
      about.isGlobal = about.isGlobal && (isOpening || staysGlobal(statement.text));
      const isHome = home !== "" && isAtHome(statement.text, about.isHome === true, bankOf(context));
      // What it names of another area in passing tells nothing of the next sentence.
      about.isHome = isHome || (about.isHome === true && !goesAway(statement.text, bankOf(context)));
      const country = countryOf(statement.text, about.country ?? "");
      if (country !== about.country) about.placed = { start: statement.start, end: statement.end };
      about.country = country;
      return {
        ...statement,
        ...(theme === undefined ? {} : { theme }),
        ...(leads === "" ? {} : { lead: leads }),
        ...(isHome ? { isHome: true } : {}),
        ...(isOfThePast(saidUpTo(text, sentence), context) ? { isHistory: true } : {}),
        ...(segment ? { segment } : {}),
        holder: told.holder,
        good,
        ...(dated.carried ? { carried: dated.told } : {}),
        opensBlock: sentence.opensBlock || opensSection,
        speaker: sentence.block.speaker,
        named,
      };
    });
}
