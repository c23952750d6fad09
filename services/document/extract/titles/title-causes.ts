import { changeOf } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import type { Token } from "../grammar/language.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { MAX_TITLE_WORDS, sizeOf } from "../grammar/shape.ts";
import { actionForm } from "../grammar/verb-forms.ts";
import { MOST_SHAPES, ONE_OF_SEVERAL, shapesOf } from "./effect-things.ts";
import { effectsBehind, MOST_BEHIND, SEEN, verbsIn } from "./effect-verbs.ts";
import type { Reading } from "./reading.ts";
import type { Shape } from "./shorter-things.ts";
import { type TitleCore, worded } from "./title-cores.ts";
import { effectsOn, isTendency } from "./title-effects.ts";
import { changed } from "./title-forms.ts";
import { overlap } from "./title-pairs.ts";
import { isBody, isOutcome } from "./title-ties.ts";

/** As much as a title of an effect of something on something: both are told, and how one came of the other. */
const BOTH = 1.1;
const LOSS = 0.3;

/**
 * What came of something together with what it came of: "higher barley prices from drought". A title that has no room for
 * both tells half of it; where it has, no other tells more.
 */
export function causeCores(reading: Reading): TitleCore[] {
  const { claim, isAgent } = reading;
  if (isAgent || claim.isNegated || claim.isExistential || isTendency(reading)) return [];
  return [...ofVerbs(reading), ...ofPassive(reading), ...ofReflected(reading), ...ofBehind(reading)];
}

/** "Trade frictions could weigh on exports and lower inflation": each of what they could do. */
function ofVerbs(reading: Reading): TitleCore[] {
  const { claim, tokens, plain } = reading;
  // "the cut needed to reduce prices" need not reduce them.
  if (
    (claim.isPassive && !SEEN.test(claim.verb)) ||
    (claim.adjective >= 0 && !/^(?:be|remain)$/.test(claim.verb)) ||
    /^(?:needed|required|used)$/.test(word(tokens, claim.finite))
  )
    return [];
  const causes = causesIn(reading);
  if (causes.length === 0) return [];
  return verbsIn(reading).flatMap(({ at, modal }) => {
    const isRisk = /^(?:may|might|could|can)$/.test(modal);
    const effects = effectsBehind(tokens, plain, at);
    const mood = { claim: { ...claim, modal } };
    const risks = isRisk ? effects.flatMap(({ text, lost }) => riskIn(text).map((one) => ({ text: one, lost }))) : [];
    return [
      ...joined(effects, causes, "from", mood),
      ...joined(risks, causes, "from", { claim: { ...claim, modal: "", isSupposed: false } }),
    ];
  });
}

/** "food price risk" of what could be an increase in food prices, which leaves room for the month. */
function riskIn(text: string): string[] {
  const [, dear = ""] = /^(.+) increase$/.exec(text) ?? [];
  if (/(?:price|cost|inflation|yield|wage)$/.test(dear)) return [`${dear} risk`];
  const [, weak = ""] = /^(?:drag on|decline in) (.+)$/.exec(text) ?? [];
  const thing = weak || (/^(.+) (?:decline|slowdown|weakening)$/.exec(text)?.[1] ?? "");
  return WANTED.test(thing) && !/ (?:of|in|on|for|and) /.test(thing) ? [`${singular(thing)} risk`] : [];
}
/** What nobody wants less of. */
const WANTED =
  /(?:^| )(?:growth|demand|output|production|activity|employment|investment|spending|consumption|exports|confidence|trade|supply|stability|lending)$/;

