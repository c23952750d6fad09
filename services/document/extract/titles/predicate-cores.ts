import { attitudeCores } from "./attitude-cores.ts";
import { attributedCores } from "./attributed-cores.ts";
import { broughtCores } from "./brought-cores.ts";
import { feltCores } from "./felt-cores.ts";
import { heldCores } from "./held-cores.ts";
import { indicatedCores } from "./indicated-cores.ts";
import { impactCores, vehicleCores } from "./object-cores.ts";
import { outturnCores } from "./outturn-cores.ts";
import { pricedCores } from "./priced-cores.ts";
import { proposalCores } from "./proposal-cores.ts";
import { voteCores } from "./propositions.ts";
import { raisedCores } from "./raised-cores.ts";
import type { Reading } from "./reading.ts";
import { signCores } from "./sign-cores.ts";
import { targetCores } from "./target-cores.ts";
import { thatCores } from "./that-cores.ts";
import { keptOnCores } from "./title-continued.ts";
import { contrastCores } from "./title-contrasts.ts";
import type { TitleCore } from "./title-cores.ts";
import { expectedCores } from "./title-expected.ts";
import { foreseenCores } from "./title-foreseen.ts";
import { levelCores } from "./title-levels.ts";
import { pathCores } from "./title-paths.ts";
import { resolvedCores } from "./title-resolves.ts";
import { roleCores } from "./title-roles.ts";
import { standingCores } from "./title-standing.ts";
import {
  commitmentCores,
  decisionCores,
  goalCores,
  judgedCores,
  possibleCores,
  purposeCores,
  supportedCores,
  viewCores,
} from "./told-cores.ts";
import { factorCores, tiltedCores, warrantedCores } from "./weighed-cores.ts";

/** What makes titles of what a predicate says of its subject, each of one kind of predicate. */
const MAKES: readonly ((reading: Reading, agent: string) => TitleCore[])[] = [
  decisionCores,
  commitmentCores,
  ({ statement }) => voteCores(statement.text),
  goalCores,
  supportedCores,
  viewCores,
  judgedCores,
  possibleCores,
  purposeCores,
  vehicleCores,
  impactCores,
  factorCores,
  warrantedCores,
  tiltedCores,
  contrastCores,
  levelCores,
  roleCores,
  standingCores,
  resolvedCores,
  pathCores,
  expectedCores,
  keptOnCores,
  foreseenCores,
  targetCores,
  pricedCores,
  proposalCores,
  outturnCores,
  attitudeCores,
  raisedCores,
  broughtCores,
  indicatedCores,
  signCores,
  attributedCores,
  feltCores,
  thatCores,
  heldCores,
];

/** The titles that the predicate of a sentence allows, whatever it is. `agent`: who acts, where a title names that. */
export const predicateCores = (reading: Reading, agent: string): TitleCore[] =>
  MAKES.flatMap((make) => make(reading, agent));
