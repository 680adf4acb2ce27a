import { expect, test } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { CHECKS } from "./index.ts";

test("every clause is named by a check or binds every response", () => {
  /** Judged by the assertions, whichever check sent the call. */
  const everyResponse = [
    "order-pet-id",
    "order-quantity",
    "order-ship-date",
    "order-complete",
    "error-code",
    "error-message",
    "error-status",
    "body-json",
    "body-media-type",
  ];
  const named = new Set<string>([...CHECKS.flatMap(({ clauses }) => clauses), ...everyResponse]);
  expect([...named].sort()).toEqual(CLAUSES.map(({ id }) => id).sort());
});

test("check ids are unique words", () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
