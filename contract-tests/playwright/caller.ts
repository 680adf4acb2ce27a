/**
 * Calls functions as if from the user's file: Playwright takes a test's file and line from the
 * caller of `test`. Editors, filters and reports then show the user's `contractTests` instead of a
 * file of this package.
 */
import { compileFunction } from "node:vm";

/** Calls a function as if from the place of the user's call. */
type CallFromUser = <Given extends unknown[]>(
  called: (...given: Given) => void,
  ...given: Given
) => void;

/** `entry` is the function of this package that the user is calling at the moment. */
export function callsFromCallerOf(entry: (...given: never[]) => unknown): CallFromUser {
  // The position in the code that runs; Playwright maps it to the source.
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
  return callFrom as CallFromUser;
}
