import { CHANGE_NOUNS, changeOf, givesLevel, isEstimated, isPossible } from "../grammar/changes.ts";
import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { isPale } from "../grammar/noun-phrases.ts";
import { sharesOf } from "../grammar/shares.ts";
import { amountOf, withAmount } from "./title-amounts.ts";
import { isEmptyTheme } from "./title-empty.ts";
import { changed, described, QUALITIES, spanned } from "./title-forms.ts";
import { inManner, mannerOf } from "./title-manner.ts";
import { isPair, overlap, withoutShared } from "./title-pairs.ts";
import { deedOf, isBody, related } from "./title-ties.ts";
import { AMONG, EXPECTS, REPORTS, TAKES } from "./title-verbs.ts";

/** What a title may say before its period, with how well it says it. */
export interface TitleCore {
  text: string;
  /** About 1 to 3; less for what could be said of other statements as well. */
  worth: number;
  /** The same without whose view it is, where that is said: what is asked for. */
  bare?: string;
  /** A name may stand in front of it: "Harlow" of "gross margin increase". */
  isNamed?: boolean;
}

/** What these say of a survey or a report is told by their object. */
const TELLS =
  /^(?:highlight|show|indicate|suggest|note|report|point|signal|reveal|cite|mention|record|confirm|see|experience)$/;
/** And these of somebody who could not be read. */
const SAYS = /^(?:report|see|note|cite|experience|mention|describe|express|highlight)$/;
export interface CoreParts {
  claim: Claim;
  tokens: Token[];
  plain: string;
  /** The subject is who speaks or the company itself: what it does is the theme. */
  isAgent: boolean;
  /** Set in front of what an agent does: "Nike". Empty where the document is its own. */
  agent: string;
}

