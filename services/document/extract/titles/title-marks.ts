import { CHANGE_NOUNS } from "../grammar/changes.ts";
import type { Token } from "../grammar/language.ts";
import { isPale } from "../grammar/noun-phrases.ts";
import { isEmptyTheme, themeOf } from "./title-empty.ts";

/**
 * What a title loses by how it reads, whatever rule made it. The marks and what they cost were fitted on some four hundred
 * titles that strict readers had judged: each is what so many more of the titles with that mark were found wanting.
 */
const COSTS = {
  /** Names no thing at all: "general pattern", "Northmark on policy". Beside what it loses as a thin or an open one. */
  empty: 0.7,
  /** Hardly a word that names something: "convex curve", "multiple tools". */
  thin: 0.55,
  /** "Conditions", "signs", "risks", with nothing that says of what. */
  open: 0.5,
  /** The same with something behind it, which says little more. */
  frame: 0.1,
  /** "Consideration of", "assessment of": that it was spoken of, not what was said. */
  deed: 0.4,
  /** "Participants' views on": of which somebody has some on everything. */
  views: 0.2,
  /** "Maintaining the stance", "returning inflation to target": a deed without who does it. */
  doing: 0.3,
  /** "Tight labor market", "plausible forecasts": a judgement, seldom the whole of it. */
  judged: 0.3,
  /** "Possible": of what may be, seldom the whole of it. */
  mood: 0.2,
  /** Two things where one would have been whole. */
  pair: 0.2,
  /** Cut inside a noun group or a name: "commercial" of "commercial paper". */
  torn: 0.6,
  /** Cut before what its last noun is of: "indicators" of "indicators of activity". */
  cut: 0.35,
  /** Half of a list: "cash, cash equivalents" of these "and restricted cash". */
  half: 0.3,
} as const;

const SMALL =
  /^(?:of|in|on|for|to|from|with|between|at|by|and|or|due|as|the|a|an|per|amid|despite|under|over|among|across|possible|expected|projected|estimated|needed)$/i;
const FRAME =
  /^(?:conditions?|environments?|tools?|improvements?|risks?|signs?|vulnerabilit(?:y|ies)|estimates?|measures?|indicators?|results?|contacts?|values?|work|views?|magnitude|persistence|curves?|language|frames?|movements?|effects?|implications?|components?|factors?|developments?|data|approach(?:es)?|evidence|benefits?|difficult(?:y|ies)|levels?|provisions?|covenants?|vendors?|dispersion|reductions?|activity|orders?|entit(?:y|ies)|services?|use|resources?|situations?|circumstances?|perspectives?|information|process(?:es)?|frameworks?|adjustments?|steps?|shifts?|changes?|increases?|declines?|decreases?|gains?|loss(?:es)?|growth|pressures?|uncertainty|projections?|forecasts?|expectations?|concerns?|challenges?|differences?|effort|efforts|commitments?|requirements?|programs?|actions?|decisions?|strategy|volatility|trends?|progress|momentum|support|capacity|position|performance|renewal|request)$/i;
const JUDGED =
  /^(?:tight|solid|sharp|more|greater|elevated|contained|challenging|volatile|uncertain|plausible|accommodative|difficult|sizable|recent|robust|resilient|moderate|subdued|soft|slow|fast|fastest|encouraging|special|mixed|broad|sustained|persistent|clear)$/i;
const DEED =
  /^(?:(?:possible|expected|estimated|needed|continued) )?(?:considerations?|discussions?|assessments?|reviews?|evaluation|examination|monitoring|analysis|exploration|mention|setting|holdings|views?(?: among \w+)?) (?:of|on) /i;
