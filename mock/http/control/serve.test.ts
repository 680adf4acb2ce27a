import { test as base, expect } from "playwright/test";
import { type Json, type JsonObject, parseJson } from "../../../spec/json/json.ts";
import { withMock } from "../../testing/with-mock.ts";
import type { RunningMock } from "../server.ts";

interface ControlResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Json | undefined;
}

/** A running mock, a client of its control API, and an app. */
interface Client {
  readonly mock: RunningMock;
  readonly admin: (call: string, body?: unknown, init?: RequestInit) => Promise<ControlResponse>;
  readonly app: (call: string, world?: string) => Promise<Response>;
}

const test = base.extend<{ client: Client }>({
  client: async ({ browserName: _ }, use) => withMock({}, (mock) => use(clientOf(mock))),
});

function clientOf(mock: RunningMock): Client {
  return {
    mock,
    admin: async (call, body, init = {}) => {
      const [method, path] = call.split(" ") as [string, string];
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...init.headers,
      };
      const response = await fetch(`${mock.adminUrl}/${path}`, {
        method,
        ...init,
        ...content,
        headers,
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        json: /json/.test(response.headers.get("content-type") ?? "") ? parseJson(text) : undefined,
      };
    },
    app: (call, world = "") => {
      const [method, path] = call.split(" ") as [string, string];
      const authorization = `Bearer demo-key${world === "" ? "" : `.${world}`}`;
      return fetch(`${mock.baseUrl}${path}`, { method, headers: { authorization } });
    },
  };
}

const PENDING = "9007199254740993";
const SHIPPED = "9223372036854775807";

test("the state has every order with its hidden state and exact id, in pages", async ({
  client,
}) => {
  await client.app(`DELETE /store/orders/${PENDING}`);
  const { json } = await client.admin("GET state");
  const { orders, ...page } = json as {
    orders: { id: string; state: string; order: JsonObject }[];
  } & JsonObject;
  expect(page).toEqual({
    ...{ world: "", scenario: "default", seed: 1, calls: 1, listed: 50, offset: 0, faults: [] },
    ...{ ships: [], lists: 0, firstListAt: null, answers: {} },
    ...{ changed: true, description: "Orders: 30 pending, 19 shipped, 1 cancelled." },
    counts: { pending: 30, shipped: 19, cancelled: 1 },
  });
  expect(orders).toHaveLength(50);
  expect(orders.find(({ id }) => id === PENDING)).toMatchObject({
    state: "cancelled",
    order: { id: BigInt(PENDING) },
  });
  const paged = (await client.admin("GET state?offset=48&limit=10")).json as {
    orders: { id: string }[];
  };
  expect(paged.orders.map(({ id }) => id)).toEqual(["9223372036854775806", SHIPPED]);
  const shipped = (await client.admin("GET state?state=shipped&limit=2")).json as JsonObject;
  expect(shipped).toMatchObject({ listed: 19, orders: [{ state: "shipped" }, { id: "5" }] });
});

test("each call changes one world, and a world that is deleted starts again", async ({
  client,
}) => {
  await client.admin("POST reset?world=w1", { scenario: "empty" });
  await client.admin("PUT faults?world=w2", { faults: [{ status: 503 }] });
  const statuses = async () =>
    Promise.all(["", "w1", "w2"].map((world) => client.app("GET /store/orders", world)));
  expect((await statuses()).map(({ status }) => status)).toEqual([200, 200, 503]);
  const { json } = await client.admin("GET worlds");
  expect((json as { worlds: JsonObject[] }).worlds.map(({ name }) => name).toSorted()).toEqual([
    "",
    "w1",
    "w2",
  ]);
  expect((await client.admin("DELETE worlds?world=w2")).status).toBe(204);
  expect((await statuses()).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await client.admin("GET requests?world=w1&after=1")).json).toEqual({
    requests: [expect.objectContaining({ n: 2, status: 200 })],
  });
});

