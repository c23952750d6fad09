import { changeOf } from "../grammar/changes.ts";
import { type Claim, readClaim } from "../grammar/claim.ts";
import { type Clause, mainClause, word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import type { Phrase } from "../grammar/phrase.ts";
import { MAX_TITLE_WORDS, sizeOf } from "../grammar/shape.ts";
import { actionForm } from "../grammar/verb-forms.ts";
import type { Reading } from "./reading.ts";
import { type Shape, shortened } from "./shorter-things.ts";
import type { TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";
import { overlap } from "./title-pairs.ts";
import { DEEDS } from "./title-verbs.ts";

const BOTH = 1.1;
const LOSS = 0.3;
const MOST_SHAPES = 3;
const MOST_WORDS = 4;

/** "Growth could be lower if trade tensions escalate": "downside growth risk from trade tension escalation". */
export function conditionCores(reading: Reading): TitleCore[] {
  const { tokens, plain, claim, isAgent } = reading;
  const side = isAgent || claim.isNegated ? "" : sideOf(reading);
  if (side === "" || !claim.subject) return [];
  const at = tokens.findIndex(({ text }, index) => /^if$/i.test(text) && (index === 0 || index > claim.action));
  const condition = at < 0 || word(tokens, at - 1) === "even" ? undefined : conditionAt(tokens, at + 1);
  if (!condition) return [];
  const causes = causesOf(condition, tokens, plain);
  return headlinesOf(claim.subject, tokens, plain)
    .filter(({ text }) => sizeOf(text) <= MOST_WORDS && !/ (?:of|in|on|for|to|and|or) |,/.test(text))
    .flatMap(({ text, lost }) =>
      causes
        .filter((cause) => !overlap(text, cause.text))
        .map((cause) => ({
          text: `${side} ${singular(text)} risk from ${cause.text}`,
          worth: BOTH - (lost + cause.lost) * LOSS,
        })),
    )
    .filter(({ text }) => sizeOf(text) <= MAX_TITLE_WORDS);
}

/** On which side of what is foreseen something could turn out; empty where it is told as a fact. */
function sideOf({ tokens, claim }: Reading): "upside" | "downside" | "" {
  if (!/^(?:may|might|could|would)$/.test(claim.modal)) return "";
  // "may surprise on the downside"
  const told = /^(?:surprise|turn|come|be)$/.test(claim.verb)
    ? tokens.slice(claim.action, claim.action + 5).find(({ text }) => /^(?:up|down)side$/.test(text))?.text
    : undefined;
  if (told === "upside" || told === "downside") return told;
  const how = claim.adjective >= 0 ? word(tokens, claim.adjective) : "";
  if (/^(?:higher|stronger|faster)$/.test(how)) return "upside";
  if (/^(?:lower|weaker|slower)$/.test(how)) return "downside";
  if (claim.object) return "";
  const change = changeOf(tokens, claim);
  if (/ (?:increase|pickup|acceleration)$/.test(change)) return "upside";
  return / (?:decline|slowdown|weakening|drop|fall|moderation)$/.test(change) ? "downside" : "";
}

/** What would have to be. */
function conditionAt(tokens: Token[], from: number): Claim | undefined {
  const clause = clauseAt(tokens, from);
  const condition = clause && clause.subject.from <= from + 1 ? readClaim(tokens, clause) : undefined;
  return condition?.isNegated === false ? { ...condition, modal: "", expected: "", isSupposed: false } : undefined;
}

/** Also of a verb that the tagger takes for another word: "if the effects last longer", "if policy dampens demand". */
function clauseAt(tokens: Token[], from: number): Clause | undefined {
  const at = tokens.findIndex(
    ({ text, pos }, index) =>
      index > from &&
      index < from + MOST_BEFORE &&
      ((/^lasts?$/.test(text) && word(tokens, index + 1) === "longer") ||
        (pos === "NOUN" &&
          /^\p{Ll}+[^s]s$/u.test(text) &&
          BRINGS.test(actionForm(text)) &&
          isNounAt(tokens, index + 1))),
  );
  const found = mainClause(tokens, from);
  if (at < 0 || (found && found.head < at)) return found;
  return { subject: { from, to: at }, verb: { from: at, to: at + 1 }, head: at };
}
const MOST_BEFORE = 9;
const isNounAt = (tokens: Token[], at: number) => /^(?:NOUN|DET|ADJ)$/.test(tokens[at]?.pos ?? "");

/** A condition as nouns: "faster inflation decline", "stronger tightening effects", "trade tension escalation". */
function causesOf(condition: Claim, tokens: Token[], plain: string): Shape[] {
  const { subject, object, verb, link, isPassive, adjective, action, isExistential } = condition;
  if (isExistential) return object ? shapesOf(object, tokens, plain) : [];
  const subjects = subject ? shapesOf(subject, tokens, plain) : [];
  const how = adjective >= 0 ? word(tokens, adjective) : "";
  if (/..er$/.test(how) && word(tokens, adjective + 1) !== "by")
    return subjects.map(({ text, lost }) => ({ text: `${how} ${text}`, lost }));
  if (/^(?:last|persist)$/.test(verb) && /^longer$/.test(word(tokens, action + 1)))
    return subjects.map(({ text, lost }) => ({ text: `longer-lasting ${text}`, lost }));
  const change = changeOf(tokens, condition);
  if (change !== "") {
    const manner = mannerOf(tokens, action + 1);
    return subjects.flatMap(({ text, lost }) =>
      // "a stronger world economy": it need not be said twice what grew.
      [...changed(text, change), ...(verb === "grow" && manner !== "" ? [text] : [])].map((one) => ({
        text: manner === "" ? one : `${manner} ${one}`,
        lost,
      })),
    );
  }
  if (isPassive) {
    const deed = Object.hasOwn(DEEDS, verb) ? (DEEDS[verb] ?? "") : "";
    return deed === "" ? [] : subjects.map(({ text, lost }) => ({ text: `${deed} ${text}`, lost }));
  }
  // "if the union took counter-measures": these.
  if (/^(?:take|impose|introduce|adopt|announce)$/.test(verb) && link === "" && object)
    return shapesOf(object, tokens, plain);
  if (!BRINGS.test(verb)) return [];
  return PRESSES.test(verb) ? subjects.map(({ text, lost }) => ({ text: `${singular(text)} drag`, lost })) : subjects;
}
const PRESSES = /^(?:dampen|weigh|constrain|restrain|depress)$/;
const BRINGS =
  /^(?:lead|result|allow|boost|cause|trigger|raise|lower|reduce|increase|push|drive|weigh|dampen|support|add|put|keep|slow|lift|encourage|enable|strengthen|weaken|constrain|prevent|restrain|depress)$/;

/** "faster" of "came down more quickly than expected". */
function mannerOf(tokens: Token[], from: number): string {
  for (let at = from; at < from + 5; at += 1) {
    const text = word(tokens, at);
    if (/^(?:faster|slower|sooner|further)$/.test(text)) return text === "sooner" ? "earlier" : text;
    if (text !== "more") continue;
    const next = word(tokens, at + 1);
    if (next === "than") return "larger";
    return (
      { quickly: "faster", rapidly: "faster", strongly: "stronger", slowly: "slower", sharply: "sharper" }[next] ?? ""
    );
  }
  return "";
}

/** "policy tightening effects" of "lagged effects of monetary policy tightening": in words that leave room for the month. */
function shapesOf(phrase: Phrase, tokens: Token[], plain: string): Shape[] {
  const found = headlinesOf(phrase, tokens, plain).flatMap(({ text, lost }) => {
    const [, noun = "", of = ""] = /^(?:\p{Ll}+ )?(effects|impact) of ([^,]+)$/u.exec(text) ?? [];
    if (noun === "" || / (?:of|in|on|for|and) /.test(of)) return shortened({ text, lost });
    const words = of.split(" ");
    return [of, words.slice(-2).join(" "), ...(DEEDS_OF_POLICY.test(words.at(-1) ?? "") ? words.slice(-1) : [])].map(
      (one, at) => ({ text: `${singular(one)} ${noun}`, lost: lost + at * 0.2 }),
    );
  });
  const seen = new Set<string>();
  return found
    .filter(({ text }) => sizeOf(text) <= MOST_WORDS && !seen.has(text) && seen.add(text).size > 0)
    .slice(0, MOST_SHAPES);
}
const DEEDS_OF_POLICY = /^(?:tightening|easing|cuts|hikes|increases)$/;
