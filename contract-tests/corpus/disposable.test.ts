/**
 * Tests runs without ids on a disposable deployment: nobody else is there and nothing is worth
 * protecting, so every listed order is evidence.
 */
import { expect, test } from "playwright/test";
import { httpClient } from "../client/http/http-client.ts";
import { judgeClient } from "../testing/judge-client.ts";
import { fastClock } from "../testing/simulation/fast-clock.ts";
import { startDeployment } from "./deployment.ts";
import { createOrder, type InitialOrders, initialOrders, roomy } from "./orders.ts";
import { error } from "./replies.ts";
import { type Change, sound } from "./variant.ts";

/**
 * Returns the verdict of a run with `--disposable` and without ids, and the clauses that it finds
 * violated or leaves unproven.
 */
async function judged(change: Change, orders: () => InitialOrders = roomy) {
  const clock = fastClock();
  const variant = sound("A deployment of one's own.", "nobody else is there", { orders }, change);
  const deployment = await startDeployment(variant, "without ids", () => clock.epoch + clock.now());
  const { baseUrl, key } = deployment;
  const client = httpClient({ baseUrl, key, now: clock.now });
  const rules = {
    baseUrl,
    pending: [],
    shipped: [],
    disposable: true,
    thorough: true,
    settleMs: 5_000,
  };
  const { report } = await judgeClient(client.send, rules, clock);
  await client.close();
  await deployment.close();
  const idsOf = (wanted: string) =>
    report.clauses.flatMap(({ id, verdict }) => (verdict === wanted ? [id] : []));
  return {
    verdict: report.verdict,
    violated: idsOf("violated"),
    open: idsOf("unproven"),
    sections: report.sections?.flatMap(({ entries }) => entries.map(({ id }) => id)) ?? [],
  };
}

const rejectsMany =
  (status: number): Change =>
  (base) => ({
    cancel: (order, request) =>
      order.id % 2n === 0n && order.state === "pending"
        ? error(status, "odd", "Only odd orders can be cancelled.")
        : base.cancel(order, request),
  });

const staysFor =
  (ms: number): Change =>
  (base) => {
    const cancelledAt = new Map<bigint, number>();
    return {
      setState(order, state) {
        cancelledAt.set(order.id, base.now());
        base.setState(order, state);
      },
      visibleOrders: () =>
        base.store.orders.filter(
          ({ id, state }) => state !== "cancelled" || base.now() - cancelledAt.get(id)! < ms,
        ),
    };
  };

for (const [title, change] of [
  ["a sound deployment", {}],
  ["one whose cancelled orders stay in the list", staysFor(Infinity)],
  ["one whose cancelled orders leave the list 1.5 s later", staysFor(1_500)],
] satisfies [string, Change][])
  test(`${title} conforms`, async () => {
    const { verdict, violated, open } = await judged(change);
    expect({ verdict, violated, open }).toEqual({ verdict: "conforms", violated: [], open: [] });
  });

/** Every second order has shipped, which no field shows. */
const halfShipped = (): InitialOrders =>
  initialOrders(
    { pending: [], shipped: [] },
    {
      pending: [700_000n, 700_002n, 700_004n, 700_006n, 700_008n],
      shipped: [700_001n, 700_003n, 700_005n, 700_007n, 700_009n],
    },
  );

test("listed orders that turn out to be shipped are replaced, until all clauses are proven", async () => {
  const { verdict, open } = await judged({}, halfShipped);
  expect({ verdict, open }).toEqual({ verdict: "conforms", open: [] });
});

test("where no listed order has shipped, what needs one is unproven, and so is that the list is whole", async () => {
  const allPending = () =>
    initialOrders(
      { pending: [], shipped: [] },
      { pending: [523n, 641n, 755n, 866n, 977n], shipped: [] },
    );
  const { verdict, open } = await judged({}, allPending);
  expect(verdict).toBe("conforms");
  expect(open).toEqual(["list-whole", "cancel-shipped-conflict", "cancel-shipped-unchanged"]);
});

test("somebody else who places and cancels orders is not held against the deployment", async () => {
  const { verdict, violated, sections } = await judged((base) => ({
    visibleOrders(request) {
      const { listCount, orders } = base.store;
      orders.push(createOrder(900_000n + BigInt(listCount), "pending"));
      for (const order of orders.slice(0, listCount > 6 ? 8 : 0)) order.state = "cancelled";
      return base.visibleOrders(request);
    },
  }));
  expect({ verdict, violated }).toEqual({ verdict: "conforms", violated: [] });
  expect(sections).toContain("others");
});

for (const [title, clause, change] of [
  [
    "The 409 flips complete of the order by which it is found.",
    "cancel-shipped-unchanged",
    (base) => ({
      conflict(order) {
        order.complete = !order.complete;
        return base.conflict(order);
      },
    }),
  ],
  ["A listed order gets 400.", "cancel-pending", rejectsMany(400)],
  ["A listed order gets 404.", "cancel-pending", rejectsMany(404)],
  [
    "A listed order gets 204 again and again, without an effect.",
    "cancel-once",
    (base) => ({
      cancel: (order, request) =>
        order.state === "shipped" ? base.cancel(order, request) : base.noContent(order),
    }),
  ],
  [
    "-1 cancels the order at the end of the list, which is newest first, and gets 404.",
    "cancel-only-that-order",
    (base, service) => ({
      notFound(id) {
        const order = id < 0n ? base.store.orders.toReversed().at(Number(id)) : undefined;
        if (order?.state === "pending") service.setState(order, "cancelled");
        return base.notFound(id);
      },
    }),
  ],
  [
    "Each cancellation changes the quantity of another listed order.",
    "cancel-only-that-order",
    (base) => ({
      setState(order, state) {
        const other = base.store.orders.find(({ id }) => id > order.id);
        if (other) other.quantity += 1;
        base.setState(order, state);
      },
    }),
  ],
  [
    "The list ends after twelve orders.",
    "list-unpaged",
    (base) => ({ visibleOrders: (request) => base.visibleOrders(request).slice(0, 12) }),
  ],
] as [string, string, Change][])
  test(`${title} ${clause} is violated`, async () => {
    expect((await judged(change)).violated).toContain(clause);
  });

test("a shipped order that no list shows is missing from the list", async () => {
  const { violated } = await judged(
    (base) => ({
      visibleOrders: (request) => base.visibleOrders(request).filter(({ id }) => id % 2n === 0n),
    }),
    halfShipped,
  );
  expect(violated).toEqual(["list-whole"]);
});
