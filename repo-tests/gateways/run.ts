/**
 * `npm run gateways`: judges a sound deployment behind nginx and haproxy, and writes the results into contract-tests/staging.md;
 * with `--check` it writes nothing, tries a row with another outcome once more, and fails when the page is out of date. Gateways
 * that are not on PATH are skipped. Other words select the rows that contain all of them.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { replaceSections } from "../../spec/generate/replace-sections.ts";
import { ROOT } from "../manifest.ts";
import { makeCertificates } from "./certificates.ts";
import { HAPROXY_ROWS } from "./haproxy-rows.ts";
import { NGINX_ROWS } from "./nginx-rows.ts";
import type { Outcome } from "./outcome.ts";
import type { Row } from "./row.ts";
import { type Tried, tableOf } from "./table.ts";
import { tryRow } from "./try-row.ts";

const ROWS: readonly Row[] = [...NGINX_ROWS, ...HAPROXY_ROWS];
const words = process.argv.slice(2).filter((word) => word !== "--check");
const isCheck = words.length < process.argv.length - 2;
const missing = ["nginx", "haproxy", "openssl"].filter((program) => !isOnPath(program));
for (const program of missing) console.error(`${program} is not on PATH: the rows that need it are skipped.`);

const rows = ROWS.filter(
  ({ gateway, situation, listen = "" }) =>
    words.every((word) => `${gateway} ${situation}`.includes(word)) &&
    !missing.some((program) => program === gateway || (program === "openssl" && listen.includes("ssl"))),
);
const tried = await tryAll(rows);
if (tried.length === 0) console.error("No row was tried.");
if (tried.length === 0 || tried.some(({ outcome }) => !outcome.isExpected)) process.exitCode = 1;
const table = tableOf(tried);
console.log(table);

const file = join(ROOT, "contract-tests/staging.md");
const page = await readFile(file, "utf8");
if (isCheck) {
  // What is skipped is not compared.
  if (table.split("\n").some((line) => !page.includes(`${line}\n`))) {
    console.error("contract-tests/staging.md is out of date. Run: npm run gateways");
    process.exitCode = 1;
  }
} else if (rows.length === ROWS.length) await writeFile(file, replaceSections(page, { gateways: table }));
else console.error("Not all rows were tried: contract-tests/staging.md stays as it is.");

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** One after the other: a row may be about how fast the calls come. */
async function tryAll(rows: readonly Row[]): Promise<Tried[]> {
  const folder = await mkdtemp(join(tmpdir(), "orders-kit-gateways-"));
  const certificates = join(folder, "certificates");
  const tried: Tried[] = [];
  const tryAndTell = async (row: Row, own: string): Promise<Outcome> => {
    await cp(certificates, own, { recursive: true });
    const outcome = await tryRow(row, own);
    console.error(`${outcome.isExpected ? "✓" : "✗"} ${row.gateway}: ${row.situation}`);
    if (!outcome.isExpected) for (const line of [outcome.text, ...outcome.details]) console.error(`    ${line}`);
    return outcome;
  };
  try {
    await mkdir(certificates);
    if (!missing.includes("openssl")) await makeCertificates(certificates);
    for (const [nth, row] of rows.entries()) {
      const outcome = await tryAndTell(row, join(folder, String(nth)));
      // As with the tests in CI: a shared machine may starve a gateway.
      const isFinal = outcome.isExpected || !isCheck;
      tried.push({ row, outcome: isFinal ? outcome : await tryAndTell(row, join(folder, `${nth}-again`)) });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return tried;
}
