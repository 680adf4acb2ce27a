/** The store against the simplest model of it. */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { createOrders } from "../../fixtures/index.ts";
import { DEFAULT_ANSWERS } from "../../spec/clauses/index.ts";
import { type Json, parseJson, stringifyJson } from "../../spec/json/json.ts";
import { concat } from "../replies/messages.ts";
import { StoreModel } from "../testing/store-model.ts";
import { weighted } from "../testing/weighted.ts";
import { type OrderChanges, OrderStore } from "./order-store.ts";
import { buildOrderTable } from "./order-table.ts";

const read = (pieces: readonly Uint8Array[]): string => new TextDecoder().decode(concat(pieces));

for (const cancelledInList of ["vanishes", "stays", "later"] as const)
  test(`any sequence of commands has the same results as the model (${cancelledInList})`, async () => {
    const made = await createOrders({ count: 600, seed: 5 });
    const idAt = (at: number): bigint => made[at]?.order.id ?? 999_999n;
    // The same few orders are changed again and again, so that a change meets those before it.
    const index = fc.oneof(fc.nat(620), fc.nat(5));
    const state = fc.constantFrom("pending", "shipped");
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 600 }),
        fc.array(
          weighted(
            [8, index],
            [2, fc.constant("list")],
            [1, fc.record({ id: fc.oneof(fc.bigInt(-5n, 2000n), index.map(idAt)), quantity: fc.nat(), state })],
          ),
          { maxLength: 120 },
        ),
        async (count, commands) => {
          const orders = made.slice(0, count);
          const table = await buildOrderTable(orders, DEFAULT_ANSWERS);
          const open = () => new OrderStore(table, { "cancelled-in-list": cancelledInList });
          const store = open();
          const model = new StoreModel(orders, cancelledInList);
          for (const command of commands) {
            if (command === "list") {
              expect(read(store.list())).toBe(model.list());
            } else if (typeof command === "object") {
              const { state, ...order } = command;
              store.put(order.id, stringifyJson(order), state as "pending");
              model.put(order, state);
              expect(store.entry(order.id)).toEqual({ id: order.id, order: stringifyJson(order), state });
            } else {
              const id = idAt(command as number);
              expect(store.cancel(id)).toBe(model.cancel(id));
            }
          }
          const restored = open();
          for (const command of commands.slice(0, 9))
            if (typeof command === "number") restored.cancel(idAt(command + 1));
          const text = stringifyJson(store.changes() as unknown as Json);
          restored.restore(parseJson(text) as unknown as OrderChanges);
          expect(restored.entries(0, 2000)).toEqual(store.entries(0, 2000));
          for (let time = 0; time < 2; time++) {
            expect(read(restored.list())).toBe(read(store.peek()));
            expect(read(store.list())).toBe(model.list());
          }
          expect(store.counts().cancelled).toBe(model.rows.filter(({ state }) => state === "cancelled").length);
        },
      ),
      { numRuns: 60 },
    );
  });
