import dns from "node:dns";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import net from "node:net";
import { createSecureContext, type TLSSocket } from "node:tls";
import { Worker } from "node:worker_threads";
import { expect } from "playwright/test";
import { selfSigned } from "../../../mock/testing/self-signed.ts";
import { test as base } from "../../testing/closing.ts";
import { LIST } from "../../testing/raw-server.ts";
import {
  type Listening,
  listening,
  type NetworkProxyServer,
  networkProxy,
} from "../../testing/servers.ts";
import { type Connection, DIRECT } from "./connector.ts";
import { type Client, httpClient } from "./http-client.ts";
import { openProxy } from "./proxy.ts";

const KEY = "sk_live_c0nnect0r_key";
const HOST = "orders.example";
const certificate = await selfSigned({ host: HOST });
const _localhost = await selfSigned();
const secureContext = createSecureContext({ ca: certificate.cert });

interface Received {
  readonly line: string;
  readonly host: string | undefined;
  readonly servername: string | false | null | undefined;
}

interface Fixtures {
  /** A server that answers 200 with an empty list, over TLS or not, and what it received. */
  readonly service: (
    tls?: https.ServerOptions,
  ) => Promise<Listening & { readonly received: Received[] }>;
  readonly clientFor: (origin: string, connection: Partial<Connection>) => Client;
  /** A client of a service behind a proxy, which answers with a status that is not 200 itself. */
  readonly behindProxy: (
    origin: string,
    options?: {
      readonly credentials?: string;
      readonly status?: number;
    },
  ) => Promise<Client & { readonly proxy: NetworkProxyServer; readonly received: Received[] }>;
}

const test = base.extend<Fixtures>({
  service: async ({ open }, use) => {
    await use(async (tls) => {
      const received: Received[] = [];
      const answer = (request: IncomingMessage, reply: http.ServerResponse): void => {
        const { servername } = request.socket as TLSSocket;
        received.push({
          line: `${request.method} ${request.url}`,
          host: request.headers.host,
          servername,
        });
        reply.setHeader("content-type", "application/json").end("[]");
      };
      const server =
        tls === undefined ? http.createServer(answer) : https.createServer(tls, answer);
      return { ...open(await listening(server)), received };
    });
  },
  clientFor: async ({ open }, use) => {
    await use((origin, connection) =>
      open(
        httpClient({ baseUrl: `${origin}/v1`, key: KEY, connection: { ...DIRECT, ...connection } }),
      ),
    );
  },
  behindProxy: async ({ open, service, clientFor }, use) => {
    await use(async (origin, { credentials, status } = {}) => {
      const { port, received } = await service(
        origin.startsWith("https:") ? certificate : undefined,
      );
      const proxy = open(await networkProxy(port, status));
      const connection = {
        proxy: await proxyAt(proxy.port, credentials),
        secureContext,
      };
      return { ...clientFor(origin, connection as Partial<Connection>), proxy, received };
    });
  },
});

const proxyAt = (port: number, credentials = "") =>
  openProxy(new URL(`http://${credentials}127.0.0.1:${port}`), "HTTPS_PROXY");

test("https goes through a tunnel of the proxy, whose credentials are sent to the proxy only", async ({
  behindProxy,
}) => {
  const { send, proxy, received } = await behindProxy(`https://${HOST}`, {
    credentials: "me:p%40ss@",
  });
  expect((await send(LIST)).response?.status).toBe(200);
  expect(received).toEqual([{ line: "GET /v1/store/orders", host: HOST, servername: HOST }]);
  const authorization = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
  expect(proxy.requests).toEqual([{ line: `CONNECT ${HOST}:443`, authorization }]);
});

test("calls with the same label share a tunnel, and close ends all of them", async ({
  behindProxy,
}) => {
  const { send, close, proxy, received } = await behindProxy(`https://${HOST}`);
  for (let i = 0; i < 3; i++)
    expect((await send({ ...LIST, connection: "a" })).response?.status).toBe(200);
  expect([received.length, proxy.requests.length, proxy.sockets.size]).toEqual([3, 1, 1]);
  await close();
  await expect.poll(() => proxy.sockets.size).toBe(0);
});

test("many calls through tunnels, one after the other and at once, give no warning of Node", async ({
  behindProxy,
}) => {
  const { send } = await behindProxy(`https://${HOST}`);
  const warnings: string[] = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", onWarning);
  for (let i = 0; i < 15; i++) expect((await send(LIST)).response?.status).toBe(200);
  await Promise.all(
    Array.from({ length: 15 }, (_, n) => send({ ...LIST, connection: `kept ${n}` })),
  );
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

test("http goes through the proxy with its absolute address, byte for byte", async ({
  behindProxy,
}) => {
  const { send, proxy, received } = await behindProxy(`http://${HOST}:8080`, {
    credentials: "me:secret@",
  });
  const { response, requestHeaders } = await send({
    ...LIST,
    path: "/store/orders/../%6Frders",
    query: "a=%zz",
  });
  expect(response?.status).toBe(200);
  expect(proxy.requests[0]?.line).toBe(`GET http://${HOST}:8080/v1/store/orders/../%6Frders?a=%zz`);
  expect(proxy.requests[0]?.authorization).toMatch(/^Basic /);
  expect(received[0]?.host).toBe(`${HOST}:8080`);
  expect(JSON.stringify(requestHeaders)).not.toContain("Proxy-Authorization");
});

// repo-tests/errors/golden/networks.txt has what else can be wrong with a proxy, as a user reads it.
for (const [title, origin, status, message] of [
  ["a refused tunnel", `https://${HOST}`, 502, /refuses to connect to orders\.example:443 \(502\)/],
  ["a tunnel without credentials", `https://${HOST}`, 407, /asks for credentials \(407\)/],
  [
    "a 407 to a call with the absolute address",
    `http://${HOST}`,
    407,
    /asks for credentials \(407\)/,
  ],
] as const)
  test(`${title} is not an answer of the deployment`, async ({ behindProxy }) => {
    const { send, received } = await behindProxy(origin, { status });
    for (const connection of [undefined, "kept", "kept"]) {
      const { failure, response } = await send(
        connection === undefined ? LIST : { ...LIST, connection },
      );
      expect(response).toBeUndefined();
      expect(failure).toMatchObject({
        kind: "unreachable",
        message: expect.stringMatching(message),
      });
    }
    expect(received).toEqual([]);
  });

test("a proxy that does not answer is a timeout, and close ends the connection to it", async ({
  open,
  clientFor,
}) => {
  const silent = open(await listening(net.createServer((socket) => void socket.resume())));
  const client = clientFor(`https://${HOST}`, { proxy: await proxyAt(silent.port) });
  const { failure } = await client.send({ ...LIST, timeoutMs: 100 });
  expect(failure).toMatchObject({
    kind: "timeout",
    message: expect.stringContaining("through the proxy http://"),
  });
  expect(silent.sockets.size).toBe(1);
  await client.close();
  await expect.poll(() => silent.sockets.size).toBe(0);
});

/** A server whose queue of connections is full, so that it answers no handshake until it is released: then the next one, a second later. */
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
  // As many as the queue takes, and some more.
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
