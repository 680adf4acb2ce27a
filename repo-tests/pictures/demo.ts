/** What the pictures show: mocks, and a deployment whose list has an impossible date. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test as base } from "playwright/test";
import { parseJson } from "../../spec/json/json.ts";
import { ROOT } from "../manifest.ts";

export const KEY = "demo-key";

export interface Mock {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly orders: { readonly pending: readonly string[]; readonly shipped: readonly string[] };
}

export interface Demo {
  /** An empty folder, in which the commands run. */
  readonly folder: string;
  mock(...flags: string[]): Promise<Mock>;
  /** A deployment that answers as the mock does, but for an impossible date in one order. */
  broken(mock: Mock): Promise<string>;
  write(name: string, content: string): Promise<void>;
  /** What a command prints, colours included; its exit code does not matter. */
  run(...args: string[]): Promise<string>;
  /** Starts a command that serves, and resolves once its output matches. */
  serve(ready: RegExp, ...args: string[]): Promise<RegExpExecArray>;
}

export const test = base.extend<{ demo: Demo }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
  demo: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "orders-kit-picture-"));
    const ends: (() => unknown)[] = [];
    const start = (args: readonly string[]): ChildProcess => {
      const env = { PATH: process.env.PATH, FORCE_COLOR: "1", ORDERS_API_KEY: KEY };
      const child = spawn(process.execPath, [join(ROOT, "dist/cli/main.js"), ...args], {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      ends.push(() => child.kill());
      return child;
    };
    const serve: Demo["serve"] = (ready, ...args) =>
      new Promise((resolve, reject) => {
        const child = start(args);
        let output = "";
        child.stdout?.on("data", (chunk) => {
          output += chunk;
          const found = ready.exec(output);
          if (found !== null) resolve(found);
        });
        child.once("exit", () => reject(new Error(`${args.join(" ")} ended: ${output}`)));
      });
    await use({
      folder,
      serve,
      mock: async (...flags) =>
        parseJson((await serve(/\{.*\}\n/, "mock", "--port", "0", "--json", ...flags))[0]) as unknown as Mock,
      broken: async ({ baseUrl }) => {
        const server = await startBroken(baseUrl);
        ends.push(() => server.close());
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      },
      write: (name, content) => writeFile(join(folder, name), content),
      run: async (...args) => text(start(args).stdout as NonNullable<ChildProcess["stdout"]>),
    });
    for (const end of ends) end();
    await rm(folder, { recursive: true });
  },
});

async function startBroken(baseUrl: string): Promise<http.Server> {
  const { hostname, port } = new URL(baseUrl);
  const server = http.createServer((request, response) => {
    const { method, url: path, headers } = request;
    const forwarded = http.request({ hostname, port, method, path, headers }, async (answer) => {
      const body = withImpossibleDate(await text(answer));
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

function withImpossibleDate(body: string): string {
  let dates = 0;
  return body.replace(/(?<="shipDate":")\d{4}-\d\d-\d\d/g, (date) => (++dates === 30 ? "2026-02-31" : date));
}
