/** The texts of Errors in a scenario, one for each situation that a call can meet. */
import * as v from "valibot";
import type { OperationId } from "../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../spec/interface/operations.ts";
import { field, mapping, string } from "./source/schemas.ts";

/** A situation of any operation. */
type TextSituation = {
  [Id in OperationId]: keyof (typeof OPERATIONS)[Id]["situations"];
}[OperationId];

/** Why a call gets an Error: its key, or the situation it meets. */
export type ErrorSituation = "key-missing" | "key-wrong" | TextSituation;

/** `code` and `message` of an Error. If one is missing, the mock uses its own text. */
export interface ErrorText {
  readonly code?: string;
  readonly message?: string;
}

export type ErrorTexts = { readonly [One in ErrorSituation]?: ErrorText };

const errorText = field(
  "The text of the Error.",
  mapping({ code: v.exactOptional(string), message: v.exactOptional(string) }),
);

/**
 * The situations whose answer can have an Error body; those that only ever succeed are left out.
 */
const situationSchemas = Object.values<Operation>(OPERATIONS).flatMap((operation) =>
  Object.entries(operation.situations).flatMap(([name, { statuses = [400] }]) =>
    statuses.some((status) => status >= 400) ? [name] : [],
  ),
);

export const errorTexts = mapping(
  Object.fromEntries(
    ["key-missing", "key-wrong", ...situationSchemas].map((name) => [name, errorText]),
  ),
) as v.GenericSchema<ErrorTexts>;
