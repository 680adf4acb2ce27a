/**
 * `npm run gateways`: judges a conforming deployment behind nginx and haproxy, and writes the
 * results into docs/gate.md. With `--check` it writes nothing, retries a row with another outcome
 * once, and fails if the page is out of date. Gateways that are not on PATH are left out.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { type Deployment, startDeployment } from "../../contract-tests/corpus/deployment.ts";
import { sound } from "../../contract-tests/corpus/variant.ts";
import type { Report } from "../../contract-tests/report/schema.ts";
import { ended, environment, launch } from "../../contract-tests/testing/servers/processes.ts";
import { networkProxy } from "../../contract-tests/testing/servers/servers.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { freePort } from "../../mock/testing/free-port.ts";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { makeCertificates, type Row, startGateway } from "./site.ts";

/** When a command is ended, in milliseconds. */
const RUN_MS = 300_000;
const REFERENCE = sound("The reference.", "it is the reference", () => ({}));
const PASSWORD = `Basic ${Buffer.from("kit:pass word").toString("base64")}`;

const certificates = await makeCertificates();

/**
 * Judges a conforming deployment behind a gateway, as a user does. Resolves with what is wrong, or
 * undefined if all is as expected.
 */
async function tryRow(row: Row): Promise<string | undefined> {
  const deployment = await startDeployment(REFERENCE);
  const [folder, port] = [temporaryFolder(), await freePort()];
  const proxy = await networkProxy(port, (given) => (given === PASSWORD ? 200 : 407));
  for (const [name, text] of Object.entries(certificates))
    await writeFile(join(folder, name), text);
  const stop = await startGateway(row, folder, port, new URL(deployment.baseUrl).port);
  try {
    const filled = <T extends object>(value: T): T =>
      JSON.parse(
        JSON.stringify(value).replaceAll("{folder}", folder).replaceAll("{proxy}", `${proxy.port}`),
      );
    return await verify(filled(row), folder, port, deployment);
  } finally {
    await stop();
    proxy.close();
    await deployment.close();
  }
}

/** Runs `orders-kit verify` on the target of a row. */
async function verify(row: Row, folder: string, port: number, deployment: Deployment) {
  const staging = {
    url: `${row.listen?.includes("ssl") ? "https" : "http"}://127.0.0.1:${port}/v1`,
    pending: deployment.pending.map(String),
    shipped: deployment.shipped.map(String),
    ...row.target,
  };
  // JSON is YAML.
  await writeFile(join(folder, "orders-kit.yaml"), JSON.stringify({ targets: { staging } }));
  const argv = [join(ROOT, MANIFEST.bin["orders-kit"]), "verify", "staging", "--report", "report"];
  const direct = Object.entries(environment()).filter(([name]) => !/_proxy$/i.test(name));
  const own = { ORDERS_API_KEY: deployment.key, NO_COLOR: "1", ...row.env };
  const env = { ...Object.fromEntries(direct), ...own };
  const child = launch(process.execPath, argv, folder, env);
  setTimeout(() => child.kill("SIGKILL"), RUN_MS).unref();
  const { stdout, stderr } = await ended(child);
  const path = join(folder, "report/report.json");
  if (!existsSync(path)) return `no report: ${stderr.trim().split("\n")[0]}`;
  if (deployment.harmed.length > 0) return "it cancels orders that were not provided";
  return whatIsWrong(row, JSON.parse(await readFile(path, "utf8")), stderr + stdout);
}

function whatIsWrong({ expected, says = [] }: Row, report: Report, output: string) {
  const { verdict, why = output, clauses } = report;
  const isProven = clauses.every((clause) => clause.verdict === "held");
  const isExpected = {
    conforms: verdict === "conforms" && isProven,
    "no violation": verdict !== "violates",
    "not judged": verdict === "not-judged",
  }[expected];
  const missing = says.filter((word) => !why.toLowerCase().includes(word.toLowerCase()));
  if (isExpected && missing.length === 0) return undefined;
  const isSilent = missing.length > 0 ? ` It does not say ${missing.join(", ")}.` : "";
  return `${verdict}: ${why.trim().split("\n").at(-1)}${isSilent}`;
}

const isCheck = process.argv.includes("--check");
const rows: readonly Row[] = parse(
  await readFile(join(ROOT, "repo-tests/gateways/rows.yaml"), "utf8"),
);
const cells: string[][] = [];
// One after the other, because a row may depend on how fast calls come.
for (const row of rows) {
  const { situation, expected, says = [] } = row;
  const [gateway = ""] = situation.split(/\W/);
  if (spawnSync(gateway, ["-v"]).status !== 0) {
    console.error(`Skipped: ${situation}`);
    continue;
  }
  let wrong = await tryRow(row);
  // Retried as tests are in CI, because a busy machine may starve a gateway.
  if (isCheck && wrong !== undefined) wrong = await tryRow(row);
  console.error(`${wrong === undefined ? "✓" : "✗"} ${situation} ${wrong ?? ""}`);
  if (wrong !== undefined) process.exitCode = 1;
  const words = says.map((word) => `\`${word}\``).join(", ");
  const asExpected = words === "" ? expected : `${expected}: ${words}`;
  cells.push([situation, wrong === undefined ? asExpected : `✗ ${wrong}`]);
}
const table = markdownTable(["gateway", "outcome"], cells);
console.log(table);
const file = join(ROOT, "docs/gate.md");
const page = await readFile(file, "utf8");
// Rows that were left out are not compared.
const isCurrent = cells.length > 0 && table.split("\n").every((line) => page.includes(`${line}\n`));
if (!isCheck && cells.length === rows.length)
  await writeFile(file, replaceSections(page, { gateways: table }));
else if (!isCurrent) {
  console.error("docs/gate.md is out of date. Run npm run gateways, where both gateways are.");
  process.exitCode = 1;
}
