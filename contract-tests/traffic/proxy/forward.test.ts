// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of a shell
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { parseJson } from "../../../spec/json/json.ts";
import { DIRECT } from "../../client/http/connector.ts";
import {
  exchangeRaw,
  GET,
  message,
  proxyTo,
  through,
  withoutConnection,
} from "../../testing/servers/forward.ts";
import { rawServer, respondWith } from "../../testing/servers/raw-server.ts";
import { listening } from "../../testing/servers/servers.ts";

test("the request arrives as it was sent, except for the host and the connection", async () => {
  const own = [
    "AUTHORIZATION: Bearer k",
    "X-Twice: 1",
    "x-twice: 2",
    "Cookie: a=b",
    "Accept-Encoding: br",
  ];
  const answer = message("HTTP/1.1 200 OK\nContent-Length: 2\n\n[]");
  const { received, host } = await through(answer, GET("/api/v1/store/orders?a=%zz&b", ...own));
  const head = `GET /api/v1/store/orders?a=%zz&b HTTP/1.1\nHost: ${host}\n${own.join("\n")}`;
  expect(received).toBe(message(`${head}\nConnection: keep-alive\n\n`));
});

test("a header of the target is added to a request without one", async () => {
  const answer = "HTTP/1.1 204 No Content\r\n\r\n";
  const headers = [{ name: "X-Gate", sent: "open", masked: "${GATE}" }];
  const connection = { ...DIRECT, headers };
  const path = "/v1/store/orders";
  const added = await through(answer, GET(path), connection);
  const own = await through(answer, GET(path, "x-gate: own"), connection);
  expect(added.received).toContain(`\r\nHost: ${added.host}\r\nX-Gate: open\r\n`);
  expect(own.received).toContain("x-gate: own");
  expect(own.received).not.toContain("open");
});

const INT64 = '[{"id":9223372036854775807 , "petId":-9223372036854775808,"id":1.0}]';
const PACKED = gzipSync("[]").toString("latin1");
const REPEATED = "Set-Cookie: a=1\nx-B: caf\xe9\nSet-Cookie: b=2";
const GZIP = `Content-Encoding: gzip\nContent-Length: ${PACKED.length}`;
for (const [what, head, body] of [
  ["int64 with odd white space", `200 OK\nContent-Length: ${INT64.length}`, INT64],
  ["a 204", "204 No Content\nX-Request-Id: 1", ""],
  ["a redirect, which is not followed", "307 x\nLocation: https://a.x\nContent-Length: 0", ""],
  ["a compressed body", `200 OK\n${GZIP}`, PACKED],
  ["neither JSON nor UTF-8", "200 OK\nContent-Type: x\nContent-Length: 3", "\xff\x00{"],
  ["repeated and odd headers", `200 Fine\n${REPEATED}\nContent-Length: 0`, ""],
] as const)
  test(`the app gets the bytes of the deployment: ${what}`, async () => {
    const answer = `${message(`HTTP/1.1 ${head}\n\n`)}${body}`;
    const { text, exchange } = await through(Buffer.from(answer, "latin1"));
    expect(withoutConnection(text)).toBe(answer);
    expect(exchange.failure).toBeUndefined();
    expect(Buffer.from(exchange.response?.body ?? []).toString("latin1")).toBe(body);
  });

