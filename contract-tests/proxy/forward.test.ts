// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of a shell
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { parseJson } from "../../spec/json/json.ts";
import { DIRECT } from "../client/connection.ts";
import { exchangeRaw, GET, lines, proxyTo, rawDeployment, through, withoutConnection } from "../testing/forward.ts";

test("the request arrives as it was sent, except for the host and the connection", async () => {
  const { received, host } = await through(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
    GET(
      "/api/v1/store/orders?a=%zz&b",
      "AUTHORIZATION: Bearer k",
      "X-Twice: 1",
      "x-twice: 2",
      "Cookie: a=b",
      "Accept-Encoding: br",
    ),
  );
  expect(received).toBe(
    lines(
      "GET /api/v1/store/orders?a=%zz&b HTTP/1.1",
      `Host: ${host}`,
      "AUTHORIZATION: Bearer k",
      "X-Twice: 1",
      "x-twice: 2",
      "Cookie: a=b",
      "Accept-Encoding: br",
      "Connection: keep-alive",
      "",
      "",
    ),
  );
});

test("a header of the target is added to a request without one, at the place of connectTo", async () => {
  const deployment = await rawDeployment(() => "HTTP/1.1 204 No Content\r\n\r\n");
  const { port } = new URL(deployment.origin);
  const proxy = await proxyTo("http://orders.example", {
    ...DIRECT,
    headers: [{ name: "X-Gate", sent: "open", masked: "${GATE}" }],
    connectTo: { host: "127.0.0.1", port: Number(port) },
  });
  await exchangeRaw(proxy.port, GET("/v1/store/orders"));
  await exchangeRaw(proxy.port, GET("/v1/store/orders", "x-gate: own"));
  proxy.close();
  deployment.close();
  const [added = "", own = ""] = deployment.received;
  expect(added).toMatch(/^GET \/v1\/store\/orders HTTP\/1.1\r\nHost: orders.example\r\nX-Gate: open\r\n/);
  expect(own).toContain("x-gate: own");
  expect(own).not.toContain("open");
});

test("a request body is forwarded", async () => {
  const { received, exchange } = await through(
    "HTTP/1.1 204 No Content\r\n\r\n",
    lines("DELETE /v1/store/orders/1 HTTP/1.1", "Host: a", "Connection: close", "Content-Length: 5", "", "hello"),
  );
  expect(received.endsWith("\r\n\r\nhello")).toBe(true);
  expect(exchange).toMatchObject({ method: "DELETE", requestBytes: 5 });
});

const int64 = '[{"id":9223372036854775807 , "petId":-9223372036854775808,"id":1.0}]';
const packed = gzipSync("[]").toString("latin1");
for (const [what, head, body] of [
  [
    "an int64 body with odd white space and repeated names",
    lines("HTTP/1.1 200 OK", "content-type: application/json", `Content-Length: ${int64.length}`),
    int64,
  ],
  ["a 204", lines("HTTP/1.1 204 No Content", "X-Request-Id: 1"), ""],
  [
    "a 204 with a Content-Length of 2",
    lines("HTTP/1.1 204 No Content", "Content-Type: application/json", "Content-Length: 2"),
    "",
  ],
  [
    "an empty 409 with a JSON media type",
    lines("HTTP/1.1 409 Conflict", "Content-Type: application/json", "Content-Length: 0"),
    "",
  ],
  [
    "a redirect, which is not followed",
    lines(
      "HTTP/1.1 307 Temporary Redirect",
      "Location: https://elsewhere.example/v1/store/orders",
      "Content-Length: 0",
    ),
    "",
  ],
  ["a compressed body", lines("HTTP/1.1 200 OK", "Content-Encoding: gzip", `Content-Length: ${packed.length}`), packed],
  [
    "bytes that are neither JSON nor UTF-8",
    lines("HTTP/1.1 200 OK", "Content-Type: nonsense", "Content-Length: 3"),
    "\xff\x00{",
  ],
  ["501, and a reason of its own", lines("HTTP/1.1 501 Not Yet", "Content-Length: 2"), "{}"],
  [
    "repeated and odd headers in their order",
    lines(
      "HTTP/1.1 200 Fine",
      "Set-Cookie: a=1",
      "x-B: caf\xe9",
      "Set-Cookie: b=2",
      "Deprecation: @1",
      "Content-Length: 0",
    ),
    "",
  ],
] as const)
  test(`the app gets the bytes of the deployment: ${what}`, async () => {
    const { text, exchange } = await through(Buffer.from(`${head}\r\n\r\n${body}`, "latin1"));
    expect(withoutConnection(text)).toBe(`${head}\r\n\r\n${body}`);
    expect(exchange.failure).toBeUndefined();
    expect(Buffer.from(exchange.response?.body ?? []).toString("latin1")).toBe(body);
  });

test("the deployment answers a preflight", async () => {
  const answer = lines("HTTP/1.1 204 No Content", "Access-Control-Allow-Origin: https://app.example", "", "");
  const preflight = lines(
    "OPTIONS /v1/store/orders HTTP/1.1",
    "Host: a",
    "Connection: close",
    "Origin: https://app.example",
    "Access-Control-Request-Method: DELETE",
    "",
    "",
  );
  const { text, received } = await through(answer, preflight);
  expect(received).toContain("OPTIONS /v1/store/orders");
  expect(withoutConnection(text)).toBe(answer);
});

