/**
 * With slow, half-open and broken clients, the mock still serves others, and its process ends in
 * time.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { startMock } from "./server.ts";

const KEY = "Authorization: Bearer demo-key\r\n";
const LIST = `GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;

/** Opens connections that send these bytes and read nothing. */
function hold(port: number, count: number, bytes: string): Promise<Socket[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
          socket.on("error", () => {}).once("error", reject);
          socket.once("connect", () => socket.pause().write(bytes, () => resolve(socket)));
        }),
    ),
  );
}

const bytesHeld = (): number => {
  // External memory includes array buffers.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test("slow clients do not delay others, and share one list without copies", async () => {
  const mock = await startMock({ port: 0, orders: 50_000 });
  const list = async (): Promise<number> => {
    const response = await fetch(`${mock.baseUrl}/store/orders`, {
      headers: { authorization: "Bearer demo-key" },
    });
    return (await response.arrayBuffer()).byteLength;
  };
  const sockets: Socket[] = [];
  try {
    const size = await list();
    expect(size).toBeGreaterThan(4_000_000);
    const before = bytesHeld();
    sockets.push(...(await hold(mock.port, 60, LIST.repeat(3))));
    sockets.push(...(await hold(mock.port, 100, LIST.slice(0, 40))));
    sockets.push(...(await hold(mock.port, 40, "")));
    expect(await list()).toBe(size);
    // 180 lists are pending: copies would need almost 1 GB.
    expect(bytesHeld() - before).toBeLessThan(6 * size);
    // A client that reads after all gets all bytes of its three lists.
    let received = 0;
    sockets[0]!.on("data", (chunk) => (received += chunk.length)).resume();
    await expect.poll(() => received).toBeGreaterThan(3 * size);
  } finally {
    for (const socket of sockets) socket.destroy();
    await mock.close();
  }
});

for (const [title, status, start] of [
  [
    "a body",
    405,
    `POST /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}Content-Length: 1000000\r\n\r\n`,
  ],
  [
    "a body of the control API",
    408,
    "POST /__admin/reset HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000\r\n\r\n",
  ],
  ["a head", 408, "GET /v1/store/orders HTTP/1.1\r\nX-Slow: "],
] as const)
  test(`${title} that comes byte by byte ends its connection`, async () => {
    const mock = await startMock({ port: 0 }, 300);
    const socket = connect({ port: mock.port, host: "127.0.0.1" }).on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    let received = "";
    socket.on("data", (chunk) => (received += chunk)).write(start);
    const drip = setInterval(() => socket.write("x"), 20);
    try {
      await closed;
      expect(received).toContain(`HTTP/1.1 ${status}`);
    } finally {
      clearInterval(drip);
      await mock.close();
    }
  });

/** Starts the program from dist, which `npm test` has built. */
function startProgram(
  ...argv: string[]
): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const cli = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
  // With few file descriptors, so that the test can use all of them.
  const limited = [
    "-c",
    'ulimit -n 60; exec "$0" "$@"',
    process.execPath,
    cli,
    "mock",
    "--json",
    ...argv,
  ];
  const child = spawn("bash", limited, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  return new Promise((resolve, reject) => {
    child.stderr!.on("data", (chunk) => (output += chunk));
    child.stdout!.on("data", (chunk) => {
      output += chunk;
      if (output.includes("\n")) resolve({ child, line: output });
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

test("at the limit of descriptors the control still answers, and the program goes on", async () => {
  const { child, line } = await startProgram("--port", "0");
  try {
    const { port } = new URL(JSON.parse(line).baseUrl);
    const [client] = await hold(Number(port), 1, "");
    let received = "";
    client!.setEncoding("latin1").on("data", (chunk) => (received += chunk));
    const statuses = () => received.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    const ask = async (line: string, body = ""): Promise<string | undefined> => {
      const before = statuses().length;
      const content = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
      client!.resume().write(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${content}\r\n\r\n${body}`);
      await expect.poll(() => statuses().length).toBeGreaterThan(before);
      return statuses().at(-1);
    };
    // The control API is loaded shortly after the start, with everything a world loads on first
    // use.
    await expect.poll(() => ask("GET /__admin/health")).toBe("200");
    // Connections that find no descriptor may be reset.
    await hold(Number(port), 80, LIST.slice(0, 40)).catch(() => {});
    expect(await ask("PUT /__admin/faults", '{"status":503}')).toBe("200");
    expect(await ask("GET /__admin/requests")).toBe("200");
    expect(await ask("GET /__admin/scenario")).toBe("200");
    expect(await ask("POST /__admin/reset", '{"text":"orders: { list: [{ id: 2 }] }"}')).toBe(
      "200",
    );
    expect(await ask("POST /__admin/orders/2/ship", '{"afterSeconds":1}')).toBe("200");
    expect(child.exitCode).toBe(null);
  } finally {
    child.kill("SIGKILL");
  }
});

test("SIGTERM ends the program within a second, with clients connected", async () => {
  const { child, line } = await startProgram("--port", "0", "--scenario", "slow");
  const { port } = new URL(JSON.parse(line).baseUrl);
  const sockets = await Promise.all([
    hold(Number(port), 5, ""),
    hold(Number(port), 5, LIST.slice(0, 30)),
    hold(Number(port), 5, LIST),
    hold(Number(port), 5, LIST.replace("/v1/store/orders", "/__admin/events")),
  ]);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const start = performance.now();
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(performance.now() - start).toBeLessThan(1000);
  for (const socket of sockets.flat()) socket.destroy();
});
