import type { Span } from "../../parse/parsed-document.ts";
import { baseForm, ingForm } from "../grammar/verb-forms.ts";
import type { TitleCore } from "./title-cores.ts";

/** What a committee is asked to vote on, and where that is set out. */
export interface Proposition {
  /** "The base rate should be lowered to 3%". */
  said: string;
  named: Span;
}

/** "The Chair invited the Committee to vote on the propositions that:", with the first of them. */
const SET_OUT = /\bpropositions? that:\s+/g;
/** One of them, and what stands before the next: "• Bank Rate should be raised to 2%; and". */
const ITEM =
  /^(?:[•·*–-]\s+)?(\p{Lu}[^.;:\n]{3,80}\bshould (?:[^.;:\n]|\.\d){3,300})(?:;(?: and)?|\.)\s{1,4}(?:\d{1,3}[.:]?\s{1,4})?/u;
const BARE = /\bth(?:e|is) (?:(first|second|third) )?proposition\b(?! (?:that|to|of)\b)/;
const ORDINALS = ["first", "second", "third"];

/** From a list of propositions to the last of the votes on them it is no further. */
const NEAR_VOTE = 900;

/** The proposition that a sentence votes on and does not say, where what stands before its start in the source sets it out. */
export function propositionIn(text: string, source: string, start: number): Proposition | undefined {
  const bare = BARE.exec(text);
  if (!bare) return undefined;
  const before = source.slice(Math.max(0, start - NEAR_VOTE), start);
  const opens = [...before.matchAll(SET_OUT)].at(-1);
  if (!opens) return undefined;
  const items: Proposition[] = [];
  let at = opens.index + opens[0].length;
  for (let item = ITEM.exec(before.slice(at)); item; item = ITEM.exec(before.slice(at))) {
    const said = item[1] ?? "";
    const from = start - before.length + at + item[0].indexOf(said);
    items.push({ said, named: { start: from, end: from + said.length + 1 } });
    at += item[0].length;
  }
  if (bare[1] !== undefined) return items.length > 1 ? items[ORDINALS.indexOf(bare[1])] : undefined;
  // Where anything stands between, another may be meant.
  return items.length === 1 && at === before.length ? items[0] : undefined;
}

/** "voted for the proposition" as "voted for the proposition that Bank Rate should be raised to 2%". */
export const withProposition = (text: string, { said }: Proposition): string =>
  text.replace(BARE, `the proposition that ${said.replace(/^The /, "the ")}`);

const VOTED =
  /\bvoted? (?:\p{L}+ly )?(in favou?r of|for|against) the proposition that ([^,.;]{3,60}?) should be (\p{Ll}+ed|held|kept|cut) ?(.*)/u;
const LEVEL = /^(?:by [^;]{1,40}?,? )?((?:at|to) \d[\d.]*(?:%| percent| per cent))/;

/** How a sentence votes and on what: "in favour of", "raising Bank Rate", "to 2%"; undefined where it does not say that. */
export function voteIn(text: string): { side: string; deed: string; level: string } | undefined {
  const [, side = "", thing = "", done = "", rest = ""] = VOTED.exec(text) ?? [];
  if (done === "") return undefined;
  const deed = `${ingForm(baseForm(done))} ${thing.replace(/^the /, "")}`;
  return { side, deed, level: LEVEL.exec(rest)?.[1] ?? "" };
}

/** "Five members voted for the proposition that Bank Rate should be raised to 2%": "vote on raising Bank Rate to 2%". */
export function voteCores(text: string): TitleCore[] {
  const vote = voteIn(text);
  if (!vote) return sidedCores(text);
  const named = `vote on ${vote.deed}`;
  return [...(vote.level === "" ? [] : [{ text: `${named} ${vote.level}`, worth: 1.5 }]), { text: named, worth: 1.3 }];
}

/** "Mr Holm voted for an increase in the base rate of 25 basis points": "vote for increase in base rate". */
function sidedCores(text: string): TitleCore[] {
  const [, side = "", deed = ""] = SIDED.exec(text) ?? [];
  if (deed === "") return [];
  const named = deed.replace(/\b(?:an?|the|its) /g, "");
  return [{ text: `vote ${/^against/.test(side) ? "against" : "for"} ${named}`, worth: 1.3 }];
}
const SIDED =
  /\b[Vv]ot(?:ed|es|ing) (?:\p{L}+ly )?(in favou?r of|for|against) ((?:an? |another |no )?(?:(?:further|larger|smaller) )?(?:increase|decrease|cut|rise|reduction|hike|change|raising|lowering|cutting|keeping|maintaining|holding|leaving|increasing|reducing)(?: (?!of \d|by\b|at\b|to \d|from\b|while\b|was\b|were\b|and\b)[\p{L}-]+){1,8})/u;
