/** What a test does with the orders, the faults and the requests of a world. */
import { expect } from "playwright/test";
import { scenarios } from "../../scenarios/index.ts";
import { PLACES, test } from "../testing/world-subject.ts";

const BIG = 9007199254740993n;
const LIST = "/store/orders";

for (const place of PLACES)
  test.describe(place, () => {
    test.use({ place });

    test("orders are added, shipped, cancelled and found, with exact ids", async ({
      subject: { world, call },
    }) => {
      expect(await world.state({ limit: 0 })).toMatchObject({
        changed: false,
        description: scenarios.default!.description,
      });
      await world.add({ id: "9007199254740995", petId: "9223372036854775807", quantity: 2 });
      await world.add({ id: 9007199254740997n, petId: 7n, complete: true, state: "shipped" });
      await world.ship(BIG);
      await world.cancel("2");
      for (const id of [BIG, 9007199254740997n])
        expect(await call("DELETE", `${LIST}/${id}`)).toBe(409);

      const list = await world.list();
      expect(list).toHaveLength(51);
      expect(list.slice(-5)).toMatchObject([
        { id: String(BIG), petId: "302", quantity: expect.any(Number) },
        { id: "9007199254740995", petId: "9223372036854775807", quantity: 2 },
        { id: "9007199254740997", petId: "7", complete: true },
        { id: "9223372036854775806" },
        { id: "9223372036854775807" },
      ]);
      expect(await world.state()).toMatchObject({
        changed: true,
        description: "Orders: 30 pending, 21 shipped, 1 cancelled.",
        counts: { pending: 30, shipped: 21, cancelled: 1 },
        orders: expect.arrayContaining([
          expect.objectContaining({ id: "2", state: "cancelled", order: expect.anything() }),
        ]),
      });
      expect(await world.ids("cancelled")).toEqual(["2"]);
      expect(await world.state({ find: "7199254740", state: "pending", limit: 1 })).toMatchObject({
        listed: 1,
        orders: [{ id: "9007199254740995" }],
      });
    });

    test("a number that has lost digits is refused, wherever an id may stand", async ({
      subject: { world },
    }) => {
      const id = 2 ** 53;
      const problem = `${id} has lost digits. Write it as a string of digits, or a bigint.`;
      for (const [act, place] of [
        [() => world.add({ id }), "id"],
        [() => world.add({ id: 3, petId: id }), "petId"],
        [() => world.ship(id as unknown as string), "id"],
        [() => world.fault({ id, status: 503 }), "faults[0].id"],
        [() => world.reset({ scenario: { orders: { list: [{ id }] } } }), "orders.list[0].id"],
      ] as const)
        await expect(act()).rejects.toThrow(`${place}: ${problem}`);
    });

    test("faults are added, replaced and removed; what the others have counted stays", async ({
      subject: { world, call },
    }) => {
      const list = () => call("GET", LIST);
      await world.fault({ on: "listOrders", times: 1, status: 503 });
      expect([await list(), await list()]).toEqual([503, 200]);
      await world.fault({ on: "cancelOrder", status: 500 });
      expect([await list(), await call("DELETE", `${LIST}/2`)]).toEqual([200, 500]);
      await world.faults([{ on: "listOrders", times: 1, status: 429 }]);
      expect([await list(), await list(), await call("DELETE", `${LIST}/2`)]).toEqual([
        429, 200, 204,
      ]);
      await world.fault({ status: 500 });
      await world.fault();
      expect(await list()).toBe(200);
    });

    test("an order ships after some lists, before it is cancelled, or as time goes by", async ({
      subject: { world, call },
    }) => {
      const scenario = { orders: { list: [{ id: 7 }] }, ships: [{ id: 7, afterSeconds: 3600 }] };
      await world.reset({ scenario });
      for (const id of [2, 3, 4, 5]) await world.add({ id });
      await world.ship("2", { beforeCancel: 1 });
      await world.ship("3", { afterLists: 1 });

      // The time of the scenario begins with the first list.
      await world.advance({ seconds: 4000 });
      await call("GET", LIST);
      expect(await world.ids("shipped")).toEqual(["3"]);
      await world.ship("4", { afterLists: 1 });
      expect(await call("DELETE", `${LIST}/2`)).toBe(409);
      const { ships } = await world.state({ limit: 0 });
      expect(ships).toEqual([
        { id: "7", afterSeconds: 3600 },
        { id: "4", afterLists: 2 },
      ]);
      await world.ship("5", { afterSeconds: 50 });
      for (const [seconds, shipped] of [
        [49, ["2", "3"]],
        [1, ["2", "3", "5"]],
        [3549, ["2", "3", "5"]],
        [1, ["2", "3", "5", "7"]],
      ] as const) {
        await world.advance({ seconds });
        expect(await world.ids("shipped")).toEqual(shipped);
      }
    });

    test("an order that is shipped by hand is shipped as the scenario says, and by nothing else", async ({
      subject: { world, call },
    }) => {
      const list = [{ id: 7, complete: false }, { id: 8 }, { id: 9 }, { id: 10 }];
      const set = { complete: true, petId: "9007199254740993", shipDate: "+0d" };
      const ships = [
        { id: 7, beforeCancel: 5, set },
        { id: 8, afterSeconds: 3600, set },
        { id: 9, beforeCancel: 1, set },
      ];
      await world.reset({ scenario: { orders: { list }, ships } });
      // A second time takes the place of the first, and a shipped order has none.
      await world.ship("10");
      for (const id of ["7", "7", "10"]) await world.ship(id, { afterSeconds: 60 });
      expect((await world.toScenario()).match(/afterSeconds: 60/g)).toHaveLength(1);

      await world.ship("7");
      await world.cancel("8");
      expect(await call("DELETE", `${LIST}/9`)).toBe(409);
      const shipped = { complete: true, petId: "9007199254740993", shipDate: expect.any(String) };
      expect(await world.list()).toEqual([
        { id: "7", ...shipped },
        { id: "9", ...shipped },
        { id: "10" },
      ]);
      // All three rules are used up.
      expect(await world.toScenario()).not.toContain("ships");
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
      expect(await call("DELETE", `${LIST}/7`)).toBe(409);
      const { n } = (await world.requests()).at(-1)!;
      expect((await world.exchange(n)).body).toContain('"status":409');
      expect([await call("GET", LIST), await call("GET", LIST)]).toEqual([200, 401]);

      // Replaces the earlier answers, also after a mark.
      await world.restore(await world.save());
      await world.update({ answers: { "cancelled-in-list": "stays" } });
      const { scenario, answers, key } = await world.state({ limit: 0 });
      expect([scenario, answers, key]).toEqual([
        "default+answers",
        { "cancelled-in-list": "stays" },
        undefined,
      ]);
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
      expect(await call("GET", LIST)).toBe(200);
      await world.restore(await world.save(), { keepLog: true });
    });

    test("expectSound fails where it is called, with the notes, or when nothing was sent", async ({
      subject: { world, call },
    }) => {
      const error: Error = await world.expectSound().catch((error) => error);
      expect(error.message).toContain("no request");
      expect(error.stack?.split("\n")[1]).toContain("world-control.test.ts:");

      await world.ship("2");
      await call("GET", LIST);
      await call("DELETE", `${LIST}/2`);
      await world.expectSound();
      await call("GET", `${LIST}?page=2`);
      await call("DELETE", `${LIST}/9223372036854776000`);
      await expect(world.expectSound()).rejects.toThrow(
        [
          "The app sent requests that the contract does not allow:",
          "  GET /store/orders?page=2: ?page=2 is ignored: version 1 has no pagination",
          "  DELETE /store/orders/9223372036854776000: orderId is outside the range of int64",
        ].join("\n"),
      );
      await expect(world.expectSound()).rejects.toThrow(
        "Did you mean 9223372036854775806 or 9223372036854775807?",
      );
      await world.reset();
      await call("GET", LIST);
      await world.expectSound();
    });
  });
