import { expect, test } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { CHECKS, MAX_COST } from "./index.ts";
import { providedOrders } from "./provided-orders.ts";

test("every clause is named by a check, or binds every response or list", () => {
  const named = CHECKS.flatMap(({ clauses }) => clauses);
  for (const { id, ...clause } of CLAUSES) if (!("binds" in clause)) expect(named).toContain(id);
});

test("check ids are unique words", () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("each check follows those that it needs, and those after which it comes", () => {
  for (const [nth, { id, needs = [], after = [] }] of CHECKS.entries()) {
    const before = CHECKS.slice(0, nth).map((check) => check.id);
    expect(before, `what ${id} names must be before it`).toEqual(expect.arrayContaining([...needs, ...after]));
  }
});

test("with four pending orders and a shipped one, what proves every clause, a run keeps to its calls", () => {
  const orders = providedOrders({ readOnly: false, pending: [1n, 2n, 3n, 4n], shipped: [5n] });
  for (const kind of ["calls", "badKeyCalls"] as const) {
    const costs = CHECKS.map(({ id, cost }) => ({ id, cost: cost(orders)[kind] })).sort((a, b) => b.cost - a.cost);
    const costliest = costs.slice(0, 3).map(({ id, cost }) => `${id} (${cost})`);
    const sum = costs.reduce((total, { cost }) => total + cost, 0);
    expect(sum, `more ${kind} than a run may send: thin ${costliest.join(", ")}`).toBeLessThanOrEqual(MAX_COST[kind]);
  }
});
