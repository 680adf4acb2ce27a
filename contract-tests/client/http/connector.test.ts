import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import net from "node:net";
import { createSecureContext, type SecureContextOptions, type TLSSocket } from "node:tls";
import { expect } from "playwright/test";
import { test as base } from "../../testing/closing.ts";
import { LIST } from "../../testing/raw-server.ts";
import { selfSigned } from "../../testing/self-signed.ts";
import { type Listening, listening, networkProxy } from "../../testing/servers.ts";
import { type Connection, DIRECT } from "../connection.ts";
import { type Client, httpClient } from "./http-client.ts";
import { openProxy } from "./proxy.ts";

const KEY = "sk_live_c0nnect0r_key";
const HOST = "orders.example";
const certificate = selfSigned(undefined, HOST);
const localhost = selfSigned();
const secureContext = createSecureContext({ ca: certificate.cert });

interface Received {
  readonly line: string;
  readonly host: string | undefined;
  readonly servername: string | false | null | undefined;
}

interface Fixtures {
  /** A server that answers 200 with an empty list, over TLS or not, and what it received. */
  readonly service: (tls?: https.ServerOptions) => Promise<Listening & { readonly received: Received[] }>;
  readonly clientFor: (origin: string, connection: Partial<Connection>) => Client;
}

const test = base.extend<Fixtures>({
  service: async ({ open }, use) => {
    await use(async (tls) => {
      const received: Received[] = [];
      const answer = (request: IncomingMessage, reply: http.ServerResponse): void => {
        const { servername } = request.socket as TLSSocket;
        received.push({ line: `${request.method} ${request.url}`, host: request.headers.host, servername });
        reply.setHeader("content-type", "application/json").end("[]");
      };
      const server = tls === undefined ? http.createServer(answer) : https.createServer(tls, answer);
      return { ...open(await listening(server)), received };
    });
  },
  clientFor: async ({ open }, use) => {
    await use((origin, connection) =>
      open(httpClient({ baseUrl: `${origin}/v1`, key: KEY, connection: { ...DIRECT, ...connection } })),
    );
  },
});

const proxyAt = (port: number, credentials = "") =>
  openProxy(new URL(`http://${credentials}127.0.0.1:${port}`), "HTTPS_PROXY");
const refused = (message: RegExp, fix: RegExp) => ({
  kind: "unreachable",
  message: expect.stringMatching(message),
  fix: expect.stringMatching(fix),
});

test("connectTo changes where to connect; Host, SNI and the certificate keep the host of the address", async ({
  service,
  clientFor,
}) => {
  const { port, received } = await service(certificate);
  const connectTo = { host: "127.0.0.1", port };
  const { send } = clientFor(`https://${HOST}:8443`, { connectTo, secureContext });
  expect((await send(LIST)).response?.status).toBe(200);
  expect(received).toEqual([{ line: "GET /v1/store/orders", host: `${HOST}:8443`, servername: HOST }]);
});

test("with connectTo, a certificate for another host is refused", async ({ service, clientFor }) => {
  const { port, received } = await service(certificate);
  const { send } = clientFor("https://other.example", { connectTo: { host: "127.0.0.1", port }, secureContext });
  const { failure } = await send(LIST);
  expect(failure).toMatchObject({ kind: "tls", message: expect.stringContaining("other.example") });
  expect(received).toEqual([]);
});

test("with connectTo, an address that is an IP is checked, and not the place to connect to", async ({
  service,
  clientFor,
}) => {
  const { port, received } = await service(localhost);
  const connectTo = { host: "localhost", port };
  const trusting = createSecureContext({ ca: localhost.cert });
  const { send } = clientFor("https://127.0.0.9", { connectTo, secureContext: trusting });
  expect((await send(LIST)).failure).toMatchObject({ kind: "tls", message: expect.stringContaining("127.0.0.9") });
  expect(received).toEqual([]);
});

test("a failure names the place of connectTo", async ({ clientFor }) => {
  const { send } = clientFor(`http://${HOST}`, { connectTo: { host: "127.0.0.1", port: 1 } });
  expect((await send(LIST)).failure?.message).toContain("at 127.0.0.1:1, which connectTo names");
});

