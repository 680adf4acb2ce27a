/** Programs as CI systems and containers start them: a command line, a folder, an environment. */
import { type ChildProcess, spawn } from "node:child_process";

export type Texts = Readonly<Record<string, string>>;

/** Neither a key of the user nor the Playwright that runs the tests has a say in what is started; npm asks its cache first. */
export function cleanEnvironment(): Texts {
  const own = Object.entries(process.env).filter(([name]) => !/^(ORDERS_|PLAYWRIGHT_|PW_|TEST_|npm_)/.test(name));
  return { ...(Object.fromEntries(own) as Texts), npm_config_prefer_offline: "true" };
}

export interface Where {
  readonly cwd: string;
  /** All of it. */
  readonly env: Texts;
}

/** Runs to its end. The log has both streams. */
export async function run(argv: readonly string[], where: Where): Promise<{ code: number; log: string }> {
  const child = start(argv, where);
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      log += chunk;
    });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code: code ?? -1, log };
}

export function start([command = "", ...argv]: readonly string[], where: Where): ChildProcess {
  return spawn(command, argv, { ...where, stdio: ["ignore", "pipe", "pipe"] });
}
