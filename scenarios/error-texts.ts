/** The texts of Errors in a scenario, one for each situation in which a call can be. */
import * as v from "valibot";
import type { OperationId } from "../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../spec/interface/operations.ts";
import { field, mapping, string } from "./source/schemas.ts";

/** A situation of any operation. */
type Situation = {
  [Id in OperationId]: keyof (typeof OPERATIONS)[Id]["situations"];
}[OperationId];

/** Why a call gets an Error: for its key, or for what it asks for. */
export type ErrorSituation = "key-missing" | "key-wrong" | Situation;

/** `code` and `message` of an Error. The mock has its own text for one that is missing. */
export interface ErrorText {
  readonly code?: string;
  readonly message?: string;
}

export type ErrorTexts = { readonly [One in ErrorSituation]?: ErrorText };

const errorText = field(
  "The text of the Error.",
  mapping({ code: v.exactOptional(string), message: v.exactOptional(string) }),
);

/** The situations whose answer can have a body: not those that a success alone answers. */
const situations = Object.values<Operation>(OPERATIONS).flatMap((operation) =>
  Object.entries(operation.situations).flatMap(([name, { statuses = [400] }]) =>
    statuses.some((status) => status >= 400) ? [name] : [],
  ),
);

export const errorTexts = mapping(
  Object.fromEntries(["key-missing", "key-wrong", ...situations].map((name) => [name, errorText])),
) as v.GenericSchema<ErrorTexts>;
