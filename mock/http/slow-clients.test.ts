/**
 * With slow, half-open and broken clients, the mock still serves others, and its process ends in
 * time.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { LIST, openConnection, statusesIn } from "../testing/raw-http.ts";
import { withMock } from "../testing/with-mock.ts";
import { startMock } from "./server.ts";

/** Opens connections that send these bytes and read nothing. */
function hold(port: number, count: number, bytes: string): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      await once(socket, "connect");
      socket.on("error", () => {}).pause();
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      return socket;
    }),
  );
}

const bytesHeld = (): number => {
  // External memory includes array buffers.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test("slow clients do not delay others, and share one list without copies", async () => {
  await withMock({ orders: 50_000 }, async ({ baseUrl, port }) => {
    const list = async (): Promise<number> => {
      const headers = { authorization: "Bearer demo-key" };
      const response = await fetch(`${baseUrl}/store/orders`, { headers });
      return (await response.arrayBuffer()).byteLength;
    };
    const size = await list();
    expect(size).toBeGreaterThan(4_000_000);
    const before = bytesHeld();
    const sockets = await hold(port, 60, LIST.repeat(3));
    sockets.push(...(await hold(port, 100, LIST.slice(0, 40))));
    sockets.push(...(await hold(port, 40, "")));
    expect(await list()).toBe(size);
    // 180 lists are pending: copies would need almost 1 GB.
    expect(bytesHeld() - before).toBeLessThan(6 * size);
    // A client that reads after all gets all bytes of its three lists.
    let received = 0;
    sockets[0]!.on("data", (chunk) => (received += chunk.length)).resume();
    await expect.poll(() => received).toBeGreaterThan(3 * size);
    for (const socket of sockets) socket.destroy();
  });
});

for (const [title, status, start] of [
  ["a body", "401", "POST /v1/store/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n"],
  [
    "a body of the control API",
    "408",
    "POST /__admin/reset HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000\r\n\r\n",
  ],
  ["a head", "408", "GET /v1/store/orders HTTP/1.1\r\nX-Slow: "],
] as const)
  test(`${title} that comes byte by byte ends its connection`, async () => {
    const mock = await startMock({ port: 0 }, 300);
    const { socket, closed } = openConnection(mock.port, start);
    const drip = setInterval(() => socket.write("x"), 20);
    try {
      expect(statusesIn(await closed)[0]).toBe(status);
    } finally {
      clearInterval(drip);
      await mock.close();
    }
  });

/** Starts the program from dist, with few file descriptors: the test can use all of them. */
async function startProgram(
  ...flags: string[]
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const cli = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
  const limited = ["-c", 'ulimit -n 60; exec "$0" "$@"', process.execPath, cli];
  const argv = [...limited, "mock", "--json", "--port", "0", ...flags];
  const child = spawn("bash", argv, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, port: Number(new URL(JSON.parse(line).baseUrl).port) };
}

test("at the limit of descriptors the control still answers, and the program goes on", async () => {
  const { child, port } = await startProgram();
  try {
    const { socket, received } = openConnection(port, "");
    const ask = async (line: string, body = ""): Promise<string | undefined> => {
      const before = statusesIn(received()).length;
      const content = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
      socket.write(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${content}\r\n\r\n${body}`);
      await expect.poll(() => statusesIn(received()).length).toBeGreaterThan(before);
      return statusesIn(received()).at(-1);
    };
    // The control API is loaded shortly after the start, with everything a world loads on first
    // use.
    await expect.poll(() => ask("GET /__admin/health")).toBe("200");
    // Connections that find no descriptor may be reset.
    await hold(port, 80, LIST.slice(0, 40)).catch(() => {});
    for (const [line, body] of [
      ["PUT /__admin/faults", '{"status":503}'],
      ["GET /__admin/requests"],
      ["GET /__admin/scenario"],
      ["POST /__admin/reset", '{"text":"orders: { list: [{ id: 2 }] }"}'],
      ["POST /__admin/orders/2/ship", '{"afterSeconds":1}'],
    ] as const)
      expect(await ask(line, body), line).toBe("200");
    expect(child.exitCode).toBe(null);
  } finally {
    child.kill("SIGKILL");
  }
});

test("SIGTERM ends the program within a second, with clients connected", async () => {
  const { child, port } = await startProgram("--scenario", "slow");
  const sockets = await Promise.all(
    ["", LIST.slice(0, 30), LIST, LIST.replace("/v1/store/orders", "/__admin/events")].map(
      (bytes) => hold(port, 5, bytes),
    ),
  );
  const ended = once(child, "exit");
  const start = performance.now();
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  expect(performance.now() - start).toBeLessThan(1000);
  for (const socket of sockets.flat()) socket.destroy();
});