test("the events of a world are streamed", async ({ client }) => {
  const abort = new AbortController();
  const response = await fetch(`${client.mock.adminUrl}/events?world=w1`, { signal: abort.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  const until = async (text: string): Promise<void> => {
    while (!received.includes(text)) received += (await reader.read()).value;
  };
  await until("retry:");
  await client.app("GET /store/orders", "w1");
  await client.app("GET /store/orders");
  await client.app("DELETE /store/orders/2", "w1");
  await until('"operation":"cancelOrder"');
  await client.admin("POST orders/4/ship?world=w1");
  await client.admin("PUT faults?world=w1", []);
  await client.admin("POST reset?world=w1");
  await until("event: reset");
  await client.app("DELETE /store/orders/2", "w1");
  await until("id: 3");
  expect(received.match(/^event: .*/gm)).toEqual(
    ["request", "order", "request", "order", "faults", "reset", "order", "request"].map(
      (name) => `event: ${name}`,
    ),
  );
  expect(received).toContain('data: {"id":"4","state":"shipped"}');
  abort.abort();
});

/** Replaces a key of the mock. */
const KEY = `\${ORDERS_API_KEY}`;

test("a request is shown in full, without credentials", async ({ client: { mock } }) => {
  const send = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${mock.baseUrl}/store/orders/2`, { method: "DELETE", headers });
  const details = async (n: number): Promise<{ status: number; text: string; body: object }> => {
    const response = await fetch(`${mock.adminUrl}/requests/${n}`);
    const text = await response.text();
    return { status: response.status, text, body: parseJson(text) as object };
  };
  expect((await details(1)).status).toBe(404);
  await send({ authorization: "Bearer demo-key" });
  expect((await details(1)).status).toBe(200);
  await send({
    authorization: "Bearer demo-key",
    "x-trace": "7 demo-key",
    cookie: "session=s3cret",
  });
  await send({ authorization: "Bearer production-key" });
  const { body } = await details(2);
  expect(body).toMatchObject({
    bytes: expect.any(Number),
    body: expect.stringContaining('"status":404'),
  });
  const { requestHeaders, responseHeaders } = body as Record<string, [string, string][]>;
  expect(requestHeaders).toEqual(
    expect.arrayContaining([
      ["authorization", `Bearer ${KEY}`],
      ["x-trace", `7 ${KEY}`],
      ["cookie", "…"],
    ]),
  );
  expect(responseHeaders).toContainEqual(["Content-Type", "application/json"]);
  expect((await details(3)).text).not.toContain("production-key");
  expect((await details(3)).text).toContain("Bearer …");
});

test("while a world gets many orders, others are served, and resets keep their order", async () => {
  await withMock({}, async (mock) => {
    const reset = (orders: number) =>
      fetch(`${mock.adminUrl}/reset?world=large`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ orders }),
      });
    let isDone = false;
    const large = reset(200_000).then(({ status }) => {
      isDone = true;
      return status;
    });
    const small = reset(3);
    let served = 0;
    while (!isDone) {
      const list = await fetch(`${mock.baseUrl}/store/orders`, {
        headers: { authorization: "Bearer demo-key.other" },
      });
      expect(list.status).toBe(200);
      served++;
    }
    expect([await large, (await small).status]).toEqual([200, 200]);
    expect(served).toBeGreaterThan(2);
    expect(
      parseJson(await (await fetch(`${mock.adminUrl}/state?world=large`)).text()),
    ).toMatchObject({ listed: 3 });
  });
});

test("no file is served but those of the panel, descriptions and scripts of the package", async ({
  client: { admin },
}) => {
  for (const path of ["package.json", "..%2fpackage.json", "spec", "dist/index.js"])
    expect((await admin(`GET ${path}`)).status, path).toBe(404);
});

test("the path of events takes GET and HEAD alone", async ({ client: { admin } }) => {
  const { status, headers } = await admin("HEAD events");
  expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const refused = await admin("POST events");
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
