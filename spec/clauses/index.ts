/** The catalogue: clauses, silences and mentions. */
export {
  AREA_TITLES,
  AREAS,
  type Clause,
  type OperationId,
  SECTIONS,
} from "./clause.ts";
export { CLAUSES, type ClauseId } from "./clauses.ts";
export { MENTIONS } from "./mentions.ts";
export {
  type Answers,
  DEFAULT_ANSWERS,
  SILENCES,
  type Silence,
  type SilenceId,
} from "./silences.ts";
