import { cashFlowOf } from "../grammar/compounds.ts";
import type { RowFact } from "./row-fact.ts";
import { balanceIn, leanerName, shorterName, thingFirst, tiedInFront } from "./row-shorter.ts";
import { bySign } from "./row-signs.ts";
import { headsOfIndex } from "./table-index-changes.ts";
import { headsOfRevision } from "./table-revisions.ts";
import { joined } from "./table-sentence.ts";
import { asShare, briefShare, shareOf } from "./table-shares.ts";

/** What a title may call a row, and how much is lost beside the best that could be said. */
export interface Head {
  text: string;
  loss: number;
}

/** Of words that say the same each is a little worse than the one before. */
const NEXT = 0.3;
/** Whose it is, is not said. */
const NOT_WHOSE = 1.9;
/** Whose parts it tells, is not said. */
const NO_PARTS = 3;
/** Which account holds it, is not said: "income taxes" of the other liabilities are not those of the year. */
const NO_ACCOUNT = 1.2;
/** Said the other way round, with the thing in front. */
const TURNED = 1.5;
/** Said in words that may be taken for another thing. */
const BRIEF = 2;
/** A label is cut: of as much and more it does not say the whole. */
export const CUT = 2;
/** A list that is cut tells of its first thing as if it were alone. */
const CUT_LIST = 3.2;
/** As is one of parts: only where nothing else can be said. */
export const CUT_NAME = 8;

/** What a row is about, as short as it may be said: "Harlow net sales for Ropes", "Ropes net sales". */
export function headsOf(fact: RowFact, company: string | undefined): Head[] {
  const { label, subject, theme, figures } = fact;
  const measures = figures.filter(({ meaning }) => meaning.kind === "measure").map(({ meaning }) => meaning.phrase);
  if (measures.length > 0)
    return ranked(
      [measures.slice(0, 2), measures.slice(0, 1)].map((some) =>
        `${subject.replace(/^the /, "").replace(/^Total Foreign$/, "Total foreign")} ${theme} ${joined(some)}`.replace(
          / {2}/g,
          " ",
        ),
      ),
      0.8,
    );
  if (figures[0]?.meaning.kind === "rise") return ranked(headsOfIndex(label), 0.8);
  if (figures[0]?.meaning.kind === "revised") return ranked(headsOfRevision(label), 0.8);
  const categories = figures.filter(({ meaning }) => meaning.kind === "category");
  const told = categories.length > 1 ? categories : figures.slice(0, 1);
  const plain = bySign(
    partFirst(subject, label),
    told.map(({ value }) => value),
  )
    .replace(/^(.+?)(?:, net)? \((pre|post|after)-tax\)$/i, "$2-tax $1")
    .replace(/\s*\/?\([^()]*(?:\([^()]*\))?[^()]*\)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const isNamed = (one: string) => company === undefined || one.toLowerCase().includes(company.toLowerCase());
  const of = (heads: readonly Head[]): Head[] => [
    ...heads.flatMap((head) => (isNamed(head.text) ? [] : [{ ...head, text: `${company} ${head.text}` }])),
    ...heads.map((head) => (isNamed(head.text) ? head : { ...head, loss: head.loss + NOT_WHOSE })),
  ];
  const held = heldIn(subject);
  const inAccount = held === "" ? [] : of(ranked([`${plain} in ${held}`], NEXT));
  const whole = shareOf(fact);
  if (whole !== "")
    return of([...ranked(asShare(plain, whole), NEXT), ...ranked(briefShare(plain, whole), NEXT, BRIEF)]);
  // "net sales for Ropes": the name in front says the same in fewer words.
  const part = /^(?!votes )(.+?)(?:, net)? for (\p{Lu}[^,]*(?:, \p{Lu}[^,]*)*)$/u.exec(plain);
  const heads = of(shapesOf(plain, part ? `${part[2]} ${part[1]}` : "", fact));
  if (/ per /.test(plain)) return heads;
  const shortest = leanerName(shorterName(plain));
  const share = /^share of (.+?) for (.+)$/.exec(shortest);
  const others = [
    ...heads,
    ...of(
      ranked(
        [thingFirst(shortest)].filter((one) => one !== ""),
        NEXT,
        TURNED,
      ),
    ),
    ...of(ranked(part ? [] : cuts(shortest, "part").flatMap((one) => [one, ...tiedInFront(one)]), NEXT, CUT)),
    ...of(ranked(cuts(shortest, "list"), NEXT, CUT_LIST)),
    ...of(
      ranked(
        cuts(shortest, "list").map((one) => one.replace(/ and other$/, "")),
        NEXT,
        CUT_PAIR,
      ),
    ),
    ...of(share ? ranked([`${share[2]} ${share[1]} share`], NEXT, BRIEF) : []),
    ...of(part ? ranked([`${firstOf(part[2] ?? "")} ${part[1]}`], NEXT, CUT_NAME) : []),
  ];
  return held === "" ? others : [...inAccount, ...others.map((one) => ({ ...one, loss: one.loss + NO_ACCOUNT }))];
}

/** "Africa and other" of a name for several, any of which may have a line of its own. */
const firstOf = (name: string): string => name.replace(/(?:,| and ).*$/, " and other");

/** "other liabilities" of "income taxes (other liabilities)", a part of what a balance sheet has in one line; else empty. */
function heldIn(subject: string): string {
  const [, label = "", account = "", kind = ""] = HELD_IN.exec(subject) ?? [];
  return account === "" || label.includes(kind) ? "" : shorterName(account);
}
const HELD_IN = /^(.+) \((\p{Ll}[\p{Ll} ,-]*(liabilities|assets|inventories|equipment))\)$/u;

const ranked = (texts: readonly string[], step: number, least = 0): Head[] =>
  texts.map((text, at) => ({ text, loss: least + at * step }));

/** A label in all the words that say the whole of it. */
function shapesOf(plain: string, part: string, { subject, figures }: RowFact): Head[] {
  const names = figures
    .filter(({ meaning }) => meaning.kind === "category" && /^for \D+$/.test(meaning.phrase))
    .map(({ meaning }) => meaning.phrase.replace(/^for /, ""));
  const both = names.length >= 2 ? [`${plain} for ${joined(names.slice(0, 2))}`] : [];
  const flow = cashFlowOf(plain);
  const bare =
    part ||
    plain
      .replace(/ attributable to (?!non-?controlling|redeemable).+?(?= per |[—–-](?:basic|diluted)$|$)/i, "")
      .replace(/^(.+ per share)[—–-](basic|diluted)$/i, "$2 $1");
  const balance = balanceIn(subject, plain);
  const short = shorterName(bare);
  const shapes = [balance, flow, plain, bare, short, ...tiedInFront(short), leanerName(short)];
  const told = [...new Set(shapes.filter((one) => one !== ""))];
  return [...ranked(both, NEXT), ...ranked(told, NEXT, both.length > 0 && !/^segment /.test(plain) ? NO_PARTS : 0)];
}

/** "revenue (Domestic Segment)" as "Domestic Segment revenue": without it the title would be that of the company's. */
function partFirst(subject: string, label: string): string {
  const found =
    / \(((?!operating|reportable|business|all)(?:\p{Lu}[\p{L}&-]* ){1,3}segment)\b[^()]*\)$/iu.exec(subject) ??
    PLACE_OR_UNIT.exec(subject);
  return found ? `${found[1]} ${subject.slice(0, found.index)}` : label;
}

/** "(Greater China)" or "(Ropewalk)" behind what the table of a region or of a part of the company has in its rows. */
export const PLACE_OR_UNIT =
  / \((?!.*\b[Ss]egment\b)((?:North America|Latin America|Americas|Europe|EMEA|Asia|Greater China|China|Japan|International)(?=[ ,)])[\p{L} ,&]{0,30}|\p{Lu}\p{Ll}+|“Other”)\)$/u;

