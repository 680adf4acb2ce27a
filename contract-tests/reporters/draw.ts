/**
 * Draws the README's picture from a real run: the mock stands behind a relay that breaks one field of one order, and
 * `verify` judges it. `node dist/contract-tests/reporters/draw.js picture.svg`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { terminalPicture } from "./picture.ts";

const CLI = fileURLToPath(new URL("../../cli.js", import.meta.url));
const KEY = "demo-key";
interface Ready {
  readonly baseUrl: string;
  readonly orders: { readonly pending: readonly string[]; readonly shipped: readonly string[] };
}

function orderskit(args: readonly string[], cwd: string): ChildProcess {
  const env = { PATH: process.env.PATH, FORCE_COLOR: "1", ORDERS_API_KEY: KEY };
  return spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
}

/** The list with an impossible day in one of its orders; everything else as the mock has it. */
function broken(body: string): string {
  let seen = 0;
  return body.replace(/(?<="shipDate":")\d{4}-\d\d-\d\d/g, (date) => (++seen === 30 ? "2026-02-31" : date));
}

async function relayTo(baseUrl: string): Promise<http.Server> {
  const { hostname, port } = new URL(baseUrl);
  const server = http.createServer((request, response) => {
    const { method, url: path, headers } = request;
    const forwarded = http.request({ hostname, port, method, path, headers }, async (answer) => {
      const body = broken(await text(answer));
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error("Name the file: node dist/contract-tests/reporters/draw.js picture.svg");
const folder = await mkdtemp(join(tmpdir(), "orders-kit-picture-"));
const mock = orderskit(["mock", "--port", "0", "--json"], folder);
try {
  const line = await new Promise<string>((ready) => mock.stdout?.once("data", (data) => ready(String(data))));
  const { baseUrl, orders } = JSON.parse(line) as Ready;
  const relay = await relayTo(baseUrl);
  const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/v1`;
  const ids = `pending: [${orders.pending.slice(0, 5)}]\n    shipped: [${orders.shipped.slice(0, 1)}]`;
  await writeFile(join(folder, "orders-kit.yaml"), `targets:\n  staging:\n    url: ${url}\n    ${ids}\n`);
  const run = orderskit(["verify", "staging"], folder);
  const lines = run.stdout === null ? [] : (await text(run.stdout)).split("\n");
  // As far as the line that repeats the first fault: what follows holds, or is more of the same.
  const shown = lines.slice(0, lines.findIndex((shownLine) => shownLine.includes("curl -i")) + 2);
  await writeFile(out, terminalPicture(shown.join("\n"), { title: "npx orders-kit verify staging" }));
  relay.close();
} finally {
  mock.kill();
  await rm(folder, { recursive: true });
}
