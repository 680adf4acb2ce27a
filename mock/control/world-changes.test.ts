/** How a test starts a world again: from scenarios, files and marks. */
import { expect } from "playwright/test";
import { parseScenario } from "../../scenarios/index.ts";
import { withMock } from "../testing/with-mock.ts";
import { PLACES, test } from "../testing/world-subject.ts";

const LIST = "/store/orders";

for (const place of PLACES)
  test.describe(place, () => {
    test.use({ place });

    test("a reset takes names, a file, a scenario of the program, and what goes wrong over any of them", async ({
      subject: { world, call },
      file,
    }) => {
      const whole = await world.list();
      const mine = file(
        "orders: { list: [{ id: 9007199254740993 }, {}] }\nfaults: [{ on: cancelOrder, status: 500 }]",
      );
      const four = parseScenario("orders: { count: 4 }", "four.yaml");
      for (const [scenario, name, orders, cancel] of [
        ["empty", "empty", 0, 404],
        [mine, "mine", 2, 500],
        // Only this world now knows the scenario's name.
        ["mine", "mine", 2, 500],
        [`${mine}+key-expires`, "mine+key-expires", 2, 500],
        [[mine, "key-expires"], "mine+key-expires", 2, 500],
        ["mine+key-expires", "mine+key-expires", 2, 500],
        [four, "four", 4, 404],
        [["default", "key-expires"], "default+key-expires", 50, 404],
        ["default+key-expires", "default+key-expires", 50, 404],
      ] as const) {
        await world.reset({ scenario });
        expect(await world.state({ limit: 0 })).toMatchObject({ scenario: name, listed: orders });
        expect(await call("DELETE", `${LIST}/7`), name).toBe(cancel);
        for (let lists = 0; lists < 9; lists++) expect(await call("GET", LIST), name).toBe(200);
        expect(await call("GET", LIST), name).toBe(name.includes("key-expires") ? 401 : 200);
      }
      expect(await world.list()).toEqual(whole);

      await world.reset({ scenario: mine });
      expect((await world.state()).orders[1]).toMatchObject({ id: null, order: {} });
      await world.reset({ orders: 2, seed: 9 });
      expect(await world.state()).toMatchObject({ scenario: "default", seed: 9, listed: 2 });
      await world.reset();
      expect(await world.list()).toEqual(whole);
    });

    test("with fewer orders, shipments of the missing ones are dropped; one of an order that never was is refused", async ({
      subject: { world },
      file,
    }) => {
      const ships = file(
        "orders: { count: 9, list: [{ id: 17 }] }\nships: [{ id: 17, afterLists: 1 }]",
      );
      await world.reset({ scenario: ships, orders: 1 });
      await world.reset({ scenario: ships, orders: 0 });
      expect(await world.state()).toMatchObject({ ships: [], orders: [] });
      const unknown = file("orders: { count: 2 }\nships: [{ id: 17, afterLists: 1 }]");
      await expect(world.reset({ scenario: unknown })).rejects.toThrow(
        "mine ships order 17, which is not among its 2",
      );
      await expect(world.reset({ scenario: file("orders:\n  cuont: 1") })).rejects.toThrow(
        /mine\.yaml:2:3 .*Did you mean count/,
      );
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
      expect(await call("DELETE", `${LIST}/2`)).toBe(404);
      expect(await world.toScenario()).not.toContain("afterSeconds");
      const removed = await world.save();

      await world.add({ id: "2", quantity: 3 });
      expect((await world.list())[0]).toEqual({ id: "2", quantity: 3 });
      await world.restore(removed);
      expect(await world.list()).toEqual(before.slice(1));
      const forged = removed.replace('"states":[', '"states":[["2","shipped"]');
      await expect(world.restore(forged)).rejects.toThrow("no order 2");
      for (const { id } of await world.list()) await world.remove(id!);
      expect(await world.list()).toEqual([]);
      await world.restore(whole);
      expect(await world.list()).toHaveLength(50);
    });

    test("a mark is restored with the requests since then, if they are to be kept", async ({
      subject: { world, call },
    }) => {
      const mark = await world.save();
      await call("DELETE", `${LIST}/2`);
      await call("DELETE", `${LIST}/2`);
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

    test("a mark has the time that is left: none goes by until the world goes back to it", async ({
      subject: { world, call },
    }) => {
      const ships = [{ id: 7, afterSeconds: 100 }];
      await world.reset({ scenario: { orders: { list: [{ id: 7 }] }, ships } });
      await call("GET", LIST);
      const mark = await world.save();
      await world.advance({ seconds: 200 });
      expect(await world.ids("shipped")).toEqual(["7"]);
      const earlier = mark.replace(
        /"(at|firstListAt)":(\d+)/g,
        (_, name, at) => `"${name}":${at - 500_000}`,
      );
      await world.restore(earlier);
      expect(await world.ids("pending")).toEqual(["7"]);
      await world.advance({ seconds: 101 });
      expect(await world.ids("shipped")).toEqual(["7"]);
    });

    test("a relative date stays relative in a file, also when the order is changed", async ({
      subject: { world },
    }) => {
      const list = [1, 2].map((id) => ({ id, shipDate: "+2d" }));
      await world.reset({ scenario: { orders: { list } } });
      const { order } = await world.order("1");
      await world.add({ ...order, id: "1", quantity: 3 });
      await world.add({ id: 3, shipDate: "-1d" });
      await world.add({ id: 2, shipDate: "2026-01-02T03:04:05Z" });
      // A mark keeps relative dates, too.
      await world.restore(await world.save());
      const dates = (await world.toScenario()).match(/(?<=shipDate: ")[^"]+/g);
      expect(dates).toEqual(["+2d", "2026-01-02T03:04:05Z", "-1d"]);
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
        expect(await call("GET", LIST), to).toBe(200);
      }

      // Times at their limits are valid, and the world can be saved again.
      const first = '"lists":1,"firstListAt":4e15';
      const old = mark
        .replace(/"at":\d+/, '"at":-4e15')
        .replace('"lists":0,"firstListAt":0', first);
      expect(old).toContain(first);
      await world.restore(old);
      await world.restore(await world.save());
      expect(await call("GET", LIST)).toBe(200);
    });
  });

/** The part of a mark to replace, its replacement, and the problem we expect. */
const FORGERIES: readonly (readonly [RegExp, string, string])[] = [
  [/"states":\[/, '"states":[["999999999","cancelled"],', "This world has no order 999999999."],
  [/"states":\[/, '"states":[["4","constructor"],', '"constructor" is not a valid value.'],
  [/"states":\[/, '"states":[["4"],', "is not a valid value"],
  [/"hideAfterList":\[/, '"hideAfterList":["999"', "This world has no order 999."],
  [/"faults":\[\]/, '"faults":[null,1,"x",{}]', "Expected a mapping with the keys on, id"],
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
  [/"day":\d+/, '"day":9000000000000000', "Expected an integer"],
  [/"orders":50/, '"orders":9007199254740992', "Expected an integer"],
  [/"lists":0/, '"lists":"x"', "Expected an integer"],
  [/"removed":\[/, '"removed":["zz"', "Expected an integer"],
  [/"format":2/, '"format":0', "Expected a mark of this version"],
  [/"format":2/, '"format":2,"__proto__":{}', '"__proto__" is not a valid key.'],
];

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
