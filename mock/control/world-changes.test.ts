/** How a test changes and keeps a world: added orders, advanced time, files and marks. */
import { expect } from "playwright/test";
import { parseScenario } from "../../scenarios/index.ts";
import { PLACES, test } from "../testing/world-subject.ts";

for (const place of PLACES)
  test.describe(place, () => {
    test.use({ place });

    test("an order is added with ids of any size, as strings or as bigints", async ({
      subject: { world, call },
    }) => {
      await world.add({ id: "9007199254740995", petId: "9223372036854775807", quantity: 2 });
      await world.add({ id: 9007199254740997n, petId: 7n, complete: true, state: "shipped" });
      await world.add({ id: "2", state: "cancelled" });
      const list = await world.list();
      expect(list.slice(-4, -1)).toMatchObject([
        { id: "9007199254740995", petId: "9223372036854775807", quantity: 2 },
        { id: "9007199254740997", petId: "7", complete: true },
        { id: "9223372036854775806" },
      ]);
      expect(await world.ids("cancelled")).toEqual(["2"]);
      expect(await call("DELETE", "/store/orders/9007199254740997")).toBe(409);
      await expect(world.add({ id: "1e3" })).rejects.toThrow("int64");
      const wrong = { id: "8", shipDate: "tomorrow" };
      await expect(world.add(wrong)).rejects.toThrow("RFC 3339");
    });

    test("an order that is removed has never been, until it is added again or the world goes back", async ({
      subject: { world, call },
    }) => {
      const whole = await world.save();
      await world.reset({
        scenario: { orders: { count: 5, list: [{ id: 2 }] }, ships: [{ id: 2, afterSeconds: 9 }] },
      });
      const before = await world.list();
      await world.remove("2");
      expect(await world.list()).toEqual(before.slice(1));
      expect(await call("DELETE", "/store/orders/2")).toBe(404);
      await expect(world.remove("2")).rejects.toThrow("no order 2");
      expect(await world.toScenario()).not.toContain("afterSeconds");
      const removed = await world.save();

      await world.add({ id: "2", quantity: 3 });
      expect((await world.list())[0]).toEqual({ id: "2", quantity: 3 });
      await world.restore(removed);
      expect(await world.list()).toEqual(before.slice(1));
      await expect(
        world.restore(removed.replace('"states":[', '"states":[["2","shipped"]')),
      ).rejects.toThrow("no order 2");
      for (const { id } of await world.list()) await world.remove(id!);
      expect(await world.list()).toEqual([]);
      await world.restore(whole);
      expect(await world.list()).toHaveLength(50);
    });

    test("time goes by when a test says so", async ({ subject: { world, call } }) => {
      const scenario = parseScenario(
        "orders: { list: [{ id: 7 }] }\nships: [{ id: 7, afterSeconds: 3600 }]",
      );
      await world.reset({ scenario });
      await world.advance({ seconds: 4000 });
      await call("GET", "/store/orders");
      await world.advance({ seconds: 3599 });
      expect(await world.ids("pending")).toEqual(["7"]);
      await world.advance({ seconds: 1 });
      expect(await world.ids("shipped")).toEqual(["7"]);
      await expect(world.advance({ seconds: -1 })).rejects.toThrow("a number from 0");

      await world.add({ id: "8" });
      await world.ship("8", { afterSeconds: 50 });
      await world.advance({ seconds: 45 });
      expect(await world.ids("pending")).toEqual(["8"]);
      await world.advance({ seconds: 5 });
      expect(await world.ids("shipped")).toEqual(["7", "8"]);
      await expect(world.ship("9", { afterSeconds: 5 })).rejects.toThrow("no order 9");
    });

    test("a world is saved as a file and as a mark, and goes on from both", async ({
      subject: { world, call },
      file,
    }) => {
      await world.add({ id: "9007199254740995", quantity: 2 });
      await world.cancel("2");
      await world.fault({ on: "listOrders", times: 2, status: 503 });
      expect(await call("GET", "/store/orders")).toBe(503);
      const [mark, text, list] = [await world.save(), await world.toScenario(), await world.list()];
      for (const goBack of [
        () => world.restore(mark),
        () => world.reset({ scenario: file(text) }),
        () => world.reset({ scenario: parseScenario(text) }),
      ]) {
        await world.reset({ scenario: "empty" });
        await goBack();
        expect(await world.list()).toEqual(list);
        expect(await world.ids("cancelled")).toEqual(["2"]);
        expect(await world.toScenario()).toBe(text);
        expect([await call("GET", "/store/orders"), await call("GET", "/store/orders")]).toEqual([
          503, 200,
        ]);
      }
      await expect(world.restore('{"start":{}}')).rejects.toThrow("Expected a mark");
      await expect(world.restore("")).rejects.toThrow("Expected a mark");
      expect(await world.list()).toEqual(list);
    });

    test("a mark that was changed is refused as a whole, with the place", async ({
      subject: { world, call },
    }) => {
      await world.add({ id: "30", quantity: 2 });
      await world.cancel("2");
      const [mark, text] = [await world.save(), await world.toScenario()];
      for (const [from, to, problem] of FORGERIES) {
        const forged = mark.replace(from, to);
        expect(forged, to).not.toBe(mark);
        const refusal = await world.restore(forged).catch((error: Error) => error.message);
        expect(String(refusal), to).toMatch(/mark:1:\d+ /);
        expect(refusal, to).toContain(problem);
        expect(await world.toScenario(), to).toBe(text);
        expect(await call("GET", "/store/orders"), to).toBe(200);
      }
      await world.reset({ scenario: "empty" });
      await world.restore(mark);
      expect(await world.toScenario()).toBe(text);

      // Times at their limits are valid, and the world can be saved again.
      const first = '"lists":1,"firstListAt":4e15';
      const old = mark
        .replace(/"at":\d+/, '"at":-4e15')
        .replace('"lists":0,"firstListAt":0', first);
      expect(old).toContain(first);
      await world.restore(old);
      await world.restore(await world.save());
      expect(await call("GET", "/store/orders")).toBe(200);
    });

    test("a mark has the time that is left: none goes by until the world goes back to it", async ({
      subject: { world, call },
    }) => {
      const ships = [{ id: 7, afterSeconds: 100 }];
      await world.reset({ scenario: { orders: { list: [{ id: 7 }] }, ships } });
      await call("GET", "/store/orders");
      const mark = await world.save();
      await world.advance({ seconds: 200 });
      expect(await world.ids("shipped")).toEqual(["7"]);
      const earlier = mark.replace(/"at":(\d+)/, (_, at) => `"at":${at - 500_000}`);
      const shifted = earlier.replace(
        /"firstListAt":(\d+)/,
        (_, at) => `"firstListAt":${at - 500_000}`,
      );
      await world.restore(shifted);
      expect(await world.ids("pending")).toEqual(["7"]);
      await world.advance({ seconds: 101 });
      expect(await world.ids("shipped")).toEqual(["7"]);
    });

    test("an order that is to ship later ships then, as the scenario says, and once", async ({
      subject: { world },
    }) => {
      const list = [{ id: 7 }, { id: 8, state: "shipped" }, { id: 9, state: "cancelled" }] as const;
      const ships = [{ id: 7, beforeCancel: 5, set: { complete: true } }];
      await world.reset({ scenario: { orders: { list }, ships } });
      await world.list();
      for (const id of ["7", "7", "8"]) await world.ship(id, { afterSeconds: 60 });
      await expect(world.ship("9", { afterSeconds: 60 })).rejects.toThrow("Order 9 is cancelled");
      expect((await world.toScenario()).match(/afterSeconds/g)).toHaveLength(1);
      await world.ship("7");
      expect((await world.list())[0]).toEqual({ id: "7", complete: true });
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
      await world.add({ id: 9007199254740993n, petId: 3 });
      expect(await world.ids("pending")).toContain("9007199254740993");
    });

    test("an order that is shipped by hand is shipped as the scenario says, and by nothing else", async ({
      subject: { world, call },
    }) => {
      const list = [{ id: 7, complete: false }, { id: 8 }, { id: 9 }];
      const set = { complete: true, petId: "9007199254740993", shipDate: "+0d" };
      const ships = [
        { id: 7, afterSeconds: 3600, set },
        { id: 8, afterSeconds: 3600, set },
        { id: 9, beforeCancel: 1, set },
      ];
      await world.reset({ scenario: { orders: { list }, ships } });
      await world.ship("7");
      const shipped = { complete: true, petId: "9007199254740993", shipDate: expect.any(String) };
      expect((await world.list())[0]).toEqual({ id: "7", ...shipped });
      await world.cancel("8");
      expect(await call("DELETE", "/store/orders/9")).toBe(409);
      expect((await world.list()).at(-1)).toEqual({ id: "9", ...shipped });
      // All three rules are used up.
      expect(await world.toScenario()).not.toContain("ships");
    });
  });

