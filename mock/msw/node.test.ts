import { expect } from "playwright/test";
import { parseJson } from "../../spec/json/json.ts";
import { type MswPackage, test } from "../testing/msw-versions.ts";

const BASE_URL = "http://orders.test/v1";
const KEY = { authorization: "Bearer demo-key" };

for (const version of ["msw", "msw3"] satisfies MswPackage[])
  test(`${version}: use() overrides a handler until the handlers are reset`, async ({ loadMsw }) => {
    const { setupServer, createHandlers, http, HttpResponse } = await loadMsw(version);
    const server = setupServer(...createHandlers({ baseUrl: BASE_URL }));
    server.listen({ onUnhandledRequest: "error" });
    try {
      const list = async (): Promise<number> => (await fetch(`${BASE_URL}/store/orders`, { headers: KEY })).status;
      server.use(http.get(`${BASE_URL}/store/orders`, () => new HttpResponse(null, { status: 503 })));
      expect(await list()).toBe(503);
      server.resetHandlers();
      expect(await list()).toBe(200);
    } finally {
      server.close();
    }
  });

test("the ready-made server answers at the default address of `orders-kit mock`", async () => {
  const { server } = await import("./node.ts");
  server.listen({ onUnhandledRequest: "error" });
  try {
    const response = await fetch("http://127.0.0.1:4010/v1/store/orders", { headers: KEY });
    expect(parseJson(await response.text())).toHaveLength(50);
  } finally {
    server.close();
  }
});
