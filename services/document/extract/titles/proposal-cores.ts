import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { actionForm } from "../grammar/verb-forms.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";

const LOSS = 0.3;
const WORTH = 1.4;
/** What a directive gains that has its rate. */
const RATED = 0.6;

/** What somebody proposes, and what a desk is directed to do: "proposal to lower base rate", "directive to purchase bills". */
export function proposalCores(reading: Reading): TitleCore[] {
  const { claim, clause, tokens, plain } = reading;
  if (claim.isNegated) return [];
  const directed = word(tokens, clause.head);
  if (/^direct(?:s|ed)$/.test(directed)) return directiveCores(reading);
  // "proposed that fares be cut": the report may have been read for the whole.
  const at = /^propos(?:e|es|ed)$/.test(word(tokens, claim.action)) ? claim.action : clause.head;
  if (!/^propos(?:e|es|ed)$/.test(word(tokens, at)) || claim.modal !== "") return [];
  const did = thatDone(tokens, at + 1) ?? doing(tokens, at + 1);
  if (!did) return [];
  const who = tokens[clause.subject.to - 1];
  const owner = who?.pos === "PROPN" && clause.subject.to - clause.subject.from < 3 ? `${who.text}’s ` : "";
  const size = /\bby (\d{1,3}) basis points\b/.exec(plain.slice(tokens[at]?.start))?.[1];
  return headlinesOf(did.object, tokens, plain).flatMap(({ text, lost }) => {
    const thing = text.replace(/\b(\p{Lu}{2,}) interest rates$/u, "$1 rates");
    return waysOf(did.verb, thing, did.isKept, size).flatMap(([one, more]) =>
      [
        [one, 0],
        [`${owner}${one}`, 0.15],
      ].flatMap(([told, worth]) =>
        told === one && worth !== 0 ? [] : [{ text: String(told), worth: WORTH + more + Number(worth) - lost * LOSS }],
      ),
    );
  });
}

function waysOf(verb: string, thing: string, isKept: boolean, size: string | undefined): [string, number][] {
  if (isKept) return [[`proposal for unchanged ${thing}`, 0]];
  const noun = /^(?:lower|reduce|cut)$/.test(verb) ? "cut" : /^(?:raise|increase)$/.test(verb) ? "increase" : "";
  const sized =
    size === undefined || noun === "" || !/rates?$/.test(thing)
      ? []
      : changed(thing, noun).map((one): [string, number] => [`proposed ${size}-basis-point ${one}`, 0.1]);
  return [[`proposal to ${verb} ${thing}`, 0], ...sized];
}

interface Did {
  verb: string;
  object: Phrase;
  isKept: boolean;
}
const KEEPS = /^(?:keep|leave|hold|maintain)$/;
const STEADY = /^(?:unchanged|steady|constant)$/;

/** "that the base rate be lowered" */
function thatDone(tokens: Token[], from: number): Did | undefined {
  if (word(tokens, from) !== "that") return undefined;
  const object = readPhrase(tokens, from + 1, tokens.length);
  if (!object || word(tokens, object.to) !== "be" || tokens[object.to + 1]?.pos !== "VERB") return undefined;
  const verb = actionForm(word(tokens, object.to + 1));
  return { verb, object, isKept: KEEPS.test(verb) && STEADY.test(word(tokens, object.to + 2)) };
}

/** "lowering the base rate", "keeping the base rate unchanged" */
function doing(tokens: Token[], from: number): Did | undefined {
  if (!/.{3}ing$/.test(word(tokens, from))) return undefined;
  const object = readPhrase(tokens, from + 1, tokens.length);
  if (!object) return undefined;
  const verb = actionForm(word(tokens, from));
  return { verb, object, isKept: KEEPS.test(verb) && STEADY.test(word(tokens, object.to)) };
}

/** "directs the Desk to continue purchasing Treasury bills": "directive to continue purchasing Treasury bills". */
function directiveCores({ clause, tokens, plain }: Reading): TitleCore[] {
  const to = tokens.findIndex(({ text }, at) => at > clause.head && at < clause.head + 6 && text === "to");
  if (to < 0 || tokens[to + 1]?.pos !== "VERB") return [];
  let at = to + 1;
  const verbs = [word(tokens, at)];
  if (/^(?:continue|begin|start)$/.test(verbs[0] ?? "") && /ing$/.test(word(tokens, at + 1))) {
    at += 1;
    verbs.push(word(tokens, at));
  }
  at += 1;
  // "rolling over at auction", "increase over coming months"
  if (/^(?:over|out|up)$/.test(word(tokens, at)) && /^roll/.test(verbs.at(-1) ?? "")) {
    verbs.push(word(tokens, at));
    at += 1;
  }
  const aside = /^(?:at auction|over (?:the )?coming \w+|as needed|,? as appropriate,?) /.exec(
    plain.slice(tokens[at]?.start),
  )?.[0];
  if (aside !== undefined) {
    const end = (tokens[at]?.start ?? 0) + aside.length;
    while (at < tokens.length && (tokens[at]?.start ?? end) < end) at += 1;
  }
  const object = readPhrase(tokens, at, tokens.length);
  if (!object) return [];
  // Operations of one kind are told apart by their rate.
  const rate = /\b(?:offering|minimum bid|interest) rate of (\d[\d.]*) ?(?:percent|per cent|%)/.exec(plain)?.[1] ?? "";
  return headlinesOf(object, tokens, plain).flatMap(({ text, lost }) => {
    const worth = WORTH - lost * LOSS;
    const told = { text: `directive to ${verbs.join(" ")} ${text}`, worth };
    return rate === "" || verbs[0] !== "conduct"
      ? [told]
      : [told, { text: `directive for ${text} at ${rate}%`, worth: worth + RATED }];
  });
}
