import { expect, test } from "playwright/test";
import { parseJson } from "../../spec/json/json.ts";
import { withMock } from "../testing/with-mock.ts";

/** The name that stands for a key of the mock. */
const KEY = `\${ORDERS_API_KEY}`;

test("a request is shown in full while the world is watched, without credentials", async () => {
  await withMock({}, async (mock) => {
    const send = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${mock.baseUrl}/store/orders/2`, { method: "DELETE", headers });
    const details = async (n: number): Promise<{ status: number; text: string; body: object }> => {
      const response = await fetch(`${mock.adminUrl}/requests/${n}`);
      const text = await response.text();
      return { status: response.status, text, body: parseJson(text) as object };
    };
    await send({ authorization: "Bearer demo-key" });
    expect((await details(1)).status).toBe(404);
    const watching = new AbortController();
    await fetch(`${mock.adminUrl}/events`, { signal: watching.signal });
    await send({ authorization: "Bearer demo-key", "x-trace": "7 demo-key", cookie: "session=s3cret" });
    await send({ authorization: "Bearer production-key" });
    const { body } = await details(2);
    expect(body).toMatchObject({ bytes: expect.any(Number), body: expect.stringContaining('"status":404') });
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
    watching.abort();
  });
});

test("a visit of the origin or of the base address leads to the panel, a call does not", async () => {
  await withMock({}, async ({ baseUrl, adminUrl }) => {
    const get = async (url: string, headers: Record<string, string>): Promise<(string | number | null)[]> => {
      const { status, headers: sent } = await fetch(url, { headers, redirect: "manual" });
      return [status, sent.get("location")];
    };
    const browser = { accept: "text/html,application/xhtml+xml" };
    for (const url of [new URL("/", baseUrl).href, baseUrl, `${baseUrl}/`])
      expect(await get(url, browser), url).toEqual([303, "/__admin/"]);
    expect(new URL(adminUrl).pathname).toBe("/__admin");
    expect(await get(`${baseUrl}/store/orders`, browser)).toEqual([401, null]);
    expect(await get(baseUrl, { accept: "*/*" })).toEqual([401, null]);
    expect(await get(baseUrl, { ...browser, authorization: "Bearer demo-key" })).toEqual([404, null]);
  });
});
