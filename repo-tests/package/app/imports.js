/** Imports and uses every entry that Node can load. Fails if one does not do what it should. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CLAUSES, startMock, verify } from "orders-kit";
import { contractTests } from "orders-kit/contract";
import { createOrders } from "orders-kit/fixtures";
import { createHandlers } from "orders-kit/msw";
import { server } from "orders-kit/node";
import { expect, test } from "orders-kit/playwright";
import { parseScenario, scenarios } from "orders-kit/scenarios";

const headers = { authorization: "Bearer demo-key" };
const list = async (baseUrl) => (await fetch(`${baseUrl}/store/orders`, { headers })).json();

assert.equal(typeof verify, "function");
assert.ok(CLAUSES.length > 0);
const mock = await startMock({ port: 0, orders: 3 });
assert.equal((await list(mock.baseUrl)).length, 3);
await mock.close();

server.listen({ onUnhandledRequest: "error" });
server.use(...createHandlers({ baseUrl: "http://orders.test/v1", scenario: "empty" }));
assert.deepEqual(await list("http://orders.test/v1"), []);
assert.notDeepEqual(await list("http://orders.invalid/v1"), []);
server.close();

assert.equal((await createOrders({ count: 7 })).length, 7);
assert.equal(scenarios.default.name, "default");
assert.equal(
  parseScenario("description: Two orders.\norders: { count: 2 }\n", "two.yaml").orders.count,
  2,
);
assert.equal(typeof contractTests, "function");
assert.equal(typeof test.extend, "function");
assert.equal(typeof expect, "function");
assert.ok(existsSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml"))));
assert.ok(existsSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.string-ids.yaml"))));
process.stdout.write(process.version);
