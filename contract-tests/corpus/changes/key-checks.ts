/** Key checks that accept too much. */
import { type Operation as ApiOperation, OPERATIONS } from "../../../spec/interface/operations.ts";
import type { Request } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import type { Base, Replacement } from "../variant.ts";
import type { Accepts } from "./wrong-keys.ts";

/** Also accepts, on these operations, what `accepts` says. */
export function alsoAccepts(
  base: Base,
  operations: readonly Operation[],
  accepts: Accepts,
): Replacement {
  return {
    isAuthorized: (request) =>
      base.isAuthorized(request) ||
      (operations.includes(base.operationOf(request)) && accepts(request, base.key)),
  };
}

/** Remembers each authorized request, and also accepts what `accepts` says of the others. */
export function remembers(
  base: Base,
  accepts: (request: Request) => boolean,
  remember: (request: Request) => void = () => {},
): Replacement {
  return {
    isAuthorized(request) {
      if (!base.isAuthorized(request)) return accepts(request);
      remember(request);
      return true;
    },
  };
}

/** Every operation needs the key. `title` begins a sentence; `clause` says that it does. */
export const GUARDED = Object.values<ApiOperation>(OPERATIONS).map(
  ({ id, phrase, parameter, unauthorized }) => ({
    operation: id,
    title: phrase.replace("{order}", "an order"),
    clause: unauthorized.clause,
    namesOrder: parameter?.names === "order",
  }),
);
