/** Key checks that accept too much. */
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

/** The three operations that need the key, with the clause that says so. */
export const GUARDED = [
  ["list", "The list", "list-unauthorized"],
  ["cancel", "Cancelling", "cancel-unauthorized"],
  ["pet", "The pets operation", "pets-unauthorized"],
] as const;
