/** What the corpus and its sample cover. */
import { expect, test } from "playwright/test";
import { CLAUSES, SILENCES } from "../../spec/clauses/index.ts";

import { STEPS } from "../run/steps/index.ts";
import { finderOf, NEED_ORDERS, quickSampleOf } from "./sample.ts";
import { MODES, type Variant } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

/** Clauses that the gate never finds violated, and why. */
const NEVER_VIOLATED: Readonly<Record<string, string>> = {
  "version-in-path":
    "another base address is advice, and one below which nothing is served leaves the clause unproven",
};

test("every variant has a sentence of its own", () => {
  const titles = VARIANTS.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(titles.filter((title) => !title.endsWith("."))).toEqual([]);
});

test("every answer of every silence is given by a sound variant", () => {
  const sound = VARIANTS.filter((variant) => variant.kind === "sound");
  const missing = SILENCES.flatMap(({ id, answers }) =>
    Object.keys(answers)
      .filter((answer) => !sound.some(({ silences }) => silences?.[id] === answer))
      .map((answer) => `${id}: ${answer}`),
  );
  expect(missing).toEqual([]);
});

for (const [name, variants] of Object.entries({
  corpus: VARIANTS,
  "quick sample": quickSampleOf(VARIANTS),
})) {
  test(`the ${name} has a fault for every clause`, () => {
    const broken = new Set<string>(
      variants.flatMap((variant) => (variant.kind === "fault" ? variant.clauses : [])),
    );
    expect(CLAUSES.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual(
      Object.keys(NEVER_VIOLATED),
    );
  });

  for (const mode of MODES)
    test(`the ${name} has something to find for every step in ${mode} mode`, () => {
      const found = new Set(variants.map((variant: Variant) => finderOf(variant, mode)));
      const unused = STEPS.map(({ id }) => id).filter((id) => !found.has(id));
      expect(unused).toEqual(mode === "full" ? [] : NEED_ORDERS);
    });
}

test("every fault names a clause, and every finder is a step", () => {
  expect(
    VARIANTS.filter((variant) => variant.kind === "fault" && variant.clauses.length === 0),
  ).toEqual([]);
  const steps = new Set<string | undefined>(STEPS.map(({ id }) => id));
  expect(VARIANTS.filter(({ foundBy }) => foundBy !== undefined && !steps.has(foundBy))).toEqual(
    [],
  );
});
