import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { overlap } from "./title-pairs.ts";

const LOSS = 0.3;
const MOST_LOST = 0.4;

/**
 * What something is to something else: "droughts as main source of uncertainty", "contribution of exports to growth",
 * "lending terms supportive of building", "upside risks around inflation outlook". A title of the subject alone would
 * leave that to the finding.
 */
export function roleCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { subject, object, verb, link, isNegated, isPassive, isExistential, adjective } = claim;
  if (isAgent || !subject || !object || isNegated || isExistential) return [];
  if (/^(?:may|might|could|can|must|should)$/.test(claim.modal)) return [];
  if (/^(?:NUM|SYM|PRON|VERB)$/.test(tokens[object.core.from]?.pos ?? "")) return [];
  const mood = claim.expected !== "" || claim.modal !== "" ? "expected " : "";
  const subjects = headlinesOf(subject, tokens, plain).filter(
    ({ lost, text }) => lost < MOST_LOST && asRole(`a ${text}`) === "",
  );
  // Of what it is the source, or what it is close to, cannot go.
  const objects = headlinesOf(object, tokens, plain).filter(({ lost }) => lost < MOST_LOST);
  const found: TitleCore[] = [];
  const add = (text: string, worth: number) => found.push({ text: mood + text, worth });
  const isRole =
    (STAYS.test(verb) && !isPassive && adjective < 0 && /^(?:|as)$/.test(link)) ||
    (isPassive && SEEN.test(verb) && link === "as");
  const state = adjective < 0 ? "" : word(tokens, adjective);
  for (const one of subjects)
    for (const { text, lost } of objects) {
      if (overlap(one.text, text)) continue;
      const less = (one.lost + lost) * LOSS;
      const role = asRole(text);
      if (isRole && role !== "") add(`${one.text} as ${role}`, 1 - less);
      if (/^(?:make|provide|give)$/.test(verb) && link === "" && / to /.test(text) && GIVES.test(text))
        for (const [way, worth] of [
          [text.replace(" to ", ` of ${one.text} to `), 1.2],
          [`${singular(one.text)} ${text.replace(/^.*?(?=\S+ to )/, "")}`, 1],
        ] as const)
          add(way, worth - less);
      if (
        /^(?:remain|be|persist|exist)$/.test(verb) &&
        RISKY.test(one.text) &&
        /^(?:around|to|about|over|for)$/.test(link)
      )
        add(`${one.text} ${link} ${text}`, 1.1 - less);
      if (LEANS.test(state) && /^(?:of|to|with|for|on)$/.test(link))
        add(`${one.text} ${state} ${link} ${text}`, 1 - less);
    }
  return found;
}

/** "main source of uncertainty": a thing's part in another, with what that is. */
const asRole = (text: string) =>
  /^(?:\S+ ){0,3}(?:sources?|drivers?|contributors?|causes?|factors?|reasons?|obstacles?|constraints?|impediments?|risks?|threats?|pillars?|engines?|determinants?|concerns?|challenges?|headwinds?|tailwinds?|priorit(?:y|ies)|lines?|markets?|suppliers?|producers?|exporters?|importers?|buyers?|segments?|destinations?)\b/.test(
    text,
  ) && text.includes(" ")
    ? text
    : "";

const STAYS = /^(?:remain|become|stay|serve|act|constitute|represent)$/;
const SEEN = /^(?:see|view|regard|consider|describe|cite|identify|perceive|characteri[sz]e)$/;
const GIVES = /\b(?:contributions?|support|boost)\b/;
const RISKY = /(?:risks?|uncertainty|uncertainties|concerns?|doubts?|questions?)$/i;
const LEANS =
  /^(?:supportive|resilient|sensitive|vulnerable|close|comparable|proportionate|dependent|contingent|conditional|subject|exposed|robust)$/;
