import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { oneLine } from "../passages.ts";
import { isLineItem, isOfPart, partBehind, segmentIn } from "../segment-headings.ts";
import { namesPlace } from "./country.ts";

/** What stands over a block: the heading, the line that a list hangs on, the label that opens the block itself. */
export interface Headed {
  heading: Label;
  leadIn?: Label | undefined;
  own?: Label | undefined;
  /** The segment of a company that the heading is of, or the one before it. */
  part?: Label | undefined;
}

/** Words that stand over a text, and where. */
export interface Label {
  name: string;
  named: Span;
}

const NO_LABEL: Label = { name: "", named: { start: 0, end: 0 } };
const LONGEST_LABEL = 90;

/** "For the three months ended June 30, 2031:", over a list. */
const PERIOD_LINE = /^(?:For|During|In) the ((?:three|six|nine|twelve) months ended \p{Lu}\p{L}+ \d{1,2}, \d{4}):$/u;
/** "Norden: Prices remained firm": whose a paragraph is, among others that open so. */
const OWN_LABEL = /^(\p{Lu}[\p{L}.]+(?: \p{Lu}\p{L}+){0,2}): (?=(?:The )?\p{L})/u;
const FEWEST_LABELS = 3;
const NO_PLACE = /^(?:notes?|sources?|contacts?|figure|table|chart|box|special topic|item|question|answer)\b/i;

/** The headings and labels over the blocks of a document. */
export function readHeaded({ text, blocks }: ParsedDocument): ReadonlyMap<Block, Headed> {
  const found = new Map<Block, Headed>();
  let heading = NO_LABEL;
  let leadIn: Label | undefined;
  let part = NO_LABEL;
  let run: Headed[] = [];
  const closeRun = () => {
    if (run.length < FEWEST_LABELS) for (const one of run) delete one.own;
    run = [];
  };
  for (const block of blocks) {
    if (block.role || block.kind === "tableRow") continue;
    const named = { start: block.start, end: Math.min(block.end, block.start + LONGEST_LABEL) };
    const line = oneLine(text.slice(named.start, named.end));
    if (block.kind === "heading") {
      heading = { name: line, named };
      const name = partBehind(line, part.name);
      part = { name, named: name === part.name ? part.named : named };
      leadIn = undefined;
      closeRun();
      continue;
    }
    const period = PERIOD_LINE.exec(line)?.[1];
    if (period !== undefined) leadIn = { name: period, named };
    else if (block.kind !== "listItem") leadIn = undefined;
    const own = block.speaker === undefined ? OWN_LABEL.exec(line)?.[1] : undefined;
    const one: Headed = { heading, leadIn, ...(part.name !== "" && isOfPart(heading.name, part.name) ? { part } : {}) };
    if (own !== undefined && !NO_PLACE.test(own) && !/\p{Lu}{4}/u.test(own)) {
      one.own = { name: own, named: { start: block.start, end: block.start + own.length } };
      run.push(one);
    } else closeRun();
    found.set(block, one);
  }
  closeRun();
  return found;
}

const TELLS_METHODS =
  /^(?:(?:technical|explanatory|methodological) notes?|(?:a )?brief explanation\b.*|(?:definitions?|glossary|methodology|general information)\b.{0,40}|(?:sampling error|reliability|calculation|scope and coverage|notes? to users)\b.*)$/i;
/** So far behind a heading the next one may have been missed. */
const NEAR = 6_000;

/** Whether a block stands under a heading of how the figures are made: nobody looks there for what they say. */
export const tellsMethods = ({ start }: Block, headed: Headed | undefined, { company }: Context): boolean =>
  company === undefined &&
  headed !== undefined &&
  TELLS_METHODS.test(headed.heading.name) &&
  start - headed.heading.named.end < NEAR;

/** What stands over a sentence says for it, and where. */
export interface Told {
  said: string;
  named: Span[];
  /** Whose view it is. */
  holder: Label | undefined;
}

/** What stands over a sentence, and how its paragraph opens, where it is not its first. */
export interface Over {
  headed?: Headed | undefined;
  opening?: Span | undefined;
  /** The paragraph's first sentence. */
  opens: string;
  /** It speaks of the world, and no sentence yet of a part of it. */
  isGlobal: boolean;
}

/**
 * What has to be said in front of a sentence that leaves it to the heading, the list's first line, the label or the paragraph's
 * first sentence: whose view it is, the season, the period, the country.
 */
export function toldAbove(
  text: string,
  { headed, opening, opens, isGlobal }: Over,
  lead: string,
  context: Context,
): Told {
  const { heading = NO_LABEL, leadIn, own } = headed ?? {};
  const member = opens === "" || namesHolder(text) ? undefined : OF_MEMBERS.exec(opens)?.[1];
  const holder = member === undefined ? holderOver(text, heading.name) : `view of ${member.toLowerCase()}`;
  const over = member === undefined ? heading.named : opening;
  const parts: [said: string, named: Span | undefined][] = [
    [own !== undefined && !text.includes(own.name) ? own.name : "", own?.named],
    [leadIn !== undefined && !/\bmonths ended\b/.test(text) ? leadIn.name : "", leadIn?.named],
    [seasonOver(text, heading.name, context), heading.named],
    [isGlobal && opens !== "" && OF_AN_ECONOMY.test(text) && !namesPlace(text) ? "global economy" : "", opening],
  ];
  const told = parts.filter(([said]) => said !== "" && !lead.includes(said));
  return {
    said: told.map(([said]) => said).join(", "),
    named: told.flatMap(([, named]) => named ?? []),
    holder: holder === "" || !over ? undefined : { name: holder, named: over },
  };
}

