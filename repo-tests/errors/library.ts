/** What programs read that call the library, and tests that control a mock. */
import { createServer } from "node:http";
import { join } from "node:path";
import { contractTests } from "../../contract-tests/playwright/contract.ts";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { listening } from "../../contract-tests/testing/servers.ts";
import { verify } from "../../contract-tests/verify.ts";
import { startMock } from "../../mock/http/server.ts";
import { explainStart } from "../../mock/msw/explain-start.ts";
import { createHandlers, createWorld } from "../../mock/msw/handlers.ts";
import { type RemoteWorld, remoteWorld } from "../../mock/playwright/remote-world.ts";
import { selfSigned } from "../../mock/testing/self-signed.ts";
import { parseScenario } from "../../scenarios/index.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { call, type ErrorCase, failing, inFolder, type Shown, shownBy } from "./user.ts";

// Linux has a device that is always full.
const toFull = `"${process.execPath}" "${MANIFEST.bin["orders-kit"]}" scenarios >/dev/full`;
export const COMMAND_LINE: readonly ErrorCase[] = [
  [
    "orders-kit scenarios >/dev/full",
    async () => shownBy(await ended(launch("sh", ["-c", toFull], ROOT, environment()))),
  ],
  ["orders-kit verify, in a folder that was deleted", () => inLostFolder("gone", 'rmdir "$0"')],
  ["orders-kit verify, in a folder whose name is not UTF-8", () => inLostFolder("b\\377", "true")],
];

/** `name` is a format of printf; `command` is run in the folder before. */
function inLostFolder(name: string, command: string): Promise<Shown> {
  const cli = join(ROOT, MANIFEST.bin["orders-kit"]);
  const script = `d="$PWD/$(printf '${name}')"; mkdir "$d"; cd "$d"; sh -c '${command}' "$d"
node ${cli} verify; code=$?; cd /; rm -rf "$d"; exit $code`;
  return inFolder({}, async () =>
    shownBy(await ended(launch("sh", ["-c", script], process.cwd(), environment()))),
  );
}

/** With a running mock, and its client as the Playwright fixture has it. */
async function controlling(use: (orders: RemoteWorld, baseUrl: string) => unknown): Promise<void> {
  const mock = await startMock({ port: 0 });
  try {
    await use(remoteWorld(mock.baseUrl, "", undefined), mock.baseUrl);
  } finally {
    await mock.close();
  }
}

const LIBRARY = { startMock, createHandlers, createWorld, verify, contractTests };

/** Runs a call of the library from its line in the golden file; what follows its last bracket is for the reader. */
export function runCall(title: string): Promise<Shown> {
  const code = /^.*\)/.exec(title)?.[0];
  const run = new Function("orders", ...Object.keys(LIBRARY), `return ${code}`);
  const act = (orders?: RemoteWorld) => run(orders, ...Object.values(LIBRARY));
  return inFolder({}, () =>
    failing(title.startsWith("orders.") ? () => controlling(act) : () => act()),
  );
}

async function onTakenPort(): Promise<void> {
  const { port, close } = await listening(createServer());
  await startMock({ port }).finally(close);
}

async function ofStoppedMock(): Promise<void> {
  const mock = await startMock({ port: 0 });
  await mock.close();
  await remoteWorld(mock.baseUrl, "w0", undefined).reset();
}

async function afterQuery(orders: RemoteWorld, baseUrl: string): Promise<void> {
  await fetch(`${baseUrl}/store/orders?page=2`, { headers: { authorization: "Bearer demo-key" } });
  await orders.expectSound();
}

const PAIR = await selfSigned();
const https = (wrong: string, pair: Partial<typeof PAIR>) =>
  call(`startMock({ https: { cert, key } }), with ${wrong}`, () =>
    startMock({ https: { ...PAIR, ...pair } }),
  );
const unknownShipment = "ships: [{ id: 999999, afterLists: 1 }]";

/** What is more than a line of the golden file. */
export const MOCK: readonly ErrorCase[] = [
  call("orders-kit mock on a port that another program has", onTakenPort),
  https("a text in place of the certificate", { cert: "hello" }),
  https("a text in place of the key", { key: "hello" }),
  https("the key of another certificate", { key: (await selfSigned()).key }),
  call("createWorld with a scenario that ships an order it does not generate", () =>
    createWorld({ scenario: parseScenario(unknownShipment, "mine.yaml") }).list(),
  ),
  call("worker.start() in an app that does not have its script", () =>
    explainStart(new Error("Failed to register")),
  ),
  call("orders.expectSound() after GET /store/orders?page=2", () => controlling(afterQuery)),
  call("a test with ordersUrl of a mock that is not up", ofStoppedMock),
];