const VIEWS = /^(?:\S+ )?(?:\S+['’]s? )?views (?:among \S+ )?(?:on|regarding) /i;
const DOING =
  /^(?:achieving|adding|allowing|applying|avoiding|beginning|bringing|building|continuing|conducting|creating|cutting|doing|ending|ensuring|establishing|finding|following|getting|giving|having|increasing the|issuing|keeping|leaving|looking|lowering|maintaining|making|moving|paying|providing|pursuing|putting|raising|reaching|reducing|removing|returning|setting|taking|using) /i;
const LINK = / (?:of|in|on|for|to|from|with|between|at|by|due|as|among|across|amid|under|over) /;

/** What stands at its end is told by the words themselves: "supply and demand" is one thing. */
const ONE_THING =
  /\b(?:supply and demand|demand and supply|food and energy|energy and food|oil and gas|goods and services|(?:plant|property) and equipment|assets and liabilities|research and development|marketing and sales|sales and marketing|commercial and industrial|food and (?:non-alcoholic )?beverages|water and wastewater|import and export|(?:mergers|merger) and acquisitions?|stop-loss and|selling, general,? and administrative)\b/i;

export function marksAgainst(title: string): number {
  // "Northmark on conditions": what it is on.
  const text = themeOf(title);
  const words = text.split(/[\s,]+/);
  const told = words.filter((word) => !SMALL.test(word) && /\p{L}/u.test(word));
  const naming = told.filter((word) => !isPale(word.toLowerCase()) && !CHANGE_NOUNS.has(word.toLowerCase()));
  const mood = /^(?:possible|expected|projected|estimated|needed) /i.test(text);
  const head = (text.split(LINK)[0] ?? text).split(" ").at(-1) ?? "";
  const isOpen = FRAME.test(head);
  // "sharp decline in orders": how it moved, which is no mere judgement.
  const isJudged = JUDGED.test(words[mood ? 1 : 0] ?? "") && !told.some((word) => CHANGE_NOUNS.has(word.toLowerCase()));
  const hasMore =
    LINK.test(text) || naming.filter((word) => !FRAME.test(word)).length > (CHANGE_NOUNS.has(head) ? 0 : 1);
  return (
    (isEmptyTheme(text) ? COSTS.empty : 0) +
    ((told.length <= 2 || (isJudged && naming.length <= 3 && !LINK.test(text))) && !/ \p{Lu}/u.test(text)
      ? COSTS.thin
      : 0) +
    (DEED.test(text) ? COSTS.deed : 0) +
    (VIEWS.test(text) ? COSTS.views : 0) +
    (DOING.test(text) ? COSTS.doing : 0) +
    (isOpen ? (hasMore ? COSTS.frame : COSTS.open) : 0) +
    (isJudged ? COSTS.judged : 0) +
    (/^possible /i.test(text) ? COSTS.mood : 0) +
    (/ and /.test(text) && !ONE_THING.test(text) ? COSTS.pair : 0)
  );
}

/** Where the last words of a title stand in its sentence, and whether what goes on behind them belongs to them. */
export function tornCost(text: string, tokens: readonly Token[]): number {
  const words = text.split(" ");
  const last = words.at(-1)?.toLowerCase() ?? "";
  const before = words.at(-2)?.toLowerCase().replace(/,$/, "") ?? "";
  let least = -1;
  for (const [at, token] of tokens.entries()) {
    if (token.text.length !== last.length || token.text.toLowerCase() !== last) continue;
    const isBoth = tokens[at - 1]?.text.toLowerCase() === before || tokens[at - 2]?.text.toLowerCase() === before;
    if (!isBoth && tokens[at - 1]?.text !== "the") continue;
    const cost = costBehind(tokens, at);
    least = least < 0 ? cost : Math.min(least, cost);
  }
  return Math.max(0, least);
}

function costBehind(tokens: readonly Token[], at: number): number {
  const next = tokens[at + 1];
  if (!next) return 0;
  const isTied = /^[-–‑/]$/.test(next.text) && next.start === tokens[at]?.end;
  if (isTied || /^['’]s?$/.test(next.text)) return COSTS.torn;
  // A name may begin another phrase: "exports China".
  if (next.pos === "NOUN" && !/^(?:year|month|quarter|week|percent|up|down|y)/.test(next.text)) return COSTS.torn;
  if (next.text === "of") return COSTS.cut;
  return goesOn(tokens, at + 1) ? COSTS.half : 0;
}

const isParticiple = (tokens: readonly Token[], at: number) =>
  tokens[at]?.pos === "VERB" && /ed$/.test(tokens[at].text) && tokens[at + 1]?.pos === "NOUN";

/** "and restricted cash", "and support": another member of the list, not another clause. */
function goesOn(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:and|or)$/.test(tokens[at]?.text ?? "")) return false;
  let end = at + 1;
  while (/^(?:ADJ|DET)$/.test(tokens[end]?.pos ?? "") || isParticiple(tokens, end)) end += 1;
  if (!/^(?:NOUN|PROPN)$/.test(tokens[end]?.pos ?? "")) return false;
  while (/^(?:NOUN|PROPN|PART)$/.test(tokens[end]?.pos ?? "")) end += 1;
  return true;
}
