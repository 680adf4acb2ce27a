import { expect, test } from "playwright/test";
import { exchangeWith, KEY, respondWith } from "../../testing/servers/raw-server.ts";
import type { OutgoingCall } from "../calls.ts";

test("keeps the order, case and repetitions of headers, and the bytes of the body", async () => {
  const { got } = await exchangeWith(
    respondWith("HTTP/1.1 200 Fine\r\nX-b: 1\r\nx-A: 2\r\nX-b: 3\r\nContent-Length: 3\r\n\r\n[ ]"),
  );
  expect(got.failure).toBeUndefined();
  expect(got.response).toMatchObject({
    status: 200,
    reason: "Fine",
    httpVersion: "1.1",
    headers: [
      ["X-b", "1"],
      ["x-A", "2"],
      ["X-b", "3"],
      ["Content-Length", "3"],
    ],
  });
  expect(Buffer.from(got.response!.body).toString()).toBe("[ ]");
  expect(got.credentialEchoed).toBe(false);
});

test("sends the path byte for byte and only the headers that it reports, with the key masked", async () => {
  const call: OutgoingCall = {
    method: "DELETE",
    path: "/store/orders//../%zz;a",
    query: "limit=1",
    credential: "good",
  };
  const { got, heads } = await exchangeWith(
    respondWith("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
    call,
  );
  expect(heads[0]!.split("\r\n").filter((line) => !line.startsWith("Host"))).toEqual([
    "DELETE /v1/store/orders//../%zz;a?limit=1 HTTP/1.1",
    "Accept: */*",
    expect.stringMatching(/^User-Agent: orders-kit\/\d+\.\d+\.\d+ \(call [0-9a-f]{6}-1\)$/),
    "Connection: close",
    `Authorization: Bearer ${KEY}`,
    "",
    "",
  ]);
  expect(got.url).toMatch(/^http:\/\/127.0.0.1:\d+\/v1\/store\/orders\/\/..\/%zz;a\?limit=1$/);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
  expect(got.requestHeaders).toContainEqual(["Authorization", "Bearer ${ORDERS_API_KEY}"]);
  expect(JSON.stringify(got)).not.toContain(KEY);
});
