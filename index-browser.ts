/** The package `orders-kit` in a bundle for browsers: what needs no Node. */
export { CLAUSES, MENTIONS, SILENCES } from "./spec/clauses/index.ts";
export { UserError } from "./spec/errors/user-error.ts";
export { parseJson, stringifyJson } from "./spec/interface/json.ts";
export { Decimal } from "./spec/json/json.ts";
