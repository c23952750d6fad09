import { changeOf } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { sizeOf } from "../grammar/shape.ts";
import { ingForm } from "../grammar/verb-forms.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { isTendency } from "./title-effects.ts";
import { overlap } from "./title-pairs.ts";
import { isBody } from "./title-ties.ts";

const LOSS = 0.3;
/** Less than what a noun tells of the same. */
const WORTH = 0.4;
/** A subject, or what is done to something, that lost what it is of is another one. */
const MOST_LOST = 0.5;
/** Where more words leave no room for a period. */
const ROOM = 6;
const LONG = 0.3;

/**
 * What something does where no noun says that: "dock strikes clouding freight outlook", "ferry facility working as intended".
 * Its subject alone, or beside what it does it to, tells nothing of it.
 */
export function doingCores(reading: Reading): TitleCore[] {
  const seen = seenDoing(reading);
  if (seen.length > 0 || !isDoing(reading)) return seen;
  const { tokens, plain, claim } = reading;
  const { subject, object, verb, isNegated } = claim;
  const action = word(tokens, claim.action);
  const doing = `${isNegated ? "not " : ""}${/ing$/.test(action) ? action : ingForm(verb)}`;
  const manner = object ? "" : mannerOf(plain.slice(tokens[claim.action]?.end));
  const done = manner === "" ? doneTo(reading) : [{ text: ` ${manner}`, lost: 0 }];
  const subjects = subject ? headlinesOf(subject, tokens, plain).filter(({ lost }) => lost < MOST_LOST) : [];
  return subjects.flatMap((one) =>
    done
      .filter(({ text }) => !overlap(one.text, text))
      .map(({ text, lost }) => {
        const whole = `${one.text} ${doing}${text}`;
        return { text: whole, worth: WORTH - (one.lost + lost) * LOSS - (sizeOf(whole) > ROOM ? LONG : 0) };
      }),
  );
}

/** Whether a claim tells as a fact what its subject does, and no movement, which has a noun. */
function isDoing(reading: Reading): boolean {
  const { tokens, claim, isAgent } = reading;
  const { subject, object, verb, isNegated, isPassive, isExistential, isInfinitive, adjective } = claim;
  if (isAgent || !subject || isPassive || isExistential || isInfinitive || adjective >= 0) return false;
  if (claim.modal !== "" || claim.expected !== "" || NO_DEED.has(verb) || verb === "be due") return false;
  // "tends to lower fares": it need not do so now.
  if (isTendency(reading)) return false;
  if (PARTIAL.test(subject.determiner) || POINTS.test(word(tokens, subject.head))) return false;
  if (isBody(tokens, claim) || changeOf(tokens, claim) !== "") return false;
  // "the degree needed to reduce": it need not reduce it.
  if (/^(?:needed|required|used)$/.test(word(tokens, claim.finite))) return false;
  // "rates seasonally adjusted had fallen": no verb of theirs.
  if ([claim.end, object?.to ?? claim.end].some((at) => /^(?:AUX|VERB)$/.test(tokens[at]?.pos ?? ""))) return false;
  // "had not fallen equally on": it had fallen.
  return !isNegated || tokens[claim.action + 1]?.pos !== "ADV";
}
const POINTS = /^(?:it|they|this|that|these|those|which|who|there|one|some|others)$/i;

/** " clouding" what: " up hopes", " to output"; nothing where it is only said where or when. */
function doneTo({ tokens, plain, claim }: Reading): { text: string; lost: number }[] {
  const { object, verb, link } = claim;
  if (!object || isBegun(object, tokens) || LOOSE.test(link) || /^(?:amount|bit)$/.test(word(tokens, object.head)))
    return [];
  if (link !== "" && /ing$/.test(word(tokens, object.core.from))) return [];
  // "kept conditions restrictive": not the conditions alone.
  const behind = tokens[object.to];
  const isState = behind?.pos === "ADJ" || /^(?:unchanged|contained|anchored)$/.test(behind?.text ?? "");
  if (KEEPS.test(verb) && !isState) return [];
  const state = KEEPS.test(verb) ? ` ${behind?.text ?? ""}` : "";
  const next = word(tokens, claim.action + 1);
  const particle = /^(?:up|down|out|off|back|away)$/.test(next) ? ` ${next}` : "";
  return headlinesOf(object, tokens, plain)
    .filter(({ lost, text }) => lost < MOST_LOST && !OPENS.test(text))
    .map(({ text, lost }) => ({ text: `${particle}${link === "" ? "" : ` ${link}`} ${text}${state}`, lost }));
}