test("chunks arrive with the same content, and with the trailers", async () => {
  const chunked = lines(
    "HTTP/1.1 200 OK",
    "Transfer-Encoding: chunked",
    "Trailer: X-Sum",
    "",
    "2",
    "[1",
    "3",
    ",2]",
    "0",
    "X-Sum: 3",
    "",
    "",
  );
  const { text, exchange } = await through(chunked);
  expect(text).toMatch(/Transfer-Encoding: chunked/i);
  expect(text.replace(/[\s\S]*?\r\n\r\n/, "").replace(/^[0-9a-f]+\r\n|\r\n/gim, "")).toContain("[1,2]");
  expect(text).toContain("X-Sum: 3");
  expect(Buffer.from(exchange.response?.body ?? []).toString()).toBe("[1,2]");
});

test("early hints arrive before the response", async () => {
  const { text } = await through(
    "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
  );
  expect(text).toMatch(/^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1\.1 200 OK/);
});

test("content after a 204 is recorded", async () => {
  const request = lines("DELETE /v1/store/orders/1 HTTP/1.1", "Host: a", "Connection: close", "", "");
  const { exchange } = await through("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}", request);
  expect(exchange.response).toMatchObject({ status: 204, trailingBytes: 2 });
});

test("a deployment that is down: 502 with an Error, for every origin", async () => {
  const gone = await rawDeployment(() => "");
  gone.close();
  const proxy = await proxyTo(gone.origin);
  const response = await fetch(`http://127.0.0.1:${proxy.port}/v1/store/orders`, {
    headers: { origin: "https://app.example" },
  });
  expect(response.status).toBe(502);
  expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
  expect(parseJson(await response.text())).toEqual({
    code: "bad_gateway",
    message: "orders-kit proxy has no answer from the deployment: the connection was refused (ECONNREFUSED).",
    status: 502,
  });
  expect(await proxy.next()).toMatchObject({ failure: { kind: "unreachable" } });
  proxy.close();
});

test("no HTTP, or a connection that breaks: 502 with an Error", async () => {
  for (const answer of ["hang up", "SSH-2.0-OpenSSH_9.6\r\n"]) {
    const deployment = await rawDeployment(() => answer);
    const proxy = await proxyTo(deployment.origin);
    expect((await fetch(`http://127.0.0.1:${proxy.port}/v1/store/orders`)).status).toBe(502);
    expect((await proxy.next()).failure?.kind).toBe(answer === "hang up" ? "reset" : "malformed");
    proxy.close();
    deployment.close();
  }
});

test("a response that breaks off also breaks off for the app", async () => {
  const deployment = await rawDeployment(() => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1");
  const proxy = await proxyTo(deployment.origin);
  const text = await exchangeRaw(proxy.port, GET("/v1/store/orders"));
  expect(text.endsWith("\r\n\r\n[1")).toBe(true);
  expect(await proxy.next()).toMatchObject({ failure: { kind: "reset" }, response: { status: 200 } });
  proxy.close();
  deployment.close();
});

test("an app that closes its connection ends the call to the deployment", async () => {
  let ended: () => void = () => {};
  const abandoned = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const silent = http.createServer((request) => void request.socket.once("close", ended));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const proxy = await proxyTo(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const socket = net.connect(proxy.port, "127.0.0.1", () => socket.write(GET("/v1/store/orders")));
  silent.once("request", () => socket.destroy());
  await abandoned;
  proxy.close();
  expect(proxy.exchanges, "it is not a fault of the deployment").toEqual([]);
  silent.close();
  silent.closeAllConnections();
});

test("the app does not notice that the deployment closes a kept connection", async () => {
  // Answers the first request of a connection, and closes it on the second.
  const fickle = net.createServer((socket) => {
    let count = 0;
    socket.on("error", () => {});
    socket.on("data", () => {
      if (++count > 1) socket.destroy();
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]");
    });
  });
  await new Promise<void>((resolve) => fickle.listen(0, "127.0.0.1", resolve));
  const proxy = await proxyTo(`http://127.0.0.1:${(fickle.address() as AddressInfo).port}`);
  for (let i = 0; i < 3; i++) expect((await fetch(`http://127.0.0.1:${proxy.port}/v1/store/orders`)).status).toBe(200);
  proxy.close();
  fickle.close();
});

test("neither side gets the fields of the other's connection, nor its credentials for a proxy", async () => {
  const { text, received } = await through(
    lines("HTTP/1.1 200 OK", "Proxy-Authenticate: Basic", "Connection: X-Own", "X-Own: 1", "Content-Length: 0", "", ""),
    lines(
      "DELETE /v1/store/orders/1 HTTP/1.1",
      "Host: app.example",
      "Connection: close, X-Hop",
      "connection: TE , host, content-length",
      "Content-Length: 2",
      "x-hop: 1",
      "TE: trailers",
      "Proxy-Authorization: Basic abc",
      "X-Kept: 1",
      "",
      "hi",
    ),
  );
  expect(received).toMatch(/^DELETE .*\r\nHost: 127.*\r\nContent-Length: 2\r\nX-Kept: 1\r\nConnection: .*\r\n\r\nhi$/);
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\nContent-Length: 0\r\n/);
  expect(text).not.toMatch(/proxy-auth|x-own/i);
});