/** As if the first of two were all: only where not even that there is another can be said. */
const CUT_PAIR = 12;

type Cut = "part" | "list";

/** A long label up to where one of its parts ends, as long as that loses no more than is said. */
function cuts(label: string, kind: Cut): string[] {
  const words = label.split(" ");
  // Cash that was "used in" something is no cash, "in cost" of revenues no place, "food" of "food, seed and other use" not its use.
  const isEnd = (at: number) =>
    BOUNDS.test(words[at] ?? "") &&
    !/^(?:used|provided|generated)$/i.test(words[at] ?? "") &&
    // "net sales of Ropes and Sails" is not that of Ropes.
    !(words[at] === "and" && isCapital(words[at - 1]) && isCapital(words[at + 1])) &&
    !(words[at] === "of" && isCapital(words[at + 1])) &&
    !(words[at] === "of" && words.slice(0, at).some((word) => /^(?:of|in|on|for|to|from|by)$/.test(word)));
  const ends = words.flatMap((_word, at) => (at >= 2 && at <= 7 && isEnd(at) ? [at] : []));
  return (
    ends
      .toReversed()
      .filter((at) => lostAt(words, at) === kind && !isHalfNamed(words, at))
      .map((at) => ({
        one: words.slice(0, at).join(" ").replace(/,$/, ""),
        isPair: /^(?:and|or)$/.test(words[at] ?? ""),
      }))
      .filter(
        ({ one }) =>
          !NO_END.test(one) &&
          !/ (?:and|or) \S+$/.test(one) &&
          !BOUNDS.test(one.split(" ").at(-1) ?? "") &&
          words.length > 5,
      )
      // Another line may be just the first of the two.
      .map(({ one, isPair }) => (isPair ? `${one} and other` : one))
  );
}

/** "other pension and medical income" up to "and": what it is of either stands at its end. */
const isHalfNamed = (words: readonly string[], at: number) =>
  /^(?:and|or)$/.test(words[at] ?? "") && !WHOLE_NOUN.test(words[at - 1] ?? "") && WHOLE_NOUN.test(words.at(-1) ?? "");
const WHOLE_NOUN =
  /(?:[^s]s|payable|receivable|income|expense|revenue|profit|loss|cash|debt|equity|goodwill|equipment|software|compensation|depreciation|amortization|interest|property|tax|value),?$/i;

const isCapital = (word = "") => /^\p{Lu}/u.test(word);

/** In a list or behind its last thing; before what it is of, or for; behind "at a point". */
function lostAt(words: readonly string[], at: number): Cut | "whole" {
  // "Net income of ferries" up to there would be all of it.
  if (words[at] === "of" || words[at] === "for") return "whole";
  const isInList = words.slice(0, at + 1).some((word) => /^(?:and|or)$/.test(word));
  return isInList || (words[at] === "in" && words[at - 1] === "point") ? "list" : "part";
}

const BOUNDS =
  /^(?:and|or|of|in|on|for|to|from|by|at|with|before|after|during|attributable|including|excluding|under|per|as|related|arising|resulting|associated|due|not|—|–|net|the|a|used|provided)$/i;
/** "additions based" on what? */
const NO_END =
  / (?:based|recogni[sz]ed|acquired|obtained|designated|charged|credited|proceeds|changes?|increase|decrease|effects?|provision|deferred)$/i;
