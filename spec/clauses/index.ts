/** The catalogue: clauses, silences, and asides. */
export { AREAS, type Area, type Clause, type OperationId, SECTIONS, type Silence } from "./catalogue-entry.ts";
export { CLAUSES, type ClauseId } from "./clauses.ts";
export { type Answers, ASIDES, DEFAULT_ANSWERS, SILENCES, type SilenceId } from "./silences.ts";
