import type { Context } from "../context.ts";
import { EMPTY } from "../grammar/adjuncts.ts";
import { judgedAction, possibleClaim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { isHolder } from "../grammar/holders.ts";
import type { Token } from "../grammar/language.ts";
import { nounPhrases, sliceText } from "../grammar/noun-phrases.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { ingForm } from "../grammar/verb-forms.ts";
import type { Statement } from "../prose/select.ts";
import type { Reading } from "./reading.ts";
import { coresOf, type TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";
import { DEEDS } from "./title-verbs.ts";

/** "decided to maintain the target range": "decision to maintain target range". */
export function decisionCores({
  tokens,
  plain,
  claim,
  clause,
}: Pick<Reading, "tokens" | "plain" | "claim" | "clause">): TitleCore[] {
  if (
    !/^(?:decide|vote|agree|plan|intend|propose|choose|elect|commit|prefer|continue)$/.test(claim.verb) ||
    claim.isNegated
  )
    return [];
  const voter = word(tokens, claim.subject?.head ?? -1);
  for (let at = clause.verb.to; at < claim.action + 12; at += 1) {
    if (word(tokens, at) === "that") return [];
    if (word(tokens, at) !== "to" || tokens[at + 1]?.pos !== "VERB" || /ing$/.test(word(tokens, at + 1))) continue;
    if (word(tokens, at + 1) === "continue" && word(tokens, at + 2) === "to")
      return continuedCores(tokens, plain, at + 3);
    const object = readPhrase(tokens, at + 2, tokens.length);
    if (!object) return [];
    const noun = /^(?:plan|intend|propose|commit)$/.test(claim.verb)
      ? "plan"
      : claim.verb === "prefer"
        ? "preference"
        : // What some members vote for is not decided.
          claim.verb === "vote" && !/^(?:committee|board|council|mpc|fomc|body)$/.test(voter)
          ? "vote"
          : "decision";
    const state = /^(?:unchanged|steady|constant)$/.test(word(tokens, object.to)) ? ` ${word(tokens, object.to)}` : "";
    const did = word(tokens, at + 1);
    // What only some prefer to keep is not kept.
    const isKept = noun !== "preference" && noun !== "vote" && /^(?:maintain|keep|leave|hold)$/.test(did);
    const kept = isKept ? headlinesOf(object, tokens, plain) : [];
    const deed = noun === "decision" && Object.hasOwn(DEEDS, did) ? (DEEDS[did] ?? "") : "";
    const shapes = headlinesOf(object, tokens, plain);
    const done =
      deed === ""
        ? []
        : shapes.flatMap(({ text, lost }) =>
            // "base rate increase" leaves room for the month that "increase in the base rate" does not.
            [`${deed} ${text}`, ...(deed.endsWith(" in") ? changed(text, deed.slice(0, -3)) : [])].map((one) => ({
              text: one,
              worth: 1.1 - lost * 0.3,
            })),
          );
    return shapes
      .map(({ text, lost }) => ({
        text: claim.verb === "continue" ? "" : `${noun} to ${did} ${text}${state}`,
        worth: 1.3 - lost * 0.3,
      }))
      .filter(({ text }) => text !== "")
      .concat(done)
      .concat(kept.map(({ text, lost }) => ({ text: `unchanged ${text}`, worth: 1.2 - lost * 0.3 })));
  }
  return [];
}

/** "is committed to restoring price stability", "resolved to bring inflation down": whose deed is only meant. */
export function commitmentCores({ tokens, plain, claim, clause }: Reading): TitleCore[] {
  const { verb, isPassive, isNegated, action } = claim;
  const noun = verb === "commit" ? "commitment" : verb === "resolve" ? "resolve" : "";
  if (noun === "" || !isPassive || isNegated || word(tokens, action + 1) !== "to") return [];
  const did = word(tokens, action + 2);
  const deed = tokens[action + 2]?.pos !== "VERB" ? "" : verb === "resolve" || /ing$/.test(did) ? did : ingForm(did);
  const object = deed === "" ? undefined : readPhrase(tokens, action + 3, tokens.length);
  if (!object) return [];
  const goal = goalOf(tokens, plain, action + 2);
  if (goal !== "") return [{ text: `${noun} to ${goal}`, worth: GOAL }];
  const who =
    tokens[clause.subject.to - 1]?.pos === "PROPN"
      ? sliceText(tokens, plain, clause.subject.from, clause.subject.to).replace(/^the /i, "")
      : "";
  const way = /^(?:down|back|up)$/.test(word(tokens, object.to)) ? ` ${word(tokens, object.to)}` : "";
  return headlinesOf(object, tokens, plain).flatMap(({ text, lost }) =>
    ["", who]
      .filter((one, at) => at === 0 || one !== "")
      .map((one) => ({
        text: `${one === "" ? "" : `${one} `}${noun} to ${deed} ${text}${way}`,
        worth: (one === "" ? 1.2 : 1.35) - lost * 0.3,
      })),
  );
}

/** "reaffirmed their commitment to returning fares to their 3 percent target": "commitment to 3 percent fare target". */
export function goalCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const { object, isNegated } = claim;
  const noun = word(tokens, object?.head ?? -1);
  if (!object || isNegated || !/^(?:commitment|resolve|determination)$/.test(noun)) return [];
  const goal = word(tokens, object.head + 1) === "to" ? goalOf(tokens, plain, object.head + 2) : "";
  return goal === "" ? [] : [{ text: `${noun} to ${goal}`, worth: GOAL }];
}

const GOAL = 1.4;

/** "2 percent inflation objective" of "returning inflation to its 2 percent objective"; empty where nothing is to be brought to a figure. */
function goalOf(tokens: Token[], plain: string, at: number): string {
  const object = /^(?:return|bring|mov)(?:e|ing)?$/.test(word(tokens, at))
    ? readPhrase(tokens, at + 1, at + 5)
    : undefined;
  let to = object?.core.to ?? at;
  while (to < at + 8 && /^(?:back|down|up|sustainably|over|time|durably)$/.test(word(tokens, to))) to += 1;
  const from = tokens.findIndex(({ pos }, index) => index > to && index < to + 6 && pos === "NUM");
  if (!object || word(tokens, to) !== "to" || from < 0) return "";
  const unit = tokens[from + 1];
  if (!unit || !/^(?:percent|%)$/.test(unit.text)) return "";
  const [aim = ""] = tokens.slice(from + 2, from + 7).flatMap(({ text }) => (AIM.test(text) ? [text] : []));
  const thing = sliceText(tokens, plain, object.core.from, object.core.to);
  return aim === "" ? "" : `${plain.slice(tokens[from]?.start, unit.end)} ${thing} ${aim}`;
}
const AIM = /^(?:objective|target|goal)$/;

/** "agreed to continue to reduce its holdings": "continued reduction in holdings". */
function continuedCores(tokens: Token[], plain: string, at: number): TitleCore[] {
  const deed = Object.hasOwn(DEEDS, word(tokens, at)) ? DEEDS[word(tokens, at)] : undefined;
  const object = deed === undefined ? undefined : readPhrase(tokens, at + 1, tokens.length);
  if (!object) return [];
  return headlinesOf(object, tokens, plain).map(({ text, lost }) => ({
    text: `continued ${deed} ${text}`,
    worth: 1.2 - lost * 0.3,
  }));
}

/** "supports the proposal (made by Ms Reed) to leave the base rate unchanged": "support for unchanged base rate". */
export function supportedCores({ tokens, plain, claim, isAgent }: Reading, agent: string): TitleCore[] {
  const { object } = claim;
  if (!isAgent || !object || claim.isNegated || claim.link !== "") return [];
  const isSupport = /^(?:support|back|favou?r|endorse)$/.test(claim.verb);
  const isSpoken = /^(?:consider|discuss)$/.test(claim.verb);
  if ((!isSupport && !isSpoken) || !/^(?:proposals?|decisions?|plans?)$/.test(word(tokens, object.head))) return [];
  const at = purposeAt(tokens, object.head + 1);
  const did = word(tokens, at);
  const kept = at < 0 ? undefined : readPhrase(tokens, at + 1, tokens.length);
  if (!kept) return [];
  const isKept =
    /^(?:leave|keep|hold|maintain)$/.test(did) && /^(?:unchanged|steady|constant|at)$/.test(word(tokens, kept.to));
  const deed = isKept ? "unchanged" : Object.hasOwn(DEEDS, did) ? DEEDS[did] : undefined;
  if (deed === undefined) return [];
  const whose = agent === "" ? "" : `${agent} `;
  return headlinesOf(kept, tokens, plain).map(({ text, lost }) => ({
    text: isSupport ? `${whose}support for ${deed} ${text}` : `proposal for ${deed} ${text}`,
    worth: 1.3 - lost * 0.3,
  }));
}

/** The verb behind "to" of what is proposed, past who proposes it; -1 where none is near. */
function purposeAt(tokens: Token[], from: number): number {
  for (let at = from; at < from + FURTHEST; at += 1) {
    if (/^[,.;:]$/.test(word(tokens, at)) || word(tokens, at) === "that") return -1;
    if (word(tokens, at) === "to" && tokens[at + 1]?.pos === "VERB") return at + 1;
  }
  return -1;
}
const FURTHEST = 8;

/** "Participants’ views on …": where what they say cannot be named otherwise. */
export function viewCores({ tokens, plain, claim, holder, holds, isAgent }: Reading): TitleCore[] {
  const who =
    /(?:market )?(?:participants?|members?|respondents?|contacts|directors?|officials?|economists?|analysts?|policymakers?|firms|staff)$/i.exec(
      holder,
    )?.[0];
  const phrase = isAgent ? claim.object : claim.subject;
  // One member's view is not the members'; and "in favour of" names nothing that they view.
  if (!who || !phrase || !/(?:s|staff)$/i.test(who) || /^favou?r$/.test(word(tokens, phrase.head))) return [];
  const noun = /^(?:expect|anticipate|forecast|project)$/.test(holds) ? "expectations for" : "views on";
  const owner = /[^f]s$/i.test(who) ? `${who}’` : `${who}’s`;
  return headlinesOf(phrase, tokens, plain).map(({ text, lost }) => ({
    text: `${owner} ${noun} ${text}`,
    worth: 0.15 - lost * 0.3,
  }));
}

/** "there was a risk that demand would weaken": "risk of weakening in demand". */
export function possibleCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const inner = possibleClaim(tokens, claim);
  if (!inner || !claim.object || inner.isNegated) return [];
  const noun = word(tokens, claim.object.head).replace(/^(?:likelihood|probability|chance)$/, "possibility");
  const bare = { ...inner, modal: "", expected: "", isSupposed: false };
  // "a risk that the cut might lead to dearer food": of dearer food.
  const brought =
    inner.object && /^(?:lead|result|cause|trigger|generate|produce|create)$/.test(inner.verb)
      ? headlinesOf(inner.object, tokens, plain).map(({ text, lost }) => ({
          text: `${noun} of ${text}`,
          worth: 0.8 - lost * 0.3,
        }))
      : [];
  const cores = coresOf({ claim: bare, tokens, plain, isAgent: false, agent: "" })
    .filter(({ worth }) => worth > 0.5)
    .map(({ text, worth }) => ({ text: `${noun} ${noun === "confidence" ? "in" : "of"} ${text}`, worth: worth + 0.1 }));
  return [...cores, ...brought];
}

