/** `verify` of the package, loaded when it is called first, since many programs import the package only to start the mock. */
import type { Report } from "./report/schema.ts";
import type { VerifyOptions } from "./verify.ts";

/**
 * Throws a UserError when the options or the configuration are wrong. For a target that cannot be judged, the verdict of the
 * report is `not-judged`.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  return (await import("./verify.ts")).verify(options);
}