/** The part of a mark to replace, its replacement, and the problem we expect. */
const FORGERIES: readonly (readonly [RegExp, string, string])[] = [
  [/"states":\[/, '"states":[["999999999","cancelled"],', "This world has no order 999999999."],
  [/"states":\[/, '"states":[["4","constructor"],', '"constructor" is not a valid value.'],
  [/"states":\[/, '"states":[["4"],', "is not a valid value"],
  [/"hideAfterList":\[/, '"hideAfterList":["999"', "This world has no order 999."],
  [/"faults":\[\]/, '"faults":[null,1,"x",{}]', "Expected a mapping with the keys on, id"],
  [/"faults":\[\]/, '"faults":[{"on":"listOrders","status":99999}]', "from 400 to 599"],
  [/"faults":\[\]/, '"faults":[{"status":"200\\r\\nX: y"}]', "from 400 to 599"],
  [/"ships":\[\]/, '"ships":[{"id":"zz","afterSeconds":1}]', "Expected an integer from -9223372"],
  [/"ships":\[\]/, '"ships":[{"id":"999","afterSeconds":1}]', "This world has no order 999."],
  [/"firstListAt":0/, '"firstListAt":1e400', "milliseconds: a number from"],
  [/"quantity.":2/, '"quantity\\":[]', "Expected the order with this id, as JSON text."],
  [/"id":"30"/, '"id":"31"', "Expected the order with this id, as JSON text."],
  [/{."id.":30/, '{\\"id\\": 30', "Expected the order with this id, as JSON text."],
  [/"id.":30/, '"id\\":30.0', "Expected the order with this id, as JSON text."],
  [/"scenario":"default"/, '"scenario":"./mine.yaml"', "Expected the name of a scenario."],
  [/"scenario":"default"/, '"scenario":{"sede":1}', '"sede" is not a valid key.'],
  [/"at":\d+/, '"at":-8.64e15', "milliseconds: a number from"],
  [/"day":\d+/, '"day":"today"', "Expected an integer"],
  [/"format":2/, '"format":0', "Expected a mark of this version"],
  [/"format":2/, '"format":2,"__proto__":{}', '"__proto__" is not a valid key.'],
];