const trusted = selfSigned(undefined, "client");
for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
  const requiring: https.ServerOptions = {
    ...certificate,
    ca: trusted.cert,
    requestCert: true,
    minVersion: version,
    maxVersion: version,
  };
  const withContext = (options: SecureContextOptions) => ({
    secureContext: createSecureContext({ ca: certificate.cert, ...options }),
  });

  test(`${version}: a client certificate is sent where the server requires one`, async ({ service, clientFor }) => {
    const connectTo = { host: "127.0.0.1", port: (await service(requiring)).port };
    const { send } = clientFor(`https://${HOST}`, { connectTo, ...withContext(trusted) });
    expect((await send(LIST)).response?.status).toBe(200);
    expect((await send({ ...LIST, connection: "kept" })).response?.status).toBe(200);
  });

  test(`${version}: a client certificate that is missing is recognized`, async ({ service, clientFor }) => {
    const connectTo = { host: "127.0.0.1", port: (await service(requiring)).port };
    const { send } = clientFor(`https://${HOST}`, { connectTo, ...withContext({}) });
    expect((await send(LIST)).failure).toMatchObject({
      kind: "tls",
      message: expect.stringMatching(/requires a client certificate/),
      fix: expect.stringMatching(/clientCert and clientKey/),
    });
  });
}

test("https goes through a tunnel of the proxy, whose credentials are sent to the proxy only", async ({
  open,
  service,
  clientFor,
}) => {
  const { port, received } = await service(certificate);
  const proxy = open(await networkProxy(port));
  const { send } = clientFor(`https://${HOST}`, { proxy: await proxyAt(proxy.port, "me:p%40ss@"), secureContext });
  expect((await send(LIST)).response?.status).toBe(200);
  expect(received).toEqual([{ line: "GET /v1/store/orders", host: HOST, servername: HOST }]);
  const authorization = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
  expect(proxy.requests).toEqual([{ line: `CONNECT ${HOST}:443`, authorization }]);
});

test("calls with the same label share a tunnel, and close ends all of them", async ({ open, service, clientFor }) => {
  const { port, received } = await service(certificate);
  const proxy = open(await networkProxy(port));
  const client = clientFor(`https://${HOST}`, { proxy: await proxyAt(proxy.port), secureContext });
  for (let i = 0; i < 3; i++) expect((await client.send({ ...LIST, connection: "a" })).response?.status).toBe(200);
  expect([received.length, proxy.requests.length, proxy.sockets.size]).toEqual([3, 1, 1]);
  await client.close();
  await expect.poll(() => proxy.sockets.size).toBe(0);
});

