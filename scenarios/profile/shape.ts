/** A profile: what one deployment answers where the contract is silent. `verify --learn` writes it, and `mock --profile` answers by it. */
import type { Answers, OperationId } from "../../spec/clauses/index.ts";

export interface Profile {
  /** Answers to silences, as a scenario has them. The mock's defaults apply to the rest. */
  readonly answers: Partial<Answers>;
  readonly errors: ErrorTexts;
}

/** The texts of Errors, by status; where one operation says something else, by both: `getPet 404`. */
export type ErrorTexts = {
  readonly [Place in number | `${OperationId} ${number}`]?: ErrorText;
};

/** `code` and `message` of an Error. The mock has its own text for one that is missing. */
export interface ErrorText {
  readonly code?: string;
  readonly message?: string;
}

export const EMPTY_PROFILE: Profile = { answers: {}, errors: {} };
