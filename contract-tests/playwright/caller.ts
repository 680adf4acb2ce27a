/**
 * Calls in the name of the user's file. Playwright takes the file and the line of a test from the caller of `test`: editors, filters and
 * reports then show where the user has written `contractTests`, and not a file of this package.
 */
import { compileFunction } from "node:vm";

/** Calls a function with arguments, from the place of the user's call. */
type CallFrom = <Given extends unknown[]>(
  called: (...given: Given) => void,
  ...given: Given
) => void;

/** To be used while `entry`, a function of this package, is called by the user. */
export function callsFromCallerOf(entry: (...given: never[]) => unknown): CallFrom {
  // The place as it is in the code that runs: Playwright maps it to the source.
  const { prepareStackTrace } = Error;
  const held: { readonly stack?: NodeJS.CallSite } = {};
  Error.prepareStackTrace = (_, sites) => sites[0];
  Error.captureStackTrace(held, entry);
  const site = held.stack;
  Error.prepareStackTrace = prepareStackTrace;

  // Positions count from 1, offsets from 0.
  const callFrom: unknown = compileFunction("return (called, ...given) => called(...given);", [], {
    filename: site?.getFileName() ?? "",
    lineOffset: (site?.getLineNumber() ?? 1) - 1,
    columnOffset: (site?.getColumnNumber() ?? 1) - 1,
  })();
  return callFrom as CallFrom;
}