/** "it would be appropriate to ease policy": "case for easing policy". */
export function judgedCores(reading: Reading): TitleCore[] {
  const { tokens, plain, claim, holder } = reading;
  const judged = judgedAction(tokens, claim);
  if (!judged || isDoubted(reading)) return [];
  const found = claim.isNegated ? "" : JUDGED[word(tokens, claim.adjective)];
  const noun = found === "case for" ? forIt(reading) : found;
  // "Higher rates would be appropriate to meet the aim": they are, and not the meeting.
  if (noun !== undefined && claim.subject && !/^(?:it|this|that)$/.test(word(tokens, claim.subject.head))) return [];
  // "A loan is available to build ships": nobody's view.
  if (noun === undefined && holder === "" && word(tokens, claim.finite - 1) !== "it") return [];
  const { verb, object } = begunBy(judged, tokens);
  return headlinesOf(object, tokens, plain).flatMap(({ text, lost }) =>
    // "to continue the process of cutting the bank's holdings": where there is no room for whose they are.
    (object === judged.object ? [text] : [text, text.replace(/^\p{Lu}[^,]{1,40}?['’]s? /u, "")]).map((one) => ({
      text: `${noun ?? "views on"} ${/ing$/.test(verb) ? verb : ingForm(verb)} ${one}`.trim(),
      worth: 1 - lost * 0.3,
    })),
  );
}

/** What somebody holds appropriate he is for; of what only would be, or nobody is said to hold so, there is a case. */
export const forIt = ({ holder, claim }: Reading) =>
  holder !== "" && claim.modal === "" && claim.expected === "" ? "support for" : "case for";

/** "did not expect that it would be appropriate" */
export const isDoubted = ({ tokens, clause, claim }: Reading) =>
  tokens.slice(clause.verb.from, claim.finite).some(({ text }) => /^(?:not|n['’]t|never)$/.test(text));

/** The cutting of "begin a process of cutting rates". */
function begunBy<Judged extends { verb: string; object: Phrase }>(judged: Judged, tokens: Token[]): Judged {
  const { head } = judged.object;
  const doing = word(tokens, head + 2);
  if (word(tokens, head) !== "process" || word(tokens, head + 1) !== "of" || !/ing$/.test(doing)) return judged;
  const object = readPhrase(tokens, head + 3, tokens.length);
  return object ? { ...judged, verb: doing, object } : judged;
}

/** "The aim is to restore stability": "aim of restoring stability". */
export function purposeCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const at = claim.action + 1;
  if (claim.verb !== "be" || claim.isNegated || !claim.subject || word(tokens, at) !== "to") return [];
  if (tokens[at + 1]?.pos !== "VERB") return [];
  const object = readPhrase(tokens, at + 2, tokens.length);
  const [subject] = headlinesOf(claim.subject, tokens, plain);
  if (!object || !subject || subject.words > 4) return [];
  return headlinesOf(object, tokens, plain).map(({ text, lost }) => ({
    // "the intent of the guidance is to lower rates"
    text: subject.text.includes(" of ")
      ? `${subject.text} to ${word(tokens, at + 1)} ${text}`
      : `${subject.text} of ${ingForm(word(tokens, at + 1))} ${text}`,
    worth: 0.9 - lost * 0.3,
  }));
}

const JUDGED: Record<string, string> = {
  appropriate: "case for",
  necessary: "need for",
  essential: "need for",
  crucial: "need for",
  important: "importance of",
  vital: "importance of",
  useful: "usefulness of",
  difficult: "difficulty of",
  possible: "possibility of",
  premature: "prematurity of",
};

/** Where no clause could be read: its best noun phrases alone. */
export function phraseCores({ tokens, plain }: Statement, context: Context): TitleCore[] {
  const cores: TitleCore[] = [];
  for (const { from, text } of nounPhrases(tokens, plain).take(4)) {
    // "in line with": no line.
    const points =
      /^(?:this|these|that|those|such)$/.test(word(tokens, from - 1)) ||
      (tokens[from - 1]?.pos === "ADP" && EMPTY.test(text));
    const phrase =
      points || isHolder(text) || text === context.company ? undefined : readPhrase(tokens, from, tokens.length);
    // "members generally expressed confidence" is a clause.
    for (const { text: named, words, lost } of phrase ? headlinesOf(phrase, tokens, plain) : [])
      if (words >= 2 && !/ \w+ly \w+ed /.test(named))
        cores.push({ text: named, worth: -0.1 - lost * 0.3 - cores.length * 0.12 });
  }
  return cores;
}
