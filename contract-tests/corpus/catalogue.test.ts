/** The corpus as data: what it must cover, and that its entries hold together. */
import { expect, test } from "playwright/test";
import { CLAUSES, SILENCES } from "../../spec/clauses/index.ts";
import type { Fault, Sound } from "./variant.ts";
import { VARIANTS } from "./variants.ts";

const faults = VARIANTS.filter((variant): variant is Fault => variant.kind === "fault");
const sounds = VARIANTS.filter((variant): variant is Sound => variant.kind === "sound");

test("every variant has an id and a title of its own", () => {
  const ids = VARIANTS.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/i.test(id))).toEqual([]);
  expect(VARIANTS.filter(({ title }) => !title.endsWith(".")).map(({ id }) => id)).toEqual([]);
});

test("every clause has at least three faults that may break it", () => {
  const few = CLAUSES.filter(({ id }) => faults.filter(({ clauses }) => clauses.includes(id)).length < 3);
  expect(few.map(({ id }) => id)).toEqual([]);
});

test("every fault names a clause", () => {
  expect(faults.filter(({ clauses }) => clauses.length === 0).map(({ id }) => id)).toEqual([]);
});

test("every silence is kept in every answer", () => {
  const missing = SILENCES.flatMap(({ id, answers }) =>
    Object.keys(answers)
      .filter((answer) => !sounds.some(({ silence }) => silence?.id === id && silence.answer === answer))
      .map((answer) => `${id}: ${answer}`),
  );
  expect(missing).toEqual([]);
});

test("the corpus is as large as its purpose asks", () => {
  expect(faults.length).toBeGreaterThanOrEqual(220);
  expect(VARIANTS.filter(({ kind }) => kind === "advice").length).toBeGreaterThanOrEqual(35);
  expect(sounds.length).toBeGreaterThanOrEqual(80);
});
