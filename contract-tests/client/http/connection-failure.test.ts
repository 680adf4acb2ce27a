import http2 from "node:http2";
import net from "node:net";
import { expect, test } from "playwright/test";
import { LIST } from "../../testing/raw-server.ts";
import { listening } from "../../testing/servers.ts";
import { connectionFailure } from "./connection-failure.ts";
import { DIRECT } from "./connector.ts";
import { httpClient } from "./http-client.ts";

test("a server that speaks only HTTP/2 is recognized: one that closes other connections without a word", async () => {
  const sessions = http2.createServer();
  const server = net.createServer((socket) => {
    socket.once("data", (bytes) => {
      if (!bytes.toString("latin1").startsWith("PRI ")) return socket.destroy();
      socket.unshift(bytes);
      sessions.emit("connection", socket);
    });
    socket.on("error", () => {});
  });
  const { port, close } = await listening(server);
  const client = httpClient({ baseUrl: `http://localhost:${port}/v1`, key: "k" });
  expect((await client.send(LIST)).failure?.message).toBe("it speaks only HTTP/2");
  close();
});

const alert = (number: number) =>
  Object.assign(
    new Error(
      `write EPROTO 00:error:0A000418:SSL routines:x:y:z.c:1601:SSL alert number ${number}\n`,
    ),
    {
      code: "EPROTO",
    },
  );

for (const [number, hasClientCertificate, message] of [
  [42, false, /requires a client certificate/],
  [45, true, /does not accept the client certificate/],
  [48, true, /does not accept the client certificate/],
  [70, false, /TLS failed/],
  [70, true, /TLS failed/],
] as const)
  test(`TLS alert ${number}, ${hasClientCertificate ? "with" : "without"} a client certificate`, () => {
    const {
      kind,
      message: said,
      fix,
    } = connectionFailure(alert(number), "orders.example", { ...DIRECT, hasClientCertificate });
    expect(kind).toBe("tls");
    expect(said).toMatch(message);
    expect(fix === undefined).toBe(number === 70);
  });