/** What a claim's subject brings about; none where somebody acts, or it is said elsewhere what is meant. */
function causesIn(reading: Reading): Shape[] {
  const { claim, tokens, plain } = reading;
  let { clause } = reading;
  while (clause.reported) clause = clause.reported;
  const phrase = claim.subject ?? readPhrase(tokens, clause.subject.from, claim.finite);
  if (!phrase || isBody(tokens, claim)) return [];
  const head = tokens[phrase.head];
  // A sentence may open with a noun that the tagger takes for a name: "Uncertainty about tariffs".
  const isName = head?.pos === "PROPN" && (phrase.head > 0 || phrase.attached.length === 0);
  if (isName || /^(?:it|they|we|he|she|i|you|there|this|that|these|those|which)$/i.test(head?.text ?? "")) return [];
  if (/\b(?:this|these|that|those|such|no)\b/.test(phrase.determiner)) return [];
  const isCut = phrase !== claim.subject && /^(?:as|and|,)$/.test(word(tokens, phrase.to));
  return shapesOf(phrase, tokens, plain).map(({ text, lost }) => ({
    text: lowered(text, phrase, tokens),
    lost: lost + (isCut ? ONE_OF_SEVERAL : 0),
  }));
}

/** "uncertainty about tariffs" behind other words. */
const lowered = (text: string, phrase: Phrase, tokens: Token[]) =>
  phrase.core.from === 0 && tokens[0]?.text.startsWith(text.split(" ")[0] ?? " ") && /^\p{Lu}\p{Ll}+(?: |$)/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/** "Demand would be held back by dearer feed": "expected drag on demand from dearer feed". */
function ofPassive(reading: Reading): TitleCore[] {
  const { claim, tokens, plain } = reading;
  if (!claim.isPassive || claim.link !== "by" || !claim.object || !claim.subject) return [];
  const causes = shapesOf(claim.object, tokens, plain);
  const particle = /^(?:up|down|back)$/.test(word(tokens, claim.action + 1)) ? word(tokens, claim.action + 1) : "";
  const subjects = shapesOf(claim.subject, tokens, plain);
  // "may have been driven": what happened did, by what is not known.
  const isGuessed = tokens.slice(claim.finite, claim.action).some(({ text }) => text === "have") && claim.modal !== "";
  if (/^(?:drive|cause|explain|trigger|prompt)$/.test(claim.verb)) {
    const outcomes = subjects.filter(({ text }) => isOutcome(text));
    return isGuessed
      ? joined(outcomes, causes, "possibly from", { ...reading, claim: { ...claim, modal: "", isSupposed: false } })
      : joined(outcomes, causes, "from", reading);
  }
  // "could be affected by a strike"
  const isRisk =
    /^(?:may|might|could)$/.test(claim.modal) && /^(?:affect|hit|hurt|disrupt|impair|threaten)$/.test(claim.verb);
  if (isRisk && !isGuessed) {
    const risks = subjects.map(({ text, lost }) => ({ text: `risk to ${text}`, lost }));
    return joined(risks, causes, "from", { claim: { ...claim, modal: "", isSupposed: false } });
  }
  const effects = subjects.flatMap(({ text, lost }) =>
    effectsOn(text, claim.verb, "", "", particle).map((one) => ({ text: one, lost })),
  );
  return isGuessed ? [] : joined(effects, causes, "from", reading);
}

/** "The rise in yields partly reflected higher term premiums": what it came of. */
function ofReflected(reading: Reading): TitleCore[] {
  const { claim, tokens, plain } = reading;
  if (claim.verb !== "reflect" || claim.isPassive || !claim.object || claim.link !== "" || !claim.subject) return [];
  const outcomes = shapesOf(claim.subject, tokens, plain).filter(({ text }) => isOutcome(text));
  const tie = claim.modal === "" ? "from" : "possibly from";
  return joined(outcomes, shapesOf(claim.object, tokens, plain), tie, {
    ...reading,
    claim: { ...claim, modal: "", isSupposed: false },
  });
}

