import { expect } from "playwright/test";
import type { Place } from "./sources.ts";

/** Files, and folders with a slash at the end, by the reason why a rule does not apply to them. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

/** Fails with a line for each violation, and with one for each exception that is no longer needed. */
export function expectNone(rule: string, violations: readonly Place[], exceptions: Exceptions = {}): void {
  const excepted = Object.entries(exceptions).flatMap(([reason, paths]) => paths.map((path) => ({ path, reason })));
  const lines = [
    ...violations
      .filter(({ file }) => !excepted.some(({ path }) => covers(path, file)))
      .map(({ file, line, what }) => `${file}:${line}  ${what.split("\n")[0]}`),
    ...excepted
      .filter(({ path }) => !violations.some(({ file }) => covers(path, file)))
      .map(({ path, reason }) => `${path}  needs no exception: remove it from exceptions.ts (${reason}).`),
  ];
  expect(lines, rule).toEqual([]);
}

/** Whether a path is a file, or the folder of a file. */
export function covers(path: string, file: string): boolean {
  return path.endsWith("/") ? file.startsWith(path) : file === path;
}