test("chunks arrive with the same content; informational responses and trailers are left out", async () => {
  const head = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nTrailer: X-Sum\n\n";
  const hints = "HTTP/1.1 103 Early Hints\nLink: </a>; rel=preload\n\n";
  const { text, exchange } = await through(
    message(`${hints}${head}2\n[1\n3\n,2]\n0\nX-Sum: 3\n\n`),
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toMatch(/Transfer-Encoding: chunked/i);
  expect(text.replace(/[\s\S]*?\r\n\r\n/, "").replace(/^[0-9a-f]+\r\n|\r\n/gim, "")).toContain(
    "[1,2]",
  );
  expect(text).not.toContain("X-Sum");
  expect(Buffer.from(exchange.response?.body ?? []).toString()).toBe("[1,2]");
});

test("a deployment that is down: 502 with an Error, for every origin", async () => {
  const gone = await rawServer(respondWith(""));
  gone.close();
  const proxy = await proxyTo(gone.origin);
  const response = await fetch(`http://127.0.0.1:${proxy.port}/v1/store/orders`, {
    headers: { origin: "https://app.example" },
  });
  expect(response.status).toBe(502);
  expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
  expect(parseJson(await response.text())).toEqual({
    code: "bad_gateway",
    message:
      "orders-kit proxy has no answer from the deployment: the connection was refused (ECONNREFUSED).",
    status: 502,
  });
  expect(await proxy.next()).toMatchObject({ failure: { kind: "unreachable" } });
  proxy.close();
});

test("a response that breaks off also breaks off for the app", async () => {
  const { text, exchange } = await through("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1");
  expect(text.endsWith("\r\n\r\n[1")).toBe(true);
  expect(exchange).toMatchObject({ failure: { kind: "reset" }, response: { status: 200 } });
});

test("an app that closes its connection ends the call to the deployment", async () => {
  const server = http.createServer();
  const silent = await listening(server);
  const proxy = await proxyTo(`http://127.0.0.1:${silent.port}`);
  const socket = net.connect(proxy.port, "127.0.0.1", () => socket.write(GET("/v1/store/orders")));
  const [request] = (await once(server, "request")) as [http.IncomingMessage];
  socket.destroy();
  await once(request.socket, "close");
  proxy.close();
  expect(proxy.exchanges, "it is not a fault of the deployment").toEqual([]);
  silent.close();
});

test("the app does not notice that the deployment closes a kept connection", async () => {
  // The server answers the first request of a connection and closes it on the second.
  const server = net.createServer((socket) => {
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]");
      socket.once("data", () => socket.destroy());
    });
  });
  const fickle = await listening(server);
  const proxy = await proxyTo(`http://127.0.0.1:${fickle.port}`);
  for (let i = 0; i < 3; i++)
    expect((await fetch(`http://127.0.0.1:${proxy.port}/v1/store/orders`)).status).toBe(200);
  proxy.close();
  fickle.close();
});

test("a request body is forwarded; neither side gets the fields of the other's connection, nor its credentials for a proxy", async () => {
  const hop =
    "Connection: close, X-Hop\nconnection: TE , host, content-length\nx-hop: 1\nTE: trailers";
  const own = "Content-Length: 2\nProxy-Authorization: Basic abc\nX-Kept: 1";
  const { text, received, exchange } = await through(
    message(
      "HTTP/1.1 200 OK\nProxy-Authenticate: Basic\nConnection: X-Own\nX-Own: 1\nContent-Length: 0\n\n",
    ),
    message(`DELETE /v1/store/orders/1 HTTP/1.1\nHost: app.example\n${hop}\n${own}\n\nhi`),
  );
  expect(received).toMatch(
    /^DELETE .*\r\nHost: 127.*\r\nContent-Length: 2\r\nX-Kept: 1\r\nConnection: .*\r\n\r\nhi$/,
  );
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\nContent-Length: 0\r\n/);
  expect(text).not.toMatch(/proxy-auth|x-own/i);
  expect(exchange).toMatchObject({ method: "DELETE", requestBytes: 2 });
});

test("a body keeps its framing, though a Connection field names it: the deployment reads one request", async () => {
  const hidden = "DELETE /v1/store/orders/2 HTTP/1.1\nHost: a.example\n\n";
  const chunk = `${message(hidden).length.toString(16)}\n${hidden}\n0\n\n`;
  const head =
    "DELETE /v1/store/orders/1 HTTP/1.1\nHost: app.example\nConnection: close, Transfer-Encoding\n";
  const targets: string[] = [];
  const server = http.createServer((request, reply) => {
    targets.push(request.url ?? "");
    request.resume().once("end", () => reply.writeHead(204).end());
  });
  server.on("clientError", (_, socket) => socket.destroy());
  const deployment = await listening(server);
  const proxy = await proxyTo(`http://127.0.0.1:${deployment.port}`);
  await exchangeRaw(proxy.port, message(`${head}Transfer-Encoding: chunked\n\n${chunk}`));
  expect(await proxy.next()).toMatchObject({
    requestBytes: message(hidden).length,
    response: { status: 204 },
  });
  proxy.close();
  deployment.close();
  expect(targets).toEqual(["/v1/store/orders/1"]);
});
