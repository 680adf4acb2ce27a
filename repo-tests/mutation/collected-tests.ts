/** In place of `playwright/test`: collects the tests of the files that import it, to be run in this process. */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as playwright from "playwright/test";
import { ROOT } from "../manifest.ts";

export interface CollectedTest {
  readonly title: string;
  run(): Promise<void>;
}

export const COLLECTED: CollectedTest[] = [];

class Skipped extends Error {}

type TestInfo = Pick<playwright.TestInfo, "outputPath">;
type Values = Readonly<Record<string, unknown>>;
type Setup = (fixtures: Values, use: (value: unknown) => Promise<void>, info: TestInfo) => Promise<void>;
/** Perhaps with options of Playwright, which change nothing here. */
type Fixture = Setup | readonly [unknown, object];

/** Of the `describe` blocks around the tests that are collected now. */
let used: Values = {};

/** Runs `body` with every fixture, in the order of their definition. */
async function withFixtures(
  [first, ...others]: readonly (readonly [name: string, fixture: Fixture | unknown])[],
  values: Values,
  info: TestInfo,
  body: (values: Values) => Promise<void> | void,
): Promise<void> {
  if (first === undefined) return body(values);
  const [name, fixture] = first;
  const setup = Array.isArray(fixture) ? fixture[0] : fixture;
  const next = (value: unknown): Promise<void> => withFixtures(others, { ...values, [name]: value }, info, body);
  if (typeof setup !== "function" || Object.hasOwn(values, name)) return next(values[name] ?? setup);
  await (setup as Setup)(values, next, info);
}

function testWith(fixtures: Values) {
  const collect = (title: string, body: (values: Values, info: TestInfo) => Promise<void> | void): void => {
    const given = used;
    const run = async (): Promise<void> => {
      const folder = await mkdtemp(join(tmpdir(), "orders-kit-mutation-"));
      const info: TestInfo = { outputPath: (...path) => join(folder, ...path) };
      try {
        await withFixtures(Object.entries(fixtures), given, info, (values) => body(values, info));
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    };
    COLLECTED.push({ title, run });
  };
  const describe = (_: string, body: () => void): void => {
    const outside = used;
    body();
    used = outside;
  };
  return Object.assign(collect, {
    describe: Object.assign(describe, { configure: nothing }),
    setTimeout: nothing,
    skip(condition: boolean): void {
      if (condition) throw new Skipped();
    },
    use(values: Values): void {
      used = { ...used, ...values };
    },
    extend: (further: Values): unknown => testWith({ ...fixtures, ...further }),
  });
}

function nothing(): void {}

/** @public Imported by the tests, as that of Playwright. */
export const test = testWith({});

// From the root: here the name leads to this file.
export const { expect } = createRequire(join(ROOT, "package.json"))("playwright/test") as typeof playwright;
