/**
 * The ledger that the workers of one Playwright run share about a target, in files below the output folder, which Playwright
 * empties at the start of a run. A worker ends with each failed test, and the next one must know which orders are cancelled:
 * each check runs once in a run, in one worker at a time, and a retry gets its result.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Check } from "../checks/check.ts";
import { PLAN } from "../checks/plan.ts";
import type { Entry, Ledger } from "../ledger/ledger.ts";
import { type CheckResult, resultOf as resultOfCheck } from "../report/evidence.ts";
import { notTriedRemarks, type RemarkList } from "../report/run-facts.ts";
import type { Run } from "../run/run.ts";
import { runCheck } from "../run/run-check.ts";
import type { Id } from "../safety/listed-ids.ts";
import { isEmbedded, type Target } from "../targets/target.ts";

/** What the workers share. */
export type SharedRun = ReturnType<typeof openSharedRun>;

/** The result of a check, and what was not tried in it. Plain data. */
export interface WorkerResult extends CheckResult {
  readonly notTried: readonly RemarkList[];
}

/** Milliseconds between two attempts to take the lock. */
const LOCK_POLL_MS = 50;

export function openSharedRun(
  outputDir: string,
  { name, baseUrl, rules }: Pick<Target, "name" | "baseUrl" | "rules">,
  run: Run,
) {
  const { ledger, clock } = run;
  // Each worker starts its own embedded target; a deployment at an address is shared by all workers.
  const owner = isEmbedded(name) ? process.pid : "";
  const target = [owner, baseUrl, ...rules.pending, "/", ...rules.shipped].join(" ");
  const folder = join(
    outputDir,
    ".orders-kit",
    createHash("sha256").update(target).digest("hex").slice(0, 16),
  );
  mkdirSync(folder, { recursive: true });
  const ledgerFile = join(folder, "ledger");
  /** As this worker has written it last. */
  let known: Buffer = Buffer.alloc(0);
  const fileOf = (check: string): string => join(folder, `${check}.json`);
  const resultOf = (check: string): WorkerResult | undefined =>
    existsSync(fileOf(check))
      ? (JSON.parse(readFileSync(fileOf(check), "utf8")) as WorkerResult)
      : undefined;
  const runOnce = async (check: Check): Promise<WorkerResult> => {
    const before = resultOf(check.id);
    if (before !== undefined) return before;
    const startedFile = join(folder, `${check.id}.started`);
    if (existsSync(startedFile))
      throw new Error(
        `${check.id} was started in this run and did not end. Its orders may be cancelled: start a new run.`,
      );
    writeFileSync(startedFile, "");
    const bytes = existsSync(ledgerFile) ? readFileSync(ledgerFile) : known;
    if (!bytes.equals(known)) loadLedger(ledger, bytes, clock.now());
    try {
      const recorded = await runCheck(PLAN.find((step) => step.check === check) ?? { check }, run);
      const notTried = notTriedRemarks(ledger.refused.filter((call) => call.check === check.id));
      const result = { ...resultOfCheck(recorded), notTried };
      replaceFile(fileOf(check.id), JSON.stringify(result));
      return result;
    } finally {
      known = ledgerBytes(ledger);
      replaceFile(ledgerFile, known);
    }
  };
  return {
    /** Of a check that has run in any worker that shares the run. */
    resultOf,
    /** Runs a check with the ledger of the run so far. A check that has run before is not run again. */
    async run(check: Check): Promise<WorkerResult> {
      const lockFile = join(folder, "lock");
      await lock(lockFile);
      return runOnce(check).finally(() => rmSync(lockFile, { force: true }));
    },
  };
}

/** Takes over a lock whose process has ended. */
async function lock(path: string): Promise<void> {
  for (;;) {
    try {
      return writeFileSync(path, String(process.pid), { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isAbandoned(path)) rmSync(path, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

/** Whether the process that has the lock has ended. The file is empty while it is created, and missing when it was just released. */
function isAbandoned(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, "utf8"));
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Other processes never see a part of the file. */
function replaceFile(path: string, content: string | Buffer): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

/** What was sent and what came back, from which all else is read again. */
interface Stored {
  /** Those of lists that were too long to keep, too. */
  readonly listed: readonly Id[] | undefined;
  readonly drawn: ReadonlySet<bigint>;
  readonly entries: readonly Pick<Entry, "check" | "call" | "sentAt" | "exchange">[];
}

export function ledgerBytes({ listed, drawn, entries }: Ledger): Buffer {
  const sent = entries.map(({ check, call, sentAt, exchange }) => ({
    check,
    call,
    sentAt,
    exchange,
  }));
  return serialize({ listed: listed && [...listed], drawn, entries: sent } satisfies Stored);
}

/**
 * Replaces what the ledger holds by what another worker has written. The clocks of two processes are not compared: all of it is before
 * `now`, and its order and its pauses stay.
 */
export function loadLedger(ledger: Ledger, bytes: Buffer, now: number): void {
  const { listed, drawn, entries }: Stored = deserialize(bytes);
  ledger.restart();
  if (listed !== undefined) ledger.addListed(listed);
  for (const id of drawn) ledger.drawn.add(id);
  const shift =
    now -
    Math.max(...entries.map(({ exchange, sentAt }) => exchange?.receivedAt ?? sentAt), -Infinity);
  for (const { check, call, sentAt, exchange } of entries) {
    const entry = ledger.begin(check, call, sentAt + shift);
    if (exchange === undefined) continue;
    const [from, to] = [exchange.sentAt + shift, exchange.receivedAt + shift];
    ledger.end(entry, { ...exchange, sentAt: from, receivedAt: to });
  }
}
