import https from "node:https";
import type net from "node:net";
import { expect, test } from "playwright/test";
import { exchangeWith, KEY, LIST, respondWith, withRawServer } from "../../testing/raw-server.ts";
import { selfSigned } from "../../testing/self-signed.ts";
import { httpClient } from "./http-client.ts";

test("a refused connection is unreachable", async () => {
  const { send } = httpClient({ baseUrl: "http://127.0.0.1:1/v1", key: KEY });
  expect((await send(LIST)).failure?.kind).toBe("unreachable");
});

test("an unknown host is unreachable", async () => {
  const { send } = httpClient({ baseUrl: "http://no-such-host.invalid/v1", key: KEY });
  expect((await send(LIST)).failure?.kind).toBe("unreachable");
});

test("no response is a timeout", async () => {
  const { got } = await exchangeWith(() => {}, { ...LIST, timeoutMs: 50 });
  expect(got.failure).toEqual({ kind: "timeout", message: "no answer within 0.1 s" });
});

test("a response that does not end is a timeout", async () => {
  const { got } = await exchangeWith((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n["), LIST, {
    wholeMs: 700,
  });
  expect(got).toMatchObject({ failure: { kind: "timeout" }, response: { status: 200 } });
});

test("a body beyond the limit is too large", async () => {
  const { got } = await exchangeWith(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65536, " ")));
      };
      socket.on("drain", more);
      more();
    },
    LIST,
    { bodyBytes: 1_000_000 },
  );
  expect(got.failure?.kind).toBe("too-large");
  expect(got.response!.body.length).toBeLessThanOrEqual(1_000_000);
});

test("plain HTTP where TLS is expected is a TLS failure", async () => {
  await withRawServer(respondWith("HTTP/1.1 400 Bad Request\r\n\r\n"), async (baseUrl) => {
    const { send } = httpClient({ baseUrl: baseUrl.replace("http:", "https:"), key: KEY });
    expect((await send(LIST)).failure?.kind).toBe("tls");
  });
});

test("a self-signed certificate is a TLS failure", async () => {
  let served = 0;
  const server = https.createServer(selfSigned(), (_, response) => {
    served++;
    response.end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const { send } = httpClient({ baseUrl: `https://localhost:${port}/v1`, key: KEY });
  const { failure } = await send(LIST);
  server.close();
  expect(failure?.kind).toBe("tls");
  expect(failure?.message).toMatch(/self-signed certificate/);
  expect(served).toBe(0);
});

test("a path that cannot be sent is a failure of the gate", async () => {
  const { got } = await exchangeWith(respondWith(""), { ...LIST, path: "/store orders" });
  expect(got.failure?.kind).toBe("harness");
});