test("many calls through tunnels, one after the other and at once, give no warning of Node", async ({
  open,
  service,
  clientFor,
}) => {
  const proxy = open(await networkProxy((await service(certificate)).port));
  const { send } = clientFor(`https://${HOST}`, { proxy: await proxyAt(proxy.port), secureContext });
  const warnings: string[] = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", onWarning);
  for (let i = 0; i < 15; i++) expect((await send(LIST)).response?.status).toBe(200);
  await Promise.all(Array.from({ length: 15 }, (_, n) => send({ ...LIST, connection: `kept ${n}` })));
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

test("http goes through the proxy with its absolute address, byte for byte", async ({ open, service, clientFor }) => {
  const { port, received } = await service();
  const proxy = open(await networkProxy(port));
  const { send } = clientFor(`http://${HOST}:8080`, { proxy: await proxyAt(proxy.port, "me:secret@") });
  const { response, requestHeaders } = await send({ ...LIST, path: "/store/orders/../%6Frders", query: "a=%zz" });
  expect(response?.status).toBe(200);
  expect(proxy.requests[0]?.line).toBe(`GET http://${HOST}:8080/v1/store/orders/../%6Frders?a=%zz`);
  expect(proxy.requests[0]?.authorization).toMatch(/^Basic /);
  expect(received[0]?.host).toBe(`${HOST}:8080`);
  expect(JSON.stringify(requestHeaders)).not.toContain("Proxy-Authorization");
});

test("http with connectTo goes through a tunnel", async ({ open, service, clientFor }) => {
  const { port, received } = await service();
  const proxy = open(await networkProxy(port));
  const connectTo = { host: "10.0.0.7", port: 8080 };
  const { send } = clientFor(`http://${HOST}`, { proxy: await proxyAt(proxy.port), connectTo });
  expect((await send(LIST)).response?.status).toBe(200);
  expect(proxy.requests[0]?.line).toBe("CONNECT 10.0.0.7:8080");
  expect(received[0]?.host).toBe(HOST);
});

for (const [title, status, credentials, message, fix] of [
  ["asks for credentials", 407, "", /asks for credentials \(407\)/, /name and the password .* in HTTPS_PROXY/],
  ["does not accept the credentials", 407, "me:wrong@", /does not accept the credentials/, /in HTTPS_PROXY/],
  ["refuses the host", 403, "", /refuses to connect to orders\.example:443 \(403\)/, /NO_PROXY/],
  ["does not reach the host", 502, "", /refuses to connect to orders\.example:443 \(502\)/, /NO_PROXY/],
] as const)
  test(`a proxy that ${title} is not an answer of the deployment`, async ({ open, service, clientFor }) => {
    const { port, received } = await service(certificate);
    const proxy = open(await networkProxy(port, status));
    const { send } = clientFor(`https://${HOST}`, { proxy: await proxyAt(proxy.port, credentials), secureContext });
    for (const connection of [undefined, "kept", "kept"]) {
      const { failure, response } = await send(connection === undefined ? LIST : { ...LIST, connection });
      expect(response).toBeUndefined();
      expect(failure).toEqual(refused(message, fix));
      expect(failure?.message).toContain(`the proxy http://127.0.0.1:${proxy.port} `);
    }
    expect(received).toEqual([]);
  });

test("a 407 to a call with the absolute address is the proxy's, too", async ({ open, service, clientFor }) => {
  const proxy = open(await networkProxy((await service()).port, 407));
  const { send } = clientFor(`http://${HOST}`, { proxy: await proxyAt(proxy.port) });
  expect((await send(LIST)).failure).toEqual(refused(/asks for credentials \(407\)/, /HTTPS_PROXY/));
});

for (const [title, answer, message] of [
  ["closes the connection", (socket) => socket.end(), /gave no valid answer/],
  ["does not speak HTTP", (socket) => socket.end("220 mail.example ESMTP\r\n"), /gave no valid answer/],
] as const satisfies readonly (readonly [string, (socket: net.Socket) => void, RegExp])[])
  test(`a proxy that ${title} is unreachable`, async ({ open, clientFor }) => {
    const server = net.createServer((socket) => void socket.once("data", () => answer(socket)));
    const { port } = open(await listening(server));
    const { send } = clientFor(`https://${HOST}`, { proxy: await proxyAt(port) });
    expect((await send(LIST)).failure).toEqual(refused(message, /Check HTTPS_PROXY/));
  });

test("a proxy where nothing listens is named", async ({ clientFor }) => {
  for (const origin of [`https://${HOST}`, `http://${HOST}`]) {
    const { send } = clientFor(origin, { proxy: await proxyAt(1) });
    const { failure } = await send(LIST);
    expect(failure).toEqual(refused(/^the proxy http:\/\/127\.0\.0\.1:1 cannot be reached/, /Check HTTPS_PROXY/));
  }
});

test("a proxy that does not answer is a timeout, and close ends the connection to it", async ({ open, clientFor }) => {
  const silent = open(await listening(net.createServer((socket) => void socket.resume())));
  const client = clientFor(`https://${HOST}`, { proxy: await proxyAt(silent.port) });
  const { failure } = await client.send({ ...LIST, timeoutMs: 100 });
  expect(failure).toMatchObject({ kind: "timeout", message: expect.stringContaining("through the proxy http://") });
  expect(silent.sockets.size).toBe(1);
  await client.close();
  await expect.poll(() => silent.sockets.size).toBe(0);
});

test("where NO_PROXY excludes the host, a host that is not found is explained by it", async ({ clientFor }) => {
  const { send } = clientFor("http://no-such-host.invalid", { excludedProxy: "HTTP_PROXY" });
  expect((await send(LIST)).failure).toEqual(
    refused(/no such host/, /NO_PROXY excludes no-such-host\.invalid .* HTTP_PROXY/),
  );
});
