/** The package `orders-kit` for browser bundles: everything that needs no Node. */
export { CLAUSES, INVISIBLE_STATEMENTS, OPEN_QUESTIONS } from "./spec/clauses/index.ts";
export { UserError } from "./spec/errors/user-error.ts";
export { parseJson, stringifyJson } from "./spec/interface/json.ts";
export { Decimal } from "./spec/json/json.ts";
