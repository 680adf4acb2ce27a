import dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { Worker } from "node:worker_threads";
import { expect } from "playwright/test";
import { test } from "../../testing/closing.ts";
import { LIST } from "../../testing/servers/raw-server.ts";
import { listening, networkProxy } from "../../testing/servers/servers.ts";
import { DIRECT } from "./connector.ts";
import { httpClient } from "./http-client.ts";
import { openProxy } from "./proxy.ts";

const KEY = "sk_live_c0nnect0r_key";
const HOST = "orders.example";

// contract-tests/targets/open-target.test.ts covers https through a proxy, and
// repo-tests/errors/cases.yaml its failures.
test("http goes through the proxy with its absolute address, byte for byte", async ({ open }) => {
  const hosts: (string | undefined)[] = [];
  const service = open(
    await listening(
      http.createServer(({ headers }, reply) => {
        hosts.push(headers.host);
        reply.setHeader("content-type", "application/json").end("[]");
      }),
    ),
  );
  const proxy = open(await networkProxy(service.port));
  const url = new URL(`http://me:secret@127.0.0.1:${proxy.port}`);
  const connection = { ...DIRECT, proxy: await openProxy(url, "HTTPS_PROXY") };
  const baseUrl = `http://${HOST}:8080/v1`;
  const { send } = open(httpClient({ baseUrl, key: KEY, connection }));
  const { response, requestHeaders } = await send({
    ...LIST,
    path: "/store/orders/../%6Frders",
    query: "a=%zz",
  });
  expect(response?.status).toBe(200);
  expect(proxy.requests[0]?.line).toBe(`GET ${baseUrl}/store/orders/../%6Frders?a=%zz`);
  expect(proxy.requests[0]?.authorization).toMatch(/^Basic /);
  expect(hosts).toEqual([`${HOST}:8080`]);
  expect(JSON.stringify(requestHeaders)).not.toContain("Proxy-Authorization");
});

/**
 * A server with a full connection queue: it answers no handshake until it is released, and then the
 * next one a second later.
 */
const SLOW = `
const net = require("node:net");
const { workerData: released, parentPort } = require("node:worker_threads");
const server = net.createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", () => socket.end("HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\n\\r\\n[]"));
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(released, 0, 0, 20_000);
});`;

test("a host with a slow handshake and an IPv6 address that nothing leads to is reached", async () => {
  test.skip(process.platform !== "linux", "elsewhere a full queue is another thing");
  const released = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SLOW, { eval: true, workerData: released });
  const [port] = (await once(worker, "message")) as [number];
  // Some more connections than the queue takes.
  const others = Array.from({ length: 4 }, () =>
    net.connect(port, "127.0.0.1").on("error", () => {}),
  );
  await once(others[0]!, "connect");

  const { lookup } = dns;
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "2001:db8::1", family: 6 },
  ];
  Object.assign(dns, {
    lookup: (_host: string, _options: object, answer: (error: null, all: object[]) => void) => {
      answer(null, addresses);
      setImmediate(() => Atomics.store(released, 0, 1) + Atomics.notify(released, 0));
    },
  });
  const client = httpClient({ baseUrl: `http://${HOST}:${port}/v1`, key: KEY });
  try {
    const { response, failure } = await client.send(LIST);
    expect(failure).toBeUndefined();
    expect(response?.status).toBe(200);
  } finally {
    Object.assign(dns, { lookup });
    for (const socket of others) socket.destroy();
    await client.close();
    await worker.terminate();
  }
});
