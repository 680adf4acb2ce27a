/** `orders-kit mock`: runs the mock until a signal ends it. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { mockError } from "../../mock/errors/mock-errors.ts";
import { type MockOptions, type RunningMock, startMock } from "../../mock/http/server.ts";
import { DEFAULT_KEY, DEFAULT_WORLDS } from "../../mock/service/service.ts";
import { MAX_ORDERS, MAX_SEED } from "../../scenarios/limits.ts";
import { loadScenario, scenarioFiles } from "../../scenarios/load.ts";
import { usableKey } from "../../spec/errors/checks.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { type CommandIo, defineCommand } from "../command.ts";
import { commandError } from "../command-errors.ts";
import type { CommandArguments } from "../flags/command-line.ts";
import { integerFlag, portFlag } from "../flags/integer.ts";

const FLAGS = {
  "port 4010": "the port to listen on; 0 for a free one",
  "host 127.0.0.1": "the address to listen on",
  "scenario NAME|FILE.yaml":
    "what to start with; orders-kit scenarios lists the names; with trouble: default+slow",
  watch: "reload the scenario's file when it changes",
  "seed N": "the seed of random orders and faults, instead of the scenario's",
  "orders N": "the number of orders, instead of the scenario's",
  "api-key KEY...": "a key that is accepted; $ORDERS_API_KEY or demo-key by default",
  "store redis://host:6379/0":
    "share worlds with other mocks through Redis or Valkey; $ORDERS_KIT_STORE by default",
  "cert FILE": "serve over HTTPS with this certificate, in PEM form; mkcert makes one",
  "key FILE": "its key, unless it is in the same file",
  "admin-key KEY": "let other machines control the mock, with this key",
  json: "print one line of JSON for programs once it serves",
} as const;

/** Resolves with 0 once a signal has ended the mock, or with 2 if it cannot start. */
export const command = defineCommand(
  { name: "mock", flags: FLAGS, after: "Control and panel: /__admin/ on the same address." },
  runMock,
);

async function runMock(
  { values: flags }: CommandArguments<typeof FLAGS>,
  io: CommandIo,
): Promise<number> {
  const { watch: isWatching = false, scenario = "" } = flags;
  if (isWatching && scenarioFiles(scenario).length === 0) throw commandError("no-scenario-file");
  const store = flags.store ?? (io.env.ORDERS_KIT_STORE || undefined);
  if (store !== undefined && isWatching) throw mockError("store-scenario");
  // Loaded on demand, so that the mock starts sooner.
  const watch = isWatching ? await import("../watch-scenario.ts") : undefined;
  // Read before the mock reads the files, because one may change while it starts.
  const served = await watch?.scenarioTexts(scenario);
  const mock = await startMock({
    port: portFlag(flags.port),
    host: flags.host,
    https: keyPair(flags, io.cwd),
    scenario: flags.scenario === undefined ? undefined : await loadScenario(flags.scenario),
    seed: integerFlag("--seed", flags.seed, MAX_SEED),
    orders: integerFlag("--orders", flags.orders, MAX_ORDERS),
    adminKey:
      flags["admin-key"] === undefined ? undefined : usableKey(flags["admin-key"], "--admin-key"),
    apiKeys: keysOf(flags["api-key"], io.env),
    onEvict: reportEvictions(io),
    store,
    onStoreNotice: (text) => io.stderr.write(`${text}\n`),
    onOtherSetup: (other) =>
      io.stderr.write(
        `The last mock of this store has ${other}. It does not share worlds with this one. Start all replicas with the same options.\n`,
      ),
  });
  try {
    const ended = new Promise<void>((resolve) => io.onSignal(resolve));
    if (served !== undefined) watch?.followScenario(scenario, served, mock, io, ended);
    io.stdout.write(flags.json === true ? readyLine(mock) : mockBanner(mock, flags["admin-key"]));
    await ended;
  } finally {
    await mock.close();
  }
  return 0;
}

