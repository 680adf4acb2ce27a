/** `orders-kit mock`: flags -> a running mock, until a signal ends it. */
import { isScenarioFile, loadScenario } from "../scenarios/load.ts";
import { loadProfile } from "../scenarios/load-profile.ts";
import { GREATEST_SEED, MOST_ORDERS } from "../scenarios/scenario.ts";
import { command, type Given } from "../spec/command-line.ts";
import { integerFlag, portFlag } from "../spec/flag-values.ts";
import type { CommandIo } from "../spec/io.ts";
import { stringifyJson } from "../spec/json.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { FLAGS } from "./flags.ts";
import { type RunningMock, startMock } from "./server.ts";
import { DEFAULT_KEY, MOST_WORLDS, usableKeys } from "./service.ts";
import { watchScenario } from "./watch.ts";

/** Resolves with 0 once a signal has ended the mock, with 2 when the command line or the port does not allow to start it. */
export const mockCommand = command(
  { name: "mock", flags: FLAGS, after: "Control and panel: /__admin/ on the same address." },
  run,
);

async function run({ values: flags }: Given<typeof FLAGS>, io: CommandIo): Promise<number> {
  const watched = flags.watch === true ? fileOf(flags.scenario) : undefined;
  const mock = await startMock({
    port: portFlag(flags.port),
    host: flags.host,
    scenario: flags.scenario === undefined ? undefined : await loadScenario(flags.scenario),
    seed: integerFlag("--seed", flags.seed, GREATEST_SEED),
    orders: integerFlag("--orders", flags.orders, MOST_ORDERS),
    profile: flags.profile === undefined ? undefined : await loadProfile(flags.profile),
    worlds: integerFlag("--worlds", flags.worlds, MOST_WORLDS),
    adminKey: flags["admin-key"] === undefined ? undefined : usableKeys([flags["admin-key"]], "--admin-key")[0],
    apiKeys: keysOf(flags["api-key"], io.env),
    onEvict: tellEvictions(io),
  });
  const unwatch = watched === undefined ? () => {} : watchScenario(watched, mock, io);
  const ended = new Promise<void>((resolve) => io.onSignal(resolve));
  io.stdout.write(flags.json === true ? readyLine(mock) : banner(mock));
  await ended;
  unwatch();
  await mock.close();
  return 0;
}

/** The file of `--scenario`, to be watched. */
function fileOf(scenario: string | undefined): string {
  if (scenario === undefined || !isScenarioFile(scenario)) throw PROBLEMS.noScenarioFile();
  return scenario;
}

/** Says that worlds had to go: the first one, and then ever more rarely. */
function tellEvictions({ stderr }: CommandIo): (name: string) => void {
  let gone = 0;
  return (name) => {
    if (!/^10*$/.test(String(++gone))) return;
    const sum = gone === 1 ? "" : ` (${gone} so far)`;
    stderr.write(`There are as many worlds as --worlds allows: ${name}, the idlest, was given up${sum}.\n`);
  };
}

/** The keys of the command line, else that of the environment, else the one of the demonstrations. */
function keysOf(flags: readonly string[] | undefined, env: CommandIo["env"]): readonly string[] {
  if (flags !== undefined) return usableKeys(flags, "--api-key");
  return env.ORDERS_API_KEY ? usableKeys([env.ORDERS_API_KEY], "$ORDERS_API_KEY") : [DEFAULT_KEY];
}

/** The one line of `--json`, for programs that wait until the mock serves. */
function readyLine(mock: RunningMock): string {
  const { baseUrl, adminUrl, apiKeys, scenario, seed } = mock;
  const ids = (state: "pending" | "shipped"): string[] => mock.orders(state).ids.map(String);
  const orders = { pending: ids("pending"), shipped: ids("shipped") };
  return `${stringifyJson({ ready: true, baseUrl, adminUrl, apiKeys: [...apiKeys], scenario, seed, orders })}\n`;
}

function banner(mock: RunningMock): string {
  const { baseUrl, adminUrl, apiKeys, scenario, seed } = mock;
  const [pending, shipped] = [mock.orders("pending"), mock.orders("shipped")];
  const examples = ({ count, ids }: typeof pending): string =>
    `${count}${count === 0 ? "" : ` (${ids.slice(0, 3).join(", ")}${count > 3 ? ", …" : ""})`}`;
  // A key that someone chose is shown nowhere; the one of the demonstrations is no secret.
  const key = apiKeys.includes(DEFAULT_KEY) ? DEFAULT_KEY : `\${ORDERS_API_KEY}`;
  const curl = (call: string): string => `curl -i ${call} -H "Authorization: Bearer ${key}"`;
  const cancel = pending.ids[0] ?? shipped.ids[0];
  return `
  orders-kit mock   ${baseUrl}
  panel             ${adminUrl}/
  scenario          ${scenario}, seed ${seed}
  pending orders    ${examples(pending)}
  shipped orders    ${examples(shipped)}

  list them         ${curl(`${baseUrl}/store/orders`)}
${cancel === undefined ? "" : `  cancel one        ${curl(`-X DELETE ${baseUrl}/store/orders/${cancel}`)}\n`}
  Ctrl+C ends it.

`;
}
