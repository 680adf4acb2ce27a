/** Everything a test can do with a world. */
import { expect } from "playwright/test";
import { parseScenario, scenarios } from "../../scenarios/index.ts";
import { withMock } from "../testing/with-mock.ts";
import { PLACES, test } from "../testing/world-subject.ts";
import type { ResetOptions } from "./world-control.ts";

const BIG = 9007199254740993n;

for (const place of PLACES)
  test.describe(place, () => {
    test.use({ place });

    test("orders are listed, shipped and cancelled, with exact ids", async ({
      subject: { world, call },
    }) => {
      await world.ship(BIG);
      await world.cancel("2");
      expect(await call("DELETE", `/store/orders/${BIG}`)).toBe(409);
      const list = await world.list();
      expect(list).toHaveLength(49);
      expect(list.find(({ id }) => id === String(BIG))).toMatchObject({
        petId: "302",
        quantity: expect.any(Number),
      });
      const { counts, orders } = await world.state();
      expect(counts).toEqual({ pending: 29, shipped: 20, cancelled: 1 });
      expect(orders.find(({ id }) => id === "2")).toMatchObject({
        state: "cancelled",
        order: { id: "2" },
      });
      expect(await world.ids("cancelled")).toEqual(["2"]);
      expect(await world.ids("shipped")).toContain(String(BIG));
      await expect(world.ship(2n)).rejects.toThrow("Order 2 is cancelled");
      await expect(world.cancel(BIG)).rejects.toThrow(
        new RegExp(`Order ${BIG} (?:is|has) shipped`),
      );
      expect(await world.requests()).toHaveLength(1);
    });

    test("faults are added, replaced and removed; what the others have counted stays", async ({
      subject: { world, call },
    }) => {
      const list = () => call("GET", "/store/orders");
      await world.fault({ on: "listOrders", times: 1, status: 503 });
      expect([await list(), await list()]).toEqual([503, 200]);
      await world.fault({ on: "cancelOrder", status: 500 });
      expect([await list(), await call("DELETE", "/store/orders/2")]).toEqual([200, 500]);
      await world.faults([{ on: "listOrders", times: 1, status: 429 }]);
      expect([await list(), await list()]).toEqual([429, 200]);
      expect(await call("DELETE", "/store/orders/2")).toBe(204);
      await world.fault({ status: 500 });
      await world.fault();
      expect(await list()).toBe(200);
    });

    test("orders are found by digits of their id, and a change is told", async ({
      subject: { world },
    }) => {
      const found = await world.state({ find: "7199254740", state: "pending", limit: 1 });
      expect(found).toMatchObject({ listed: 1, changed: false, orders: [{ id: String(BIG) }] });
      expect(found.description).toBe(scenarios.default!.description);
      await world.ship(BIG);
      const { changed, description } = await world.state({ limit: 0 });
      expect([changed, description]).toEqual([true, "Orders: 30 pending, 20 shipped."]);
      await world.reset({ orders: 9 });
      expect(await world.state()).toMatchObject({ changed: true });
    });

    test("an order ships after some lists, or before it is cancelled", async ({
      subject: { world, call },
    }) => {
      await world.ship(BIG, { afterLists: 1 });
      await world.ship("2", { beforeCancel: 1 });
      expect(await world.ids("shipped")).not.toContain(String(BIG));
      await call("GET", "/store/orders");
      expect(await world.ids("shipped")).toContain(String(BIG));
      await world.ship("4", { afterLists: 1 });
      expect(await call("DELETE", "/store/orders/2")).toBe(409);
      expect((await world.state({ limit: 0 })).ships).toEqual([{ id: "4", afterLists: 2 }]);
      await expect(world.ship("4", { afterLists: 1, afterSeconds: 1 })).rejects.toThrow(
        "Say when it ships, with at most one of",
      );
    });

    test("what a scenario says is changed while the orders stay", async ({
      subject: { world, call },
    }) => {
      await world.add({ id: 7 });
      await world.update({ ships: [{ id: 7, beforeCancel: 1 }, { afterLists: 9 }] });
      await world.update({ answers: { "conflict-body": "error" }, key: { expiresAfter: 2 } });
      expect(await world.state({ find: "7", limit: 1 })).toMatchObject({
        scenario: "default+answers",
        answers: { "conflict-body": "error" },
        ships: [{ id: "7", beforeCancel: 1 }, { afterLists: 9 }],
        calls: 0,
      });
      expect(await call("DELETE", "/store/orders/7")).toBe(409);
      expect((await world.exchange((await world.requests()).at(-1)!.n)).body).toContain(
        '"status":409',
      );
      await call("GET", "/store/orders");
      expect(await call("GET", "/store/orders")).toBe(401);

      // Replaces the earlier answers, also after a mark.
      await world.restore(await world.save());
      await world.update({ answers: { "cancelled-in-list": "stays" } });
      const { scenario, answers, key } = await world.state({ limit: 0 });
      expect([scenario, answers, key]).toEqual([
        "default+answers",
        { "cancelled-in-list": "stays" },
        undefined,
      ]);
      await expect(world.update({ ships: [{ id: 8, afterLists: 1 }] })).rejects.toThrow(
        "This world has no order 8.",
      );
      await world.reset({ scenario: "default" });
      expect(await world.state({ limit: 0 })).toMatchObject({ scenario: "default", answers: {} });
    });

    test("answers that take ids away take what is about these orders with them", async ({
      subject: { world, call },
    }) => {
      for (const id of (await world.ids("pending")).slice(0, 12)) await world.cancel(id);
      for (const id of (await world.ids("pending")).slice(0, 12))
        await world.ship(id, { afterSeconds: 9 });
      await world.update({ answers: { "order-fields": "some" } });
      expect(await call("GET", "/store/orders")).toBe(200);
      await world.restore(await world.save(), { keepLog: true });
      await world.reset({ scenario: "demo", orders: 2 });
      expect(await world.state({ limit: 0 })).toMatchObject({ listed: 2, ships: [] });
    });

    test("an order that is to ship after a list counts from now where there was one", async ({
      subject: { world, call },
    }) => {
      await call("GET", "/store/orders");
      await world.ship("2", { afterSeconds: 60 });
      await world.advance({ seconds: 61 });
      expect(await world.ids("shipped")).toContain("2");
    });

    test("a mark is restored with the requests since then, if they are to be kept", async ({
      subject: { world, call },
    }) => {
      const mark = await world.save();
      await call("DELETE", "/store/orders/2");
      await call("DELETE", "/store/orders/2");
      expect((await world.requests()).map(({ order, notes }) => [order, notes])).toEqual([
        ["2", []],
        ["2", ["404: cancelled just before"]],
      ]);
      await world.restore(mark, { keepLog: true });
      expect(await world.ids("cancelled")).toEqual([]);
      expect(await world.requests()).toHaveLength(2);
      await world.restore(mark);
      expect(await world.requests()).toHaveLength(0);
    });

    test("a relative date stays relative in a file, also when the order is changed", async ({
      subject: { world },
    }) => {
      await world.reset({
        scenario: {
          orders: {
            list: [
              { id: 1, shipDate: "+2d" },
              { id: 2, shipDate: "+2d" },
            ],
          },
        },
      });
      const { order } = await world.order("1");
      await world.add({ ...order, id: "1", quantity: 3 });
      await world.add({ id: 3, shipDate: "-1d" });
      await world.add({ id: 2, shipDate: "2026-01-02T03:04:05Z" });
      // A mark keeps relative dates, too.
      await world.restore(await world.save());
      const dates = (await world.toScenario()).match(/(?<=shipDate: ")[^"]+/g);
      expect(dates).toEqual(["+2d", "2026-01-02T03:04:05Z", "-1d"]);
    });

    test("a reset takes a name, a file, or a scenario of the program", async ({
      subject: { world },
      file,
    }) => {
      const mine = file(
        "orders: { list: [{ id: 9007199254740993, state: shipped }, {}] }\nfaults: [{ status: 500 }]",
      );
      await world.reset({ scenario: mine });
      expect(await world.list()).toEqual([{ id: String(BIG) }, {}]);
      expect(await world.state()).toMatchObject({
        scenario: "mine",
        counts: { shipped: 1, pending: 1 },
      });
      // Only this world now knows the scenario's name.
      await world.reset({ scenario: "mine", orders: 3 });
      expect(await world.list()).toHaveLength(3);
      await world.reset({
        scenario: parseScenario(
          "orders: { count: 4 }\nanswers: { conflict-body: error }",
          "four.yaml",
        ),
      });
      expect(await world.list()).toHaveLength(4);
      await world.reset({ scenario: "empty" });
      expect(await world.list()).toEqual([]);
      await world.reset({ orders: 2, seed: 9 });
      expect(await world.state()).toMatchObject({
        scenario: "default",
        seed: 9,
        counts: { cancelled: 0 },
      });
      await world.reset();
      expect(await world.list()).toHaveLength(50);
      await expect(world.reset({ scenario: file("orders:\n  cuont: 1") })).rejects.toThrow(
        /mine\.yaml:2:3 .*Did you mean count/,
      );
      const ships = file(
        "orders: { count: 9, list: [{ id: 17 }] }\nships: [{ id: 17, afterLists: 1 }]",
      );
      await world.reset({ scenario: ships, orders: 1 });
      // With fewer orders, shipments of the missing ones are dropped.
      await world.reset({ scenario: ships, orders: 0 });
      expect(await world.state()).toMatchObject({ ships: [], orders: [] });
      const unknown = file("orders: { count: 2 }\nships: [{ id: 17, afterLists: 1 }]");
      await expect(world.reset({ scenario: unknown })).rejects.toThrow(
        "mine ships order 17, which is not among its 2",
      );
      await world.reset();
      await expect(world.reset({ scenario: "./none.yaml" })).rejects.toThrow("none.yaml");
      const list = [{ id: 3, stat: "shipped" }] as const;
      await expect(world.reset({ scenario: { orders: { list } } })).rejects.toThrow(
        'orders.list[0].stat: "stat" is not a valid key. Did you mean state?',
      );
      expect(await world.list()).toHaveLength(50);
    });

    test("what goes wrong in one scenario is laid over the orders of another", async ({
      subject: { world, call },
      file,
    }) => {
      const whole = await world.list();
      const mine = file(
        "orders: { list: [{ id: 7 }] }\nfaults: [{ on: cancelOrder, status: 500 }]",
      );
      const over: [ResetOptions["scenario"], string][] = [
        ["default+key-expires", "default+key-expires"],
        [["default", "key-expires"], "default+key-expires"],
        [`${mine}+key-expires`, "mine+key-expires"],
        [[mine, "key-expires"], "mine+key-expires"],
        // The world already has the overlay.
        ["mine+key-expires", "mine+key-expires"],
      ];
      for (const [scenario, name] of over) {
        await world.reset({ scenario });
        expect((await world.state()).scenario).toBe(name);
        expect(await world.list()).toEqual(name.startsWith("mine") ? [{ id: "7" }] : whole);
        const statuses: number[] = [];
        for (const path of ["/store/orders/7", ...Array<string>(10).fill("/store/orders")])
          statuses.push(await call(path === "/store/orders" ? "GET" : "DELETE", path));
        expect(statuses.slice(-2)).toEqual([200, 401]);
        expect(statuses[0]).toBe(name.startsWith("mine") ? 500 : 404);
      }
      await expect(world.reset({ scenario: "default+slwo" })).rejects.toThrow("Did you mean slow?");
    });

    test("expectSound fails with the notes, or when nothing was sent", async ({
      subject: { world, call },
    }) => {
      await expect(world.expectSound()).rejects.toThrow("no request");
      await world.ship("2");
      await call("GET", "/store/orders");
      await call("DELETE", "/store/orders/2");
      await call("DELETE", `/store/orders/${BIG}`);
      await world.expectSound();
      await call("GET", "/store/orders?page=2");
      await call("POST", "/store/order");
      await call("DELETE", "/store/orders/9223372036854776000");
      await expect(world.expectSound()).rejects.toThrow(
        [
          "The app sent requests that the contract does not allow:",
          "  GET /store/orders?page=2: ?page=2 is ignored: version 1 has no pagination",
          "  POST /store/order: the contract does not define this path",
          "  DELETE /store/orders/9223372036854776000: orderId is outside the range of int64",
        ].join("\n"),
      );
      await expect(world.expectSound()).rejects.toThrow(
        "Did you mean 9223372036854775806 or 9223372036854775807?",
      );
      await world.reset();
      await call("GET", "/store/orders");
      await world.expectSound();
    });

    test("the stack of its error begins at the line that called expectSound", async ({
      subject: { world },
    }) => {
      const error: Error = await world.expectSound().catch((error) => error);
      const [message, frame] = error.stack?.split("\n") ?? [];
      expect(message).toBe(`UserError: ${error.message}`);
      expect(frame).toContain("world-control.test.ts:");
    });
  });

test("the control reads no file for a client", async ({ file }) => {
  const path = file("orders: { count: 1 }");
  await withMock({}, async ({ adminUrl }) => {
    const body = JSON.stringify({ scenario: path });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${adminUrl}/reset`, { method: "POST", headers, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Send the content of a file as text.");
  });
});
