/** `verify --accept`: what happens to the file of known violations. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { readKnown } from "../targets/file/known-file.ts";
import { SAMPLES } from "../testing/sample-reports.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { acceptViolations } from "./accept-violations.ts";
import type { Report } from "./schema.ts";

const FILE = "orders-kit.known.yaml";
const ACCEPTANCE = { reason: 'ORD-1: "quoted"', until: "2999-12-31" };
const report: Report = SAMPLES.violates;

const accept = (folder: string, target = "staging") =>
  acceptViolations(report, { file: FILE, folder, target }, ACCEPTANCE, []);

test("what has expired gets a new day and stays as narrow as it is, what is held again goes, the rest stays", async () => {
  const folder = temporaryFolder();
  const [first] = report.new;
  const expired = { clause: first!, reason: "old", until: "2020-01-01" };
  const place = { operation: "listOrders", status: 200, pointer: "/*/quantity" } as const;
  const where = {
    clause: "order-quantity",
    at: "listOrders 200",
    pointer: place.pointer,
  } as const;
  const narrow = { ...where, reason: "old", until: "2020-01-01" };
  const fixed = { clause: "list-ok", at: "listOrders 403", reason: "a firewall" } as const;
  const other = { clause: "cancel-once", unproven: true, reason: "a limiter" } as const;
  writeFileSync(join(folder, FILE), JSON.stringify({ staging: [expired, narrow, fixed, other] }));
  const places = [{ ...place, failed: 1, of: 1, at: report.startedAt }];
  const settled: Report = {
    ...report,
    clauses: report.clauses.map((clause) =>
      clause.id === "order-quantity" ? { ...clause, verdict: "violated", places } : clause,
    ),
    new: ["order-quantity"],
    known: [
      { ...expired, verdict: "violated", expired: true },
      { ...narrow, verdict: "violated", expired: true },
      { ...fixed, verdict: "held" },
    ],
  };
  const target = { file: FILE, folder, target: "staging" };
  const { removed, known } = await acceptViolations(settled, target, ACCEPTANCE, []);
  expect(removed).toBe(1);
  expect(known).toHaveLength(3);
  expect(known).toEqual(
    expect.arrayContaining([{ clause: first, ...ACCEPTANCE }, { ...where, ...ACCEPTANCE }, other]),
  );
});

test("the file keeps its mode, and a link is followed", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "shared"));
  const file = join(folder, "shared/known.yaml");
  writeFileSync(file, "# ours\n");
  chmodSync(file, 0o600);
  symlinkSync("shared/known.yaml", join(folder, FILE));
  await accept(folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toContain("staging:");
  expect(readdirSync(folder).toSorted()).toEqual([FILE, "shared"]);
});

test("of runs at the same time none loses or doubles an entry", async () => {
  const folder = temporaryFolder();
  // A target may have the name of a method of all objects.
  const targets = ["a", "valueOf", "a", "c", "valueOf", "a"];
  await Promise.all(targets.map((target) => accept(folder, target)));
  const known = await readKnown(FILE, folder);
  expect(Object.keys(known)).toEqual(["a", "c", "valueOf"]);
  expect(known.a).toEqual(known.c);
  expect(known.valueOf).toEqual(known.c);
  expect(existsSync(join(folder, `${FILE}.lock`))).toBe(false);
});

test("the lock of a killed run is not waited for, even if its time is in the future", async () => {
  const folder = temporaryFolder();
  const lock = join(folder, `${FILE}.lock`);
  writeFileSync(lock, "");
  utimesSync(lock, 9_999_999_999, 9_999_999_999);
  await accept(folder);
  expect(readdirSync(folder)).toEqual([FILE]);
});
