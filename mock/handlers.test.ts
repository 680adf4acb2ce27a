import { getResponse, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, test } from "playwright/test";
import { parseJson } from "../spec/json.ts";
import { createHandlers, type HandlersOptions } from "./handlers.ts";

const KEY = { authorization: "Bearer demo-key" };

function client(options?: HandlersOptions): (url: string, init?: RequestInit) => Promise<Response | undefined> {
  const handlers = createHandlers(options);
  return (url, init) => getResponse(handlers, new Request(url, { headers: KEY, ...init }));
}

test("without options they answer where `orders-kit mock` would serve", async () => {
  const response = await client()("http://127.0.0.1:4010/v1/store/orders");
  expect(response!.status).toBe(200);
  expect(parseJson(await response!.text())).toHaveLength(50);
});

test("they answer everything below the base address and nothing outside of it", async () => {
  const send = client({ baseUrl: "https://api.shop.test/v1/" });
  for (const path of ["", "/", "?x", "/store/orders", "/store/orders/abc/def", "/nowhere", "/pets/x/%E0%A4%A"])
    expect((await send(`https://api.shop.test/v1${path}`))?.status, path).toBe(path === "/store/orders" ? 200 : 404);
  for (const url of [
    "https://api.shop.test/v2/store/orders",
    "https://api.shop.test/v10/store/orders",
    "https://api.shop.test/V1/store/orders",
    "http://api.shop.test/v1/store/orders",
    "https://apixshop.test/v1/store/orders",
    "https://other.test/?u=https://api.shop.test/v1/store/orders",
  ])
    expect(await send(url), url).toBe(undefined);
});

test("each call of createHandlers has a world of its own", async () => {
  const [one, other] = [client(), client()];
  const cancel = (send: typeof one) =>
    send("http://127.0.0.1:4010/v1/store/orders/9007199254740993", { method: "DELETE" });
  expect((await cancel(one))!.status).toBe(204);
  expect((await cancel(one))!.status).toBe(404);
  expect((await cancel(other))!.status).toBe(204);
});

test("of many cancels at once exactly one succeeds", async () => {
  const send = client();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await send("http://127.0.0.1:4010/v1/store/orders/9007199254740993", { method: "DELETE" });
      return response!.status;
    }),
  );
  expect(statuses.toSorted()).toEqual([204, ...Array(19).fill(404)]);
});

test("scenario, keys and answers to silences can be chosen", async () => {
  const send = client({ scenario: "all-shipped", apiKeys: ["k1"], answers: { "conflict-body": "error" } });
  expect((await send("http://127.0.0.1:4010/v1/store/orders"))!.status).toBe(401);
  const headers = { authorization: "Bearer k1" };
  const response = await send("http://127.0.0.1:4010/v1/store/orders", { headers });
  const orders = parseJson(await response!.text()) as { id: number }[];
  const url = `http://127.0.0.1:4010/v1/store/orders/${orders[0]!.id}`;
  const refused = await send(url, { method: "DELETE", headers });
  expect(parseJson(await refused!.text())).toMatchObject({ code: "order_shipped" });
});

test("in an app's tests they work with setupServer, and single handlers can be put before them", async () => {
  const server = setupServer(...createHandlers({ baseUrl: "http://orders.test/v1" }));
  server.listen({ onUnhandledRequest: "error" });
  try {
    const list = (): Promise<Response> => fetch("http://orders.test/v1/store/orders", { headers: KEY });
    expect((await list()).status).toBe(200);
    server.use(http.get("http://orders.test/v1/store/orders", () => new HttpResponse(null, { status: 503 })));
    expect((await list()).status).toBe(503);
    server.resetHandlers();
    const response = await list();
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("9007199254740993");
  } finally {
    server.close();
  }
});

test("a base address that is none is refused with the fix", () => {
  expect(() => createHandlers({ baseUrl: "/v1" })).toThrow("baseUrl takes an address such as");
});
