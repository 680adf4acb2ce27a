/** Checks what the corpus and its sample cover. */
import { expect, test } from "playwright/test";
import { CLAUSES, OPEN_QUESTIONS } from "../../spec/clauses/index.ts";
import { STEPS } from "../run/steps/index.ts";
import { ADVICE_IDS } from "../tables/advice-ids.ts";
import { EXAMPLES, WITHOUT_EXAMPLE } from "./examples.ts";
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

test("every example is of variants with one verdict, and says why", () => {
  for (const { titles, why } of Object.values(EXAMPLES).flat()) {
    const variants = titles.map((title) => VARIANTS.find((one) => one.title === title));
    expect(new Set(variants.map((variant) => variant?.kind)).size, titles.join(" ")).toBe(1);
    for (const [nth, variant] of variants.entries()) {
      expect(variant, titles[nth]).toBeDefined();
      if (variant?.kind === "fault") expect(why, titles[nth]).toBeDefined();
      if (variant?.kind !== "sound") continue;

      // The page says that the deployment conforms, and nothing about advice.
      expect(variant.mayAdvise, titles[nth]).toBeUndefined();
      if (variant.mayEndRun) expect(variant.notJudged, titles[nth]).toBeDefined();
    }
  }
});

test("every advice has one example, or is one that no variant shows", () => {
  const shown = Object.values(EXAMPLES).flatMap((rows) =>
    rows.flatMap(({ titles }) => {
      const variants = VARIANTS.filter(({ title }) => titles.includes(title));
      const ids = variants.flatMap((variant) => (variant.kind === "advice" ? variant.advice : []));
      return [...new Set(ids.map(kindOf))];
    }),
  );
  const without = Object.keys(WITHOUT_EXAMPLE);
  expect([...shown, ...without].toSorted()).toEqual(
    [...new Set(ADVICE_IDS.map(kindOf))].toSorted(),
  );
  const given = VARIANTS.map((variant) => variant.kind === "advice" && variant.advice);
  expect(without.filter((id) => given.some((advice) => advice === id))).toEqual([]);
});

/** One example covers all places of a key. */
const kindOf = (id: string): string => id.replace(/^key-by-.*/, "key-by");