/** "The staff saw the strike as adding to costs", "strikes were seen as posing risks to output": "strike adding to costs". */
function seenDoing({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { verb, object, isPassive, isNegated, action } = claim;
  if (!SEEN.test(verb) || isNegated) return [];
  const isActive = isAgent && !isPassive && claim.link === "" && object !== undefined;
  const thing = isActive ? object : isPassive ? claim.subject : undefined;
  const at = isActive ? object.to : action + 1;
  const doing = word(tokens, at + 1);
  if (!thing || PARTIAL.test(thing.determiner) || word(tokens, at) !== "as" || !/ing$/.test(doing)) return [];
  if (/^(?:being|becoming)$/.test(doing)) return [];
  const things = headlinesOf(thing, tokens, plain).filter(({ lost }) => lost < MOST_LOST);
  return doneBehind(tokens, plain, at + 1).flatMap((done) =>
    things
      .filter(({ text }) => !overlap(text, done.text))
      .map(({ text, lost }) => {
        const whole = `${text} ${done.text}`;
        return { text: whole, worth: SEEN_WORTH - (lost + done.lost) * LOSS - (sizeOf(whole) > ROOM ? LONG : 0) };
      }),
  );
}
const SEEN_WORTH = 1;
const SEEN = /^(?:see|view|perceive|regard|consider|describe|characteri[sz]e|identify|cite|assess|judge|interpret)$/;

/** "adding to costs"; "damping output" of "having a damping effect on output". */
function doneBehind(tokens: Reading["tokens"], plain: string, at: number): { text: string; lost: number }[] {
  let to = at + 1;
  while (tokens[to]?.pos === "ADV") to += 1;
  const object = readPhrase(tokens, to, tokens.length);
  if (word(tokens, at) === "having") {
    const on = object && /^(?:effects?|impact)$/.test(word(tokens, object.head)) ? object : undefined;
    const how = on ? word(tokens, on.head - 1) : "";
    const pressed =
      on && word(tokens, on.head + 1) === "on" ? readPhrase(tokens, on.head + 2, tokens.length) : undefined;
    return pressed && /[^aeiou]ing$/.test(how)
      ? headlinesOf(pressed, tokens, plain).map(({ text, lost }) => ({ text: `${how} ${text}`, lost }))
      : [];
  }
  const link = object ? "" : word(tokens, to);
  const behind =
    object ?? (/^(?:to|on|in|toward|towards)$/.test(link) ? readPhrase(tokens, to + 1, tokens.length) : undefined);
  if (!behind || isBegun(behind, tokens)) return [];
  return headlinesOf(behind, tokens, plain)
    .filter(({ lost }) => lost < MOST_LOST)
    .map(({ text, lost }) => ({ text: `${word(tokens, at)} ${link === "" ? "" : `${link} `}${text}`, lost }));
}

/** What says how something is, what somebody has or tells, and what is only begun. */
const NO_DEED = new Set(
  (
    "be have do remain become appear seem stay stand lie sit trade average total amount say note state mean ensure happen occur arise exist follow " +
    "include comprise consist expect anticipate need want begin start continue tend decide agree vote take make get give go come see indicate suggest " +
    "imply show signal confirm point report reflect reveal announce release surround record register illustrate highlight demonstrate describe discuss " +
    "receive elevate set spur attribute cite emphasize emphasise mention foresee feature compare relate associate base assume project forecast estimate believe think judge consider view support favour favor prefer"
  ).split(" "),
);
/** "absorbed part of the rise", "rebounded following the vote": no thing that is done something to. */
const OPENS = /^(?:of|following|including|reflecting|using|given) /;
/** Where and when something is done, and not to what. */
const LOOSE = /^(?:at|over|by|of)$/;
const KEEPS = /^(?:keep|leave|hold|render)$/;
/** What some of them did, the others may not have done. */
const PARTIAL = /\b(?:some|several|many|few|half|one|certain|various|each|other|others|another|no|any)\b/;

/** "inflation being higher", "prices to fall", "the view that": more than the thing itself is done. */
const isBegun = ({ to, determiner, isList }: Phrase, tokens: Reading["tokens"]) =>
  isList ||
  /\b(?:this|that|these|those|such|its|their|no)\b/.test(determiner) ||
  /^(?:that|into|as)$/.test(word(tokens, to)) ||
  (word(tokens, to) === "to" && tokens[to + 1]?.pos === "VERB") ||
  /ing$/.test(word(tokens, to)) ||
  /^[-–‑]$/.test(word(tokens, to));

/** "as intended" of "worked as intended". */
const mannerOf = (behind: string) =>
  /^ ((?:as (?:intended|expected|planned|designed|anticipated)|well|smoothly|normally|poorly|sideways|in line with expectations))\b(?<!well(?= (?:above|below|within|over|into|as)\b))/.exec(
    behind,
  )?.[1] ?? "";
