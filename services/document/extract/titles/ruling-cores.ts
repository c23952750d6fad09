import { MAX_TAGGED_LENGTH } from "../grammar/language.ts";
import type { TitleCore } from "./title-cores.ts";

const WORTH = 1.8;
/** What a title loses that does not say whose decision it is. */
const NOBODY = 0.2;

const BODY = "(?:Commission|Court|Authority|Agency|Board|Department|Council)";
const RULED = new RegExp(
  `\\b((?:\\p{Lu}[\\p{L}.-]+ (?:(?:of|and|for|the) ){0,2}){0,7}${BODY}),? (?:(?:has|had|later|subsequently|also) ){0,2}(?:announced|issued|released|published|reached|adopted|made) (?:an?|its|the) (?:(?:final|initial|interim|proposed) )?(decision|order|ruling) (.{3,160})`,
  "u",
);
const TO_DO =
  /^to (\p{Ll}+) (?:the |its |an? )?([\p{L}-]+(?: [\p{L}-]+){0,3}?)(?=,|\.| by | of | for | in | that | under | with |$)/u;
const ON_WHAT =
  /^(?:on|regarding|about) (?:the |its |an? )?([\p{L}-]+(?: [\p{L}-]+){0,5}?)(?=,|\.| by | for | in | that | under | with | filed |$)/u;
/** What is decided is what is asked for, and not that it is. */
const ASKED = / (?:application|petition|request|filing|proceeding)$/;

/** "The Norden Markets Authority announced a decision to block the purchase": "Norden Markets Authority decision to block purchase". */
function ruled(plain: string): TitleCore[] {
  const [, body = "", noun = "", rest = ""] = RULED.exec(plain) ?? [];
  if (body === "") return [];
  const [, verb = "", thing = ""] = TO_DO.exec(rest) ?? [];
  const matter = (ON_WHAT.exec(rest)?.[1] ?? "").replace(ASKED, "");
  const what = verb !== "" ? `${noun} to ${verb} ${thing}` : matter !== "" ? `${noun} on ${matter}` : "";
  if (what === "") return [];
  return [`${body.replace(/^United Kingdom /, "UK ").replace(/^United States /, "U.S. ")} ${what}`, what].map(
    (text, at) => ({
      text,
      worth: WORTH - at * NOBODY,
    }),
  );
}

const PLACED = /\b((?:(?:New|West|North|South) )?\p{Lu}\p{Ll}+) subsidiary\b/u;
const OF_COMMISSION =
  /\bthe ((?:(?:New|West|North|South) )?\p{Lu}\p{Ll}+) (?:Public (?:Service|Utilit(?:y|ies)) Commission|Commerce Commission|Corporation Commission|Board of Public Utilities)\b/u;
const MATTER = /\b(rate case|infrastructure surcharge|cost of capital)\b/;
const ORDERED = /\border (?:approving|adopting|authorizing|denying)\b|\bdecision on\b|\brate case order approved\b/;
const REQUESTED =
  /\bfile[ds] (?:an?|its|the) (?:[\p{L}]+ ){0,2}(?:rate case|infrastructure surcharge|cost of capital)\b|\brequest sought\b/u;
/** A case that another is told by: "since the Halden subsidiary's 2029 rate case order". */
const REFERRED =
  /\b(?:since|following|after|pursuant to|under) (?:the )?(?:(?:New|West|North|South) )?\p{Lu}\p{Ll}+ subsidiary/u;

/** "The Halden subsidiary filed a general rate case": "Halden rate case request", for a utility has one in every state. */
function regulated(plain: string): TitleCore[] {
  const place = PLACED.exec(plain)?.[1] ?? OF_COMMISSION.exec(plain)?.[1] ?? "";
  const matter = (MATTER.exec(plain)?.[1] ?? "").replaceAll(" of ", "-of-");
  if (place === "" || place === "The" || matter === "" || REFERRED.test(plain)) return [];
  const act = ORDERED.test(plain)
    ? matter === "cost-of-capital"
      ? "decision"
      : "order"
    : REQUESTED.test(plain)
      ? "request"
      : "";
  return act === "" ? [] : [{ text: `${place} ${matter} ${act}`, worth: WORTH, isNamed: true }];
}

/** What a court or a regulator decided of a company, or is asked to decide, by whose decision and on what. */
export const rulingCores = (plain: string): TitleCore[] =>
  plain.length > MAX_TAGGED_LENGTH ? [] : [...ruled(plain), ...regulated(plain)];
