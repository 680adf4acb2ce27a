/** For the tests of the proxy command: a running proxy, and deployments. */
import { readFile } from "node:fs/promises";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Report } from "../../contract-tests/report/schema.ts";
import { listening } from "../../contract-tests/testing/servers/servers.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { command as proxyCommand } from "../commands/proxy.ts";
import { startCommand } from "./io.ts";

export const KEY = "key-of-the-deployment-4711";

/**
 * Runs `orders-kit proxy` in this process. `folder` has its reports, and `url` is its address for
 * the app.
 */
export async function startProxy(argv: string[], env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const proxy = startCommand(proxyCommand, [...argv, "--port", "0", "--report", folder], {
    env,
    cwd: folder,
  });
  await proxy.shows("Ctrl+C to stop");
  const text = proxy.output();
  return {
    ...proxy,
    folder,
    url: /orders-kit proxy\s+(\S+)/.exec(text)?.[1] ?? "",
    report: async (): Promise<Report> =>
      JSON.parse(await readFile(join(folder, "report.json"), "utf8")),
  };
}

/** Returns the address of a deployment that answers with `answer` until the test's process ends. */
export async function deployment(
  answer: (request: IncomingMessage, reply: ServerResponse) => void,
): Promise<string> {
  const server = http.createServer({ maxHeaderSize: 1 << 20 }, answer);
  const { port } = await listening(server.unref());
  return `http://127.0.0.1:${port}/api/v1`;
}

export const asJson = (reply: ServerResponse, status: number, body: unknown): void =>
  void reply.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
export const authorized = { headers: { authorization: `Bearer ${KEY}` } };
