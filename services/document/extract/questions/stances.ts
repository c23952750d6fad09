import { word } from "../grammar/clause.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { voteIn } from "../titles/propositions.ts";
import { EXPLETIVE, type Form, type Parts } from "./question-parts.ts";

const TAKES = /^(?:prefer|vote|judge|consider|deem|think|find|agree|favor|favour|support)$/;
const VIEWS = /^(?:view|see|regard)$/;
/** "preferred at this meeting to raise", "judged it appropriate to keep", "voted unanimously to approve" */
const TO_DO =
  /^ (?:at (?:this|the) meeting |unanimously |instead |again )*(?:it (?<how>(?:as )?(?:appropriate|necessary|important|prudent|desirable|premature|essential)) )?to (?<what>\p{Ll}+ .+)$/u;
/** Where the deed has been named: in front of its figure, its reason and its date. */
const ENOUGH =
  /[;:()–—]|[,.](?!\d)|"| (?:by|to|at|of|for) (?:(?:about|around|at least|up to) )?[$€£]?\d| (?:in (?:light|view|order|response)|given|because|as|while|so|at (?:this|the|its) (?:\w+ )?meeting|effective|rather|until|and|with)\b/u;
const COUNT = /^(?:two|three|four|five|six|seven|eight|nine|\d+) /i;
const MOST = 14;

/** "Did President Alder prefer to raise the base rate?", "How did the staff see the risks to growth?": of who takes a stance, which stance. */
export function stances({ reading, agent, named }: Parts): Form[] {
  const { claim, tokens, plain } = reading;
  const who = agent || named;
  if (who === "" || claim.isNegated || claim.isPassive || claim.isInfinitive || claim.modal !== "") return [];
  const behind = plain.slice(tokens[claim.action]?.end ?? plain.length);
  const isOfDeed = /^ it as /.test(behind);
  if (VIEWS.test(claim.verb) && agent !== "" && !isOfDeed) {
    const as = tokens.findIndex((_, at) => at > claim.action + 2 && word(tokens, at) === "as");
    const viewed = as < 0 ? "" : sliceText(tokens, plain, claim.action + 1, as);
    const isWhole = viewed.split(" ").length <= MOST && !/[,;:.()–—]|\b(?:that|than|which)\b/.test(viewed);
    return viewed !== "" && isWhole ? [`how did ${who} ${claim.verb} ${viewed}`] : [];
  }
  if (!TAKES.test(claim.verb) && !isOfDeed) return [];
  const { how, what = "" } = TO_DO.exec(behind)?.groups ?? {};
  const end = what.search(ENOUGH);
  const deed = end < 0 ? what : what.slice(0, end);
  if (deed === "") return counted(reading, named || agent);
  if (deed.split(" ").length < 3 || deed.split(" ").length > MOST || /^(?:be|have)\b/.test(deed)) return [];
  const amount = /^(\w+) an? [\d/ .-]+(?:percentage[- ]points?|basis[- ]points?) (.*)$/.exec(deed);
  const done = amount ? `${amount[1]} ${/^[aeiou]/.test(amount[2] ?? "") ? "an" : "a"} ${amount[2]}` : deed;
  return [`did ${who} ${claim.verb} ${how === undefined ? "" : `${EXPLETIVE} ${how} `}to ${done}`];
}

/** "How many members preferred a cut?", "How did the Committee vote on raising the base rate?" */
function counted({ claim, tokens, plain }: Parts["reading"], who: string): Form[] {
  const subject = claim.subject && sliceText(tokens, plain, claim.subject.from, claim.subject.to);
  const isCounted = subject !== undefined && COUNT.test(subject);
  const vote = claim.verb === "vote" ? voteIn(plain) : undefined;
  if (vote) {
    const voters = (who || (subject ?? "")).replace(COUNT, "");
    if (voters === "") return [];
    return [
      isCounted ? `how many ${voters} voted ${vote.side} ${vote.deed}` : `how did ${voters} vote on ${vote.deed}`,
    ];
  }
  // "voted against the proposition": which, the sentence does not say.
  const isOpen = claim.verb === "vote" && / propositions?\b/.test(plain);
  // "voted against that decision": which, the sentence before it says.
  if (
    isOpen ||
    !isCounted ||
    !claim.object ||
    /\b(?:that|this|these|those|such)\b/.test(claim.object.determiner) ||
    !/^(?:prefer|favou?r|support|vote)$/.test(claim.verb)
  )
    return [];
  const object = sliceText(tokens, plain, claim.object.from, claim.object.to).replace(/ at (?:this|the) meeting$/, "");
  return [`how many ${(who || subject).replace(COUNT, "")} ${word(tokens, claim.finite)} ${object}`];
}
