import https from "node:https";
import type net from "node:net";
import { expect, test } from "playwright/test";
import { against, exchange, KEY, LIST, says } from "./raw-server.ts";
import { selfSigned } from "./self-signed.ts";
import { httpSender } from "./transport.ts";

test("nothing listens", async () => {
  const { send } = httpSender({ baseUrl: "http://127.0.0.1:1/v1", key: KEY });
  expect((await send(LIST)).failure?.kind).toBe("unreachable");
});

test("no such host", async () => {
  const { send } = httpSender({ baseUrl: "http://no-such-host.invalid/v1", key: KEY });
  expect((await send(LIST)).failure?.kind).toBe("unreachable");
});

test("garbage", async () => {
  const { got } = await exchange(says("SSH-2.0-OpenSSH_9.9\r\n"));
  expect(got.failure?.kind).toBe("malformed");
});

test("a reset", async () => {
  const { got } = await exchange((socket) => socket.resetAndDestroy());
  expect(got.failure?.kind).toBe("reset");
});

test("a hang", async () => {
  const { got } = await exchange(() => {}, { ...LIST, timeoutMs: 50 });
  expect(got.failure).toEqual({ kind: "timeout", message: "no answer within 0.1 s" });
});

test("an answer that never ends", async () => {
  const { got } = await exchange(
    (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n["),
    { ...LIST, timeoutMs: 50 },
    { wholeMs: 120 },
  );
  expect(got).toMatchObject({ failure: { kind: "timeout" }, response: { status: 200 } });
});

test("a body without end", async () => {
  const { got } = await exchange(
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

test("plain HTTP where TLS is expected", async () => {
  await against(says("HTTP/1.1 400 Bad Request\r\n\r\n"), async (baseUrl) => {
    const { send } = httpSender({ baseUrl: baseUrl.replace("http:", "https:"), key: KEY });
    expect((await send(LIST)).failure?.kind).toBe("tls");
  });
});

test("a certificate that nobody vouches for", async () => {
  let served = 0;
  const server = https.createServer(selfSigned(), (_, response) => {
    served++;
    response.end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const { send } = httpSender({ baseUrl: `https://localhost:${port}/v1`, key: KEY });
  const { failure } = await send(LIST);
  server.close();
  expect(failure?.kind).toBe("tls");
  expect(failure?.message).toMatch(/self-signed certificate/);
  expect(served).toBe(0);
});

test("a path that cannot be written is our own fault", async () => {
  const { got } = await exchange(says(""), { ...LIST, path: "/store orders" });
  expect(got.failure?.kind).toBe("harness");
});
