/**
 * `npm run gateways`: judges a conforming deployment behind nginx and haproxy, and writes the results into docs/gateways.md;
 * with `--check` it writes nothing, tries a row with another outcome once more, and fails when the page is out of date. Gateways
 * that are not on PATH are skipped. Other words select the rows that contain all of them.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { type Deployment, startDeployment } from "../../contract-tests/corpus/deployment.ts";
import { sound } from "../../contract-tests/corpus/variant.ts";
import type { Report } from "../../contract-tests/report/report.ts";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { freePort } from "../../mock/testing/free-port.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { makeCertificates, type Row, type Site, startGateway, startProxy } from "./site.ts";

/** Requests that the deployment has received when the gateway is interrupted. */
const INTERRUPTED_AFTER = 90;
/** Milliseconds after which the command is ended. */
const RUN_MS = 300_000;
const KEYS =
  "gateway situation expected listen outside server interruption proxy target env flags".split(" ");

const written: Readonly<Record<Row["gateway"], readonly Omit<Row, "gateway">[]>> = parse(
  await readFile(join(ROOT, "repo-tests/gateways/rows.yaml"), "utf8"),
  { merge: true },
);
const ROWS = (["nginx", "haproxy"] as const).flatMap((gateway) =>
  written[gateway].map((row) => ({ gateway, ...row })),
);
const foreign = ROWS.flatMap((row) => Object.keys(row)).filter((key) => !KEYS.includes(key));
if (foreign.length > 0) throw new Error(`rows.yaml: ${foreign} is not a key of a row.`);

const certificates = await makeCertificates();

/** Judges a conforming deployment behind a gateway, as a user does. Resolves with what is wrong. */
async function tryRow(row: Row): Promise<readonly string[]> {
  let received = 0;
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  let interruption: Promise<void> | undefined;
  const variant = sound("The reference.", "it is the reference", ({ answer }) => ({
    answer(request) {
      if (++received === INTERRUPTED_AFTER && row.interruption !== undefined) {
        interruption = gateway?.interrupt();
        interruption?.catch(() => {}); // It is awaited after the run.
      }
      return answer(request);
    },
  }));
  const deployment = await startDeployment(variant);
  const port = await freePort();
  const proxy = row.proxy && (await startProxy(port, row.proxy));
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(certificates))
    await writeFile(join(folder, name), text);
  const site: Site = {
    port,
    deployment: Number(new URL(deployment.baseUrl).port),
    proxy: proxy?.port ?? 0,
    folder,
  };
  try {
    gateway = await startGateway(row, site);
    const wrong = await verify(row, site, deployment);
    await interruption;
    if (row.interruption && interruption === undefined)
      throw new Error(`It ended after ${received} requests.`);
    return wrong;
  } finally {
    await gateway?.stop();
    proxy?.close();
    await deployment.close();
  }
}

/** `orders-kit verify` on the target of a row. */
async function verify(
  { listen, target, env, flags = [], expected }: Row,
  site: Site,
  deployment: Deployment,
) {
  const { folder, port } = site;
  const filled = (value: object = {}) =>
    JSON.parse(
      JSON.stringify(value).replace(
        /\{(port|proxy|folder)\}/g,
        (_, name: keyof Site) => `${site[name]}`,
      ),
    );
  const staging = {
    url: `${listen?.includes("ssl") ? "https" : "http"}://127.0.0.1:${port}/v1`,
    pending: deployment.pending.map(String),
    shipped: deployment.shipped.map(String),
    ...filled(target),
  };
  // JSON is YAML.
  await writeFile(join(folder, "orders-kit.yaml"), JSON.stringify({ targets: { staging } }));
  const argv = [
    join(ROOT, MANIFEST.bin["orders-kit"]),
    "verify",
    "staging",
    "--report",
    "report",
    ...flags,
  ];
  const direct = Object.entries(environment()).filter(([name]) => !/_proxy$/i.test(name));
  const variables = {
    ...Object.fromEntries(direct),
    ORDERS_API_KEY: deployment.key,
    NO_COLOR: "1",
    ...filled(env),
  };
  const child = launch(process.execPath, argv, folder, variables);
  setTimeout(() => child.kill("SIGKILL"), RUN_MS).unref();
  const { stdout, stderr } = await ended(child);
  const path = join(folder, "report/report.json");
  if (!existsSync(path)) return [`error: ${oneLine(stderr)}`];
  return whatIsWrong(
    expected,
    JSON.parse(await readFile(path, "utf8")),
    stderr + stdout,
    deployment,
  );
}

