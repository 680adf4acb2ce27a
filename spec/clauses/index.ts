/** The catalogue: clauses, silences and mentions. */
export {
  AREA_TITLES,
  AREAS,
  type Area,
  CLAUSES,
  type Clause,
  type ClauseId,
  type OperationId,
  SECTIONS,
} from "./clauses.ts";
export { MENTIONS } from "./mentions.ts";
export {
  type Answers,
  DEFAULT_ANSWERS,
  SILENCES,
  type Silence,
  type SilenceId,
} from "./silences.ts";
