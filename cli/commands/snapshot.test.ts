import http from "node:http";
import { expect, test } from "playwright/test";
import { listening } from "../../contract-tests/testing/servers.ts";
import { startMock } from "../../mock/http/server.ts";
import { parseScenario } from "../../scenarios/index.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { recordingIo } from "../testing/io.ts";
import { command as snapshotCommand } from "./snapshot.ts";

const env = { ORDERS_API_KEY: "demo-key" };

async function snapshot(...argv: string[]) {
  const { io, written } = recordingIo({ env });
  return { exitCode: await snapshotCommand(argv, io), ...written };
}

async function listOf(baseUrl: string): Promise<string> {
  return (
    await fetch(`${baseUrl}/store/orders`, { headers: { authorization: "Bearer demo-key" } })
  ).text();
}

/** The list of a mock with this scenario, as bytes; the snapshot of it, taken with these flags. */
async function listAndSnapshot(scenario: Scenario | string, ...flags: string[]) {
  const mock = await startMock({ port: 0, scenario });
  const list = await listOf(mock.baseUrl);
  const taken = await snapshot(mock.baseUrl, ...flags);
  await mock.close();
  return { list, ...taken };
}

test("a mock with the snapshot of 2,000 orders serves the same bytes, and knows the states that were given", async () => {
  for (const order of ["ascending", "descending"]) {
    const original = parseScenario(
      `orders: { count: 2000 }\nanswers: { list-order: ${order} }`,
      "original.yaml",
    );
    const { list, exitCode, stdout, stderr } = await listAndSnapshot(original);
    expect([exitCode, stderr, list.length > 100_000]).toEqual([0, "", true]);
    expect((await listAndSnapshot(parseScenario(stdout, "real.yaml"))).list).toBe(list);
  }
  const { list, stdout } = await listAndSnapshot("int64", "--shipped", "9223372036854775807");
  const { orders } = parseScenario(stdout, "real.yaml");
  expect(list).toContain("9223372036854775807");
  expect(
    orders.list.filter(({ state }) => state === "shipped").map(({ order }) => order.id),
  ).toEqual([2n ** 63n - 1n]);
  expect(stdout).toContain("States that were given: 1. Orders taken for pending: 13.");
});

test("a snapshot of many orders is one that a mock reads, as a file and over the control", async () => {
  const original = parseScenario("orders: { count: 40000 }");
  const { stdout, stderr } = await listAndSnapshot(original);
  expect(stderr).toMatch(
    /^Left out, orders beyond the 4,194,304 characters that a scenario may have: [\d,]+\.\n$/,
  );
  const { list } = parseScenario(stdout, "real.yaml").orders;
  expect(list.length).toBeGreaterThan(20_000);

  const mock = await startMock({ port: 0 });
  const reset = await fetch(`${mock.adminUrl}/reset`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: stdout }),
  });
  expect([reset.status, mock.orders("pending").count]).toEqual([200, list.length]);
  await mock.close();
});

test("--limit takes the first orders", async () => {
  const { stdout } = await listAndSnapshot("default", "--limit", "20");
  expect(parseScenario(stdout, "whole.yaml").orders.list).toHaveLength(20);
});

test("what a scenario cannot have is left out and named; a target without a list is an error", async () => {
  const body =
    '[{"id":17.0,"shipDate":"yesterday","unheardOf":"x"},{"id":17},3,{"id":"4","complete":true}]';
  const server = http.createServer((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(body),
  );
  const { port, close } = await listening(server);
  const { stdout, stderr } = await snapshot(`http://127.0.0.1:${port}/v1`);
  close();
  expect(parseScenario(stdout, "real.yaml").orders.list.map(({ order }) => order)).toEqual([
    { id: 17n },
    { complete: true },
  ]);
  expect(stderr).toContain("Left out, entries that are not objects: 1.");
  expect(stderr).toContain("Left out, orders that repeat an id: 1.");
  expect(stderr).toContain(
    "Left out, values that the contract does not allow or does not know: 3.",
  );
  const mock = await startMock({ port: 0, apiKeys: ["another"] });
  const refused = await snapshot(mock.baseUrl);
  await mock.close();
  expect(refused).toMatchObject({
    exitCode: 3,
    stdout: "",
    stderr: expect.stringContaining("has not listed its orders"),
  });
  expect(await snapshot()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("needs a target"),
  });
});