/** What the table says, then details; empty when the outcome is what was expected. */
function whatIsWrong(
  expected: Row["expected"],
  report: Report,
  output: string,
  { harmed }: Deployment,
): string[] {
  const { verdict, why = "", clauses, broken, requests, durationMs } = report;
  const of = (...verdicts: string[]) =>
    clauses.filter((clause) => verdicts.includes(clause.verdict));
  const names = (some: typeof clauses) => some.map(({ id }) => `\`${id}\``).join(", ");
  const [violated, unproven] = [
    of("violated"),
    verdict === "conforms" ? of("unproven", "skipped") : [],
  ];
  const isSaid = new RegExp(expected.says ?? "", "is").test(report.why ?? output);
  const isVerdict = {
    any: true,
    conforms: verdict === "conforms" && unproven.length === 0,
    "no violation": verdict !== "violates",
    "not judged": verdict === "not-judged",
  }[expected.verdict];
  if (isVerdict && isSaid && harmed.length === 0) return [];
  const faults = [
    violated.length > 0 && `violates ${names(violated)}`,
    verdict === "not-judged" && `not judged: ${oneLine(why)}`,
    unproven.length > 0 && `does not prove ${names(unproven)}`,
    !isSaid && "does not say why",
    harmed.length > 0 && "cancels orders that were not provided",
  ];
  return [
    faults.filter(Boolean).join("; ") || verdict,
    `${requests} requests, ${(durationMs / 1000).toFixed(1)} s`,
    ...[...violated, ...unproven].map(({ id, why }) => `${id}: ${why}`),
    ...broken.map(({ check, why }) => `${check}: ${why}`),
  ];
}

/** Without what differs from run to run. */
function oneLine(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line.replaceAll(/(?<=127\.0\.0\.1:|port )\d+/g, "…").slice(0, 160);
}

const words = process.argv.slice(2).filter((word) => word !== "--check");
const isCheck = words.length < process.argv.length - 2;
const missing = ["nginx", "haproxy"].filter((program) => spawnSync(program, ["-v"]).status !== 0);
for (const program of missing)
  console.error(`${program} is not on PATH: the rows that need it are skipped.`);
const rows = ROWS.filter(
  ({ gateway, situation }) =>
    words.every((word) => `${gateway} ${situation}`.includes(word)) && !missing.includes(gateway),
);
const cells: string[][] = [];
// One after the other: a row may be about how fast the calls come.
for (const row of rows) {
  const { gateway, situation, expected } = row;
  let wrong = await tryRow(row);
  // As with the tests in CI: a shared machine may starve a gateway.
  if (isCheck && wrong.length > 0) wrong = await tryRow(row);
  console.error(
    [`${wrong.length > 0 ? "✗" : "✓"} ${gateway}: ${situation}`, ...wrong].join("\n    "),
  );
  if (wrong.length > 0) process.exitCode = 1;
  const wanted = [expected.verdict === "any" ? [] : expected.verdict, expected.words ?? []]
    .flat()
    .join(", ");
  cells.push([gateway, situation, wanted, wrong.length > 0 ? `✗ ${wrong[0]}` : "✓"]);
}
if (cells.length === 0) {
  console.error("No row was tried.");
  process.exitCode = 1;
}
const table = markdownTable(["gateway", "situation", "expected", "outcome"], cells);
console.log(table);
const file = join(ROOT, "docs/gateways.md");
const page = await readFile(file, "utf8");
if (isCheck) {
  // What is skipped is not compared.
  if (table.split("\n").some((line) => !page.includes(`${line}\n`))) {
    console.error("docs/gateways.md is out of date. Run: npm run gateways");
    process.exitCode = 1;
  }
} else if (rows.length === ROWS.length)
  await writeFile(file, replaceSections(page, { gateways: table }));
else console.error("Not all rows were tried: docs/gateways.md stays as it is.");
