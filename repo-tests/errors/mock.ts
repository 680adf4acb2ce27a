import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { selfSigned } from "../../contract-tests/testing/self-signed.ts";
import { verify } from "../../contract-tests/verify.ts";
import { startMock } from "../../mock/http/server.ts";
import { createHandlers, createWorld } from "../../mock/msw/handlers.ts";
import { WorldClient } from "../../mock/playwright/world-client.ts";
import { parseScenario } from "../../scenarios/index.ts";
import { call, command, type ErrorCase } from "./error-case.ts";
import { withoutPeers } from "./targets.ts";

/** With a running mock, and its client as the Playwright fixture has it. */
async function withClient(use: (client: WorldClient) => Promise<unknown>): Promise<void> {
  const mock = await startMock({ port: 0 });
  try {
    await use(new WorldClient(mock.baseUrl, "w0", undefined));
  } finally {
    await mock.close();
  }
}

async function onTakenPort(): Promise<void> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  try {
    await startMock({ port: (other.address() as AddressInfo).port });
  } finally {
    other.close();
  }
}

async function ofStoppedMock(): Promise<void> {
  const mock = await startMock({ port: 0 });
  await mock.close();
  await new WorldClient(mock.baseUrl, "w0", undefined).reset();
}

async function afterQuery(): Promise<void> {
  const mock = await startMock({ port: 0 });
  try {
    await fetch(`${mock.baseUrl}/store/orders?page=2`, { headers: { authorization: "Bearer demo-key" } });
    await new WorldClient(mock.baseUrl, "", undefined).expectSound();
  } finally {
    await mock.close();
  }
}

const PAIR = selfSigned();
const never = "typo" as never;

export const MOCK: readonly ErrorCase[] = [
  call("port-in-use", "orders-kit mock on a port that another program has", onTakenPort),
  command("port-refused", ["mock", "--host", "192.0.2.1"]),
  command("bad-https", ["mock", "--https-cert", "cert.pem"]),
  command("bad-https", ["mock", "--https-key", "key.pem"]),
  call("bad-https", "startMock({ https: { cert, key } }), with a text in place of the certificate", () =>
    startMock({ https: { ...PAIR, cert: "hello" } }),
  ),
  call("bad-https", "startMock({ https: { cert, key } }), with a text in place of the key", () =>
    startMock({ https: { ...PAIR, key: "hello" } }),
  ),
  call("bad-https", "startMock({ https: { cert, key } }), with the key of another certificate", () =>
    startMock({ https: { ...PAIR, key: selfSigned().key } }),
  ),
  withoutPeers("no-selfsigned-package", ["mock", "--https"]),
  command("ca-not-saved", ["mock", "--save-ca", "ca.pem"]),
  command("ca-not-saved", ["mock", "--port", "0", "--https", "--save-ca", "no/ca.pem"]),
  command("ca-not-saved", ["mock", "--port", "0", "--https", "--save-ca", "app.ts"], { files: { "app.ts": "mine" } }),
  command("bad-store", ["mock", "--store", "localhost:6379"]),
  command("bad-store", ["mock", "--store", "redis://localhost/orders"]),
  command("store-unusable", ["mock", "--store", "redis://:s3cret@127.0.0.1:1/0"]),
  command("store-unusable", ["mock"], { env: { ORDERS_KIT_STORE: "rediss://127.0.0.1:1" } }),
  withoutPeers("no-redis-package", ["mock", "--store", "redis://127.0.0.1:1/0"]),
  command("store-scenario", ["mock", "--store", "redis://127.0.0.1:1/0", "--watch", "--scenario", "mine.yaml"]),
  call("bad-value", "startMock({ port: 70_000 })", () => startMock({ port: 70_000 })),
  call("bad-value", 'startMock({ host: "" })', () => startMock({ host: "" })),
  call("bad-value", "createHandlers({ orders: -1 })", () => createHandlers({ orders: -1 })),
  call("unknown-scenario", 'createHandlers({ scenario: "emtpy" })', () => createHandlers({ scenario: "emtpy" })),
  call("unknown-clause", 'verify({ only: ["typo"] })', () => verify({ only: [never] })),
  call("bad-key", "createHandlers({ apiKeys: [] })", () => createHandlers({ apiKeys: [] })),
  call("bad-base-url", 'createHandlers({ baseUrl: "/v1" }), not in a browser', () =>
    createHandlers({ baseUrl: "/v1" }),
  ),
  call("foreign-world", "createHandlers({ world: {} })", () => createHandlers({ world: {} as never })),
  call("unknown-shipment", "createWorld with a scenario that ships an order it does not generate", () =>
    createWorld({ scenario: parseScenario("ships: [{ id: 999999, afterLists: 1 }]", "mine.yaml") }).list(),
  ),
  call("cannot-ship", 'createWorld().ship("999999")', () => createWorld().ship("999999")),
  call("cannot-ship", 'createWorld().ship("the first")', () => createWorld().ship("the first")),
  call("cannot-cancel", 'createWorld().cancel("999999")', () => createWorld().cancel("999999")),
  call("cannot-cancel", 'createWorld().cancel("3"), which has shipped', () => createWorld().cancel("3")),
  call("no-requests", "createWorld().expectSound()", () => createWorld().expectSound()),
  call("unsound-requests", "orders.expectSound() after GET /store/orders?page=2", afterQuery),
  call("mock-unreachable", "a test with ordersUrl of a mock that is not up", ofStoppedMock),
  call("control-refused", 'orders.ship("999999") in a test', () => withClient((client) => client.ship("999999"))),
  call("control-refused", 'orders.ship("../state") in a test', () => withClient((client) => client.ship("../state"))),
  call("control-refused", 'orders.reset({ scenario: "emtpy" }) in a test', () =>
    withClient((client) => client.reset({ scenario: "emtpy" })),
  ),
];
