import { readFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { listening } from "../../contract-tests/testing/servers.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../mock/http/server.ts";
import { parseScenario } from "../../scenarios/index.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { parseProfile } from "../../spec/profile/reader.ts";
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

test("--limit takes the first orders, and --anonymize replaces ids one to one and moves dates", async () => {
  const { stdout: whole } = await listAndSnapshot("default", "--limit", "20");
  const before = parseScenario(whole, "whole.yaml").orders.list;
  const { stdout } = await listAndSnapshot("default", "--limit", "20", "--anonymize");
  const after = parseScenario(stdout, "other.yaml").orders.list;
  expect([before.length, after.length]).toEqual([20, 20]);
  const pairs = (field: "id" | "petId") =>
    before.map(({ order }, at) => [order[field], after[at]!.order[field]] as const);
  for (const field of ["id", "petId"] as const) {
    for (const [own, other] of pairs(field)) expect(String(other)).toHaveLength(String(own).length);
    const mapped = new Map(pairs(field));
    expect(new Set(mapped.values()).size).toBe(mapped.size);
    for (const [own, other] of pairs(field)) expect(mapped.get(own)).toBe(other);
  }
  expect(pairs("id").filter(([own, other]) => own !== other).length).toBeGreaterThan(10);
  const moved = before.map(
    ({ order }, at) =>
      (Date.parse(after[at]!.order.shipDate!) - Date.parse(order.shipDate!)) / 86_400_000,
  );
  expect(new Set(moved).size).toBe(1);
  expect(moved[0]).not.toBe(0);
});

test("the profile is written beside it, and nothing is cancelled", async () => {
  const file = join(temporaryFolder(), "staging.profile.yaml");
  const { list, stdout, stderr } = await listAndSnapshot("all-pending", "--learn", file);
  expect(stderr).toContain(`Wrote ${file}`);
  const profile = parseProfile(readFileSync(file, "utf8"));
  expect(profile.replies).toMatchObject({
    "key-missing": { code: "unauthorized" },
    "head-pets": { status: 200 },
  });
  expect(profile.replies.cancelled).toBeUndefined();
  const mock = await startMock({ port: 0, scenario: parseScenario(stdout, "real.yaml"), profile });
  expect(await listOf(mock.baseUrl)).toBe(list);
  await mock.close();
});

test("what a scenario cannot have is left out and named; a target without a list is an error", async () => {
  const body =
    '[{"id":17.0,"shipDate":"yesterday","note":"x"},{"id":17},3,{"id":"4","complete":true}]';
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
