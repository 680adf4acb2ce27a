import { execFile } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "playwright/test";
import type { ClauseId } from "../../spec/clauses/index.ts";
import { CLI } from "../testing/cli-runner.ts";
import { exclusionOf } from "./explanations.ts";
import { startPrism } from "./process.ts";

/** The clauses that a mock cannot hold that knows only the description, and why. */
const BEYOND_A_STATELESS_MOCK: Partial<Record<ClauseId, string>> = {
  "auth-key-exact": "it knows no key: it accepts any bearer token",
  "auth-each-request": "it knows no key",
  "auth-no-effect": "it knows no key",
  "list-unauthorized": "it knows no key",
  "cancel-unauthorized": "it knows no key",
  "pets-unauthorized": "it knows no key",
  "list-whole": "it has no orders, only an example of one",
  "cancel-once": "every DELETE gets the first answer of the description, 204",
  "cancel-shipped-conflict": "no order ever ships",
  "cancel-shipped-unchanged": "no order ever ships",
  "cancel-unknown-not-found": "every order exists",
  "cancel-id-exact": "every order exists, and so do those with similar ids",
  "error-status": "its example of an Error says 0",
};

/** It reads 14e0 as the integer 14. Whether a run sends that depends on the orders that the other checks left. */
const MAY_BE_SEEN: ClauseId = "cancel-malformed-refused";

/** Prism's own mock below /v1: a server in front of it removes the base path, and answers 400 to paths that would end Prism. */
async function servePrismMock() {
  const prism = await startPrism("mock");
  const server = http.createServer((request, reply) => {
    const path = (request.url ?? "").replace(/^\/v1/, "");
    const call = { method: request.method ?? "GET", path, credential: "none" } as const;
    if (exclusionOf({ call, requestHeaders: [] }) !== undefined) return void reply.writeHead(400).end();
    const { method, rawHeaders: headers } = request;
    const options = { method, path, headers, agent: false };
    const asked = http.request(prism.url, options as http.RequestOptions, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    asked.on("error", () => reply.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.close();
      server.closeAllConnections();
      await prism.close();
    },
  };
}

test("orders-kit verify blames prism mock for exactly what a stateless mock cannot hold", async () => {
  test.setTimeout(120_000);
  const mock = await servePrismMock();
  const ids = ["--pending=11", "--pending=12", "--pending=13", "--pending=14", "--shipped=15"];
  const run = await new Promise<{ code: unknown; stdout: string }>((resolve) =>
    execFile(
      process.execPath,
      [CLI, "verify", mock.url, ...ids, "--json", "--report", test.info().outputDir],
      { env: { ...process.env, ORDERS_API_KEY: "any-key-will-do-1" }, maxBuffer: 1 << 26 },
      (error, stdout) => resolve({ code: error?.code ?? 0, stdout }),
    ),
  );
  await mock.close();
  expect(run.code).toBe(1);
  const { clauses, broken } = JSON.parse(run.stdout) as {
    clauses: { id: ClauseId; verdict: string }[];
    broken: unknown[];
  };
  expect(broken).toEqual([]);
  const violated = clauses.filter(({ verdict }) => verdict === "violated").map(({ id }) => id);
  expect(violated.filter((id) => id !== MAY_BE_SEEN).sort()).toEqual(Object.keys(BEYOND_A_STATELESS_MOCK).sort());
  const held = clauses.filter(({ verdict }) => verdict === "held").map(({ id }) => id);
  expect(held).toEqual(
    expect.arrayContaining([
      "list-ok",
      "list-array",
      "order-ship-date",
      "auth-error-body",
      "cancel-pending",
      "version-in-path",
    ]),
  );
});
