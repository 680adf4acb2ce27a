/**
 * The overhead of the proxy: `node .build/contract-tests/bench/proxy.js`. A server with prebuilt responses is called directly,
 * through `orders-kit proxy` and through `prism proxy` in turn. Compare the ratios: absolute times depend on the machine.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLI } from "../../mock/bench/processes.ts";
import { startPrism } from "../prism/process.ts";

const ROUNDS = 5;
/** Sequential calls of a round, for the latency. */
const CALLS = 300;
/** Parallel connections of a round and its milliseconds, for the throughput. */
const CONNECTIONS = 16;
const ROUND_MS = 1_500;

const order = (i: number) => ({ id: i, petId: i * 7, quantity: 2, shipDate: "2026-01-02T03:04:05Z", complete: false });
const listOf = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, i) => order(i)));

/** The query has the number of orders, and `-changing` when each response must differ from the one before. */
function serveUpstream(): void {
  const bodies = new Map([50, 1_000].map((count) => [String(count), Buffer.from(listOf(count))]));
  let count = 0;
  const server = http.createServer((request, reply) => {
    const [, size = "50", changing] = /\?(\d+)(-changing)?/.exec(request.url ?? "") ?? [];
    const body = bodies.get(size) ?? Buffer.from("[]");
    const answer =
      changing === undefined ? body : Buffer.concat([body.subarray(0, -1), Buffer.from(`,{"id":${++count}}]`)]);
    reply.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length });
    reply.end(answer);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "proxy-bench-"));
  const upstream = fork(fileURLToPath(import.meta.url), ["upstream"]);
  const port = await new Promise<number>((resolve) =>
    upstream.once("message", (message) => resolve(message as number)),
  );
  const origin = `http://127.0.0.1:${port}`;
  const cli = CLI;
  const proxy = spawn(process.execPath, [cli, "proxy", `${origin}/v1`, "--port", "0", "--report", folder]);
  const prism = await startPrism("proxy", `${origin}/v1`);
  const address = await printed(proxy, /orders-kit proxy\s+(http:\S+)\/v1/);
  // The server of Prism has no base path.
  const routes = { direct: `${origin}/v1`, proxy: `${address}/v1`, prism: prism.url };
  for (const load of ["50", "1000", "50-changing"]) await compare(load, routes);
  proxy.kill("SIGINT");
  await new Promise((resolve) => proxy.once("close", resolve));
  await prism.close();
  upstream.kill();
  await rm(folder, { recursive: true });
}

async function compare(load: string, routes: Readonly<Record<string, string>>): Promise<void> {
  const latency = new Map<string, number[]>();
  const throughput = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++)
    for (const [route, base] of Object.entries(routes)) {
      const url = `${base}/store/orders?${load}`;
      const times = await measureLatency(url);
      const rate = await measureThroughput(url);
      if (round === 0) continue; // Warm-up.
      latency.set(route, [...(latency.get(route) ?? []), median(times)]);
      throughput.set(route, [...(throughput.get(route) ?? []), rate]);
    }
  const medianOf = (figures: Map<string, number[]>, route: string): number => median(figures.get(route) ?? []);
  process.stdout.write(`list of ${load}\n`);
  for (const route of Object.keys(routes)) {
    const [ms, direct] = [medianOf(latency, route), medianOf(latency, "direct")];
    const [rate, most] = [medianOf(throughput, route), medianOf(throughput, "direct")];
    process.stdout.write(
      `  ${route.padEnd(8)} ${ms.toFixed(2)} ms (+${(ms - direct).toFixed(2)}, × ${(ms / direct).toFixed(1)})   ${Math.round(rate)} requests/s (× ${(rate / most).toFixed(2)})\n`,
    );
  }
}

async function measureLatency(url: string): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const began = performance.now();
    await call(url, agent);
    times.push(performance.now() - began);
  }
  agent.destroy();
  return times;
}

/** Requests per second. */
async function measureThroughput(url: string): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let done = 0;
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - began < ROUND_MS) {
      await call(url, agent);
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  return (done / (performance.now() - began)) * 1000;
}

function call(url: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { authorization: "Bearer bench-key" } }, (response) => {
      response.resume();
      response.once("end", resolve);
    });
    request.once("error", reject);
  });
}

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("close", () => reject(new Error(text)));
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        text = `${text}${chunk}`.slice(-4096);
        const found = pattern.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
  });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

if (process.argv[2] === "upstream") serveUpstream();
else await main();
