/** Who may use the control: programs on this machine and the panel, or anyone with the admin key; never a page of another origin. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { type Caller, isForeignPage, isLoopback, isOwnHost } from "../../spec/interface/caller.ts";
import { Problem } from "./problem.ts";

export interface ControlCaller extends Caller {
  /** The remote address of the connection. */
  readonly address: string | undefined;
  readonly authorization: string | undefined;
}

/** Throws a {@link Problem} unless the caller may use the control. */
export function checkCaller(caller: ControlCaller, adminKey: string | undefined): void {
  if (adminKey === undefined && !isLoopback(caller.address ?? "")) throw new Problem(403, USER_ERRORS.notLoopback());
  if (adminKey === undefined && !isOwnHost(caller.host)) throw new Problem(403, USER_ERRORS.foreignHost());
  if (isForeignPage(caller)) throw new Problem(403, USER_ERRORS.foreignOrigin());
}

/** Throws a {@link Problem} if an admin key is set and the request does not have it. */
export function checkAdminKey({ authorization }: ControlCaller, adminKey: string | undefined): void {
  if (adminKey === undefined || authorization === `Bearer ${adminKey}`) return;
  throw new Problem(401, USER_ERRORS.adminKey(), ["WWW-Authenticate", 'Bearer realm="orders-kit control"']);
}
