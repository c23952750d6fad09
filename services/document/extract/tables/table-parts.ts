import { singular } from "../grammar/compounds.ts";
import type { RowFigure } from "./row-fact.ts";
import type { TableHead } from "./table-head.ts";

/** What a row is called: in a finding, and where that is shorter, in a title. */
export interface Named {
  subject: string;
  theme: string;
  label?: string;
}

interface PartsRow {
  label: string;
  /** Those of parts of a company, or of levels of fair value. */
  figures: readonly RowFigure[];
  /** When they are of. */
  when: string;
  head: TableHead;
  /** The columns are those of one of several periods. */
  isOfPeriods: boolean;
}

/** What a row of a table of parts is called; undefined where it would be taken for what it is not. */
export function namedOfParts(named: Named, { label, figures, when, head, isOfPeriods }: PartsRow): Named | undefined {
  const told = { ...named };
  if (figures.some(({ meaning }) => /^in Level/.test(meaning.phrase))) {
    // The sum is that of what is measured so, and would be taken for all.
    if (/^total (?:assets|liabilities)$/i.test(label)) return undefined;
    if (!/value/.test(told.subject)) {
      told.label = `${told.label ?? told.subject} fair value`;
      told.subject = `${told.subject} at fair value`;
    }
  }
  if (isOfPeriods) {
    // "In 2031" over levels and flows of several plans: at which end of the year a level is, is not said.
    if (OWED.test(label) && /^in (?:19|20)\d\d$/.test(when)) return undefined;
    const kind = kindOfAll(figures);
    if (kind !== "" && !told.subject.toLowerCase().includes(kind)) told.label ??= `${kind} ${told.subject}`;
  }
  // Under "Segment net revenues:" stand those of segments: the rows of other groups are not.
  const isOfSegments = OF_SEGMENTS.test(head.over.join(" ")) && !head.hasRow(/^segment [\p{L} ]+:$/iu);
  if (isOfSegments && !/segment|\bconsolidated\b/i.test(told.subject)) told.subject = `segment ${told.subject}`;
  return told;
}

/** "As of or for the Three Months Ended June 30, 2031" over flows and levels: these are of its last day. */
export const whenOfLevel = (when: string, header: string, label: string): string =>
  AS_OF_OR_FOR.test(header) && LEVEL.test(label) ? when.replace(/^in the .+ ended /, "at ") : when;

/** "benefit" of figures for pension benefits and for other benefits; empty where their names do not end alike. */
function kindOfAll(figures: readonly RowFigure[]): string {
  const parts = figures.filter(({ meaning }) => meaning.kind === "category");
  const last = new Set(parts.map(({ meaning }) => meaning.phrase.split(" ").at(-1) ?? ""));
  const [kind = ""] = last;
  return last.size === 1 && parts.length > 1 && /^\p{Ll}/u.test(kind) ? singular(kind) : "";
}

const OWED = /\b(?:liabilit(?:y|ies)|assets?|obligations?|status|balances?|actuarial|prior service)\b/i;
const AS_OF_OR_FOR = /\bas of (?:or|and|and\/or) for\b/i;
const LEVEL =
  /^(?:(?:total|net) )?(?:[\p{L}-]+ ){0,4}(?:assets|liabilities|equity|goodwill|inventories|receivables?|equipment|debt)(?:, net)?$/iu;
/** A sum of what the parts report is not always that of the whole. */
const OF_SEGMENTS = /\b(?:segment (?:information|results?|data)|reportable segments?|by segment)\b/i;
