/** What programs read that call the library, and tests that control a mock. */
import { createServer } from "node:http";
import { contractTests } from "../../contract-tests/playwright/contract.ts";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { selfSigned } from "../../contract-tests/testing/self-signed.ts";
import { listening } from "../../contract-tests/testing/servers.ts";
import { verify } from "../../contract-tests/verify.ts";
import { startMock } from "../../mock/http/server.ts";
import { createHandlers, createWorld } from "../../mock/msw/handlers.ts";
import { type RemoteWorld, remoteWorld } from "../../mock/playwright/remote-world.ts";
import { parseScenario } from "../../scenarios/index.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { call, type ErrorCase, shownBy } from "./user.ts";

export const COMMAND_LINE: readonly ErrorCase[] = [
  [
    "orders-kit scenarios >/dev/full",
    async () => {
      // Linux has a device that is always full.
      const line = `"${process.execPath}" "${MANIFEST.bin["orders-kit"]}" scenarios >/dev/full`;
      return shownBy(await ended(launch("sh", ["-c", line], ROOT, environment())));
    },
  ],
];

/** With a running mock, and its client as the Playwright fixture has it. */
const controlling = (title: string, use: (client: RemoteWorld, baseUrl: string) => Promise<unknown>, world = "w0") =>
  call(title, async () => {
    const mock = await startMock({ port: 0 });
    try {
      await use(remoteWorld(mock.baseUrl, world, undefined), mock.baseUrl);
    } finally {
      await mock.close();
    }
  });

async function onTakenPort(): Promise<void> {
  const other = await listening(createServer());
  try {
    await startMock({ port: other.port });
  } finally {
    other.close();
  }
}

async function ofStoppedMock(): Promise<void> {
  const mock = await startMock({ port: 0 });
  await mock.close();
  await remoteWorld(mock.baseUrl, "w0", undefined).reset();
}

async function afterQuery(client: RemoteWorld, baseUrl: string): Promise<void> {
  await fetch(`${baseUrl}/store/orders?page=2`, { headers: { authorization: "Bearer demo-key" } });
  await client.expectSound();
}

const PAIR = await selfSigned();
const https = (wrong: string, pair: Partial<typeof PAIR>) =>
  call(`startMock({ https: { cert, key } }), with ${wrong}`, () => startMock({ https: { ...PAIR, ...pair } }));
const unknownShipment = "ships: [{ id: 999999, afterLists: 1 }]";

export const MOCK: readonly ErrorCase[] = [
  call("orders-kit mock on a port that another program has", onTakenPort),
  https("a text in place of the certificate", { cert: "hello" }),
  https("a text in place of the key", { key: "hello" }),
  https("the key of another certificate", { key: (await selfSigned()).key }),
  call("startMock({ port: 70_000 })", () => startMock({ port: 70_000 })),
  call('startMock({ host: "" })', () => startMock({ host: "" })),
  call("createHandlers({ orders: -1 })", () => createHandlers({ orders: -1 })),
  call('createHandlers({ scenario: "emtpy" })', () => createHandlers({ scenario: "emtpy" })),
  call('verify({ only: ["typo"] })', () => verify({ only: ["typo" as never] })),
  call('createHandlers({ scenaro: "empty" })', () => createHandlers({ scenaro: "empty" } as object)),
  call("startMock({ prot: 0 })", () => startMock({ prot: 0 } as object)),
  call('verify({ taget: "staging" })', () => verify({ taget: "staging" } as object)),
  call("contractTests({ requireProve: true })", () => contractTests({ requireProve: true } as object)),
  call('createWorld().reset("empty")', () => createWorld().reset("empty" as never)),
  call('createWorld().reset({ seed: "x" })', () => createWorld().reset({ seed: "x" as never })),
  call("createWorld().fault({ sttus: 503 })", () => createWorld().fault({ sttus: 503 } as object)),
  call('createWorld().fault({ on: "list", status: 503 })', () =>
    createWorld().fault({ on: "list" as never, status: 503 }),
  ),
  call('createWorld().ids("pendng")', () => createWorld().ids("pendng" as never)),
  call('createHandlers({ baseUrl: "localhost:4010/v1" })', () => createHandlers({ baseUrl: "localhost:4010/v1" })),
  call('createHandlers({ baseUrl: "http://localhost:4010" })', () =>
    createHandlers({ baseUrl: "http://localhost:4010" }),
  ),
  call("createHandlers({ apiKeys: [] })", () => createHandlers({ apiKeys: [] })),
  call('createHandlers({ baseUrl: "/v1" }), not in a browser', () => createHandlers({ baseUrl: "/v1" })),
  call("createHandlers({ world: {} })", () => createHandlers({ world: {} as never })),
  call("createWorld with a scenario that ships an order it does not generate", () =>
    createWorld({ scenario: parseScenario(unknownShipment, "mine.yaml") }).list(),
  ),
  call('createWorld().ship("999999")', () => createWorld().ship("999999")),
  call('createWorld().ship("the first")', () => createWorld().ship("the first")),
  call('createWorld().cancel("999999")', () => createWorld().cancel("999999")),
  call('createWorld().cancel("3"), which has shipped', () => createWorld().cancel("3")),
  call("createWorld().expectSound()", () => createWorld().expectSound()),
  controlling("orders.expectSound() after GET /store/orders?page=2", afterQuery, ""),
  call("a test with ordersUrl of a mock that is not up", ofStoppedMock),
  controlling('orders.ship("999999") in a test', (client) => client.ship("999999")),
  controlling('orders.ship("../state") in a test', (client) => client.ship("../state")),
  controlling('orders.reset({ scenario: "emtpy" }) in a test', (client) => client.reset({ scenario: "emtpy" })),
];
