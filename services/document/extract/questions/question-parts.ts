import type { Context } from "../context.ts";
import type { Asking } from "./spoken.ts";

/** Stands for the "it" of "it would be appropriate", which points to nothing, until the question has been checked. */
export const EXPLETIVE = "§";

/** What the forms of a question are filled with. */
export interface Parts {
  reading: Asking;
  context: Context;
  /** Who says it; empty when unknown. */
  source: string;
  /** What it is said of; empty where that is somebody who acts, or cannot be named. */
  named: string;
  /** Who does it; empty where nobody acts. */
  agent: string;
}
export type Form = string | undefined;

/** How one asks for what somebody says, by the verb with which it is told. */
export const ASKED: Record<string, string> = {
  judge: "judge about",
  expect: "expect for",
  anticipate: "expect for",
  note: "note about",
  observe: "observe about",
  report: "report about",
  comment: "say about",
  assess: "conclude about",
  conclude: "conclude about",
  argue: "argue about",
  emphasize: "stress about",
  emphasise: "stress about",
  stress: "stress about",
  project: "project for",
  forecast: "forecast for",
  warn: "warn about",
  suggest: "suggest about",
  highlight: "highlight about",
};
/** Verbs of what is not yet so. */
export const EXPECTING = /^(?:expect|project|forecast|anticipate|predict|estimate|foresee)$/;

/** "its net sales" of "Harlow's net sales", where Harlow is who says it. */
export const ownOf = (named: string, { company = "" }: Context) =>
  company === ""
    ? named
    : named.replace(`${company}'s `, "its ").replace(`${company}’s `, "its ").replace(`${company}' `, "its ");

/** Those who act, report or are asked. */
export const WHO =
  /^(?:governments?|authorities|banks?|company|companies|commissions?|councils?|committees?|firms|households|consumers|ministers?|department|boards?|investors|importers|exporters|producers|farmers|employers|businesses|lenders|borrowers|policymakers|retailers|manufacturers|contacts|respondents|customers|workers|employees|participants?|members?|people|agency|agencies|contact|retailer|manufacturer|builders?|dealers?|bankers?|owners?|operators?|brokers?|realtors?|importer|exporter|firm|lender|producer|investor|retailer)$/;
