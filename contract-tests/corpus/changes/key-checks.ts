/** Key checks that accept too much. */
import { type Operation as ApiOperation, OPERATIONS } from "../../../spec/interface/operations.ts";
import type { Request } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import type { Base, Replacement } from "../variant.ts";
import type { Accepts } from "./wrong-keys.ts";

/** Also accepts these requests on these operations. */
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

/** Remembers each authorized request, and also accepts other requests if `accepts` is true. */
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

/** Every operation needs the key: `title` starts a sentence, and `clause` demands the key. */
export const GUARDED = Object.values<ApiOperation>(OPERATIONS).map(
  ({ id, phrase, parameter, unauthorized }) => ({
    operation: id,
    title: phrase.replace("{order}", "an order"),
    clause: unauthorized.clause,
    namesOrder: parameter?.names === "order",
  }),
);
