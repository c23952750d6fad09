import { MONTHS } from "#kit/months.ts";
import type { TableHead } from "./table-head.ts";

/** What a row of a balance of goods is of: "Russia", "wheat", "for 2025/26 (November projection)". */
export interface Place {
  subject: string;
  theme: string;
  when: string;
  /** Which of the groups above say so. */
  saidBy: string[];
}

const MONTH =
  "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?";
const SEASON = "(?:19|20)\\d\\d/\\d\\d";
const DATED = new RegExp(`(?:^|[ ,]+)(${SEASON})?(?: ?\\(?(E ?st|Proj)\\b\\.?\\)?)?(?: ?(${MONTH})\\.?)?$`);
const IN_HEADER = new RegExp(`(${SEASON})(?: ?\\(?(E ?st|Proj)\\b\\.?\\)?)?`, "g");

/** Whether a label says nothing but its period: "2025/26 Proj. Nov", "Nov". */
export const isPeriodLabel = (label: string): boolean => label !== "" && DATED.exec(label)?.index === 0;

/** The place of a row and its season; undefined where either is not said. */
export function placeOf(label: string, groups: readonly string[], head: TableHead): Place | undefined {
  const goods = /^(?:(World|U\.S\.|Mexico|Mexican|Brazil|China|Canada|India) )?(\S.*)$/.exec(head.theme);
  const dated = DATED.exec(label);
  const own = plain(dated ? label.slice(0, dated.index) : label);
  const group = groups.findLast((words) => !isPeriodLabel(words));
  const isBare = own === "";
  const subject = isBare ? withoutPeriod(group) || (goods?.[1] === "World" ? "the world" : goods?.[1]) || "" : own;
  const theme = goods?.[2] ?? "";
  // The season of a line above the row holds rather than that of the header.
  const seasoned = groups.findLast((words) => isPeriodLabel(words) && words.search(IN_HEADER) >= 0);
  const over = [...(seasoned ?? head.over.join(" ")).matchAll(IN_HEADER)];
  // Two seasons over the same columns: which one holds cannot be told.
  const season = dated?.[1] ?? (over.length === 1 ? over[0]?.[1] : undefined);
  if (!season || subject === "" || theme === "" || subject.split(" ").length > 5) return undefined;
  const sure = (dated?.[2] ?? (dated?.[1] ? undefined : over[0]?.[2]) ?? "").toLowerCase();
  const saidBy = [isBare ? group : undefined, dated?.[1] ? undefined : seasoned].filter((words) => words !== undefined);
  return { subject: SHORT.get(subject) ?? subject, theme, when: `for ${season}${sureness(sure, dated?.[3])}`, saidBy };
}

/** When the row of a balance by kinds of goods is of, where the season stands before or over it. */
export interface Season {
  /** The label without it. */
  label: string;
  when: string;
  /** The group above that says so. */
  saidBy: string[];
}

const SEASON_FIRST = new RegExp(`^(${SEASON}) \\(?(E ?st|Proj)\\b\\.?\\)? (?=\\p{L})`, "u");

/** "for 2030/31 (a projection)" of "2030/31 (Proj.) Exports", and of "Exports" and "Ending Stocks Sep" below it. */
export function seasonOver(label: string, groups: readonly string[]): Season | undefined {
  const own = SEASON_FIRST.exec(label);
  const over = own ? undefined : groups.findLast((words) => isPeriodLabel(words) && /\d\/\d/.test(words));
  const [, season, sure = ""] = own ?? (over ? [...over.matchAll(IN_HEADER)][0] : undefined) ?? [];
  if (!season || sure === "") return undefined;
  const rest = own ? label.slice(own[0].length) : label;
  const dated = DATED.exec(rest);
  const when = `for ${season}${sureness(sure.toLowerCase(), dated?.[3])}`;
  return { label: plain(dated ? rest.slice(0, dated.index) : rest), when, saidBy: over === undefined ? [] : [over] };
}

/** " (November projection)", " (an estimate)". */
function sureness(sure: string, of: string | undefined): string {
  const certainty = sure.startsWith("e") ? "estimate" : sure === "proj" ? "projection" : "";
  const month = MONTHS.find((name) => of && name.startsWith(of.slice(0, 3)));
  if (certainty === "") return "";
  return ` (${month ?? (certainty === "estimate" ? "an" : "a")} ${certainty})`;
}

const withoutPeriod = (words: string | undefined): string => plain((words ?? "").replace(DATED, ""));
const plain = (words: string): string => words.replace(/[\s,.]+$/, "").trim();

const SHORT = new Map([
  ["World", "the world"],
  ["U.S", "the U.S."],
  ["United States", "the United States"],
  ["European Union", "the European Union"],
  ["World Less China", "the world less China"],
]);
