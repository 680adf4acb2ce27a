/** `--only`: the steps of a clause are enough to judge it. */
import { expect, test } from "playwright/test";
import { CLAUSES, type ClauseId } from "../../../spec/clauses/index.ts";
import { isQuick } from "../../corpus/chosen.ts";
import { verify } from "../../verify.ts";
import { STEPS, stepsFor } from "./index.ts";

const IDS: readonly ClauseId[] = CLAUSES.map(({ id }) => id);
/** A clause of each area, and the clauses that need the most steps. */
const QUICK: readonly ClauseId[] = ["order-id", "list-unpaged", "cancel-once", "auth-no-effect"];

for (const id of isQuick ? QUICK : IDS)
  test(`${id} holds on the mock by its own steps`, async () => {
    const { verdict, clauses } = await verify({ target: "mock", only: [id] });
    expect([verdict, clauses[0]?.verdict]).toEqual(["conforms", "held"]);
  });

test("fields of an order need lists alone, and what binds every response needs all steps", () => {
  expect(stepsFor(["order-quantity"]).map(({ id }) => id)).toEqual(["first-list"]);
  expect(stepsFor(["error-code"])).toEqual(STEPS);
  expect(stepsFor(["cancel-shipped-conflict"]).length).toBeLessThan(STEPS.length);
});
