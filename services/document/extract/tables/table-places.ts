import type { TableHead } from "./table-head.ts";

/** What a row of a balance of goods is of: "Russia", "wheat", "for 2025/26 (November projection)". */
export interface Place {
  subject: string;
  theme: string;
  when: string;
  /** Which of the groups above say so. */
  saidBy: string[];
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
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
  const certainty = sure.startsWith("e") ? "estimate" : sure === "proj" ? "projection" : "";
  const month = MONTHS.find((name) => dated?.[3] && name.startsWith(dated[3].slice(0, 3)));
  const which =
    certainty === ""
      ? ""
      : month
        ? ` (${month} ${certainty})`
        : certainty === "estimate"
          ? " (an estimate)"
          : " (a projection)";
  const saidBy = [isBare ? group : undefined, dated?.[1] ? undefined : seasoned].filter((words) => words !== undefined);
  return { subject: SHORT.get(subject) ?? subject, theme, when: `for ${season}${which}`, saidBy };
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
