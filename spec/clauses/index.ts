/** The catalogue: clauses, open questions, and statements that no response can show. */
export {
  AREA_TITLES,
  AREAS,
  type Clause,
  type OperationId,
  SECTIONS,
} from "./clause.ts";
export { CLAUSES, type ClauseId } from "./clauses.ts";
export { INVISIBLE_STATEMENTS } from "./invisible-statements.ts";
export {
  type Answers,
  DEFAULT_ANSWERS,
  OPEN_QUESTIONS,
  type OpenQuestion,
  type OpenQuestionId,
} from "./open-questions.ts";
