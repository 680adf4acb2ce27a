/** The catalogue: what the contract says, leaves open, and mentions in passing. */
export { ASIDES } from "./asides.ts";
export { CLAUSES, type ClauseId } from "./clauses.ts";
export { AREAS, type Area, type Clause, SECTIONS, type Silence } from "./entry.ts";
export { type Answers, DEFAULT_ANSWERS, SILENCES, type SilenceId } from "./silences.ts";
