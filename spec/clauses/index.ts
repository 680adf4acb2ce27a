/** The catalogue: clauses, silences, and asides. */
export {
  AREAS,
  type Area,
  CLAUSES,
  type Clause,
  type ClauseId,
  type OperationId,
  SECTIONS,
} from "./clauses.ts";
export {
  type Answers,
  ASIDES,
  DEFAULT_ANSWERS,
  SILENCES,
  type Silence,
  type SilenceId,
} from "./silences.ts";
