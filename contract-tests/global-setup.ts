/**
 * Playwright's own way: `npx playwright test --project contract`, with the target in the environment. Opens the relay in
 * Playwright's main process and takes the key out of the environment before the workers, which inherit it, start.
 */
import { idFlags, numberFlag } from "../spec/flag-values.ts";
import { holdKey } from "./key-holder.ts";
import { variablesWithKey } from "./playwright-run.ts";
import { openSession } from "./session.ts";
import { RUN_VARIABLE, writeRun } from "./setting.ts";
import { openTarget } from "./targets.ts";

/** The project that registers contract.spec.ts. */
export const PROJECT = "contract";

export default async function globalSetup({
  shard,
}: {
  readonly shard: unknown;
}): Promise<(() => Promise<void>) | undefined> {
  if (!isSelected(process.argv)) return undefined;
  const { env } = process;
  const target = await openTarget({
    target: env.ORDERS_KIT_TARGET || "mock",
    pending: ids("ORDERS_KIT_PENDING"),
    shipped: ids("ORDERS_KIT_SHIPPED"),
    readOnly: isOn("ORDERS_KIT_READ_ONLY"),
    apiKeyEnv: env.ORDERS_KIT_API_KEY_ENV,
    allowProductionWrites: isOn("ORDERS_KIT_ALLOW_PRODUCTION_WRITES"),
    env,
    cwd: process.cwd(),
    onNote: (note) => console.error(note),
  });
  holdKey(target.key);
  for (const name of variablesWithKey(env, target.key)) delete env[name];
  const session = await openSession(target, {
    budget: {
      maxRequests: numberFlag("ORDERS_KIT_MAX_REQUESTS", env.ORDERS_KIT_MAX_REQUESTS, /^\d{1,9}$/, "a number"),
      rate: numberFlag("ORDERS_KIT_RATE", env.ORDERS_KIT_RATE, /^\d{1,6}(\.\d+)?$/, "requests a second"),
    },
    keepTraffic: false,
    alone: shard === null,
    onNote: (note) => console.error(note),
  });
  const close = async (): Promise<void> => {
    await session.close();
    await target.close();
  };
  if (session.notJudged !== undefined) {
    await close();
    throw new Error(session.notJudged);
  }
  env[RUN_VARIABLE] = writeRun({
    relayUrl: session.relayUrl,
    setting: session.setting,
    onViolation: "fail",
    ...(target.name !== undefined && { name: target.name }),
  });
  return close;
}

/** Playwright runs the global setup whatever it runs: unit tests need no target. */
function isSelected(argv: readonly string[]): boolean {
  const named: string[] = [];
  for (const [at, argument] of argv.entries()) {
    if (argument.startsWith("--project=")) named.push(argument.slice("--project=".length));
    // The flag takes all names that follow it.
    if (argument === "--project")
      for (let next = at + 1; argv[next]?.startsWith("-") === false; next++) named.push(argv[next] ?? "");
  }
  return named.length === 0 || named.some((name) => name === PROJECT || name.includes("*"));
}

function ids(variable: string): bigint[] {
  return idFlags(
    variable,
    process.env[variable]
      ?.split(",")
      .map((id) => id.trim())
      .filter(Boolean),
  );
}

function isOn(variable: string): boolean {
  return !["", "0", "false"].includes(process.env[variable] ?? "");
}
