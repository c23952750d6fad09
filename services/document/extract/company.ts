import type { DocumentHead } from "./extraction.ts";

/** What only a company files or publishes. */
const FORM =
  /\b(?:Form )?(?:10-?[KQ]|8-K|20-F|6-K|40-F|DEF ?14A)\b|\bproxy statement\b|\bearnings (?:press |news )?(?:release|report|(?:conference )?call)\b|\bQ[1-4] (?:FY ?|fiscal )?\d{2,4} (?:results|earnings)\b/i;
/** What a title tells of a company behind its name. */
const TELLS =
  /(?:['’]s?|[,:])? (?:(?:Form )?(?:10-?[KQ]|8-K|20-F|6-K|40-F|DEF ?14A)\b|(?:definitive )?proxy statement\b|(?:(?:first|second|third|fourth)[- ]quarter |F?Q[1-4] |fiscal |FY|full[- ]year |half[- ]year(?:ly)? |annual |quarterly |interim |preliminary |final )*(?:\d{4} )?(?:earnings\b|results\b|press release|annual report|preliminary announcement)|(?:C[EF]O|president|management) (?:discusses|presents)\b|(?:today )?(?:reports|reported|announces|announced|declares|declared|posts|posted|delivers|delivered|provides|completes|appoints|raises|updates|enters)\b|(?:F?Q[1-4]|FY) ?\d{2,4}\b)/i;
/** What only a company reports. */
const RESULTS =
  /\b(?:quarter|Q[1-4]|fiscal|half|year|interim|preliminary|annual|final)\b.*\b(?:results|earnings|income|net loss|profit|revenues?|sales|FFO|EPS|dividend)\b/i;
/** The mark of a company that is listed: "(NYSE: HRL)". */
const LISTED =
  /\((?:(?:NYSE|NASDAQ|Nasdaq|AMEX|NYSEAmerican|TSXV?|LSE|AIM|ASX|OTC\w*|CSE|SGX|HKEX|Euronext)\b[^():]{0,30}: ?|symbol:? )[A-Z][\w.]*/;
/** What a company calls itself. */
const CALLS_ITSELF = /\(?\bthe ["“]?(?:Company|Registrant|Corporation|Group)\b/;
/** What a company is, behind its name. */
const KIND =
  /,? (?:Inc|Incorporated|Corp|Corporation|Company|Co|Ltd|Limited|LLC|L\.?L\.?C|L\.?P|plc|PLC|N\.?V|S\.?A|AG|SE|AB|ASA|Holdings|Group|Bancorp|Bancshares|BancShares|Trust|REIT|Partners)\.?$/;
/** Public bodies announce results too. */
const PUBLIC =
  /\b(?:Board|Committee|Department|Ministry|Bureau|Agency|Council|University|Administration|Treasury|Government|Commission|Reserve|Central Bank|Statistics|Association|Organi[sz]ation)\b|^(?:the )?Bank of /i;
const NAME =
  /^(?:the )?(?:(?:[\p{Lu}\d]|\p{Ll}\p{Lu})[\p{L}\d.’'&/-]*,?|&|and|of)(?: (?:(?:[\p{Lu}\d]|\p{Ll}\p{Lu})[\p{L}\d.’'&/-]*,?|&|and|of|the))*\.?$/u;
const GENERIC =
  /^(?:the )?(?:company|q[1-4]|(?:first|second|third|fourth)[- ]quarter|fiscal|annual|interim|preliminary|final|half|full|quarterly|form|consolidated|unaudited|financial|press|news|earnings|results|management|transcript|\d)/i;
const MOST_OPENING = 3000;
const MOST_WORDS = 7;

/** The company whose document it is, where the head or the text's first lines leave no doubt that it is a company's. */
export function companyOf({ title, sourceName: source }: DocumentHead, text: string): string | undefined {
  const opening = text.slice(0, MOST_OPENING);
  const listed = LISTED.exec(opening);
  const isSure = FORM.test(title) || listed !== null;
  const isCompanys = isSure || RESULTS.test(title) || CALLS_ITSELF.test(opening);
  const tells = TELLS.exec(title);
  const titled = tells ? title.slice(0, tells.index) : "";
  const isNamed = (name: string) => isName(name) && (isSure || !PUBLIC.test(name));
  if (isNamed(titled) && (isCompanys || KIND.test(titled))) return short(titled);
  // Who publishes may be a newspaper: it is the company where its name or the text says so.
  if (isNamed(source) && isCompanys && (KIND.test(source) || isIn(`${title} ${opening}`, source))) return short(source);
  const marked = listed ? beforeMark(opening.slice(0, listed.index)) : "";
  return isNamed(marked) ? short(marked) : undefined;
}

const isName = (name: string) =>
  name !== "" &&
  name.split(" ").length <= MOST_WORDS &&
  NAME.test(name.replace(KIND, "")) &&
  !GENERIC.test(name) &&
  !/\b(?:SEC|EDGAR|filings?)\b/.test(name);

const short = (name: string) =>
  name.replace(/,? (?:Inc|Incorporated|Corp|Co|Ltd|LLC|plc|PLC)\.?$/, "").replace(/^the /i, "");

const isIn = (text: string, name: string) =>
  new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(name)}(?![\\p{L}\\d])`, "u").test(text);

/** "Harlow Ferry Lines, Inc." of "HALDEN, May 4 -- Harlow Ferry Lines, Inc. (“Harlow”) ". */
function beforeMark(text: string): string {
  const head = text.replace(/(?: ?\([^()]{0,80}\),?)* *$/, "");
  return (
    /(?:^|[.:–—-]\s+|\n\s*)((?:[\p{Lu}\d][\p{L}\d.’'&/-]*,? |& |and |of )*[\p{Lu}\d][\p{L}\d.’'&/-]*\.?)$/u.exec(
      head,
    )?.[1] ?? ""
  );
}
