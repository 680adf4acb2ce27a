import { expect, test } from "playwright/test";
import {
  CANCEL,
  exchangeWith,
  KEY,
  LIST,
  respondWith,
  withRawServer,
} from "../../testing/raw-server.ts";
import type { OutgoingCall } from "../calls.ts";
import { durationOf } from "../exchange.ts";
import { httpClient } from "./http-client.ts";

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

test("the part of an incomplete response that arrived is kept", async () => {
  const { got } = await exchangeWith(
    respondWith("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n[{}"),
  );
  expect(got).toMatchObject({ failure: { kind: "reset" }, response: { status: 200 } });
  expect(Buffer.from(got.response!.body).toString()).toBe("[{}");
});

test("bytes after the head of a response to HEAD are counted", async () => {
  const bytes = respondWith("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]");
  const { got } = await exchangeWith(bytes, { ...LIST, method: "HEAD" });
  expect(got.response).toMatchObject({ status: 200, trailingBytes: 2 });
});

test("a server that leaves the connection open after a 204 delays the call by the quiet time only", async () => {
  const leaveOpen: Parameters<typeof exchangeWith>[0] = (socket) =>
    socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  const { got } = await exchangeWith(leaveOpen, CANCEL, { quietMs: 20 });
  expect(got.response).toMatchObject({ status: 204, trailingBytes: 0 });
  expect(got.failure).toBeUndefined();
  expect(durationOf(got)).toBeLessThan(1000);
});

test("calls with the same label share a connection, others use their own", async () => {
  const ports: (number | undefined)[] = [];
  await withRawServer(
    (socket) => {
      ports.push(socket.remotePort);
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]");
    },
    async (baseUrl) => {
      const { send, close } = httpClient({ baseUrl, key: KEY });
      await send({ ...LIST, connection: "a" });
      await send({ ...LIST, connection: "a", credential: "none" });
      await send(LIST);
      await send(LIST);
      await close();
    },
  );
  expect(ports[1]).toBe(ports[0]);
  expect(new Set(ports).size).toBe(3);
});

test("a path that cannot be sent is a failure of the gate", async () => {
  const { got } = await exchangeWith(respondWith(""), { ...LIST, path: "/store orders" });
  expect(got.failure?.kind).toBe("harness");
});
