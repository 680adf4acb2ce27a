import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verify } from "../../contract-tests/verify.ts";
import { ControlClient } from "../../mock/control-client.ts";
import { createHandlers, createWorld } from "../../mock/handlers.ts";
import { startMock } from "../../mock/server.ts";
import { call, command, type Provocation } from "./provocation.ts";

/** With a mock that runs meanwhile, and its client as the Playwright fixture has one. */
async function controlled(use: (client: ControlClient) => Promise<unknown>): Promise<void> {
  const mock = await startMock({ port: 0 });
  try {
    await use(new ControlClient(mock.baseUrl, "w0", undefined));
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

async function ofGone(): Promise<void> {
  const mock = await startMock({ port: 0 });
  await mock.close();
  await new ControlClient(mock.baseUrl, "w0", undefined).reset();
}

const never = "typo" as never;

export const MOCK: readonly Provocation[] = [
  call("port-in-use", "orders-kit mock on a port that another program has", onTakenPort),
  command("port-refused", ["mock", "--host", "192.0.2.1"]),
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
  call("cannot-ship", 'createWorld().ship("999999")', () => createWorld().ship("999999")),
  call("cannot-ship", 'createWorld().ship("the first")', () => createWorld().ship("the first")),
  call("mock-unreachable", "a test with ordersUrl of a mock that is not up", ofGone),
  call("control-refused", 'orders.ship("999999") in a test', () => controlled((client) => client.ship("999999"))),
  call("control-refused", 'orders.ship("../state") in a test', () => controlled((client) => client.ship("../state"))),
  call("control-refused", 'orders.reset({ scenario: "emtpy" }) in a test', () =>
    controlled((client) => client.reset({ scenario: "emtpy" })),
  ),
];