/** The certificate in --cert, and its key, which may be in the same file. Throws a UserError. */
function keyPair(
  { cert, key = cert }: { readonly cert?: string | undefined; readonly key?: string | undefined },
  folder = ".",
): MockOptions["https"] {
  if (key === undefined) return undefined;
  if (cert === undefined)
    throw mockError("bad-https", { why: "--key needs --cert, the certificate that it belongs to" });
  const read = (flag: string, file: string): string => {
    try {
      return readFileSync(resolve(folder, file), "utf8");
    } catch (error) {
      throw mockError("bad-https", {
        why: `${file} of ${flag} cannot be read, as ${describeSystemError(error)}`,
      });
    }
  };
  return { cert: read("--cert", cert), key: read("--key", key) };
}

/** Reports evicted worlds rarely: the first, the tenth, the hundredth, and so on. */
function reportEvictions({ stderr }: CommandIo): (name: string) => void {
  let count = 0;
  return (name) => {
    if (!/^10*$/.test(String(++count))) return;
    const total = count === 1 ? "" : ` (${count} so far)`;
    stderr.write(
      `More than ${DEFAULT_WORLDS} worlds: ${name}, the least recently used one, was removed${total}.\n`,
    );
  };
}

/** The keys from the command line, or from the environment, or the default key. */
function keysOf(flags: readonly string[] | undefined, env: CommandIo["env"]): readonly string[] {
  if (flags !== undefined) return flags.map((key) => usableKey(key, "--api-key"));
  return env.ORDERS_API_KEY ? [usableKey(env.ORDERS_API_KEY, "$ORDERS_API_KEY")] : [DEFAULT_KEY];
}

/** The line that `--json` prints. */
function readyLine(mock: RunningMock): string {
  const { baseUrl, adminUrl, apiKeys, scenario, seed } = mock;
  const orders = { pending: mock.orders("pending").ids, shipped: mock.orders("shipped").ids };
  return `${JSON.stringify({ ready: true, baseUrl, adminUrl, apiKeys, scenario, seed, orders })}\n`;
}

function mockBanner(mock: RunningMock, adminKey: string | undefined): string {
  const { baseUrl, adminUrl, networkUrls, apiKeys, scenario, seed } = mock;
  const [pending, shipped] = [mock.orders("pending"), mock.orders("shipped")];
  const examples = ({ count, ids }: typeof pending): string =>
    `${count}${count === 0 ? "" : ` (${ids.slice(0, 3).join(", ")}${count > 3 ? ", …" : ""})`}`;
  // Only the default key is no secret.
  const key = apiKeys.includes(DEFAULT_KEY) ? DEFAULT_KEY : `\${ORDERS_API_KEY}`;
  const curl = (call: string): string => `curl -i ${call} -H "Authorization: Bearer ${key}"`;
  const cancel = pending.ids[0] ?? shipped.ids[0];
  const isClosed = networkUrls.length > 0 && adminKey === undefined;
  const rows = [
    ["orders-kit mock", baseUrl],
    ["panel", `${adminUrl}/`],
    ...networkUrls.map((url) => ["in your network", url]),
    ...(isClosed ? [["", "The panel is closed to other machines; --admin-key KEY opens it."]] : []),
    ["scenario", `${scenario}, seed ${seed}`],
    ["pending orders", examples(pending)],
    ["shipped orders", examples(shipped)],
    [],
    ["list them", curl(`${baseUrl}/store/orders`)],
    ...(cancel === undefined
      ? []
      : [["cancel one", curl(`-X DELETE ${baseUrl}/store/orders/${cancel}`)]]),
  ];
  const text = rows
    .map(([name, value]) => (name === undefined ? "" : `  ${name.padEnd(18)}${value}`))
    .join("\n");
  return `\n${text}\n\n  Press Ctrl+C to stop.\n\n`;
}
