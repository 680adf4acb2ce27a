import { expect, test } from "playwright/test";
import { call, control } from "../../testing/replicas.ts";
import { withMock } from "../../testing/with-mock.ts";

const PENDING = "9007199254740993";
const SHIPPED = "9223372036854775807";

test("the state has every order with its hidden state and exact id, in pages", async () => {
  await withMock({}, async (mock) => {
    await call(mock, "DELETE", `/store/orders/${PENDING}`);
    const { orders, httpStatus, ...page } = await control<{ orders: object[] }>(mock, "GET state");
    expect([httpStatus, orders.length]).toEqual([200, 50]);
    expect(page).toEqual({
      ...{ world: "", scenario: "default", seed: 1, calls: 1, listed: 50, offset: 0, faults: [] },
      ...{ ships: [], lists: 0, firstListAt: null, answers: {} },
      ...{ changed: true, description: "Orders: 30 pending, 19 shipped, 1 cancelled." },
      counts: { pending: 30, shipped: 19, cancelled: 1 },
    });
    const text = await (await fetch(`${mock.adminUrl}/state`)).text();
    expect(text).toContain(`"id":"${PENDING}","state":"cancelled","order":{"id":${PENDING},`);
    expect(await control(mock, "GET state?offset=48&limit=10")).toMatchObject({
      orders: [{ id: "9223372036854775806" }, { id: SHIPPED }],
    });
    expect(await control(mock, "GET state?state=shipped&limit=2")).toMatchObject({
      listed: 19,
      orders: [{ state: "shipped" }, { id: "5" }],
    });
  });
});

test("each call changes one world, and a world that is deleted starts again", async () => {
  await withMock({}, async (mock) => {
    await control(mock, "POST reset", "w1", { scenario: "empty" });
    await control(mock, "PUT faults", "w2", { faults: [{ status: 503 }] });
    const statuses = async (): Promise<number[]> => {
      const worlds = ["", "w1", "w2"];
      const lists = await Promise.all(
        worlds.map((world) => call(mock, "GET", "/store/orders", world)),
      );
      return lists.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 503]);
    const { worlds } = await control<{ worlds: { name: string }[] }>(mock, "GET worlds");
    expect(worlds.map(({ name }) => name).toSorted()).toEqual(["", "w1", "w2"]);
    expect((await control(mock, "DELETE worlds", "w2")).httpStatus).toBe(204);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await control(mock, "GET requests?after=1", "w1")).toMatchObject({
      requests: [{ n: 2, status: 200 }],
    });
  });
});

/** Replaces a key of the mock. */
const KEY = `\${ORDERS_API_KEY}`;

test("a request is shown in full, without credentials", async () => {
  await withMock({}, async (mock) => {
    const details = (n: number) => control(mock, `GET requests/${n}`);
    expect((await details(1)).httpStatus).toBe(404);
    for (const headers of [
      { authorization: "Bearer demo-key", "x-trace": "7 demo-key", cookie: "session=s3cret" },
      { authorization: "Bearer production-key" },
    ])
      await fetch(`${mock.baseUrl}/store/orders/999`, { method: "DELETE", headers });
    expect(await details(1)).toMatchObject({
      bytes: expect.any(Number),
      body: expect.stringContaining('"status":404'),
      requestHeaders: expect.arrayContaining([
        ["authorization", `Bearer ${KEY}`],
        ["x-trace", `7 ${KEY}`],
        ["cookie", "…"],
      ]),
      responseHeaders: expect.arrayContaining([["Content-Type", "application/json"]]),
    });
    const other = JSON.stringify(await details(2));
    expect(other).not.toContain("production-key");
    expect(other).toContain("Bearer …");
  });
});

test("while a world gets many orders, others are served, and resets keep their order", async () => {
  await withMock({}, async (mock) => {
    let isDone = false;
    // Two requests could arrive in any order.
    const large = mock.world.reset({ orders: 200_000 }).then(() => {
      isDone = true;
    });
    const small = mock.world.reset({ orders: 3 });
    let served = 0;
    while (!isDone) {
      expect((await call(mock, "GET", "/store/orders", "other")).status).toBe(200);
      served++;
    }
    await Promise.all([large, small]);
    expect(served).toBeGreaterThan(2);
    expect((await mock.world.list()).length).toBe(3);
  });
});

test("no file is served but those of the panel, descriptions and scripts of the package", async () => {
  await withMock({}, async (mock) => {
    for (const path of ["package.json", "..%2fpackage.json", "spec", "dist/index.js"])
      expect((await fetch(`${mock.adminUrl}/${path}`)).status, path).toBe(404);
  });
});

test("the path of events takes GET and HEAD alone", async () => {
  await withMock({}, async ({ adminUrl }) => {
    const { status, headers } = await fetch(`${adminUrl}/events`, { method: "HEAD" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const refused = await fetch(`${adminUrl}/events`, { method: "POST" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
