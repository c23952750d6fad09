import { word } from "../grammar/clause.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "../titles/reading.ts";
import { WEIGHING } from "../titles/weighed-cores.ts";
import { inverted, isPlural } from "./asking.ts";
import { isHalf } from "./predicates.ts";
import { EXPLETIVE, type Form, type Parts, WHO } from "./question-parts.ts";

/** "How were risks to activity seen?" of what was seen as high, or as tilted. */
export function perceived({ reading: { claim, tokens }, named }: Parts): Form {
  if (named === "" || !claim.isPassive || claim.isNegated || claim.expected !== "" || claim.modal !== "")
    return undefined;
  if (!/^(?:see|perceive|view|regard|assess|judge|describe|characteri[sz]e|rate)$/.test(claim.verb)) return undefined;
  // "was seen rising" tells another thing.
  const next = tokens[claim.action + 1];
  if (
    !next ||
    !(next.text === "as" || next.pos === "ADJ" || next.pos === "ADV" || word(tokens, claim.action + 1) === "to")
  )
    return undefined;
  const be = word(tokens, claim.finite);
  return /^(?:is|are|was|were)$/.test(be) ? `how ${be} ${named} ${claim.participle}` : undefined;
}

/** "What was the Harbour Fund expected to do?": who acts does not change, nor is it known what would become of it. */
export function expectedDeed({ reading: { claim, tokens }, named }: Parts): Form {
  const head = claim.subject?.head ?? -1;
  const isSomebody = tokens[head]?.pos === "PROPN" || WHO.test(word(tokens, head));
  if (named === "" || !isSomebody || claim.expected === "" || claim.isNegated || claim.isPassive || !claim.object)
    return undefined;
  if (/^an? /.test(named)) return undefined;
  const isMany = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const be = /^(?:is|are|was|were)$/.exec(word(tokens, claim.finite))?.[0] ?? (isMany ? "were" : "was");
  return `what ${be} ${named} expected to do`;
}

/** "What would members assess in determining the pace of cuts?" */
export function weighed({ reading: { claim, tokens, plain }, agent }: Parts): Form {
  const subject = claim.subject?.from ?? 0;
  if (agent === "" || claim.isNegated || claim.isPassive) return undefined;
  const at = tokens.findIndex(
    ({ pos }, index) =>
      index < subject && pos === "VERB" && word(tokens, index - 1) === "in" && WEIGHING.test(word(tokens, index)),
  );
  const phrase = at < 0 ? undefined : readPhrase(tokens, at + 1, subject);
  if (!phrase || phrase.attached.length > 3) return undefined;
  const help = claim.modal === "" ? "did" : claim.modal;
  const verb = {
    assess: "assess",
    monitor: "monitor",
    take: "take into account",
    consider: "consider",
    weigh: "weigh",
  }[claim.verb];
  return (
    verb && `what ${help} ${agent} ${verb} in ${word(tokens, at)} ${sliceText(tokens, plain, phrase.from, phrase.to)}`
  );
}

/** "What does the forecast assume?", "What did the survey suggest?": of what is named in full. */
export function told({ reading, named }: Parts): Form {
  const { claim, tokens } = reading;
  const isTelling =
    /^(?:suggest|indicate|show|assume|signal|reveal|confirm|highlight|foresee)$/.test(claim.verb) && claim.link === "";
  if (named === "" || !isTelling || !claim.object || claim.isNegated || claim.isPassive || claim.modal !== "")
    return undefined;
  const head = word(tokens, claim.subject?.head ?? 0);
  // "Exports showed an increase": they rose, and told nothing.
  if (/^(?:show|reveal)$/.test(claim.verb) && !TELLERS.test(head)) return undefined;
  // "Contact reports suggested": of what they are is left open.
  if (OF_ANYTHING.test(head) && claim.subject?.attached.length === 0) return undefined;
  const isSomebody = WHO.test(head);
  if (isSomebody || named.split(" ").length < 3) return undefined;
  const asking = inverted(reading, named, claim.action + 1);
  return asking && `what ${asking}`;
}
const OF_ANYTHING = /^(?:data|indicators?|reports?|information|evidence|readings?|contacts?|figures|statistics)$/;
/** What shows something of another thing. */
const TELLERS =
  /^(?:data|indicators?|surveys?|projections?|forecasts?|figures|outlook|estimates?|quotes|pricing|releases?|reports?|balance|sheets?|research|analysis|models?|responses|outcomes|statistics|readings?|accounts|evidence|revisions?)$/;

/** "What could happen to oil supply if producers put profit first?" */
export function supposed({ reading: { claim, tokens, plain, ownPeriod }, named }: Parts): Form {
  const condition = IF.exec(plain);
  const opening = tokens[claim.subject?.from ?? 0]?.start ?? 0;
  if (named === "" || !condition?.[1]?.includes(" ") || opening > condition[0].length + 4 || claim.isNegated)
    return undefined;
  if (claim.modal === "" && claim.expected === "") return undefined;
  const help = claim.modal === "" ? "would" : claim.modal.replace(/^(?:may|might|can)$/, "could");
  const when = ownPeriod === "" || plain.slice(0, opening).includes(ownPeriod) ? "" : ` in ${ownPeriod}`;
  return `what ${help} happen to ${named}${named.includes(ownPeriod) ? "" : when} if ${condition[1]}`;
}

const IF = /^if ([^,;:]{8,110}), (?:then )?/i;

/** "Under what conditions would rents fall?" of a sentence that opens with "if demand weakened"; `there` asks for what there would be. */
export function underCondition({ reading, named }: Parts, there: Form): Form {
  const { claim, tokens, plain } = reading;
  const condition = IF.exec(plain);
  const start = tokens[claim.isExistential ? claim.finite - 1 : (claim.subject?.from ?? 0)]?.start ?? 0;
  if (
    !condition ||
    start > condition[0].length + 4 ||
    claim.isNegated ||
    !/^(?:may|might|could|would|will)$/.test(claim.modal)
  )
    return undefined;
  // "If this were to continue": what, the sentence before says.
  if (/^(?:this|that|these|those|it|they|such|so|realized|\w+ed|not)\b/.test(condition[1] ?? "")) return undefined;
  const asking =
    there ?? (named === "" || isHalf(reading, claim.end) ? undefined : inverted(reading, named, claim.end));
  return asking && `under what conditions ${asking}`;
}

/** "Under what conditions could growth be higher?" of what could be so "if demand recovered". */
export function conditional({ reading, named }: Parts): Form {
  const { claim, tokens } = reading;
  if (named === "" || claim.isNegated || !/^(?:may|might|could|would)$/.test(claim.modal)) return undefined;
  if (word(tokens, claim.end) !== "if" || word(tokens, claim.end - 1) === "even") return undefined;
  const asking = isHalf(reading, claim.end) ? undefined : inverted(reading, named, claim.end);
  return asking && asking.split(" ").length > named.split(" ").length + 1
    ? `under what conditions ${asking}`
    : undefined;
}

const AWAITED =
  /(?:\bnot|n['’]t) (?:expect|anticipate|think|believe)(?:ed)? (?:that )?it (?:will|would) be ((?:in)?appropriate|prudent|warranted|necessary) (to [^,;:.]{6,90}?) until /;
/** "When would it be appropriate to lower the fee?" of what nobody expects to be so until something has happened. */
export function awaited({ plain }: Reading): Form {
  const [, how, what] = (plain.includes(" until ") && AWAITED.exec(plain)) || [];
  return how && what ? `when would ${EXPLETIVE} be ${how} ${what}` : undefined;
}