/** "Spending slowed, in part reflecting lower incomes": what it came of is said behind how it moved. */
function ofBehind(reading: Reading): TitleCore[] {
  const { claim, tokens, plain } = reading;
  if (!claim.subject) return [];
  const change = changeOf(tokens, claim);
  const found = causeBehind(tokens, plain, claim.action + 1, claim.end + MOST_BEHIND);
  if (!found || (change === "" && found.verb === "")) return [];
  // "averaged 80 crowns, weighed down by imports"
  const effects = shapesOf(claim.subject, tokens, plain).flatMap(({ text, lost }) =>
    (change === "" ? effectsOn(text, found.verb, "", "", "") : changed(text, change)).map((one) => ({
      text: one,
      lost,
    })),
  );
  return joined(
    effects.filter(({ text }) => !OF_WHAT.test(text)),
    found.causes,
    found.tie,
    { ...reading, claim: { ...claim, modal: "", expected: "", isSupposed: false } },
  );
}

function causeBehind(tokens: Token[], plain: string, from: number, to: number) {
  for (let at = from; at < Math.min(to, tokens.length); at += 1) {
    const text = word(tokens, at);
    if (/^(?:[.;:()—]|but|while|although|which|whereas|that)$/.test(text)) return undefined;
    // "eased after the spike due to storms": these caused the spike.
    if (/^(?:after|despite|from|against|with)$/.test(text)) {
      const comma = tokens.findIndex((one, index) => index > at && one.text === ",");
      if (comma < 0) return undefined;
      at = comma;
    }
    if (text === "and" && word(tokens, at - 1) === ",") return undefined;
    const rest = plain.slice(tokens[at]?.start, (tokens[at]?.start ?? 0) + 60).toLowerCase();
    const lead = CAUSED.exec(rest)?.[0];
    if (lead === undefined) continue;
    const behind = tokens.findIndex(({ start }) => start >= (tokens[at]?.start ?? 0) + lead.length);
    const phrase = behind < 0 ? undefined : readPhrase(tokens, behind, tokens.length);
    // "reflecting pilots moving north": not the pilots.
    if (!phrase || (tokens[phrase.to]?.pos === "VERB" && /ing$/.test(word(tokens, phrase.to)))) return undefined;
    const isGuess = tokens.slice(at - 3, at).some((one) => GUESSED.test(one.text));
    const verb = /^(?:weighed|supported|boosted|held|pushed)$/.test(text) ? actionForm(text) : "";
    return { causes: shapesOf(phrase, tokens, plain), tie: isGuess ? "possibly from" : "from", verb };
  }
  return undefined;
}
const CAUSED =
  /^(?:reflecting|(?:due|owing|thanks) (?:\w+ )?to|because of|as a result of|on the back of|on account of|(?:driven|supported|boosted|fuell?ed|underpinned|prompted|caused|spurred|bolstered|held back|weighed down|pushed (?:up|down|higher|lower)) (?:\w+ly )?by)(?:,? in (?:large )?part,?)? /;
const GUESSED = /^(?:possibly|likely|perhaps|probably|reportedly|may|might)$/;

/** Each of the first with each of the second, where both fit. */
function joined(
  effects: readonly Shape[],
  causes: readonly Shape[],
  tie: string,
  { claim }: Pick<Reading, "claim">,
): TitleCore[] {
  return effects
    .filter(({ text }) => !OF_WHAT.test(text))
    .slice(0, MOST_SHAPES + 1)
    .flatMap((effect) =>
      causes
        .filter(
          ({ text }) =>
            !overlap(effect.text, text) && !/ (?:from|due|by|amid) |\p{Ll}['’]s? /u.test(` ${effect.text} ${text}`),
        )
        .map((cause) => ({
          // What may come is a risk already.
          text: worded(
            `${effect.text} ${tie} ${cause.text}`,
            / risk$|^risk /.test(effect.text) ? { ...claim, modal: "", expected: "", isSupposed: false } : claim,
          ),
          worth: BOTH - (effect.lost + cause.lost) * LOSS,
        }))
        .filter(({ text }) => sizeOf(text) <= MAX_TITLE_WORDS),
    );
}
/** "price decline": of what? */
const OF_WHAT =
  /^(?:questions?|doubts?)\b|^(?:(?:expected|projected|possible|upside|downside) )?(?:(?:price|rate|yield|spread|cost|output|supply|stock)s? \S+|\S+ in (?:prices|rates|yields|spreads|costs|output|supply|stocks))$/;
