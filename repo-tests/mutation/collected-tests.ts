/** In place of `playwright/test`: collects the tests of the files that import it, to be run in this process. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as playwright from "playwright/test";
import { ROOT } from "../manifest.ts";

export interface CollectedTest {
  readonly title: string;
  run(): Promise<void>;
}

export const COLLECTED: CollectedTest[] = [];

class Skipped extends Error {}

const nothing = (): void => {};
const members = {
  describe: Object.assign((_: string, body: () => void) => body(), { configure: nothing }),
  setTimeout: nothing,
  skip: (condition: boolean): void => {
    if (condition) throw new Skipped();
  },
  // Tests with fixtures need the runner: they are not collected.
  extend: () => Object.assign(nothing, members),
};

/** @public Imported by the tests, as that of Playwright. */
export const test = Object.assign(
  (title: string, body: () => Promise<void> | void): void =>
    void COLLECTED.push({
      title,
      run: async () => {
        try {
          await body();
        } catch (error) {
          if (!(error instanceof Skipped)) throw error;
        }
      },
    }),
  members,
);

// From the root: here the name leads to this file.
export const { expect } = createRequire(join(ROOT, "package.json"))("playwright/test") as typeof playwright;
