import type { Claim } from "../grammar/claim.ts";
import type { Token } from "../grammar/language.ts";

/** By how much or to what something moved, as a title has it: "of 3.6%", "to 4.1%". Empty where no one figure is told. */
export function amountOf(tokens: Token[], { action, subject }: Claim, plain: string, isSpanTold: boolean): string {
  const before = plain.slice(0, tokens[subject?.from ?? 0]?.start ?? 0);
  const behind = plain.slice(tokens[action]?.end ?? plain.length);
  const [, link = "", about = "", figure = "", unit = "", rest = ""] = AMOUNT.exec(behind) ?? [];
  if (figure === "" || NO_AMOUNT.test(rest) || /\brespectively\b/.test(behind.slice(0, 160))) return "";
  if (link !== "to" && !isSpanTold && (SPAN.test(before) || SPAN.test(rest))) return "";
  const way =
    about === ""
      ? ""
      : /^(?:more than|over)$/.test(about)
        ? "over "
        : /^(?:nearly|almost)$/.test(about)
          ? "nearly "
          : "around ";
  return `${link === "to" ? "to" : "of"} ${way}${figure.replace(/[.,]$/, "")}${/%|per ?cent$/.test(unit) ? "%" : unit}`;
}

const AMOUNT =
  /^(?: (?:up|down|higher|lower|back|again|also|further|\p{L}+ly))*(?: (by|to))?(?: (?:an? (?:estimated|additional|further|average of)|just|only))?(?: (about|around|roughly|approximately|nearly|almost|more than|over))? (\d[\d.,]*)( ?%| percent\b| per cent\b| basis points\b| percentage points?\b)(?!-)(.{0,60})/u;
/** Of something else, one of several, or by how much it is another: not what the subject moved by. */
const NO_AMOUNT =
  /^,? (?:of|points?|above|below|or|to|chance|probability|likely)\b|^[–-]|^,? and \$?\d|^[^.;]*?(?:,| and| or| but) (?:by |to )?(?:about |around )?\d[\d.]* ?(?:%|per|basis)/;

/** Over more or less than the period of the title: what moved by so much over a year did not in the month. */
const SPAN =
  /\b(?:over|during|for|in|through) (?:the|a) (?:past|last|same|years?|12|twelve|six|three|nine|previous|first \w+ months|intermeeting|period)\b|\bsince\b|\by\/y\b|\b(?:year|month)-(?:on|over)-(?:year|month)\b|\b(?:earlier|ago)\b/i;

/** "price increase of 3.6%", "increase of 3.6% in prices on average"; empty where it cannot stand there. */
export function withAmount(text: string, change: string, amount: string): string {
  if (/\d/.test(text) || change.endsWith("revision")) return "";
  if (text.endsWith(change)) return `${text} ${amount}`;
  if (!text.startsWith(`${change} in `)) return "";
  return amount.startsWith("of ") ? text.replace(change, `${change} ${amount}`) : `${text} ${amount}`;
}

/** Without the figure: what is asked for. */
export const withoutAmount = (text: string) =>
  text.replace(/ (?:of|to) (?:(?:over|nearly|around) )?\d[\d.,]*(?:%| basis points| percentage points?)(?=$| in )/, "");
