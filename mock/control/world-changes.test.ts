/** How a test changes a world and keeps it: added orders, time that goes by, files and marks. */
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
      await expect(world.restore("")).rejects.toThrow();
      expect(await world.list()).toEqual(list);
    });
  });
