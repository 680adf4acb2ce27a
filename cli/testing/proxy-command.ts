/** For the tests of the command proxy: a running proxy, and deployments. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "playwright/test";
import { proxyCommand } from "../commands/proxy.ts";

export const KEY = "key-of-the-deployment-4711";

interface Running {
  /** The address for the app. */
  readonly url: string;
  readonly prismPid: number;
  /** So far. */
  output(): string;
  /** Resolves once the output contains the text. */
  shows(text: string): Promise<void>;
  /** Ends it like a signal. Resolves with the exit code. */
  end(): Promise<number>;
}

/** `orders-kit proxy` in this process. */
export async function runProxy(folder: string, argv: string[], env: Record<string, string> = {}): Promise<Running> {
  let text = "";
  let signal: () => void = () => {};
  const watchers = new Set<() => void>();
  const write = (chunk: string): void => {
    text += chunk;
    for (const watcher of watchers) watcher();
  };
  const code = proxyCommand([...argv, "--port", "0", "--report", folder], {
    stdout: { write },
    stderr: { write },
    workflow: { write },
    env,
    cwd: folder,
    onSignal: (callback) => {
      signal = callback;
    },
  });
  const shows = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!text.includes(wanted)) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
      code.then(() => reject(new Error(`It ended without showing ${wanted}:\n${text}`)), reject);
    });
  await shows("Ctrl+C to stop");
  return {
    url: /orders-kit proxy\s+(\S+)/.exec(text)?.[1] ?? "",
    prismPid: Number(/process (\d+)/.exec(text)?.[1]),
    output: () => text,
    shows,
    end: () => {
      signal();
      return code;
    },
  };
}

/** Runs a command line that is refused. */
export async function refusalOf(
  argv: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; text: string }> {
  let text = "";
  const write = (chunk: string): void => {
    text += chunk;
  };
  const code = await proxyCommand(argv, {
    stdout: { write },
    stderr: { write },
    workflow: { write },
    env,
    onSignal: () => {},
  });
  return { code, text };
}

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

export const test = base.extend<{ folder: string; deployed: (answer: Answer) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "proxy-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  deployed: async ({}, use) => {
    const servers: http.Server[] = [];
    await use(async (answer) => {
      const server = http.createServer(answer);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    });
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  },
});

export const asJson = (reply: ServerResponse, status: number, body: unknown): void =>
  void reply.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
export const authorized = { headers: { authorization: `Bearer ${KEY}` } };
export const readReport = async (folder: string) => JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