/** Titles that a claim allows, in no order. */
export function coresOf({ claim, tokens, plain, isAgent, agent }: CoreParts): TitleCore[] {
  const cores: TitleCore[] = [];
  const add = (text: string, worth: number, isNamed = false) => {
    if (text !== "" && !repeats(text)) cores.push({ text, worth, isNamed });
  };
  // "No customer exceeded": nothing is said of a customer.
  const isNobody = claim.subject?.determiner === "no";
  const subjects = !isAgent && !isNobody && claim.subject ? headlinesOf(claim.subject, tokens, plain) : [];
  const counts = claim.object?.core.from ?? -1;
  // "141 million short tons": as much of what the subject is.
  const isMuch =
    /^(?:NUM|SYM)$/.test(tokens[counts - 1]?.pos ?? "") ||
    /^(?:million|billion|thousand|percent)$/.test(word(tokens, counts - 1));
  // "a six-month outlook" is not counted.
  const isCounted =
    (isMuch && claim.object?.core.from === counts) ||
    (/^(?:NUM|SYM)$/.test(tokens[counts]?.pos ?? "") && !/^[-–‑]$/.test(word(tokens, counts + 1)));
  const objects = claim.object && !isCounted ? headlinesOf(claim.object, tokens, plain) : [];
  const { verb, isNegated, link, isPassive } = claim;
  const shares = sharesOf(tokens, plain, claim);
  if (claim.isExistential) {
    for (const { text: found, lost } of objects) {
      // "There were reports of a fall in fares": of the fall.
      const text = found.replace(/^(?:\p{Ll}+ )?reports? of (?=\S)/u, "");
      if (text !== found && lost >= MOST_LOST) continue;
      if (!isNegated) add(isUnsure(text) ? text : worded(text, claim), 0.8 - lost * LOSS);
      // "There can be little doubt" lacks none.
      else if (!/^(?:little|no|few|doubt|need|question|reason|alternative)\b/i.test(text))
        add(`lack of ${text}`, 0.8 - lost * LOSS);
    }
    return cores;
  }
  const change = changeOf(tokens, claim);
  const clauseText = change === "" ? "" : plain.slice(tokens[claim.finite]?.start ?? 0, tokens[claim.end - 1]?.end);
  const manner = change === "" || / revision$/.test(change) ? "" : mannerOf(tokens, claim, plain);
  const isSure = claim.modal === "" || claim.isSupposed || claim.modal === "would" || claim.modal === "will";
  for (const subject of subjects) {
    const { text } = subject;
    const lost = subject.lost * LOSS;
    const span = agent === "" ? spanned(change, text, clauseText) : "";
    const amount = change === "" ? "" : amountOf(tokens, claim, plain, span !== "");
    for (const way of [change, span].filter((one) => one !== ""))
      for (const one of changed(text, way)) {
        const isNamed = !MOODS.test(one) && !one.includes(`${way} in `);
        add(one, (way === change ? 1.1 : 1.2) - lost, isNamed);
        // Over what span is told with the figure, or it is another figure.
        if (amount !== "" && subject.lost < MOST_LOST && (span === "" || way === span))
          add(withAmount(one, way, amount), (way === change ? 1.1 : 1.2) + AMOUNT - lost, isNamed);
        if (manner !== "" && amount === "") add(inManner(one, manner), (way === change ? 1.1 : 1.2) + MANNER - lost);
      }
    if (claim.adjective >= 0 && (isSure || !isNegated) && (!isNegated || word(tokens, claim.adjective) === "changed"))
      for (const one of described(text, word(tokens, claim.adjective), tokens, claim)) {
        // "consistency of" what, with what?
        if (link === "with" && one.startsWith("consistency of ")) {
          for (const object of objects)
            if (!overlap(text, object.text))
              add(`${text} consistent with ${object.text}`, 1.1 - lost - object.lost * LOSS);
          continue;
        }
        const mood = isSure ? moodOf(claim) : "possible ";
        add(`${mood}${one}`, 1 - lost);
        for (const object of objects)
          if (!overlap(text, object.text) && QUALITIES[word(tokens, claim.adjective)])
            add(`${mood}${one} ${link} ${object.text}`, 1.1 - lost - object.lost * LOSS);
      }
    const denied = isNegated ? changeOf(tokens, { ...claim, isNegated: false }) : "";
    if (denied === "change" && isHardly(claim, tokens, text)) add(`little-changed ${text}`, 1 - lost);
    else if (denied !== "")
      add(
        `${denied.replace(/^(?:(possible|expected|projected|estimated) )?/, "$1 lack of ").trim()} in ${text}`,
        0.9 - lost,
      );
    if (isPassive && verb === "change" && word(tokens, claim.action - 1) === "little")
      add(`little-changed ${text}`, 1 - lost);
    const done =
      isPassive && change === "" && !isNegated && verb !== "consider"
        ? deedOf(claim, tokens, claim.action + 1, text)
        : "";
    if (done !== "") add(worded(`${done} ${text}`, claim), (text.includes(" ") ? 0.9 : 0.3) - lost);
    if (claim.expected !== "" && !claim.isDone && change === "" && !isNegated) add(`outlook for ${text}`, 0.7 - lost);
    if (TELLS.test(verb) && !isNegated && (link === "" || link === "to"))
      for (const { text: told, words, lost: less } of objects) if (words >= 2) add(told, 0.5 - less * LOSS);
    // "Health care added 34,000 jobs"
    if (isCounted && claim.object && !isNegated && link === "" && Object.hasOwn(COUNTED, verb))
      add(worded(`${singular(word(tokens, claim.object.head))} ${COUNTED[verb]} in ${text}`, claim), 1 - lost);
    if (HOLDS.test(verb) && !isNegated)
      for (const whole of shares) {
        // "the northern segment's share of segment sales": of sales.
        const of = withoutShared(whole.text, text);
        if (!overlap(text, of)) {
          add(worded(`${text} share of ${of}`, claim), 1.5 - lost - whole.lost * LOSS);
          add(`${text} share of ${of}`, 1.4 - lost - whole.lost * LOSS);
        } else {
          // "sales in the north were 52% of sales": the north's share.
          const [, part = ""] = /^.*? (?:in|from|to|of) (\p{Lu}[^,]*|[^,]* customers)$/u.exec(text) ?? [];
          if (part !== "") add(`${part} share of ${whole.text}`, 1.5 - lost - whole.lost * LOSS);
        }
      }
    for (const object of objects) {
      if (overlap(text, object.text)) continue;
      const ties = related(text, object, { claim, tokens, link, verb, isNegated, isPassive });
      for (const [one, worth] of ties) add(worded(one, claim), worth - lost - object.lost * LOSS);
      if (ties.length === 0 && change === "" && isPair(text, object.text, claim, tokens))
        add(
          // "Downside risks include high fares": the fares are the risk.
          LISTS.test(verb) && /risks?\b/.test(text) ? `${text} from ${object.text}` : `${text} and ${object.text}`,
          0.8 - lost - object.lost * LOSS,
        );
    }
    const isLevel =
      givesLevel(verb) &&
      claim.adjective < 0 &&
      claim.object === undefined &&
      change === "" &&
      word(tokens, claim.action + 1) !== "that";
    const isName = tokens[claim.subject?.head ?? 0]?.pos === "PROPN";
    // Who acts is no theme: what he does is.
    const alone = isName || isBody(tokens, claim) ? -3 : -0.7;
    // "Inflation, 2032" of what is only expected tells it as a fact.
    const unsaid = claim.expected !== "" || (claim.modal !== "" && claim.modal !== "can") ? 0.4 : 0;
    add(text, (isLevel ? 0.7 : LISTS.test(verb) ? 0.9 : alone) - lost - unsaid, !isName);
  }
  // "Over 80 percent of lenders reported falls in income": who they are could not be read, but what they report.
  if (!claim.subject && !isAgent && !isNegated && !isPassive && link === "" && SAYS.test(verb))
    for (const { text, lost, words } of objects)
      if (words >= 2 && !CHANGE_NOUNS.has(singular(text.split(" ").at(-1) ?? ""))) add(text, 0.6 - lost * LOSS);
  // "Last year's results included a write-off of ferries": of results anybody tells.
  const isVague =
    tokens[claim.subject?.head ?? -1]?.pos === "NOUN" &&
    (!/\b(?:this|these|that|those|such)\b/.test(claim.subject?.determiner ?? "") ||
      // "this year's results"
      /^(?:year|quarter)$/.test(word(tokens, claim.subject?.core.from ?? -1))) &&
    subjects.every(({ text }) => isEmptyTheme(text));
  if (isVague && LISTS.test(verb) && !isNegated)
    for (const { text, lost, words } of objects) if (words >= 2) add(text, 0.8 - lost * LOSS, true);
  const feeling =
    isNegated || claim.adjective < 0 || link !== "about" ? "" : (FEELINGS[word(tokens, claim.adjective)] ?? "");
  if (feeling !== "") for (const { text, lost } of objects) add(`${feeling} about ${text}`, 1.1 - lost * LOSS);
  if (isAgent && isNegated && verb === "have") for (const { text } of objects) add(`lack of ${text}`, 0.7);
  if (isAgent) {
    const teller = word(tokens, claim.subject?.head ?? 0);
    const isTold = REPORTS.test(verb) && !isNegated && AMONG.test(teller) && teller !== "participants";
    for (const { text, lost: less } of objects) {
      const lost = less * LOSS;
      // "had deferred revenue of $8 million": it is not that it deferred it.
      const isHad = /^(?:have|has|had)$/.test(word(tokens, claim.action - 1)) && hasAmount(claim, tokens);
      if (isHad && agent !== "") add(`${agent} ${claim.participle} ${text}`, 1.2 - lost);
      const deed = !isNegated && !isPassive && !isHad ? deedOf(claim, tokens, claim.object?.to ?? 0, text) : "";
      if (deed !== "" && (agent === "" || !TAKES.test(verb)) && (link === "" || deed.endsWith(` ${link}`))) {
        add(worded(`${deed} ${text}`, claim), 0.8 - lost);
        // "base rate increase": two words less than "increase in the base rate".
        const [moved = "", tie] = deed.split(" ");
        if (tie === "in") for (const one of changed(text, moved)) add(worded(one, claim), 0.8 - lost);
        if (agent !== "") add(worded(`${agent} ${deed} ${text}`, claim), 1 - lost);
      }
      const owns = TAKES.test(verb) && link === "" && !isNegated ? 1 : /^(?:have|be)$/.test(verb) ? 0.5 : 0;
      // What a speaker favours or doubts is not the speaker's.
      if (owns === 0 && /['’]s$/.test(agent)) {
        if (!text.includes(agent.slice(0, -2))) add(`${agent.slice(0, -2)} on ${text}`, 0.2 - lost);
      } else if (agent !== "") add(`${agent} ${text}`, owns - lost);
      if (agent === "" && claim.expected === "" && EXPECTS.test(verb)) add(`outlook for ${text}`, 0.9 - lost);
      if (agent !== "" && EXPECTS.test(verb)) add(`${agent} outlook for ${text}`, 1 - lost);
      // What contacts report is the theme, where what participants hold is theirs.
      add(text, (isTold && text.includes(" ") ? 0.6 : feeling !== "" ? FELT : -0.2) - lost);
    }
  }
  return cores;
}

/** "revenue of $8 million", "of approximately $8 million" */
const hasAmount = ({ object }: Claim, tokens: Token[]) =>
  object !== undefined &&
  tokens
    .slice(object.core.to, object.core.to + 4)
    .some(({ pos, text }, at, all) => at > 0 && all[0]?.text === "of" && (/^(?:NUM|SYM)$/.test(pos) || text === "$"));

/** "changed little", "had not changed materially"; nobody has little-changed rates of Harlow's. */
const isHardly = ({ action }: Claim, tokens: Token[], text: string) =>
  !/['’]s? /.test(text) && [1, -1].some((way) => HARDLY.test(word(tokens, action + way)));
const HARDLY = /^(?:little|materially|significantly|substantially|appreciably|markedly|noticeably|much)$/;

const MOODS = /^(?:possible|expected|projected|estimated|needed|annual|monthly) /;

/** What a title gains that says by how much. */
const AMOUNT = 0.14;
/** What moved so much is nothing less than the whole subject. */
const MOST_LOST = 0.2;
/** What somebody is worried about is not told without the worry. */
const FELT = -1;
/** What a title gains that says how it moved. */
const MANNER = 0.15;
/** How much of what a phrase lost its title loses, beside what it covers less. */
const LOSS = 0.3;
/** "Risks include …", "the main cost was …": the subject names what is listed. */
const LISTS = /^(?:include|comprise|range)$/;

/** "accounts for 40 percent of demand" */
const HOLDS = /^(?:account|represent|constitute|comprise|make|contribute|be|form)$/;
const COUNTED: Record<string, string> = {
  add: "gains",
  gain: "gains",
  create: "gains",
  lose: "losses",
  shed: "losses",
  cut: "cuts",
};
/** "Firms were optimistic about demand" */
const FEELINGS: Record<string, string> = {
  optimistic: "optimism",
  positive: "optimism",
  upbeat: "optimism",
  hopeful: "optimism",
  confident: "confidence",
  pessimistic: "pessimism",
  concerned: "concern",
  worried: "concern",
  anxious: "anxiety",
  cautious: "caution",
};

/** "may weigh on": a possible effect, no effect; whose it is stands before: "Harlow's expected purchase". */
export function worded(text: string, claim: Claim): string {
  const { modal, expected } = claim;
  const isExpected = !claim.isSupposed && (expected !== "" || /^(?:will|would|should)$/.test(modal));
  const mood = isExpected
    ? isEstimated(claim)
      ? "estimated"
      : "expected"
    : isPossible(claim)
      ? "possible"
      : modal === "must"
        ? "needed"
        : "";
  if (mood === "") return text;
  const owner = /^(?:\p{Lu}[\p{L}.-]*|\p{Ll}+s)['’]s? /u.exec(text)?.[0] ?? "";
  return `${owner}${mood} ${text.slice(owner.length)}`;
}

/** "expected " of what is likely to be weak, "estimated " of what is thought to have been. */
const moodOf = (claim: Claim) =>
  claim.isSupposed
    ? "possible "
    : isEstimated(claim)
      ? "estimated "
      : claim.expected !== "" || claim.modal !== ""
        ? "expected "
        : "";

/** "there would be a risk": it is the risk that is told. */
const isUnsure = (text: string) => /\b(?:risks?|potential|possible)\b/.test(text);

/** One word twice reads badly, and says less. */
function repeats(text: string): boolean {
  // "Brazil, and Ukraine": the rest of a list.
  if (/^[^,]+, (?:and|or) /.test(text)) return true;
  const words = text
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[\s,]+/)
    .filter((one) => one.length > 3 && !isPale(one));
  return new Set(words).size < words.length;
}
