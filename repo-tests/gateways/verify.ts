/** `orders-kit verify` on the target of a row. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Deployment } from "../../contract-tests/corpus/deployment.ts";
import type { Report } from "../../contract-tests/report/report.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { ended, environment, launch } from "../processes.ts";
import type { Row, Site } from "./row.ts";

/** Milliseconds after which the command is ended. */
const RUN_MS = 180_000;

export interface Run {
  readonly output: string;
  /** Undefined when the command is wrong. */
  readonly report: Report | undefined;
}

export async function verify(
  { listen, target, env, flags = [] }: Row,
  site: Site,
  deployment: Deployment,
): Promise<Run> {
  const { folder, port } = site;
  const staging = {
    url: `${listen?.includes("ssl") ? "https" : "http"}://127.0.0.1:${port}/v1`,
    pending: deployment.pending.map(String),
    shipped: deployment.shipped.map(String),
    ...target?.(site),
  };
  // JSON is YAML.
  await writeFile(join(folder, "orders-kit.yaml"), JSON.stringify({ targets: { staging } }));
  const argv = [join(ROOT, MANIFEST.bin["orders-kit"]), "verify", "staging", "--report", "report", ...flags];
  const child = launch(process.execPath, argv, folder, {
    ...withoutProxies(environment()),
    ORDERS_API_KEY: deployment.key,
    NO_COLOR: "1",
    ...env?.(site),
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), RUN_MS);
  const { stdout, stderr } = await ended(child);
  clearTimeout(timer);
  const path = join(folder, "report/report.json");
  const report = existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as Report) : undefined;
  return { output: `${stderr}${stdout}`, report };
}

function withoutProxies(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/_proxy$/i.test(name)));
}