/** "One member preferred a lower rate": a paragraph of that member's reasons. */
const OF_MEMBERS =
  /^(?:\d{1,3}: )?((?:One|Two|Three|Four|Five|Six|Seven|Eight) members?) (?:preferred|voted|favou?red|judged that (?:maintaining|reducing|raising|holding|increasing))\b/;
const OF_STAFF = /^staff (?:economic )?(?:outlook|projections?|forecasts?)\b/i;
const OF_PARTICIPANTS = /^participants['’] views?\b/i;
/** Whose view it is, where somebody is named. */
const HOLDER =
  /\b(?:staff|participants?|members?|committee|desk|manager|respondents?|survey|investors|economists|market (?:participants|pricing|expectations))\b/i;
export const namesHolder = (text: string): boolean => HOLDER.test(text);
const SEEN =
  /\b(?:was|were|is|are) (?:\w+ )?(?:seen|viewed|judged|cited|regarded|considered|mentioned|thought|expected|projected|assumed|forecast|anticipated)\b(?! by)/;
const FORESEEN = /\b(?:could|might|would|likely|risks?|project\w+|forecast\w*|outlook)\b/i;

/** Whose view the heading over a sentence says that it tells: "staff outlook". Empty where the sentence says so itself, or tells none. */
function holderOver(text: string, heading: string): string {
  const isStaff = OF_STAFF.test(heading);
  if ((!isStaff && !OF_PARTICIPANTS.test(heading)) || namesHolder(text)) return "";
  if (isStaff) return SEEN.test(text) || FORESEEN.test(text) ? "staff outlook" : "";
  return SEEN.test(text) ? "participants' views" : "";
}

const SEASON = /\b(?:19|20)\d\d\/\d\d\b/;
const OF_A_SEASON = /\b(?:production|output|exports|imports|stocks|trade|consumption|use|crush|season-average)\b/i;
const OF_ITS_OWN_TIME = /\b(?:19|20)\d\d\b|\b(?:futures|bids|quotes|quotations|fob)\b/i;

/** "2031/32" of "OVERVIEW FOR 2031/32", over a figure of a season that names none. */
function seasonOver(said: string, heading: string, { company }: Context): string {
  const season = SEASON.exec(heading)?.[0] ?? "";
  const text = said.replace(/ \[[^\]]*\]/g, "");
  return company === undefined && season !== "" && OF_A_SEASON.test(text) && !OF_ITS_OWN_TIME.test(text) ? season : "";
}

/** "Turning to the global economy, growth slowed": a central bank's paragraph on the world. */
const OPENS_GLOBAL =
  /^(?:(?:Turning to|On|As regards|Regarding|With regard to|In) )?(?:the )?(?:external environment|(?:global|world) (?:economy|environment|growth|activity|economic activity|trade|composite))\b|^[^,.]{0,60}\b(?:in|of) (?:the )?(?:global|world) (?:economic activity|economy)\b/i;
const BANKS = /\b(?:central bank|bank of|reserve bank|riksbank)\b/i;
const OF_AN_ECONOMY =
  /\b(?:services|manufacturing|PMI|output|growth|trade|imports?|exports?|inflation|demand|consumption|investment|employment|activity)\b/i;
/** What is told of the world without its part. */
const EXCEPT = /\b(?:excluding|outside|except) (?:the )?\p{L}+(?: area)?/gu;

export const opensGlobal = (opening: string, { institution = "" }: Context): boolean =>
  BANKS.test(institution) && OPENS_GLOBAL.test(opening);

/** Whether a paragraph on the world still speaks of it behind a sentence. */
export const staysGlobal = (text: string): boolean => {
  const own = text.replace(EXCEPT, " ");
  return /\b(?:global|world)\b/i.test(own) || !namesPlace(own);
};

/** "participants" of "Participants' Views on Current Conditions", "staff" of "Staff Review of the Economic Situation". */
export const tellerOf = (headings: readonly string[]): string =>
  /^(?:staff|participants|members|directors|policymakers)(?=['’]? (?:views?|reviews?|discussion|(?:economic )?outlook|assessments?|considerations?)\b)/i
    .exec(headings.at(-1) ?? "")?.[0]
    .toLowerCase() ?? "";

/** "Optical Communications" under "Segment analysis": the part of the company that is spoken of below. */
export function segmentOf(headings: readonly string[]): string {
  const name = headings.at(-1) ?? "";
  const isUnder = headings.slice(0, -1).some((one) => /\bsegments?\b/i.test(one));
  return isUnder &&
    /^(?:\p{Lu}[\p{Ll}’'-]+|and|&|of|the)(?: (?:\p{Lu}[\p{Ll}’'-]+|and|&|of|the)){0,4}$/u.test(name) &&
    !GENERAL.test(name) &&
    !isLineItem(name, segmentIn(headings.at(-2) ?? ""))
    ? name
    : "";
}
const GENERAL =
  /\b(?:Analysis|Results?|Overview|Discussion|Other|Corporate|General|Expenses?|Income|Margins?|Sales|Continued|Information|Outlook|Summary|Highlights)\b/;
