/** Checks what the corpus and its sample cover. */
import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { CLAUSES, OPEN_QUESTIONS } from "../../spec/clauses/index.ts";
import { STEPS } from "../run/steps/index.ts";
import { ADVICE_IDS } from "../tables/advice-ids.ts";
import { finderOf, NEED_ORDERS, quickSampleOf } from "./sample.ts";
import { MODES, type Variant } from "./variant.ts";
import { VARIANT_FILES, VARIANTS } from "./variants.ts";

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

test("every file of variants says where they come from", () => {
  const without = Object.keys(VARIANT_FILES).filter((path) => {
    const text = readFileSync(new URL(path, import.meta.url), "utf8");
    return !/\bSources?:|plain ones/.test(text.split("*/")[0]!);
  });
  expect(without).toEqual([]);
});

test("every answer of every open question is given by a sound variant", () => {
  const sound = VARIANTS.filter((variant) => variant.kind === "sound");
  const missing = OPEN_QUESTIONS.flatMap(({ id, answers }) =>
    Object.keys(answers)
      .filter((answer) => !sound.some(({ answers }) => answers?.[id] === answer))
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

test("spec/rulings.md names every kind of advice", () => {
  const page = readFileSync(new URL("../../spec/rulings.md", import.meta.url), "utf8");
  const kinds = ADVICE_IDS.map((id) => id.replace(/^key-by-.*/, "key-by-…"));
  expect(kinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
});
